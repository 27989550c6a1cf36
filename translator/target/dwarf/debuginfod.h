/* SPDX-License-Identifier: LGPL-2.1-or-later */
/**
 * @file
 * Debug information from debuginfod servers, by build id.
 */
#ifndef TARGET_DEBUGINFOD_H
#define TARGET_DEBUGINFOD_H

#include <stdbool.h>

struct dwarf_options;

/** Returns true if there are servers to ask ($DEBUGINFOD_URLS), and the
 *  library that asks them. */
bool debuginfod_is_there(void);

/**
 * Fetch the debug file for @build_id (hex) from the servers.  Returns its path
 * in the cache of the library; the caller frees it.  @opt->fetching, if not NULL, is
 * called meanwhile.  If no server has the file, returns NULL and sets *@error to an errno.
 */
char *debuginfod_fetch(const char *build_id, const struct dwarf_options *opt,
		       int *error);

#endif
