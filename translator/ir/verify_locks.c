/* SPDX-License-Identifier: LGPL-2.1-or-later */
/*
 * Checks the rules about what the last passes add: locks and frames.
 */
#include "translator/ir/pass.h"
#include "translator/ir/verify.h"

static uint64_t held(const struct ir_func *f, const struct ir_global *g,
		     bool counts)
{
	if (g->class == STP_C_LOCKED)
		return f->locks;
	return counts ? f->counts | f->freezes : f->freezes;
}

static bool only_counts(enum ir_op op)
{
	return op == IR_COUNT || op == IR_MCOUNT || op == IR_SADD ||
	       op == IR_MSADD;
}

void verify_locks(struct verify *v)
{
	const struct ir_ins *in;

	if (!v->u->has_locks)
		return;
	for_each_ins(v, in) {
		const struct ir_global *g = NULL;
		const struct ir_func *to;

		if (in->op == IR_EMBED &&
		    !ir_c_is_locked(v->u, v->f, v->u->cs.at[in->imm]))
			broken(v, "C of a global without its lock");
		if (in->op == IR_CALL) {
			to = v->u->funcs.at[in->imm];
			if ((to->locks & ~v->f->locks) ||
			    (to->freezes & ~v->f->freezes) ||
			    (to->counts & ~(v->f->counts | v->f->freezes)))
				broken(v, "'%s' needs more than is held",
				       to->name);
		}
		if (ir_ops[in->op].imm == IR_IMM_GLOBAL)
			g = &v->u->globals.at[in->imm];
		if (ir_ops[in->op].imm == IR_IMM_ITER)
			g = &v->u->globals.at[v->f->iters.at[in->imm].global];
		if (!g || g->class == STP_C_CONST ||
		    (v->f->kind == IR_CONDITION && !v->f->by_look))
			continue;
		if (!(held(v->f, g, only_counts(in->op)) >> g->set & 1))
			broken(v, "%s of '%s' without its lock",
			       ir_ops[in->op].name, g->g->sym.name);
	}
}

/* Follows one bit: the locks are held on every path.  Reports an operation that
 * touches a locked global without them. */
static void flow_held(struct verify *v, const struct ir_ins *in, uint64_t *now,
		      bool check)
{
	if (check && !bit_get(now, 0) && ir_touches_locked(v->u, v->f, in))
		broken(v, "%s in front of its lock", ir_ops[in->op].name);
	if (in->op == IR_LOCK)
		bit_set(now, 0);
}

/* Follows one bit: the locks have been taken on some path.  Reports a LOCK after
 * that, and each LOCK in a function without late locks. */
static void flow_taken(struct verify *v, const struct ir_ins *in,
		       uint64_t *now, bool check)
{
	if (in->op != IR_LOCK)
		return;
	if (check && (!v->f->late_locks || bit_get(now, 0)))
		broken(v, "locks that may be held are taken");
	bit_set(now, 0);
}

void verify_late_locks(struct verify *v)
{
	uint64_t none = 0;

	if (v->f->late_locks && (v->f->freezes || v->f->kind != IR_HANDLER))
		broken(v, "late locks where there must be none");
	if (v->f->late_locks)
		verify_flow(v, 1, true, &none, flow_held);
	verify_flow(v, 1, false, &none, flow_taken);
}

/* Checks that each called function has a smaller height, unless the call is
 * part of a cycle.  A function that is higher than IR_SHALLOW, or in a cycle,
 * checks the stack when it is entered. */
static void check_heights(struct verify *v)
{
	const struct ir_func *f = v->f;
	const struct ir_ins *in;

	if (f->kind == IR_FUNCTION && !f->looks &&
	    (f->recursive || f->height > IR_SHALLOW))
		broken(v, "calls go deep and nothing checks the stack");
	for_each_ins(v, in) {
		const struct ir_func *to;

		if (in->op != IR_CALL)
			continue;
		to = v->u->funcs.at[in->imm];
		if (to->height >= f->height &&
		    !(to->recursive && f->recursive &&
		      to->height == f->height))
			broken(v, "'%s' is not below", to->name);
	}
}

void verify_frames(struct verify *v)
{
	if (!v->u->has_frames)
		return;
	v->block = v->ins = 0;
	for (size_t i = 0; i < v->f->slots.n; i++)
		if (v->f->slots.at[i].off + v->f->slots.at[i].size >
		    v->f->frame)
			broken(v, "slot %zu lies outside the frame", i);
	for (size_t i = 0; i < v->f->iters.n; i++)
		if (v->f->iters.at[i].off >= v->f->frame)
			broken(v, "walk %zu lies outside the frame", i);
	if (v->f->deep_frame < v->f->frame)
		broken(v, "the deepest frame is smaller than its own");
	check_heights(v);
	if (v->f->recursive && !v->u->max_nesting)
		broken(v, "recursion without a bound");
	if (v->f->kind != IR_FUNCTION && v->f->deep_frame > v->u->frame)
		broken(v, "the frame of a handler is larger than any");
}
