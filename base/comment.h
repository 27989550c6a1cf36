/* SPDX-License-Identifier: LGPL-2.1-or-later */
/**
 * @file
 * Comments of scripts: above a declaration, and at the start of a file.
 */
#ifndef BASE_COMMENT_H
#define BASE_COMMENT_H

#include "base/source.h"

struct arena;

/**
 * Returns the text of the comment that ends on the line above the start of @sp, as one
 * line from @a, without comment marks; "" if there is none.  The lines after about 400
 * bytes are left out.
 */
const char *comment_above(struct arena *a, const struct source *src,
			  struct span sp);

/** Returns the first paragraph of the comment at the start of @src, as one line from @a;
 *  "" if there is none.  A line with #!, lines with a licence (SPDX) and the lines after
 *  about 400 bytes are left out. */
const char *comment_at_start(struct arena *a, const struct source *src);

#endif
