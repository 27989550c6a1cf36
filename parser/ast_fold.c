/* SPDX-License-Identifier: LGPL-2.1-or-later */
/*
 * Computes the numbers of constant expressions.  An operation that fails at run time (a
 * division by zero) has no number.  Strings are compared as bytes, including zero bytes.
 */
#include "parser/ast_fold.h"

#include <string.h>

#include "base/intern.h"

static bool fold_division(enum ast_op op, int64_t a, int64_t b, int64_t *ret)
{
	if (!b)
		return false;
	if (b == -1)		/* the lowest number has no counterpart */
		*ret = op == OP_DIV ? (int64_t)(0 - (uint64_t)a) : 0;
	else
		*ret = op == OP_DIV ? a / b : a % b;
	return true;
}

static bool fold_numbers(enum ast_op op, int64_t a, int64_t b, int64_t *ret)
{
	uint64_t x = a, y = b;

	switch (op) {
	case OP_ADD: *ret = x + y; return true;
	case OP_SUB: *ret = x - y; return true;
	case OP_MUL: *ret = x * y; return true;
	case OP_AND: *ret = a & b; return true;
	case OP_OR: *ret = a | b; return true;
	case OP_XOR: *ret = a ^ b; return true;
	case OP_SHL: *ret = x << (y & 63); return true;
	case OP_SHR: *ret = a >> (y & 63); return true;
	case OP_USHR: *ret = x >> (y & 63); return true;
	case OP_EQ: *ret = a == b; return true;
	case OP_NE: *ret = a != b; return true;
	case OP_LT: *ret = a < b; return true;
	case OP_LE: *ret = a <= b; return true;
	case OP_GT: *ret = a > b; return true;
	case OP_GE: *ret = a >= b; return true;
	case OP_DIV:
	case OP_MOD: return fold_division(op, a, b, ret);
	default: return false;
	}
}

/* Compares two interned strings; returns a number below, equal to or above 0. */
static int compare_text(const char *a, const char *b)
{
	size_t n = intern_len(a), m = intern_len(b);
	int order = memcmp(a, b, n < m ? n : m);

	return order ? order : n < m ? -1 : n > m;
}

static bool fold_binary(struct ast_folder *f, const struct ast_expr *e,
			int64_t *ret)
{
	const struct ast_expr *l = e->binary.left, *r = e->binary.right;
	int64_t a, b;

	if (e->kind == EXPR_COMPARE && l->kind == EXPR_STRING &&
	    r->kind == EXPR_STRING)
		return fold_numbers(e->binary.op,
				    compare_text(l->text, r->text), 0, ret);
	return ast_fold(f, l, &a) && ast_fold(f, r, &b) &&
	       fold_numbers(e->binary.op, a, b, ret);
}

static bool fold_logical(struct ast_folder *f, const struct ast_expr *e,
			 int64_t *ret)
{
	bool and = e->binary.op == OP_LOGICAL_AND;

	if (!ast_fold(f, e->binary.left, ret))
		return false;
	*ret = !!*ret;
	if (*ret != and)
		return true;
	if (!ast_fold(f, e->binary.right, ret))
		return false;
	*ret = !!*ret;
	return true;
}

static bool fold_unary(struct ast_folder *f, const struct ast_expr *e,
		       int64_t *ret)
{
	int64_t n;

	if (!ast_fold(f, e->unary.arg, &n))
		return false;
	switch (e->unary.op) {
	case OP_NOT: *ret = !n; return true;
	case OP_PLUS: *ret = n; return true;
	case OP_MINUS: *ret = 0 - (uint64_t)n; return true;
	case OP_COMPLEMENT: *ret = ~n; return true;
	default: return false;
	}
}

bool ast_fold(struct ast_folder *f, const struct ast_expr *e, int64_t *ret)
{
	int64_t cond;

	switch (e->kind) {
	case EXPR_NUMBER:
		*ret = e->number;
		return true;
	case EXPR_ATOP:
		if (!f->ask || !f->ask(f, e, ret))
			return false;
		f->asked = true;
		return true;
	case EXPR_UNARY:
		return fold_unary(f, e, ret);
	case EXPR_BINARY:
	case EXPR_COMPARE:
		return fold_binary(f, e, ret);
	case EXPR_LOGICAL:
		return fold_logical(f, e, ret);
	case EXPR_TERNARY:
		return ast_fold(f, e->ternary.cond, &cond) &&
		       ast_fold(f, cond ? e->ternary.yes : e->ternary.no, ret);
	default:
		return false;
	}
}

bool ast_number_of(const struct ast_expr *e, int64_t *ret)
{
	struct ast_folder f = { NULL, false };

	return ast_fold(&f, e, ret);
}
