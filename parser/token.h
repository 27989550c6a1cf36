/* SPDX-License-Identifier: LGPL-2.1-or-later */
/**
 * @file
 * Tokens, and the lexer that makes them (lex.l).
 *
 * The lexer knows spelling only.  What is wrong with a token travels inside
 * it and is reported when the token is used: a broken string or an argument
 * that was not given does no harm in a %( ... %) branch that is skipped.
 */
#ifndef PARSER_TOKEN_H
#define PARSER_TOKEN_H

#include <stdbool.h>
#include <stdint.h>

#include "base/diag.h"
#include "parser/ast.h"
#include "parser/parser.h"

/* The properties of a print operation, which its name decides. */
enum print_flags {
	PRINT_STRING = 1,	/* sprint...: returns a string */
	PRINT_NEWLINE = 2,	/* ...ln */
	PRINT_DELIMITER = 4,	/* printd...: a delimiter is first */
	PRINT_FORMAT = 8,	/* printf, sprintf: a format is first */
	PRINT_CHAR = 16,	/* print_char */
};

/** An error in a token; lives in the session's arena. */
struct token_error {
	unsigned tag;
	bool is_warning;
	const char *text;
	const char *hint;	/* or NULL */
};

/**
 * A token.  Its kind decides what it carries: names, strings and embedded C have
 * their interned bytes in text; NUMBER has its value and PRETTY 1 or 2 in number;
 * operators, ATOP and STATOP have their enum in op, PRINT has its print_flags there.
 * Keywords and PRINT have their word in text, too; the text of AT_WORD lacks its @.
 */
struct token {
	int kind;		/* of grammar.h, or a character */
	bool glued;		/* nothing is between it and the token before it */
	struct span span;
	const char *text;
	union {
		int64_t number;
		int op;
	};
	const struct token_error *error;	/* or NULL */
};

struct lexer;

/** Creates a lexer of the text @src; lexer_destroy() frees it and accepts NULL. */
struct lexer *lexer_create(const struct parse_env *env,
			   const struct source *src);
void lexer_destroy(struct lexer *lx);

/**
 * Reads the next token.  After the last one each call returns TOK_EOF.  Bytes that are no
 * token are TOK_JUNK, which always carries an error.
 */
void lexer_next(struct lexer *lx, struct token *ret);

/** Returns true if @t is spelt like a name: it is a name, a keyword or a print
 *  operation. */
bool token_is_word(const struct token *t);

/** Reports the error or warning that @t carries, if there is one. */
void token_report(const struct parse_env *env, const struct token *t);

/** Returns true if @env's language version is older than @version ("3.1"); never for a
 *  library file. */
bool parse_is_before(const struct parse_env *env, const char *version);

/** Returns a copy of @env in which is_library is true if @src is a file of the installed
 *  tapset, which is written in the newest language version. */
struct parse_env parse_env_of(const struct parse_env *env,
			      const struct source *src);

#endif
