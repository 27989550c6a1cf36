/* SPDX-License-Identifier: LGPL-2.1-or-later */
/**
 * @file
 * Script text in, the same script in the one style out.
 *
 * Nothing is expanded, decided or removed: the tokens of the result are those
 * of the script, in the same order.  Only blanks, tabs and line ends between
 * them change.  The room needs no kernel and no library.
 */
#ifndef FORMATTER_FORMATTER_H
#define FORMATTER_FORMATTER_H

#include <stdbool.h>

struct arena;
struct buf;
struct diags;
struct source;

/**
 * Append @src in the one style to @out.  Returns false and appends nothing if
 * the text has a token that is misspelt, or brackets that do not match; that
 * is reported to @diags.  What it needs meanwhile is in @arena.
 */
bool formatter_format(struct arena *arena, struct diags *diags,
		      const struct source *src, struct buf *out);

#endif
