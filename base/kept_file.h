/* SPDX-License-Identifier: LGPL-2.1-or-later */
/**
 * @file
 * Cache files that are kept between runs and mapped.  The name of a file is a
 * build id and a word for its content.  A file that cannot be kept is made again
 * by the next run.
 */
#ifndef BASE_KEPT_FILE_H
#define BASE_KEPT_FILE_H

#include <stdbool.h>

#include "base/range.h"

/**
 * Map the file DIR/BUILD_ID.WHAT to *@ret, which the caller munmap()s.  Returns
 * false if there is no such file, if it cannot be mapped or has less than @least
 * bytes, or if there is no name for it (@dir is NULL, or @build_id is "").
 */
bool kept_file_map(const char *dir, const char *build_id, const char *what,
		   size_t least, struct range *ret);

/**
 * Write the file under a temporary name, sync it and rename it, so that a reader
 * sees the whole file or none.  @dir is made if it is missing.  A failure is not
 * reported.
 */
void kept_file_write(const char *dir, const char *build_id, const char *what,
		     struct range bytes);

#endif
