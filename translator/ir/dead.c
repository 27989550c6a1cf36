/* SPDX-License-Identifier: LGPL-2.1-or-later */
/**
 * @file
 * Removes dead code: an instruction that only makes a value is removed if the
 * value is not needed.
 *
 * A register is needed where an instruction that stays uses it later on some
 * path, a failing one included.  Only registers that are needed across blocks
 * have a bit in the sets that flow between blocks; nearly all registers are
 * needed in one block only, and are followed there.
 */
#include <stdlib.h>
#include <string.h>

#include "base/arena.h"
#include "translator/ir/pass.h"

/* The most words of all sets together.  Registers for which there is no room in them
 * get ALWAYS: they count as needed everywhere. */
#define MAX_WORDS (4u << 20)
#define ALWAYS (IR_NONE - 1)

struct dead {
	const struct ir_unit *u;
	struct ir_func *f;
	uint32_t *bit;		/* by register: its bit in the sets; IR_NONE: it is needed
				   in one block only; ALWAYS */
	uint32_t *order;
	size_t n_order;
	size_t words;
	uint64_t *in;		/* [block][words]: needed at its start */
	uint64_t *now;		/* needed where the walk has come to */
	bool *local;		/* by register whose bit is IR_NONE: it is needed now */
	bool remove;
};

static uint64_t *needed_at(const struct dead *d, uint32_t b)
{
	return d->in + b * d->words;
}

/* ---- which registers live across blocks --------------------------------- */

static uint32_t find_bits(struct dead *d)
{
	uint32_t *set_in = xmalloc((d->f->regs.n + 1) * sizeof(*set_in));
	uint32_t n = 0, max = MAX_WORDS / (d->f->blocks.n + 1) * 64;

	memset(set_in, 0xff, (d->f->regs.n + 1) * sizeof(*set_in));
	for (uint32_t b = 0; b < d->f->blocks.n; b++)
		for (size_t i = 0; i < d->f->blocks.at[b].ins.n; i++) {
			const struct ir_ins *in = &d->f->blocks.at[b].ins.at[i];

			for (uint32_t k = 0; k < in->n_args; k++) {
				ir_reg r = in->args[k];

				if (set_in[r] != b && d->bit[r] == IR_NONE)
					d->bit[r] = n < max ? n++ : ALWAYS;
			}
			if (in->dst != IR_NONE)
				set_in[in->dst] = b;
		}
	free(set_in);
	return n;
}

/* ---- one instruction, backwards ----------------------------------------- */

static bool is_needed(const struct dead *d, ir_reg r)
{
	uint32_t bit = d->bit[r];

	if (bit == IR_NONE)
		return d->local[r];
	if (bit == ALWAYS)
		return true;
	return d->now[bit / 64] >> bit % 64 & 1;
}

static void set_needed(struct dead *d, ir_reg r, bool needed)
{
	uint32_t bit = d->bit[r];

	if (bit == IR_NONE)
		d->local[r] = needed;
	else if (bit == ALWAYS)
		return;
	else if (needed)
		d->now[bit / 64] |= 1ull << bit % 64;
	else
		d->now[bit / 64] &= ~(1ull << bit % 64);
}

static void add_needed(struct dead *d, uint32_t block)
{
	const uint64_t *in = needed_at(d, block);

	for (size_t i = 0; i < d->words; i++)
		d->now[i] |= in[i];
}

/* Returns true for a move of a variable to itself, which does nothing.  A
 * string parameter is moved to itself to get memory of its own, so that
 * stays. */
static bool is_idle(const struct dead *d, const struct ir_ins *in)
{
	return (in->op == IR_MOVE || in->op == IR_SMOVE) &&
	       in->args[0] == in->dst &&
	       (in->op == IR_MOVE || in->dst >= d->f->n_params);
}

/* Changes the set of registers that are needed after the instruction to the set
 * that is needed before it.  Returns false if the instruction is not needed. */
static bool step_back(struct dead *d, const struct ir_block *b,
		      const struct ir_ins *in)
{
	if (is_idle(d, in))
		return false;
	if (in->dst != IR_NONE) {
		if (!is_needed(d, in->dst) && ir_is_droppable(d->u, in))
			return false;
		set_needed(d, in->dst, false);
	}
	if (b->on_error != IR_NONE &&
	    (ir_may_fail(d->u, in) || in->op == IR_RAISE))
		add_needed(d, b->on_error);
	for (uint32_t k = 0; k < in->n_args; k++)
		set_needed(d, in->args[k], true);
	return true;
}

/* ---- blocks ------------------------------------------------------------- */

static void walk_block(struct dead *d, struct ir_block *b)
{
	size_t n = b->ins.n, kept = n;
	uint32_t to[2];
	unsigned k = ir_successors(b, to);

	memset(d->now, 0, d->words * sizeof(*d->now));
	while (k)
		add_needed(d, to[--k]);
	for (size_t i = n; i-- > 0;) {
		bool keep = step_back(d, b, &b->ins.at[i]);

		if (keep && d->remove)
			b->ins.at[--kept] = b->ins.at[i];
	}
	if (!d->remove)
		return;
	memmove(b->ins.at, b->ins.at + kept, (n - kept) * sizeof(*b->ins.at));
	b->ins.n = n - kept;
}

static bool flow_once(struct dead *d)
{
	size_t bytes = d->words * sizeof(*d->now);
	bool changed = false;

	for (size_t i = d->n_order; i-- > 0;) {
		uint32_t b = d->order[i];

		walk_block(d, &d->f->blocks.at[b]);
		if (memcmp(needed_at(d, b), d->now, bytes)) {
			memcpy(needed_at(d, b), d->now, bytes);
			changed = true;
		}
	}
	return changed;
}

static void clean_func(const struct ir_unit *u, struct ir_func *f)
{
	struct dead d = { .u = u, .f = f,
			  .bit = xmalloc((f->regs.n + 1) * sizeof(*d.bit)),
			  .local = xcalloc(f->regs.n + 1, 1) };

	/* removes blocks that were reached only by a failure that is now
	 * impossible */
	ir_prune(u, f);
	memset(d.bit, 0xff, (f->regs.n + 1) * sizeof(*d.bit));
	d.words = find_bits(&d) / 64 + 1;
	d.in = xcalloc(f->blocks.n * d.words, sizeof(*d.in));
	d.now = xcalloc(d.words, sizeof(*d.now));
	d.order = xmalloc((f->blocks.n + 1) * sizeof(*d.order));
	d.n_order = ir_order(f, d.order);
	while (flow_once(&d))
		;
	d.remove = true;
	flow_once(&d);
	free(d.order);
	free(d.bit);
	free(d.local);
	free(d.in);
	free(d.now);
}

void ir_dead(struct ir_unit *u)
{
	for (size_t i = 0; i < u->funcs.n; i++)
		clean_func(u, u->funcs.at[i]);
}
