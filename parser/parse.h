/* SPDX-License-Identifier: LGPL-2.1-or-later */
/**
 * @file
 * The state of one running parse; private to the room.
 *
 * parse.c pulls tokens from the feed and pushes them into the grammar, whose
 * actions call ast_build, which adds items to the file.  Code that finds an
 * error reports it and goes on.  Only an error that must not get into the tree
 * (nesting too deep, too many probe points) sets `refused`: then the declaration that
 * is being read is dropped, as after a syntax error.
 */
#ifndef PARSER_PARSE_H
#define PARSER_PARSE_H

#include "base/vec.h"
#include "parser/feed.h"
#include "parser/parser.h"

struct parse {
	const struct parse_env *env;
	struct ast_file *file;
	struct feed feed;
	struct token token;		/* the one that is being pushed */
	VEC(struct token) open;		/* brackets that are not closed yet */
	struct span first_return;	/* the first `return` of this item; or src 0 */
	struct ast_expr *slice;		/* an a[*] that no delete has used yet */
	size_t work;			/* of this item: see ast_build_top.c */
	bool refused;			/* this item is not kept; see above */
};

/** Reports @p->token as a syntax error; @words are the tokens that could have come
 *  instead.  Reports nothing where the text was cut off after another error.  Called by
 *  the grammar. */
void parse_syntax_error(struct parse *p, const char *const *words, size_t n);

/** The name of a token of @kind in messages: "probe", "a name", "';'". */
const char *grammar_token_name(int kind);

/** An empty span right after @sp. */
static inline struct span span_after(struct span sp)
{
	sp.off += sp.len;
	sp.len = 0;
	return sp;
}

#endif
