/* SPDX-License-Identifier: LGPL-2.1-or-later */
/**
 * @file
 * Lowers @enum and @enumname: the value of a name, and the name of a value.
 *
 * One function, which all uses share, has the names of an enumeration.  It
 * finds the value by a balanced tree of branches.
 */
#include <stdlib.h>

#include "base/arena.h"
#include "translator/ir/lower.h"
#include "translator/target/types/types.h"

ir_reg lower_enum(struct lower *l, struct ast_expr *e)
{
	return lower_num(l, reach_number(l->o->reach, e));
}

/* ---- names -------------------------------------------------------------- */

struct table {
	struct lower *l;
	const struct ctype_enumerator **at;
	size_t n;
	uint32_t none;			/* the block for values without a name */
	struct span span;
};

static int by_value(const void *a, const void *b)
{
	const struct ctype_enumerator *const *x = a, *const *y = b;

	if ((*x)->value != (*y)->value)
		return (*x)->value < (*y)->value ? -1 : 1;
	return *x < *y ? -1 : 1;
}

/* Fills the table, sorted by value.  If a value has several names, the table
 * has the one that is declared first. */
static void fill(struct table *t, const struct ctype *type)
{
	const struct ctype_enumerator *from = ctype_enumerators(type);
	size_t n = from ? type->n : 0;

	t->at = arena_alloc(t->l->u->code, sizeof(*t->at) * (n + 1));
	for (size_t i = 0; i < n; i++)
		t->at[i] = &from[i];
	if (n)
		qsort(t->at, n, sizeof(*t->at), by_value);
	for (size_t i = 0; i < n; i++)
		if (!i || t->at[i]->value != t->at[t->n - 1]->value)
			t->at[t->n++] = t->at[i];
}

static void give(struct table *t, ir_reg r)
{
	lower_ins(t->l, IR_RETS, IR_NONE, t->span, 1, &r);
}

static void give_decimal(struct table *t)
{
	ir_reg v = 0;
	int64_t fmt = lower_format(t->l, "%d", 2, "n", t->span);

	give(t, lower_value(t->l, IR_FORMAT, IR_T_STR, t->span, fmt, 1, &v));
}

static ir_reg compare(struct table *t, enum ir_op op, int64_t value)
{
	ir_reg args[2] = { 0, lower_num(t->l, value) };

	return lower_value(t->l, op, IR_T_NUM, t->span, 0, 2, args);
}

/* Lowers the search of parameter 0 among the values in [low, high). */
static void find(struct table *t, size_t low, size_t high)
{
	struct lower *l = t->l;
	uint32_t yes = lower_block(l), no;
	size_t mid = low + (high - low) / 2;
	ir_reg cond;

	if (high - low == 1) {
		cond = compare(t, IR_EQ, t->at[low]->value);
		lower_branch(l, cond, yes, t->none);
		lower_at(l, yes);
		give(t, lower_str(l, intern_str(l->p->names,
						t->at[low]->name)));
		return;
	}
	no = lower_block(l);
	cond = compare(t, IR_LT, t->at[mid]->value);
	lower_branch(l, cond, yes, no);
	lower_at(l, yes);
	find(t, low, mid);
	lower_at(l, no);
	find(t, mid, high);
}

/* Where lowering was before it went into another function. */
struct outside {
	struct ir_func *f;
	uint32_t cur, on_error;
};

static uint32_t make_function(struct lower *l, const struct ctype *type,
			      struct span sp)
{
	struct outside o = { l->f, l->cur, l->on_error };
	const char *name = arena_printf(l->u->code, "enumname_%zu",
					l->names.n);
	struct table t = { .l = l, .span = sp };

	fill(&t, type);
	l->f = lower_new_func(l, IR_FUNCTION, name, sp);
	l->f->ret = IR_T_STR;
	l->f->n_params = 1;
	l->on_error = IR_NONE;
	lower_reg(l, IR_T_NUM, "value");
	l->cur = lower_block(l);
	lower_ins(l, IR_SPEND, IR_NONE, sp, 0, NULL);
	t.none = lower_block(l);
	if (t.n)
		find(&t, 0, t.n);
	else
		lower_jump(l, t.none);
	lower_at(l, t.none);
	give_decimal(&t);
	vec_push_in(l->u->arena, &l->extra, l->f->index);
	l->f = o.f;
	l->cur = o.cur;
	l->on_error = o.on_error;
	return l->p->functions.n + l->extra.n - 1;
}

static uint32_t names_of(struct lower *l, const struct ctype *type,
			 struct span sp)
{
	struct lower_names n = { .type = type };

	for (size_t i = 0; i < l->names.n; i++)
		if (ctype_equal(l->names.at[i].type, type))
			return l->names.at[i].call;
	n.call = make_function(l, type, sp);
	vec_push_in(l->u->arena, &l->names, n);
	return n.call;
}

ir_reg lower_enumname(struct lower *l, struct ast_expr *e)
{
	ir_reg v = lower_expr(l, e->atop.args.at[0]);
	const struct ctype *type = reach_type(l->o->reach, e);

	if (!type)
		return lower_str(l, intern_str(l->p->names, ""));
	return lower_value(l, IR_CALL, IR_T_STR, e->span,
			   names_of(l, type, e->span), 1, &v);
}
