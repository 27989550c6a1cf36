/* SPDX-License-Identifier: LGPL-2.1-or-later */
/*
 * Lowers locations in the traced system that are written, or read directly: the
 * memory or register at the end of a path, or bits of it.
 */
#include <assert.h>

#include "base/arena.h"
#include "translator/ir/lower.h"

bool lower_is_spot(const struct ast_expr *e)
{
	return e->kind == EXPR_TARGET || e->kind == EXPR_DEREF ||
	       e->kind == EXPR_ATOP;
}

/* Finds the location of @kregister(n), @kderef(size, address) and @uderef(size,
 * address), whose op the script gives. */
static struct lower_spot spot_of_atop(struct lower *l, struct ast_expr *e)
{
	struct path_op *op = arena_new(l->u->code, struct path_op);
	struct lower_spot s = { .e = e, .at = op };
	const struct ast_exprs *args = &e->atop.args;

	op->span = e->span;
	if (e->atop.op == ATOP_KREGISTER) {
		op->kind = PATH_REG;
		op->n = args->at[0]->number;
		return s;
	}
	op->kind = PATH_LOAD;
	op->size = args->at[0]->number;
	op->user = e->atop.op == ATOP_UDEREF;
	s.addr = lower_expr(l, args->at[1]);
	return s;
}

struct lower_spot lower_spot(struct lower *l, struct ast_expr *e)
{
	struct lower_spot s = { .e = e };
	const struct path_op *last;
	const struct path *path;
	struct lower_path p;
	size_t n;

	if (e->kind == EXPR_ATOP && e->atop.op != ATOP_CAST &&
	    e->atop.op != ATOP_VAR)
		return spot_of_atop(l, e);
	path = reach_path(l->o->reach, e);
	if (!path)
		return s;
	n = path->n_ops;
	if (n && path->ops[n - 1].kind == PATH_BITFIELD)
		s.bits = &path->ops[--n];
	assert(n);
	last = &path->ops[n - 1];
	assert(last->kind == PATH_LOAD || (last->kind == PATH_REG && n == 1));
	s.at = last;
	p = lower_path_find(l, e, path);
	if (last->kind == PATH_LOAD)
		s.addr = lower_path_ops(l, &p, path->ops, n - 1, p.base);
	return s;
}

/* Reads the whole word that holds the bits. */
static ir_reg read_whole(struct lower *l, const struct lower_spot *s)
{
	if (s->at->kind == PATH_LOAD)
		return lower_path_load(l, s->at, s->addr);
	return lower_value(l, IR_REG, IR_T_NUM, s->e->span, s->at->n, 0, NULL);
}

ir_reg lower_spot_read(struct lower *l, const struct lower_spot *s)
{
	ir_reg r;

	if (!s->at)
		return lower_num(l, 0);
	r = read_whole(l, s);
	return s->bits ? lower_path_bits(l, s->bits, r) : r;
}

static ir_reg op2(struct lower *l, enum ir_op op, ir_reg a, ir_reg b)
{
	ir_reg args[2] = { a, b };

	return lower_value(l, op, IR_T_NUM, SPAN_NONE, 0, 2, args);
}

/* Returns the whole word with @v in its bits and all others unchanged. */
static ir_reg with_bits(struct lower *l, const struct lower_spot *s, ir_reg v)
{
	const struct path_op *b = s->bits;
	uint64_t ones = b->size < 64 ? (1ULL << b->size) - 1 : ~0ULL;
	ir_reg rest;

	v = op2(l, IR_AND, v, lower_num(l, ones));
	v = op2(l, IR_SHL, v, lower_num(l, b->shift));
	rest = op2(l, IR_AND, read_whole(l, s),
		   lower_num(l, ~(ones << b->shift)));
	return op2(l, IR_OR, rest, v);
}

/* Returns true if a write sets the whole register, although the number has only
 * 8, 16 or 32 bits: the other bits get its sign, or 0. */
static bool fills_register(const struct lower_spot *s)
{
	return s->at->kind == PATH_REG && !s->bits->shift &&
	       (s->bits->size == 8 || s->bits->size == 16 ||
		s->bits->size == 32);
}

void lower_spot_write(struct lower *l, const struct lower_spot *s, ir_reg v,
		      struct span sp)
{
	ir_reg args[2];
	struct ir_ins *in;

	lower_tape_check_change(l, s->e);
	if (!s->at)
		return;
	if (s->bits)
		v = fills_register(s) ? lower_path_bits(l, s->bits, v)
				      : with_bits(l, s, v);
	if (s->at->kind == PATH_REG) {
		lower_ins(l, IR_SETREG, IR_NONE, sp, 1, &v)->imm = s->at->n;
		return;
	}
	args[0] = s->addr;
	args[1] = v;
	in = lower_ins(l, IR_STORE, IR_NONE, sp, 2, args);
	in->imm2 = s->at->size;
	in->user = s->at->user;
}
