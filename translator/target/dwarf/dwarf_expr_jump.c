/* SPDX-License-Identifier: LGPL-2.1-or-later */
/*
 * Jumps in DWARF expressions.  Compilers write them for the smaller or larger
 * of two numbers, and where a value is one or another.
 *
 * Ops have no jumps: both ways are walked, up to where they meet, and values
 * that differ there are computed from both by arithmetic.  So nothing that
 * could fail, above all no load, may be on one way only.
 *
 * A condition whose value is known has one way.  So a loop that counts to a
 * number, which is how bytes are swapped, is walked as often as it says; any
 * other loop has no known end.
 */
#include <dwarf.h>

#include "translator/target/dwarf/dwarf_run.h"

#define FORKS_MAX 8		/* in each other */

const char expr_conditional[] = "its location depends on a condition";

/* ---- where to ----------------------------------------------------------- */

static bool refuse_loop(struct run *r)
{
	return stack_refuse(r, "its location depends on a loop");
}

/* Finds the op that a jump leads to; e->n if it leads to the end.  The
 * distance counts from the end of the jump, which has three bytes. */
static bool find_target(struct run *r, const struct expr *e, size_t at,
			size_t *ret)
{
	const Dwarf_Op *op = &e->ops[at];
	int64_t to = (int64_t)op->offset + 3 + (int16_t)op->number;
	size_t i = 0;

	while (i < e->n && (int64_t)e->ops[i].offset < to)
		i++;
	if (i < e->n && (int64_t)e->ops[i].offset != to)
		return stack_damaged(r);
	*ret = i;
	return true;
}

/* Finds the first op that both ways reach: no jump before it leads past it. */
static bool find_join(struct run *r, const struct expr *e, size_t at,
		      size_t to, size_t *ret)
{
	size_t other;

	*ret = to;
	for (size_t i = at + 1; i < *ret; i++) {
		if (e->ops[i].atom != DW_OP_bra && e->ops[i].atom != DW_OP_skip)
			continue;
		if (!find_target(r, e, i, &other))
			return false;
		if (other <= at)
			return refuse_loop(r);
		if (other > *ret)
			*ret = other;
	}
	return true;
}

/* ---- one or the other --------------------------------------------------- */

static bool is_same(const struct value *a, const struct value *b)
{
	return a->n == b->n && a->ops == b->ops && a->k == b->k;
}

/* Pushes all bits if @c is not 0, else none. */
static bool push_mask(struct run *r, struct value c)
{
	c.size = 0;
	return stack_push(r, c) && stack_push_constant(r, 0) &&
	       stack_math(r, PATH_MATH_NE) &&
	       stack_math_constant(r, -1, PATH_MATH_MUL);
}

/* Pushes @a if @c is not 0, else @b: ((a ^ b) & mask) ^ b. */
static bool push_choice(struct run *r, const struct value *c, struct value a,
			struct value b)
{
	unsigned size = a.size;
	bool is_unsigned = a.is_unsigned;

	if (is_same(&a, &b))
		return stack_push(r, a);
	if (a.size != b.size || a.is_unsigned != b.is_unsigned)
		return stack_damaged(r);
	a.size = b.size = 0;
	if (!stack_push(r, a) || !stack_push(r, b) ||
	    !stack_math(r, PATH_MATH_XOR) || !push_mask(r, *c) ||
	    !stack_math(r, PATH_MATH_AND) || !stack_push(r, b) ||
	    !stack_math(r, PATH_MATH_XOR))
		return false;
	r->stack[r->n - 1].size = size;
	r->stack[r->n - 1].is_unsigned = is_unsigned;
	return true;
}

/* Joins the ends of both ways: @c says whose values are taken. */
static bool join_runs(struct run *r, const struct value *c,
		      const struct run *yes, const struct run *no)
{
	if (yes->n != no->n)
		return stack_damaged(r);
	if (yes->form != no->form || yes->is_empty != no->is_empty ||
	    yes->form == BYTES)
		return stack_refuse(r, expr_conditional);
	if (yes->risks != r->risks || no->risks != r->risks)
		return stack_refuse(r, "it is read from memory only if a "
				       "condition holds");
	r->form = yes->form;
	r->is_empty = yes->is_empty;
	r->n = 0;
	for (size_t i = 0; i < yes->n; i++)
		if (!push_choice(r, c, yes->stack[i], no->stack[i]))
			return false;
	return true;
}

static bool run_way(struct run *r, struct run *way, const struct expr *e,
		    size_t from, size_t to)
{
	bool ok;

	*way = *r;
	way->forks++;
	ok = expr_run(way, e, from, to);
	r->steps = way->steps;
	r->why = way->why;
	r->hint = way->hint;
	return ok;
}

static bool fork_run(struct run *r, const struct expr *e, size_t *at,
		     size_t to, const struct value *c)
{
	struct run yes, no;
	size_t join;

	if (to <= *at)
		return refuse_loop(r);
	if (r->forks == FORKS_MAX)
		return stack_refuse(r, "its location is too complicated");
	if (!find_join(r, e, *at, to, &join) ||
	    !run_way(r, &yes, e, to, join) ||
	    !run_way(r, &no, e, *at + 1, join))
		return false;
	*at = join;
	return join_runs(r, c, &yes, &no);
}

bool expr_jump(struct run *r, const struct expr *e, size_t *at)
{
	struct value c;
	size_t to;

	if (!find_target(r, e, *at, &to))
		return false;
	if (e->ops[*at].atom == DW_OP_skip) {
		*at = to;
		return true;
	}
	if (!stack_pop(r, &c))
		return false;
	if (c.n)
		return fork_run(r, e, at, to, &c);
	*at = c.k ? to : *at + 1;
	return true;
}
