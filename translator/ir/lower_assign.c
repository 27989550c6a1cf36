/* SPDX-License-Identifier: LGPL-2.1-or-later */
/*
 * Lowers assignments to a variable, an element of an array, or a location in
 * the traced system.  The left side is found first, with its keys from left to
 * right; then the new value is evaluated; then the old value is read if it is
 * needed.  Where only the effect counts, a global that is counted up is not
 * read at all.
 */
#include "translator/ir/lower.h"

/* An element, variable or location that will be read, written, or both. */
struct lvalue {
	struct ast_expr *e;
	const struct global *g;		/* NULL: a local */
	bool is_spot, is_string;
	struct lower_spot spot;		/* if is_spot */
	unsigned n_keys, any;
	ir_reg *keys;			/* with room for a value */
};

static struct lvalue find_lvalue(struct lower *l, struct ast_expr *e)
{
	struct lvalue at = { .e = e };
	const struct symbol *s;

	at.is_spot = lower_is_spot(e);
	if (at.is_spot) {
		at.spot = lower_spot(l, e);
		return at;
	}
	at.is_string = type_base(e->tv) == TYPE_STRING;
	if (e->kind == EXPR_INDEX) {
		s = e->index.array->sym;
		at.n_keys = e->index.keys.n;
		at.keys = lower_list(l, &e->index.keys, &at.any);
	} else {
		s = e->sym;
	}
	at.g = s->kind == SYM_GLOBAL ? s->global : NULL;
	return at;
}

/* Finds the lvalue as it is before @value is evaluated: assignments in @value
 * then change neither its keys nor its address. */
static struct lvalue find_before(struct lower *l, struct ast_expr *e,
				 struct ast_expr *value)
{
	struct lvalue at = find_lvalue(l, e);

	if (at.is_spot && lower_spot_has_address(&at.spot) &&
	    lower_writes(value))
		at.spot.addr = lower_keep(l, at.spot.addr, e->span);
	if (at.keys && lower_writes(value))
		for (unsigned i = 0; i < at.n_keys; i++)
			at.keys[i] = lower_keep(l, at.keys[i], e->span);
	return at;
}

static ir_reg read_lvalue(struct lower *l, const struct lvalue *at)
{
	enum ir_type type = at->is_string ? IR_T_STR : IR_T_NUM;

	if (at->is_spot)
		return lower_spot_read(l, &at->spot);
	if (!at->g)
		return lower_local(l, at->e->sym);
	if (at->keys)
		return lower_value(l, at->is_string ? IR_MGETS : IR_MGET, type,
				   at->e->span, at->g->index, at->n_keys,
				   at->keys);
	return lower_value(l, at->is_string ? IR_GLOADS : IR_GLOAD, type,
			   at->e->span, at->g->index, 0, NULL);
}

ir_reg lower_element(struct lower *l, struct ast_expr *e)
{
	struct lvalue at = find_lvalue(l, e);

	return read_lvalue(l, &at);
}

ir_reg lower_aggregate(struct lower *l, struct ast_expr *arg)
{
	struct lvalue at = find_lvalue(l, arg);

	if (at.keys)
		return lower_value(l, IR_MSTAT, IR_T_STAT, arg->span,
				   at.g->index, at.n_keys, at.keys);
	return lower_value(l, IR_SGET, IR_T_STAT, arg->span, at.g->index, 0,
			   NULL);
}

static void write_lvalue(struct lower *l, const struct lvalue *at, ir_reg value,
			 struct span sp)
{
	enum ir_op op;

	if (at->is_spot) {
		lower_spot_write(l, &at->spot, value, sp);
		return;
	}
	if (!at->g) {
		lower_move(l, lower_local(l, at->e->sym), value, sp);
		return;
	}
	if (at->keys) {
		at->keys[at->n_keys] = value;
		op = at->is_string ? IR_MSETS : IR_MSET;
		lower_ins(l, op, IR_NONE, sp, at->n_keys + 1, at->keys)->imm =
			at->g->index;
		return;
	}
	op = at->is_string ? IR_GSTORES : IR_GSTORE;
	lower_ins(l, op, IR_NONE, sp, 1, &value)->imm = at->g->index;
}

void lower_assign(struct lower *l, struct ast_expr *to, ir_reg value,
		  struct span sp)
{
	struct lvalue at = find_lvalue(l, to);

