/* SPDX-License-Identifier: LGPL-2.1-or-later */
/**
 * @file
 * Cache files that are kept between runs and mapped.  A file's name is a build
 * id and what it holds about it.  If one cannot be kept it is made anew.
 */
#ifndef BASE_KEPT_FILE_H
#define BASE_KEPT_FILE_H

#include <stdbool.h>

#include "base/range.h"

/**
 * Map DIR/BUILD_ID.WHAT, which has at least @least bytes; *@ret is the
 * caller's, munmap() it.  False: there is none, or no name for one (@dir NULL,
 * @build_id "").
 */
bool kept_file_map(const char *dir, const char *build_id, const char *what,
		   size_t least, struct range *ret);

/**
 * Write the file: under a name of its own, synced, then renamed into
 * place, so a reader sees all of it or nothing.
 */
void kept_file_write(const char *dir, const char *build_id, const char *what,
		     struct range bytes);

#endif
