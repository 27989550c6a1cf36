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

/* The properties of a print operation, by its name. */
enum print_flags {
	PRINT_STRING = 1,
	PRINT_NEWLINE = 2,
	PRINT_DELIMITER = 4,
	PRINT_FORMAT = 8,
	PRINT_CHAR = 16,
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
	bool glued;		/* no space between this and the one before */
	struct span span;
	const char *text;
	union {
		int64_t number;
		int op;
	};
	const struct token_error *error;	/* or NULL */
};

struct lexer;

struct lexer *lexer_create(const struct parse_env *env,
			   const struct source *src);
void lexer_destroy(struct lexer *lx);

/**
 * The next token.  TOK_EOF comes for ever after the last one; a byte that
 * fits nowhere is TOK_JUNK and always carries an error.
 */
void lexer_next(struct lexer *lx, struct token *ret);

/** Returns true if @t is spelt like a name: a plain one, a keyword, a print operation. */
bool token_is_word(const struct token *t);

/** Report what is wrong with @t, if anything. */
void token_report(const struct parse_env *env, const struct token *t);

/** Returns true if @env's language version is older than @version ("3.1"); never for a
 *  library file. */
bool parse_is_before(const struct parse_env *env, const char *version);

/** Returns @env with is_library as @src needs it: the installed library is written in
 *  the newest version. */
struct parse_env parse_env_of(const struct parse_env *env,
			      const struct source *src);

#endif
