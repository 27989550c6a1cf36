/* SPDX-License-Identifier: LGPL-2.1-or-later */
/**
 * @file
 * Replaces expressions that one operand decides: `x && 0` is 0, `0 * x` is 0.
 *
 * The other operand is removed even if it could fail.  So scripts mean the same
 * as in SystemTap, which only tests whether that operand changes anything.  The table
 * has the forms that SystemTap decides in this way; `0 / x` and `0 >>> x` are not
 * among them.
 */
#include "parser/parser.h"
#include "translator/sema/effects.h"
#include "translator/sema/sema.h"

enum side { LEFT, RIGHT };

/* The greatest depth of operands that are evaluated: each level of a chain of
 * 100 000 terms would evaluate everything below it. */
#define MAX_DEPTH 64

/* The operations that one operand decides: if the operand on @side is @number,
 * the result is @result.  decides() adds `x || n` for all n but 0. */
static const struct absorber {
	enum ast_expr_kind kind;
	enum ast_op op;
	enum side side;
	int64_t number, result;
} absorbers[] = {
	{ EXPR_LOGICAL, OP_LOGICAL_AND, RIGHT, 0, 0 },
	{ EXPR_BINARY, OP_MUL, LEFT, 0, 0 },
	{ EXPR_BINARY, OP_MUL, RIGHT, 0, 0 },
	{ EXPR_BINARY, OP_AND, LEFT, 0, 0 },
	{ EXPR_BINARY, OP_AND, RIGHT, 0, 0 },
	{ EXPR_BINARY, OP_OR, LEFT, -1, -1 },
	{ EXPR_BINARY, OP_OR, RIGHT, -1, -1 },
	{ EXPR_BINARY, OP_SHL, LEFT, 0, 0 },
	{ EXPR_BINARY, OP_SHR, LEFT, 0, 0 },
	{ EXPR_BINARY, OP_MOD, RIGHT, 1, 0 },
};

struct absorption {
	struct ast_visitor v;
	const struct effects *fx;
};

/* Returns true if the operand @n on @side alone decides the result of @e, and
 * sets *@ret to the result. */
static bool decides(const struct ast_expr *e, enum side side, int64_t n,
		    int64_t *ret)
{
	for (size_t i = 0; i < sizeof(absorbers) / sizeof(absorbers[0]); i++) {
		const struct absorber *a = &absorbers[i];

		if (a->kind != e->kind || a->op != e->binary.op ||
		    a->side != side || a->number != n)
			continue;
		*ret = a->result;
		return true;
	}
	*ret = 1;
	return n && side == RIGHT && e->kind == EXPR_LOGICAL &&
	       e->binary.op == OP_LOGICAL_OR;
}

static bool absorbs(const struct effects *fx, const struct ast_expr *e,
		    enum side side, int64_t *ret)
{
	struct ast_expr *one = side == LEFT ? e->binary.left : e->binary.right;
	struct ast_expr *other = side == LEFT ? e->binary.right
					      : e->binary.left;
	int64_t n;

	return one->depth <= MAX_DEPTH && ast_number_of(one, &n) &&
	       decides(e, side, n, ret) && !ast_number_of(other, &n) &&
	       effects_can_drop(fx, other);
}

static void absorb_expr(struct ast_visitor *v, struct ast_expr **slot)
{
	const struct absorption *ab = (struct absorption *)v;
	struct ast_expr *e = *slot;
	int64_t result;

	if (e->kind != EXPR_BINARY && e->kind != EXPR_LOGICAL)
		return;
	if (!absorbs(ab->fx, e, LEFT, &result) &&
	    !absorbs(ab->fx, e, RIGHT, &result))
		return;
	e->kind = EXPR_NUMBER;
	e->number = result;
	e->depth = 1;
}

void sema_absorb(struct program *p)
{
	struct absorption ab = { .v = { .expr_post = absorb_expr },
				 .fx = effects_of(p) };

	for (size_t i = 0; i < p->functions.n; i++) {
		struct function *f = p->functions.at[i];

		if (f->used && f->body && f->bound)
			ast_walk_stmt(&ab.v, &f->body);
	}
	for (size_t i = 0; i < p->probes.n; i++)
		ast_walk_stmt(&ab.v, &p->probes.at[i]->body);
}
