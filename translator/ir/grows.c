/* SPDX-License-Identifier: LGPL-2.1-or-later */
/*
 * Finds writes that can only make a global larger.  A metric is a counter if
 * all writes of its global are such: adding a constant that is not negative,
 * and adding to an aggregate.  The addition may also be three instructions, which
 * read the value, add to it and store it, as for ++n where its value is used.
 */
#include <stdlib.h>

#include "base/arena.h"
#include "translator/ir/ir.h"

#define NEAR 16		/* instructions from reading a value to storing it */

struct ir_sums {
	const struct ir_ins **set_by;	/* by register: the only one that sets it; NULL: none
					   or several do */
};

static void note_set(struct ir_sums *s, bool *seen, const struct ir_ins *in)
{
	if (in->dst == IR_NONE)
		return;
	s->set_by[in->dst] = seen[in->dst] ? NULL : in;
	seen[in->dst] = true;
}

struct ir_sums *ir_sums_create(const struct ir_func *f)
{
	struct ir_sums *s = xcalloc(1, sizeof(*s));
	bool *seen = xcalloc(f->regs.n + 1, sizeof(*seen));

	s->set_by = xcalloc(f->regs.n + 1, sizeof(*s->set_by));
	for (uint32_t i = 0; i < f->n_params; i++)
		seen[i] = true;
	for (size_t b = 0; b < f->blocks.n; b++)
		for (size_t i = 0; i < f->blocks.at[b].ins.n; i++)
			note_set(s, seen, &f->blocks.at[b].ins.at[i]);
	free(seen);
	return s;
}

void ir_sums_free(struct ir_sums *s)
{
	free(s->set_by);
	free(s);
}

/* Returns the only instruction that sets @r; if it is a MOVE, the one that sets
 * what is moved.  NULL if there are several. */
static const struct ir_ins *origin_of(const struct ir_sums *s, ir_reg r)
{
	const struct ir_ins *in = s->set_by[r];

	return in && in->op == IR_MOVE ? s->set_by[in->args[0]] : in;
}

static bool is_not_negative(const struct ir_sums *s, ir_reg r)
{
	const struct ir_ins *in = origin_of(s, r);

	return in && in->op == IR_NUM && in->imm >= 0;
}

/* Returns true if @store writes the element, or scalar, that @load has read. */
static bool is_same(const struct ir_ins *load, const struct ir_ins *store)
{
	if (load->imm != store->imm || load->n_args + 1 != store->n_args ||
	    (load->op != IR_GLOAD && load->op != IR_MGET))
		return false;
	for (uint32_t k = 0; k < load->n_args; k++)
		if (load->args[k] != store->args[k])
			return false;
	return true;
}

/* Returns true if no instruction from @load to @store may write a global; false if they
 * are more than NEAR instructions apart. */
static bool is_untouched(const struct ir_ins *load, const struct ir_ins *store)
{
	if (load >= store || store - load > NEAR)
		return false;
	while (++load < store)
		if (load->op == IR_CALL || load->op == IR_EMBED ||
		    ir_ops[load->op].flags & IR_WRITE)
			return false;
	return true;
}

static bool stores_sum(const struct ir_sums *s, const struct ir_block *b,
		       const struct ir_ins *store)
{
	const struct ir_ins *add = origin_of(s, store->args[store->n_args - 1]);
	const struct ir_ins *load;

	if (!add || add->op != IR_ADD)
		return false;
	load = origin_of(s, add->args[0]);
	if (!load || load < b->ins.at || load >= b->ins.at + b->ins.n)
		return false;
	return is_not_negative(s, add->args[1]) && is_same(load, store) &&
	       is_untouched(load, store);
}

bool ir_only_grows(const struct ir_sums *s, const struct ir_block *b,
		   const struct ir_ins *in)
{
	switch (in->op) {
	case IR_SADD:
	case IR_MSADD:
		return true;
	case IR_COUNT:
	case IR_MCOUNT:
	case IR_MADD:
		return is_not_negative(s, in->args[in->n_args - 1]);
	case IR_GSTORE:
	case IR_MSET:
		return stores_sum(s, b, in);
	default:
		return !(ir_ops[in->op].flags & IR_WRITE);
	}
}
