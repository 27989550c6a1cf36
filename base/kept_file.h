/* SPDX-License-Identifier: LGPL-2.1-or-later */
/**
 * @file
 * Cache files, which are kept between runs of tapster and mapped into memory.  The name
 * of a file is a build id and a word for its content.  If a file cannot be kept, the next
 * run makes its content again.
 */
#ifndef BASE_KEPT_FILE_H
#define BASE_KEPT_FILE_H

#include <stdbool.h>

#include "base/range.h"

/**
 * Maps the file DIR/BUILD_ID.WHAT.  *@ret gets its bytes, which the caller munmap()s.
 * Returns false if there is no such file, or if it cannot be mapped or has less than
 * @least bytes.  Also if it has no name: @dir is NULL, or @build_id is "".
 */
bool kept_file_map(const char *dir, const char *build_id, const char *what,
		   size_t least, struct range *ret);

/**
 * Writes the file DIR/BUILD_ID.WHAT.  It is written under a temporary name, synced and
 * then renamed, so that a reader sees the whole file or none.  @dir is made if it is
 * missing.  A failure is not reported.
 */
void kept_file_write(const char *dir, const char *build_id, const char *what,
		     struct range bytes);

#endif
