/* SPDX-License-Identifier: LGPL-2.1-or-later */
/**
 * @file
 * The token filter: macros and conditionals; private to the room.
 *
 *	@define add(a, b) %( (@a + @b) %)
 *	%( kernel_v >= "6.1" %? ... %: ... %)
 *
 * Macros are closures.  Their bodies and arguments are lists of tokens, and an
 * argument is expanded in the context where it was written, so a name in it never
 * means something else inside the macro.  Tokens are pulled one by one: first the
 * macros are expanded, then the conditionals choose.  A branch that is not
 * chosen is skipped unread: no macro in it is defined, used or reported.
 */
#ifndef PARSER_PP_H
#define PARSER_PP_H

#include "base/vec.h"
#include "parser/token.h"

struct hash;

/** The maximum number of errors in one text; after more the text ends early. */
#define PP_MAX_ERRORS 1000

struct macro {
	const char *name;		/* without the @ */
	struct span span;		/* of the name where it is defined */
	bool is_library;		/* its body sees library macros only */
	bool has_params;		/* written with parentheses */
	VEC(const char *) params;
	VEC(struct token) body;
};

struct macro_table {
	struct hash *macros;		/* name -> struct macro */
};

struct pp;

/** Creates the filter of the text @src; pp_destroy() frees it. */
struct pp *pp_create(const struct parse_env *env, const struct source *src);
void pp_destroy(struct pp *pp);

/** From here on, put definitions into @table and see library macros only. */
void pp_set_library(struct pp *pp, struct macro_table *table);

/** Reads the next token.  It is never a TOK_PP_ one; TOK_EOF is returned again and again
 *  at the end, and after too many errors. */
void pp_next(struct pp *pp, struct token *ret);

/**
 * Returns true if a conditional, the body of a macro or its arguments had no end and took
 * all text up to the end.  That was reported, so the caller need not report that the text
 * ends early.
 */
bool pp_is_lost(const struct pp *pp);

/** Returns true if the text has no token at all. */
bool pp_is_empty(const struct pp *pp);

/** Returns the name, without @, of the macro or @-operator that is spelt most like @name,
 *  for a hint; NULL if there is none. */
const char *pp_nearest(const struct pp *pp, const char *name);

/**
 * Evaluates the @n tokens of a condition to *@ret (pp_cond.c); @open is the span of its
 * `%(`.  Returns false if the condition is misspelt, which is reported.
 */
bool pp_condition(const struct parse_env *env, struct span open,
		  const struct token *tokens, size_t n, bool *ret);

#endif
