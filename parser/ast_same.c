/* SPDX-License-Identifier: LGPL-2.1-or-later */
/*
 * Compares two expressions.  Texts are compared as bytes, so that they may come
 * from different pools.
 */
#include <string.h>

#include "base/intern.h"
#include "parser/ast.h"

/* ---- pieces ---- */

bool ast_same_text(const char *x, const char *y)
{
	size_t n;

	if (x == y || !x || !y)
		return x == y;
	n = intern_len(x);
	return n == intern_len(y) && !memcmp(x, y, n);
}

bool ast_same_exprs(const struct ast_exprs *x, const struct ast_exprs *y)
{
	if (x->n != y->n)
		return false;
	for (size_t i = 0; i < x->n; i++)
		if (!ast_same_expr(x->at[i], y->at[i]))
			return false;
	return true;
}

static bool same_path(const struct ast_path *x, const struct ast_path *y)
{
	if (x->n != y->n || x->pretty != y->pretty ||
	    x->address_of != y->address_of)
		return false;
	for (size_t i = 0; i < x->n; i++)
		if (x->at[i].kind != y->at[i].kind ||
		    !ast_same_text(x->at[i].member, y->at[i].member) ||
		    !ast_same_expr(x->at[i].index, y->at[i].index))
			return false;
	return true;
}

/* ---- expressions ---- */

static bool same_hist(const struct ast_expr *x, const struct ast_expr *y)
{
	return x->hist.linear == y->hist.linear &&
	       x->hist.low == y->hist.low && x->hist.high == y->hist.high &&
	       x->hist.step == y->hist.step &&
	       ast_same_expr(x->hist.arg, y->hist.arg);
}

static bool same_print(const struct ast_expr *x, const struct ast_expr *y)
{
	return x->print.to_string == y->print.to_string &&
	       x->print.newline == y->print.newline &&
	       x->print.is_char == y->print.is_char &&
	       ast_same_text(x->print.format, y->print.format) &&
	       ast_same_text(x->print.delimiter, y->print.delimiter) &&
	       ast_same_exprs(&x->print.args, &y->print.args);
}

static bool same_ternary(const struct ast_expr *x, const struct ast_expr *y)
{
	return ast_same_expr(x->ternary.cond, y->ternary.cond) &&
	       ast_same_expr(x->ternary.yes, y->ternary.yes) &&
	       ast_same_expr(x->ternary.no, y->ternary.no);
}

static bool same_binary(const struct ast_expr *x, const struct ast_expr *y)
{
	return x->binary.op == y->binary.op &&
	       ast_same_expr(x->binary.left, y->binary.left) &&
	       ast_same_expr(x->binary.right, y->binary.right);
}

static bool same_atop(const struct ast_expr *x, const struct ast_expr *y)
{
	return x->atop.op == y->atop.op &&
	       ast_same_exprs(&x->atop.args, &y->atop.args) &&
	       same_path(&x->atop.path, &y->atop.path);
}

/* Compares two expressions.  Long and flat: one comparison for each kind. */
bool ast_same_expr(const struct ast_expr *x, const struct ast_expr *y)
{
	if (!x || !y)
		return x == y;
	if (x->kind != y->kind)
		return false;
	switch (x->kind) {
	case EXPR_NUMBER:
		return x->number == y->number;
	case EXPR_STRING:
	case EXPR_EMBEDDED:
		return ast_same_text(x->text, y->text);
	case EXPR_SYMBOL:
		return ast_same_text(x->name, y->name);
	case EXPR_TARGET:
		return ast_same_text(x->target.name, y->target.name) &&
		       same_path(&x->target.path, &y->target.path);
	case EXPR_ATOP:
		return same_atop(x, y);
	case EXPR_DEREF:
		return ast_same_expr(x->deref.base, y->deref.base) &&
		       same_path(&x->deref.path, &y->deref.path);
	case EXPR_STAT:
		return x->stat.op == y->stat.op &&
		       x->stat.shift == y->stat.shift &&
		       ast_same_expr(x->stat.arg, y->stat.arg);
	case EXPR_HIST:
		return same_hist(x, y);
	case EXPR_INDEX:
		return ast_same_expr(x->index.array, y->index.array) &&
		       ast_same_exprs(&x->index.keys, &y->index.keys);
	case EXPR_CALL:
		return ast_same_text(x->call.name, y->call.name) &&
		       ast_same_exprs(&x->call.args, &y->call.args);
	case EXPR_UNARY:
		return x->unary.op == y->unary.op &&
		       ast_same_expr(x->unary.arg, y->unary.arg);
	case EXPR_BINARY:
	case EXPR_COMPARE:
	case EXPR_LOGICAL:
	case EXPR_ASSIGN:
		return same_binary(x, y);
	case EXPR_CREMENT:
		return x->crement.op == y->crement.op &&
		       x->crement.post == y->crement.post &&
		       ast_same_expr(x->crement.arg, y->crement.arg);
	case EXPR_TERNARY:
		return same_ternary(x, y);
	case EXPR_CONCAT:
		return ast_same_exprs(&x->concat.args, &y->concat.args);
	case EXPR_REGEX:
		return x->regex.op == y->regex.op &&
		       ast_same_text(x->regex.pattern, y->regex.pattern) &&
		       ast_same_expr(x->regex.arg, y->regex.arg);
	case EXPR_IN:
		return ast_same_expr(x->in.array, y->in.array) &&
		       ast_same_exprs(&x->in.keys, &y->in.keys);
	case EXPR_PRINT:
		return same_print(x, y);
	case EXPR_N_KINDS:
		break;
	}
	return false;
}
