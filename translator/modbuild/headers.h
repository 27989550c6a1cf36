/* SPDX-License-Identifier: LGPL-2.1-or-later */
/**
 * @file
 * Finds and reads a kernel's build tree, as the headers package installs it.
 */
#ifndef TRANSLATOR_MODBUILD_HEADERS_H
#define TRANSLATOR_MODBUILD_HEADERS_H

#include <stdbool.h>

#include "base/hash.h"

struct sys_error;

/**
 * Finds the build tree of @release: @given if not NULL, else the first that
 * exists of /lib/modules/R/build and /usr/src/linux-headers-R.  *@ret is its
 * real, absolute path, on the heap.  If there is none or a part is missing, the
 * error is [no-kernel-headers] with the command that installs the headers.
 */
struct sys_error *headers_find(const char *release, const char *given,
			       char **ret);

/** Adds to @s the stamps of the files that identify this build of the headers. */
void headers_stamp(const char *dir, struct sha256 *s);

/**
 * Returns the value of CONFIG_x in the tree's configuration, without quotes, on
 * the heap; NULL if it is not set.
 */
char *headers_config(const char *dir, const char *name);

/** Returns the CONFIG_x that a facility of the runtime needs and that the tree's
 *  configuration does not set; or NULL. */
const char *headers_missing_for(const char *dir, const char *facility);

/** Returns "SIZE MTIME" of a file, on the heap; "-" if there is none. */
char *headers_file_stamp(const char *path);

#endif
