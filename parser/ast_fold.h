/* SPDX-License-Identifier: LGPL-2.1-or-later */
/**
 * @file
 * The number that an expression of literals comes to, by the rules of run
 * time.  The caller may know more: ask() is called for each @-operation and
 * answers with true and a number, or false; NULL knows of none.
 *
 *	struct ast_folder f = { 0 };
 *	if (ast_fold(&f, cond, &n))	// n decides
 */
#ifndef PARSER_AST_FOLD_H
#define PARSER_AST_FOLD_H

#include "parser/ast.h"

struct ast_folder {
	bool (*ask)(struct ast_folder *f, const struct ast_expr *e,
		    int64_t *ret);
	bool asked;		/* an answer of ask() is part of the number */
};

/** False if the value is not known.  What `&&`, `||` and `?:` leave out need
 *  not be known. */
bool ast_fold(struct ast_folder *f, const struct ast_expr *e, int64_t *ret);

/** The same of literals alone. */
bool ast_number_of(const struct ast_expr *e, int64_t *ret);

#endif
