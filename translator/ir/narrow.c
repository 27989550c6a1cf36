/* SPDX-License-Identifier: LGPL-2.1-or-later */
/**
 * @file
 * Late locks: a handler that needs its locks on some of its paths only takes
 * them there, and a hit that goes another way takes none.
 *
 *	if (pid() == target()) a[execname()] = 1
 *
 * LOCK goes before the first operation that touches a locked global, and before
 * every earlier operation with an effect: if a lock is busy, the hit is
 * skipped, and a skipped hit must have done nothing.  One LOCK takes all sets,
 * in order, so handlers never wait for each other in a cycle.  The locks are not
 * released before the handler's output has its position in the sequence: the
 * next handler with the locks is also the next one in the output.
 */
#include <stdlib.h>

#include "base/arena.h"
#include "translator/ir/pass.h"

struct narrow {
	const struct ir_unit *u;
	struct ir_func *f;
	bool *later;		/* [block] from its start, an operation can be reached that
				   touches a locked global */
	bool *before, *after;	/* [block] the locks are held at its start, its end */
};

/* ---- instructions ------------------------------------------------------- */

/* Returns true if an operation whose imm names no global touches none.  An
 * operation that is neither listed here nor known by its flags may touch any. */
static bool touches_nothing(const struct ir_ins *in)
{
	switch (in->op) {
	case IR_DIV: case IR_MOD: case IR_STATOP: case IR_BUCKET:
	case IR_INTRIN: case IR_NEXT: case IR_NEXTED: case IR_PRINT:
	case IR_FORMAT: case IR_LOCK: case IR_CATCH: case IR_SPEND:
	case IR_REG: case IR_UREG: case IR_ARG: case IR_SYM: case IR_MSYM:
	case IR_USYM:
		return true;
	default:
		return ir_ops[in->op].flags & (IR_PURE | IR_END | IR_MEM);
	}
}

static bool c_touches_locked(const struct ir_unit *u, const struct ir_c *c)
{
	for (size_t i = 0; i < c->uses.n; i++)
		if (u->globals.at[c->uses.at[i].global].class == STP_C_LOCKED)
			return true;
	return false;
}

bool ir_touches_locked(const struct ir_unit *u, const struct ir_func *f,
		       const struct ir_ins *in)
{
	uint32_t g;

	switch (ir_ops[in->op].imm) {
	case IR_IMM_GLOBAL:
		g = in->imm;
		break;
	case IR_IMM_ITER:
		g = f->iters.at[in->imm].global;
		break;
	case IR_IMM_FUNC:
		return u->funcs.at[in->imm]->locks;
	case IR_IMM_C:
		return c_touches_locked(u, u->cs.at[in->imm]);
	default:
		return !touches_nothing(in);
	}
	return u->globals.at[g].class == STP_C_LOCKED;
}

/* Returns true if the operation has an effect, or is not known to be harmless. */
static bool has_effect(const struct narrow *n, const struct ir_ins *in)
{
	switch (in->op) {
	case IR_DIV: case IR_MOD: case IR_STATOP: case IR_BUCKET:
	case IR_SPEND: case IR_CATCH: case IR_REG: case IR_SYM: case IR_LOAD:
	case IR_LOADS: case IR_UREG: case IR_ARG: case IR_MSYM: case IR_USYM:
		return false;
	default:
		return !(ir_ops[in->op].flags & IR_END) &&
		       !ir_is_droppable(n->u, in);
	}
}

/* Returns the index of the first instruction of a block that needs the locks;
 * the block's size if none does.  @touched_after: after the block, an operation can
 * follow that touches a locked global. */
static size_t needs_at(const struct narrow *n, const struct ir_block *b,
		       bool touched_after)
{
	size_t at = b->ins.n;

	for (size_t i = b->ins.n; i-- > 0;) {
		const struct ir_ins *in = &b->ins.at[i];
		bool touches = ir_touches_locked(n->u, n->f, in);

		touched_after |= touches;
		if (touches || (touched_after && has_effect(n, in)))
			at = i;
	}
	return at;
}

/* ---- blocks ------------------------------------------------------------- */

static bool touched_after(const struct narrow *n, const struct ir_block *b)
{
	uint32_t to[3];
	unsigned k = ir_ways_out(b, to);

	while (k)
		if (n->later[to[--k]])
			return true;
	return false;
}

