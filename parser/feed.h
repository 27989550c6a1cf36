/* SPDX-License-Identifier: LGPL-2.1-or-later */
/**
 * @file
 * The last stage before the grammar: tokens that mean something else where
 * they stand; private to the room.
 *
 *  - In a probe point words, keywords too, and wildcards are glued into one
 *    COMPONENT: `kernel.function("*").return`, `syscall.*open*`.  Whether a
 *    brace opens alternatives or the body depends on what came before it,
 *    and that is followed here.
 *  - After `->` every word is a plain name.
 *  - String literals side by side are one.
 *  - A comma before a block, which no expression has, is SECOND.
 *  - @words become ATOP, STATOP and HIST_*; unknown ones are reported.
 */
#ifndef PARSER_FEED_H
#define PARSER_FEED_H

#include "parser/token.h"

struct hash;
struct pp;

/** A file of more tokens than this is refused. */
#define FEED_MAX_TOKENS (2u << 20)
/** The most tokens that macros may produce, and FEED_MADE_EACH more for each token that
 *  is written: a short script does not grow large by doubling. */
#define FEED_MADE_MAX (1u << 18)
#define FEED_MADE_EACH 16

enum feed_state {
	FEED_TEXT,		/* anywhere but in a probe point */
	FEED_BEGIN,		/* a component must come */
	FEED_AFTER,		/* after a component */
	FEED_ARG,		/* in its parentheses */
	FEED_CONDITION,		/* after `if`, up to the last parenthesis */
};

struct feed {
	const struct parse_env *env;
	struct pp *pp;
	enum feed_state state;
	int braces;		/* alternatives that are open */
	int parens;		/* open in the condition */
	int depth;		/* braces of bodies that are open */
	int before;		/* the kind of the last token, */
	struct span last;	/* and where it is */
	int option;		/* tokens since the word `option`, or 0 */
	bool after_arrow;
	bool has_ahead;
	struct token ahead;
	size_t tokens, made;	/* all; those out of macros */
	bool is_cut;		/* the end came early: FEED_MAX_TOKENS */
};

void feed_init(struct feed *f, const struct parse_env *env, struct pp *pp);

/** The next token for the grammar; problems were reported. */
void feed_next(struct feed *f, struct token *ret);

/** Returns true if @t, after a token of kind @before, declares the option
 *  @next. */
bool feed_begins_option(const struct token *t, int before,
			const struct token *next);

/** After an error: forgets what was open; @kind came last. */
void feed_reset(struct feed *f, int kind);

/** The operator called @name (without @): its token's kind and op. */
bool feed_find_at_word(const struct parse_env *env, const char *name,
		       int *kind_ret, int *op_ret);

/** Add the names of all of them, for hints. */
void feed_add_at_words(const struct parse_env *env, struct hash *names);

#endif