	write_lvalue(l, &at, value, sp);
}

/* Lowers x += d where the value is not used: a global is only counted up, so it
 * may be a counter. */
static void count(struct lower *l, struct lvalue *at, ir_reg d,
		  struct span sp)
{
	if (!at->g) {
		ir_reg v = lower_local(l, at->e->sym);

		lower_move(l, v, lower_num_op(l, IR_ADD, sp, v, d), sp);
	} else if (at->keys) {
		at->keys[at->n_keys] = d;
		lower_ins(l, IR_MCOUNT, IR_NONE, sp, at->n_keys + 1,
			  at->keys)->imm = at->g->index;
	} else {
		lower_ins(l, IR_COUNT, IR_NONE, sp, 1, &d)->imm = at->g->index;
	}
}

static ir_reg accumulate(struct lower *l, struct ast_expr *e)
{
	struct lvalue at = find_before(l, e->binary.left, e->binary.right);
	ir_reg v = lower_expr(l, e->binary.right);

	if (at.keys) {
		at.keys[at.n_keys] = v;
		lower_ins(l, IR_MSADD, IR_NONE, e->span, at.n_keys + 1,
			  at.keys)->imm = at.g->index;
	} else {
		lower_ins(l, IR_SADD, IR_NONE, e->span, 1, &v)->imm =
			at.g->index;
	}
	return v;
}

/* Lowers x op= v: first the keys of x, then v, then the old value. */
static ir_reg lower_update(struct lower *l, struct ast_expr *e)
{
	struct lvalue at = find_before(l, e->binary.left, e->binary.right);
	ir_reg v = lower_expr(l, e->binary.right), args[2];

	args[0] = read_lvalue(l, &at);
	args[1] = v;
	if (e->binary.op == OP_SET_CONCAT)
		v = lower_value(l, IR_CONCAT, IR_T_STR, e->span, 0, 2, args);
	else
		v = lower_num_op(l, lower_arith_op(e->binary.op), e->span,
				 args[0], args[1]);
	write_lvalue(l, &at, v, e->span);
	return v;
}

static ir_reg lower_set(struct lower *l, struct ast_expr *e)
{
	struct lvalue at = find_before(l, e->binary.left, e->binary.right);
	ir_reg v = lower_expr(l, e->binary.right);

	write_lvalue(l, &at, v, e->span);
	return v;
}

ir_reg lower_assignment(struct lower *l, struct ast_expr *e)
{
	switch (e->binary.op) {
	case OP_SET:
		return lower_set(l, e);
	case OP_ACCUMULATE:
		return accumulate(l, e);
	default:
		return lower_update(l, e);
	}
}

ir_reg lower_crement(struct lower *l, struct ast_expr *e)
{
	struct lvalue at = find_lvalue(l, e->crement.arg);
	ir_reg old = read_lvalue(l, &at), now;

	if (e->crement.post)
		old = lower_keep(l, old, e->span);
	now = lower_num_op(l, e->crement.op == OP_INCREMENT ? IR_ADD : IR_SUB,
			   e->span, old, lower_num(l, 1));
	write_lvalue(l, &at, now, e->span);
	return e->crement.post ? old : now;
}

/* ---- effect only -------------------------------------------------------- */

static bool counts(const struct ast_expr *e)
{
	return e->kind == EXPR_SYMBOL || e->kind == EXPR_INDEX;
}

void lower_effect(struct lower *l, struct ast_expr *e)
{
	struct lvalue at;
	enum ast_op op;
	ir_reg d;

	if (e->kind == EXPR_CREMENT && counts(e->crement.arg)) {
		d = lower_num(l, e->crement.op == OP_INCREMENT ? 1 : -1);
		at = find_lvalue(l, e->crement.arg);
		count(l, &at, d, e->span);
		return;
	}
	op = e->kind == EXPR_ASSIGN ? e->binary.op : OP_SET;
	if ((op != OP_SET_ADD && op != OP_SET_SUB) ||
	    !counts(e->binary.left) || lower_writes(e->binary.right)) {
		lower_any(l, e);
		return;
	}
	at = find_lvalue(l, e->binary.left);
	d = lower_expr(l, e->binary.right);
	if (op == OP_SET_SUB)
		d = lower_value(l, IR_NEG, IR_T_NUM, e->span, 0, 1, &d);
	count(l, &at, d, e->span);
}
