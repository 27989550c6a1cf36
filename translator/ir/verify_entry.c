/* SPDX-License-Identifier: LGPL-2.1-or-later */
/**
 * @file
 * Checks the rule about the values that return probes get from the entry.
 */
#include <stdlib.h>

#include "base/arena.h"
#include "translator/ir/verify.h"

/* Returns the entry handler whose saved values this function may name, or
 * NULL. */
static const struct ir_func *saver(const struct verify *v)
{
	return v->f->is_entry ? v->f : v->f->entry;
}

uint64_t verify_n_saved(const struct verify *v)
{
	return saver(v) ? saver(v)->saved.n : 0;
}

static bool is_save(enum ir_op op)
{
	return op == IR_ESAVE || op == IR_ESAVES;
}

static void flow_saves(struct verify *v, const struct ir_ins *in,
		       uint64_t *now, bool check)
{
	if (is_save(in->op))
		bit_set(now, in->imm);
	for (size_t i = 0; check && in->op == IR_EDONE &&
	     i < v->f->saved.n; i++)
		if (!bit_get(now, i))
			broken(v, "e%zu is not saved on every path", i);
}

/* Checks that each value that a return reads is saved at the entry, on every
 * path and with the same type and offset. */
void verify_entries(struct verify *v)
{
	const struct ir_ins *in;
	uint64_t *first;

	for_each_ins(v, in) {
		const struct ir_saved *s;
		bool saves = is_save(in->op) || in->op == IR_EDONE;

		if (!saves && in->op != IR_EGET && in->op != IR_EGETS)
			continue;
		if (saves != v->f->is_entry)
			broken(v, "%s in the wrong handler",
			       ir_ops[in->op].name);
		if (!v->ok || in->op == IR_EDONE)
			continue;
		s = &saver(v)->saved.at[in->imm];
		if (in->imm2 != s->off || (s->type == IR_T_STR) !=
		    (in->op == IR_ESAVES || in->op == IR_EGETS))
			broken(v, "%s of another value", ir_ops[in->op].name);
	}
	if (!v->f->is_entry)
		return;
	first = xcalloc(v->f->saved.n / 64 + 1, sizeof(*first));
	verify_flow(v, v->f->saved.n, true, first, flow_saves);
	free(first);
}
