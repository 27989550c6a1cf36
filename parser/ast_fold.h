/* SPDX-License-Identifier: LGPL-2.1-or-later */
/**
 * @file
 * Computes the number that an expression has at run time, if all its operands are
 * literals.  For each @-operator ask() is called: it returns true and the operator's
 * number, or false if the caller does not know it.  ask() may be NULL: no number is
 * known then.
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
	bool asked;		/* set when ask() has returned true */
};

/** Computes @e.  Returns false if its number is not known, or if it fails at run time
 *  (division by zero); *@ret is undefined then.  Operands that `&&`, `||` and `?:` do not
 *  evaluate need not be known. */
bool ast_fold(struct ast_folder *f, const struct ast_expr *e, int64_t *ret);

/** ast_fold() without ask(): computes expressions of literals only. */
bool ast_number_of(const struct ast_expr *e, int64_t *ret);

#endif
