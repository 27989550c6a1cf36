/* SPDX-License-Identifier: LGPL-2.1-or-later */
/**
 * @file
 * Computes the number of an expression of literals, by the rules of run time.
 * The caller may know more: ask() is called for each @-operator and returns true
 * and a number, or false.  If ask() is NULL, no @-operator has a number.
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

/** Computes @e; returns false if its value is not known.  Operands that `&&`, `||`
 *  and `?:` do not evaluate need not be known. */
bool ast_fold(struct ast_folder *f, const struct ast_expr *e, int64_t *ret);

/** ast_fold() without ask(): computes expressions of literals only. */
bool ast_number_of(const struct ast_expr *e, int64_t *ret);

#endif
