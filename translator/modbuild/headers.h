/* SPDX-License-Identifier: LGPL-2.1-or-later */
/**
 * @file
 * A kernel's build tree, as the headers package installs it.
 */
#ifndef TRANSLATOR_MODBUILD_HEADERS_H
#define TRANSLATOR_MODBUILD_HEADERS_H

#include <stdbool.h>

#include "base/hash.h"

struct sys_error;

/**
 * The build tree of @release: @given if not NULL, else the first that exists of
 * /lib/modules/R/build and /usr/src/linux-headers-R, as a real, absolute path
 * on the heap.  [no-kernel-headers] with the command that installs them if
 * there is none or a part is missing.
 */
struct sys_error *headers_find(const char *release, const char *given,
			       char **ret);

/** Add to @s what distinguishes this build of the headers from any other. */
void headers_stamp(const char *dir, struct sha256 *s);

/**
 * The value of CONFIG_x in the tree's configuration, without quotes, on the
 * heap; NULL if it is not set.
 */
char *headers_config(const char *dir, const char *name);

/** The CONFIG_x that a facility of the runtime cannot do without and that the
 *  tree's configuration does not set; or NULL. */
const char *headers_missing_for(const char *dir, const char *facility);

/** "SIZE MTIME" of a file, on the heap; "-" if there is none. */
char *headers_file_stamp(const char *path);

#endif