static void find_later(struct narrow *n)
{
	bool grown = true;

	while (grown) {
		grown = false;
		for (size_t b = n->f->blocks.n; b-- > 0;) {
			const struct ir_block *bl = &n->f->blocks.at[b];
			bool now = touched_after(n, bl);

			for (size_t i = 0; i < bl->ins.n && !now; i++)
				now = ir_touches_locked(n->u, n->f,
							&bl->ins.at[i]);
			grown |= now && !n->later[b];
			n->later[b] |= now;
		}
	}
}

static bool raise_flag(bool *flag)
{
	bool was = *flag;

	*flag = true;
	return !was;
}

/*
 * Makes all ways into each successor of block @b agree on whether the locks are
 * held, if the touch of a locked global can be reached from the successor;
 * elsewhere it does not matter.  A block with an error edge to such a successor
 * holds the locks from its beginning, or not at all.  Returns true if anything
 * has changed.
 */
static bool agree(struct narrow *n, size_t b)
{
	const struct ir_block *bl = &n->f->blocks.at[b];
	bool changed = false;
	uint32_t to[3];
	unsigned k = ir_ways_out(bl, to);

	if (n->before[b])
		changed |= raise_flag(&n->after[b]);
	for (unsigned i = 0; i < k; i++)
		if (n->before[to[i]])
			changed |= raise_flag(&n->after[b]);
	if (n->after[b] && bl->on_error != IR_NONE && n->later[bl->on_error])
		changed |= raise_flag(&n->before[b]);
	for (unsigned i = 0; i < k && n->after[b]; i++)
		if (n->later[to[i]])
			changed |= raise_flag(&n->before[to[i]]);
	return changed;
}

static void find_locked(struct narrow *n)
{
	bool changed = true;

	for (size_t b = 0; b < n->f->blocks.n; b++) {
		const struct ir_block *bl = &n->f->blocks.at[b];

		n->after[b] = needs_at(n, bl, touched_after(n, bl)) <
			       bl->ins.n;
	}
	while (changed) {
		changed = false;
		for (size_t b = 0; b < n->f->blocks.n; b++)
			changed |= agree(n, b);
	}
}

static void put_lock(struct narrow *n, struct ir_block *bl)
{
	size_t at = needs_at(n, bl, touched_after(n, bl));
	struct ir_ins lock = { .op = IR_LOCK, .dst = IR_NONE,
			       .slot = IR_NONE };

	if (at == bl->ins.n)
		at--;		/* before its end */
	lock.loc = bl->ins.at[at].loc;
	vec_push_in(n->u->arena, &bl->ins, lock);
	for (size_t i = bl->ins.n - 1; i > at; i--)
		bl->ins.at[i] = bl->ins.at[i - 1];
	bl->ins.at[at] = lock;
}

static void narrow_func(const struct ir_unit *u, struct ir_func *f)
{
	size_t k = f->blocks.n + 1;
	struct narrow n = { .u = u, .f = f,
			    .later = xcalloc(k, sizeof(bool)),
			    .before = xcalloc(k, sizeof(bool)),
			    .after = xcalloc(k, sizeof(bool)) };

	find_later(&n);
	find_locked(&n);
	if (!n.after[0]) {
		f->late_locks = true;
		for (size_t b = 0; b < f->blocks.n; b++)
			if (n.after[b] && !n.before[b])
				put_lock(&n, &f->blocks.at[b]);
	}
	free(n.later);
	free(n.before);
	free(n.after);
}

/* Returns true if a handler may take its locks late.  begin, end and error run
 * alone and lock nothing; counters are frozen before all locks. */
static bool may_be_late(const struct ir_func *f)
{
	return f->kind == IR_HANDLER && f->locks && !f->freezes &&
	       f->probe_kind != STP_KIND_BEGIN &&
	       f->probe_kind != STP_KIND_END && f->probe_kind != STP_KIND_ERROR;
}

void ir_narrow(struct ir_unit *u)
{
	for (size_t i = 0; i < u->funcs.n; i++)
		if (may_be_late(u->funcs.at[i]))
			narrow_func(u, u->funcs.at[i]);
}
