/* SPDX-License-Identifier: LGPL-2.1-or-later */
/*
 * Checks the rules about memory: slots of strings and aggregates, text of
 * globals that is used in place, links into arrays, memory of the target.
 */
#include <stdlib.h>
#include <string.h>

#include "base/arena.h"
#include "base/vec.h"
#include "translator/ir/pass.h"
#include "translator/ir/verify.h"

void verify_slots(struct verify *v)
{
	const struct ir_ins *in;

	for_each_ins(v, in) {
		bool want = in->dst != IR_NONE && in->op != IR_STR &&
			    in->op != IR_GREFS &&
			    in->op != IR_EGETS &&
			    v->f->regs.at[in->dst].type != IR_T_NUM;
		const struct ir_slot *s;

		if (want != (in->slot != IR_NONE)) {
			broken(v, "%s %s a slot", ir_ops[in->op].name,
			       want ? "lacks" : "has");
			continue;
		}
		if (!want)
			continue;
		if (in->slot >= v->f->slots.n) {
			broken(v, "slot %u of %zu", in->slot, v->f->slots.n);
			continue;
		}
		s = &v->f->slots.at[in->slot];
		if (v->f->regs.at[in->dst].type == IR_T_STR &&
		    (!s->cap || s->cap >= s->size))
			broken(v, "a string of up to %u bytes in a slot of %u",
			       s->cap, s->size);
	}
}

void verify_owners(struct verify *v)
{
	ir_reg *owner = xmalloc((v->f->slots.n + 1) * sizeof(*owner));
	const struct ir_ins *in;

	memset(owner, 0xff, v->f->slots.n * sizeof(*owner));
	for_each_ins(v, in) {
		if (in->slot == IR_NONE)
			continue;
		if (owner[in->slot] != IR_NONE && owner[in->slot] != in->dst)
			broken(v, "slot %u belongs to %%%u", in->slot,
			       owner[in->slot]);
		owner[in->slot] = in->dst;
	}
	free(owner);
}

/* References to the texts of globals.  One lasts to the end of its block, or
 * until the global may change. */
struct refs {
	uint32_t *global;	/* by register, + 1; 0: none */
	VEC(ir_reg) open;	/* in this block */
};

static void end_refs(struct refs *r, const struct ir_ins *in)
{
	size_t kept = 0;

	for (size_t i = 0; i < r->open.n; i++) {
		ir_reg ref = r->open.at[i];

		if (ir_ends_reference(in, r->global[ref] - 1))
			continue;
		r->open.at[kept++] = ref;
	}
	r->open.n = kept;
}

static void check_refs(struct verify *v, struct refs *r,
		       const struct ir_ins *in)
{
	if (!v->ins)
		r->open.n = 0;
	end_refs(r, in);
	for (uint32_t i = 0; i < in->n_args; i++) {
		bool open = !r->global[in->args[i]];

		for (size_t k = 0; k < r->open.n; k++)
			open |= r->open.at[k] == in->args[i];
		if (!open)
			broken(v, "%%%u refers to what may have changed",
			       in->args[i]);
	}
	if (in->op == IR_GREFS)
		vec_push(&r->open, in->dst);
}

void verify_refs(struct verify *v)
{
	struct refs r = { .global = xcalloc(v->f->regs.n + 1,
					    sizeof(*r.global)) };
	const struct ir_ins *in;

	for_each_ins(v, in) {
		if (in->op == IR_GREFS && r.global[in->dst])
			broken(v, "a reference is set twice");
		if (in->op == IR_GREFS)
			r.global[in->dst] = in->imm + 1;
	}
	for_each_ins(v, in)
		check_refs(v, &r, in);
	vec_free(&r.open);
	free(r.global);
}

static bool is_allowed(const struct verify *v, const struct ir_ins *in)
{
	return program_is_guru(v->u->program, v->u->locs.at[in->loc].at);
}

void verify_links(struct verify *v)
{
	uint32_t *array = xcalloc(v->f->regs.n + 1, sizeof(*array));
	uint32_t *sets = ir_count_sets(v->f);
	const struct ir_ins *in;

	for_each_ins(v, in)
		if (in->op == IR_MFIND && sets[in->dst] == 1)
			array[in->dst] = in->imm + 1;
	for_each_ins(v, in)
		if (in->op >= IR_LHAS && in->op <= IR_LDEL &&
		    array[in->args[0]] != in->imm + 1)
			broken(v, "%s by a link of something else",
			       ir_ops[in->op].name);
	free(array);
	free(sets);
}

void verify_memory(struct verify *v)
{
	const struct ir_ins *in;

	for_each_ins(v, in) {
		int64_t n = in->imm2;

		if ((in->op == IR_STORE || in->op == IR_SETREG) &&
		    !is_allowed(v, in))
			broken(v, "a store outside guru mode");
		if (!(ir_ops[in->op].flags & IR_MEM))
			continue;
		if (in->op != IR_LOADS && n != 1 && n != 2 && n != 4 && n != 8)
			broken(v, "%s of %lld bytes", ir_ops[in->op].name,
			       (long long)n);
	}
}
