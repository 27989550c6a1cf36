/* SPDX-License-Identifier: LGPL-2.1-or-later */
/**
 * @file
 * Debug information from debuginfod servers, by build id.
 */
#ifndef TARGET_DEBUGINFOD_H
#define TARGET_DEBUGINFOD_H

#include <stdbool.h>

struct dwarf_options;

/** Returns true if there are servers to ask ($DEBUGINFOD_URLS), and the library
 *  that asks. */
bool debuginfod_is_there(void);

/**
 * The path of a file that the servers have for @build_id (hex), which the
 * library keeps in its cache; the caller frees it.  @opt->fetching is called
 * meanwhile.  NULL: *@error is an errno.
 */
char *debuginfod_fetch(const char *build_id, const struct dwarf_options *opt,
		       int *error);

#endif
