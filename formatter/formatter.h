/* SPDX-License-Identifier: LGPL-2.1-or-later */
/**
 * @file
 * The formatter: script text in, the same script in the one style out.
 *
 * No macro is expanded, no conditional is decided, nothing is removed: the tokens of
 * the result are those of the script, in the same order.  Only white space between
 * tokens changes, and before the lines of a comment with stars.  The room needs no
 * kernel and no library.
 */
#ifndef FORMATTER_FORMATTER_H
#define FORMATTER_FORMATTER_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>


struct arena;
struct buf;
struct diags;
struct source;

/**
 * Append @src in the one style to @out.  Returns false and appends nothing if a token
 * or a macro definition is misspelt, if brackets do not match or are nested too deeply,
 * or if the result would be another script; the reason is reported to @diags.
 * Temporary memory is taken from @arena.
 */
bool formatter_format(struct arena *arena, struct diags *diags,
		      const struct source *src, struct buf *out);

enum formatter_token_kind {
	FORMATTER_KEYWORD,
	FORMATTER_PRINT,	/* print and its like */
	FORMATTER_NAME,
	FORMATTER_TARGET,	/* $name */
	FORMATTER_AT_WORD,	/* a macro or an operator, with its @ */
	FORMATTER_COMPONENT,	/* of a probe point */
	FORMATTER_NUMBER,
	FORMATTER_STRING,
	FORMATTER_EMBEDDED,
	FORMATTER_COMMENT,
	FORMATTER_OPERATOR,
	FORMATTER_OTHER,	/* bytes that no script can have here */
};

struct formatter_token {
	enum formatter_token_kind kind;
	uint32_t off, len;
};

struct formatter_tokens {
	struct formatter_token *at;
	size_t n, cap;
};

/**
 * Add all tokens and comments of @src to @ret, in memory of @arena.  Works on any
 * text; errors in it go to @diags.
 */
void formatter_tokens(struct arena *arena, struct diags *diags,
		      const struct source *src, struct formatter_tokens *ret);

/** The @i-th keyword, print function or @-word; NULL after the last. */
const char *formatter_word(size_t i);

#endif
