/* SPDX-License-Identifier: LGPL-2.1-or-later */
/**
 * @file
 * What the parser's tests share: a parse_env with a fixed world around it
 * (a 6.1 kernel on x86_64, three configuration options), so that results do
 * not depend on the machine.
 */
#ifndef TESTSUITE_PARSE_SESSION_H
#define TESTSUITE_PARSE_SESSION_H

#include "base/buf.h"
#include "parser/parser.h"

struct parse_session {
	struct parse_env env;
};

struct parse_session *parse_session_create(void);
void parse_session_destroy(struct parse_session *s);

/** Script arguments; the array must live as long as the session. */
void parse_session_set_args(struct parse_session *s, int argc,
			    const char *const *argv);

const struct source *parse_session_text(struct parse_session *s,
					const char *text, size_t len);

/** Like tapster with a tapset file: NULL after an error, which is reported. */
const struct source *parse_session_file(struct parse_session *s,
					const char *path);

/** All messages so far, rendered without colour. */
void parse_session_render(const struct parse_session *s, struct buf *out);

/**
 * The property: what is printed parses to the same tree and prints the same.
 * @f is printed to @out; false if the property does not hold.
 */
bool parse_session_round_trip(struct parse_session *s,
			      const struct ast_file *f, struct buf *out);

/** The same for statements and files as ast_same_expr() (same_tree.c). */
bool ast_same_stmt(const struct ast_stmt *x, const struct ast_stmt *y);
bool ast_same_file(const struct ast_file *x, const struct ast_file *y);

/** Walk all declarations of @f. */
void parse_session_walk(struct ast_visitor *v, struct ast_file *f);

#endif
