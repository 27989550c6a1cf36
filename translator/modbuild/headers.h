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
 * real, absolute path, on the heap.  If there is none, a part is missing, or it is of
 * another release, the error is [no-kernel-headers] with the command that installs
 * the headers.  Other errors: [bad-kernel-release], [not-on-this-kernel] if the kernel
 * loads no modules, [no-compiler] if it was compiled with clang.
 */
struct sys_error *headers_find(const char *release, const char *given,
			       char **ret);

/** Adds to @s the stamps (size and time) of the files in @dir that identify this
 *  build of the headers. */
void headers_stamp(const char *dir, struct sha256 *s);

/**
 * Returns the value of @name, such as "CONFIG_SMP", in the configuration of the tree
 * @dir, without quotes, on the heap; NULL if it is not set.
 */
char *headers_config(const char *dir, const char *name);

/** Returns the first CONFIG_x that @facility of the runtime needs and that the
 *  configuration of the tree @dir does not set; NULL if there is none. */
const char *headers_missing_for(const char *dir, const char *facility);

/** Returns "SIZE MTIME" of a file, on the heap; "-" if there is none. */
char *headers_file_stamp(const char *path);

#endif
