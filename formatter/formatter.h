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
 * Append the text of @src, formatted, to @out.  Returns false and appends nothing if a
 * token or a macro definition is misspelt, if brackets do not match, if brackets,
 * conditionals or statements are nested too deeply, or if the result would be another
 * script.  The reason is reported to @diags.  Temporary memory is taken from @arena.
 */
bool formatter_format(struct arena *arena, struct diags *diags,
		      const struct source *src, struct buf *out);

/** What a token is, for editors that show kinds in different colors. */
enum formatter_token_kind {
	FORMATTER_KEYWORD,
	FORMATTER_PRINT,	/* print, printf, sprint and the other print functions */
	FORMATTER_NAME,
	FORMATTER_TARGET,	/* $name */
	FORMATTER_AT_WORD,	/* a macro or an operator, with its @ */
	FORMATTER_COMPONENT,	/* of a probe point */
	FORMATTER_NUMBER,
	FORMATTER_STRING,
	FORMATTER_EMBEDDED,	/* C code with its %{ and %} */
	FORMATTER_COMMENT,
	FORMATTER_OPERATOR,	/* also brackets, commas and the like */
	FORMATTER_OTHER,	/* bytes that are no token of the language */
};

struct formatter_token {
	enum formatter_token_kind kind;
	uint32_t off, len;	/* bytes in the text of the source */
};

struct formatter_tokens {
	struct formatter_token *at;
	size_t n, cap;
};

/**
 * Add all tokens and comments of @src to @ret, in the order of the text, in memory of
 * @arena.  Works on any text: errors in it are reported to @diags, and all tokens are
 * added nevertheless.
 */
void formatter_tokens(struct arena *arena, struct diags *diags,
		      const struct source *src, struct formatter_tokens *ret);

/** Returns the word @i, from 0, of the list of keywords, print functions and @-words;
 *  NULL after the last. */
const char *formatter_word(size_t i);

#endif
