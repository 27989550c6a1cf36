/* SPDX-License-Identifier: LGPL-2.1-or-later */
/**
 * @file
 * The last stage before the grammar: changes tokens whose meaning depends on their
 * context; private to the room.
 *
 *  - In a probe point words, keywords too, and wildcards are glued into one
 *    COMPONENT: `kernel.function("*").return`, `syscall.*open*`.  Whether a
 *    brace opens alternatives or the body depends on the tokens before it, so
 *    this stage keeps a state.
 *  - After `->` every word is a plain name.
 *  - String literals side by side are one.
 *  - A comma before a block is SECOND; expressions have no such comma.
 *  - @words become ATOP, STATOP, HIST_* and METRIC; an unknown one is reported and
 *    becomes a name.
 *  - `option NAME` becomes `global NAME = 0`, or `global NAME` before a value.
 */
#ifndef PARSER_FEED_H
#define PARSER_FEED_H

#include "parser/token.h"

struct hash;
struct pp;

/** The maximum number of tokens of a file. */
#define FEED_MAX_TOKENS (2u << 20)
/** The maximum number of tokens from macros, with FEED_MADE_EACH more for each token
 *  that is written: macros that double their text cannot make a short script large. */
#define FEED_MADE_MAX (1u << 18)
#define FEED_MADE_EACH 16

enum feed_state {
	FEED_TEXT,		/* anywhere but in a probe point */
	FEED_BEGIN,		/* a component must come */
	FEED_AFTER,		/* after a component */
	FEED_ARG,		/* in the parentheses of a component */
	FEED_CONDITION,		/* after `if`, up to the parenthesis that ends it */
};

struct feed {
	const struct parse_env *env;
	struct pp *pp;
	enum feed_state state;
	int braces;		/* open braces of alternatives */
	int parens;		/* open parentheses of the condition */
	int depth;		/* open braces of bodies */
	int before;		/* kind of the token that was returned last */
	struct span last;	/* its span */
	int option;		/* 1: after `option`; 2: after its name; 3: after a
				   `=` that was added; or 0 */
	bool after_arrow;	/* that token is `->` */
	bool has_ahead;
	struct token ahead;	/* read, but not returned yet */
	size_t tokens, made;	/* number of all tokens; of those from macros */
	bool is_cut;		/* a maximum was exceeded: no more tokens */
};

void feed_init(struct feed *f, const struct parse_env *env, struct pp *pp);

/** Reads the next token for the grammar; problems are reported. */
void feed_next(struct feed *f, struct token *ret);

/** Returns true if @t is the word `option` in a declaration of the option whose name is
 *  @next; @before is the kind of the token before @t. */
bool feed_begins_option(const struct token *t, int before,
			const struct token *next);

/** Forgets open braces, options and the state, after a syntax error; @kind is the kind of
 *  the last token. */
void feed_reset(struct feed *f, int kind);

/** Finds the @-operator called @name (without @) and sets the kind and op of its token.
 *  Returns false if this version of the language has no such operator. */
bool feed_find_at_word(const struct parse_env *env, const char *name,
		       int *kind_ret, int *op_ret);

/** Adds the names, without @, of all @-operators of this language version to @names, for
 *  hints. */
void feed_add_at_words(const struct parse_env *env, struct hash *names);

#endif
