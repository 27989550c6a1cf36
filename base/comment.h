/* SPDX-License-Identifier: LGPL-2.1-or-later */
/**
 * @file
 * The comment above a declaration.
 */
#ifndef BASE_COMMENT_H
#define BASE_COMMENT_H

#include "base/source.h"

struct arena;

/**
 * The words of the comment that ends on the line above the one that @sp begins
 * on, in one line, without its marks; "" if there is none.  Of a long comment
 * the last lines are missing.
 */
const char *comment_above(struct arena *a, const struct source *src,
			  struct span sp);

/** The first paragraph of the comment that @src begins with, in one line; lines
 *  with its interpreter and its licence are left out. */
const char *comment_at_start(struct arena *a, const struct source *src);

#endif
