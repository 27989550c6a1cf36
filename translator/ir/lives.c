/* SPDX-License-Identifier: LGPL-2.1-or-later */
/**
 * @file
 * Finds the lives of slots, from those of the registers that point into them.
 *
 * If only one block sets and uses a register, and sets it before it uses it, the
 * register lives from its first set to its last use.  For all others a data flow,
 * backwards from the uses, finds the blocks that begin or end with a value that is
 * still needed.  The block that handles errors is a successor, too.
 */
#include <stdlib.h>
#include <string.h>

#include "base/arena.h"
#include "translator/ir/lives.h"

#define NOWHERE UINT32_MAX

struct lives {
	const struct ir_func *f;
	struct ir_life *regs;		/* by register */
	uint32_t *home;			/* by register: the only block that sets and uses it,
					   if it sets it first; NOWHERE: there is none */
	uint32_t *wide;			/* by register: its number among the wide ones, which
					   are used and have no home; NOWHERE: not wide */
	ir_reg *of_wide;		/* the wide register of a number */
	uint32_t n_wide;
	size_t words;			/* of a set of wide registers */
	uint64_t *used, *set;		/* by block: registers used before they are set
					   there; set there */
	uint64_t *in, *out;		/* by block: needed at its beginning; at its end */
};

/* ---- registers ---------------------------------------------------------- */

static bool points(const struct ir_func *f, ir_reg r)
{
	return f->regs.at[r].type != IR_T_NUM;
}

static void extend(struct ir_life *l, uint32_t at)
{
	if (at < l->first)
		l->first = at;
	if (at > l->last)
		l->last = at;
}

static void touch(struct lives *l, ir_reg r, uint32_t block, uint32_t at,
		  bool is_set)
{
	bool is_new = l->regs[r].first > l->regs[r].last;

	if (!points(l->f, r))
		return;
	extend(&l->regs[r], at);
	if (is_new && is_set)
		l->home[r] = block;
	else if (l->home[r] != block)
		l->home[r] = NOWHERE;
}

static void touch_all(struct lives *l)
{
	uint32_t at = 0;

	for (uint32_t b = 0; b < l->f->blocks.n; b++)
		for (size_t i = 0; i < l->f->blocks.at[b].ins.n; i++) {
			const struct ir_ins *in = &l->f->blocks.at[b].ins.at[i];

			at++;
			for (uint32_t k = 0; k < in->n_args; k++)
				touch(l, in->args[k], b, at, false);
			if (in->dst != IR_NONE)
				touch(l, in->dst, b, at, true);
		}
}

static void number_wide(struct lives *l)
{
	for (ir_reg r = 0; r < l->f->regs.n; r++) {
		bool is_used = l->regs[r].first <= l->regs[r].last;

		l->wide[r] = NOWHERE;
		if (!is_used || l->home[r] != NOWHERE)
			continue;
		l->of_wide[l->n_wide] = r;
		l->wide[r] = l->n_wide++;
	}
	l->words = l->n_wide / 64 + 1;
}

/* ---- blocks ------------------------------------------------------------- */

static bool has(const uint64_t *set, uint32_t n)
{
	return set[n / 64] >> n % 64 & 1;
}

static void add(uint64_t *set, uint32_t n)
{
	set[n / 64] |= 1ull << n % 64;
}

static uint64_t *of_block(const struct lives *l, uint64_t *sets, uint32_t b)
{
	return sets + b * l->words;
}

static void find_used(struct lives *l, uint32_t b)
{
	const struct ir_block *bl = &l->f->blocks.at[b];
	uint64_t *used = of_block(l, l->used, b), *set = of_block(l, l->set, b);

	for (size_t i = 0; i < bl->ins.n; i++) {
		const struct ir_ins *in = &bl->ins.at[i];

		for (uint32_t k = 0; k < in->n_args; k++) {
			uint32_t n = l->wide[in->args[k]];

			if (n != NOWHERE && !has(set, n))
				add(used, n);
		}
		if (in->dst != IR_NONE && l->wide[in->dst] != NOWHERE)
			add(set, l->wide[in->dst]);
	}
}

/* Adds to @to what block @from needs at its beginning. */
static void want(struct lives *l, uint64_t *to, uint32_t from)
{
	const uint64_t *in = of_block(l, l->in, from);

	for (size_t w = 0; w < l->words; w++)
		to[w] |= in[w];
}

/* Updates what block @b needs at its beginning; returns true if that has
 * grown. */
static bool flow(struct lives *l, uint32_t b)
{
	const struct ir_block *bl = &l->f->blocks.at[b];
	uint64_t *in = of_block(l, l->in, b), *out = of_block(l, l->out, b);
	const uint64_t *failed = NULL;
	uint32_t next[2];
	bool more = false;

	for (unsigned k = ir_successors(bl, next); k--;)
		want(l, out, next[k]);
	if (bl->on_error != IR_NONE) {
		want(l, out, bl->on_error);
		failed = of_block(l, l->in, bl->on_error);
	}
	for (size_t w = 0; w < l->words; w++) {
		size_t k = b * l->words + w;
		uint64_t v = l->used[k] | (out[w] & ~l->set[k]) |
			     (failed ? failed[w] : 0);

		more |= v != in[w];
		in[w] = v;
	}
	return more;
}

static void flow_all(struct lives *l)
{
	bool more = true;

	while (more) {
		more = false;
		for (uint32_t b = l->f->blocks.n; b-- > 0;)
			more |= flow(l, b);
	}
}

/* Extends the lives of all registers in @set to @at. */
static void extend_set(struct lives *l, const uint64_t *set, uint32_t at)
{
	for (size_t w = 0; w < l->words; w++)
		for (uint64_t v = set[w]; v; v &= v - 1)
			extend(&l->regs[l->of_wide[64 * w + (size_t)
						   __builtin_ctzll(v)]], at);
}

/* Extends the lives of registers to the blocks that begin or end with them. */
static void extend_wide(struct lives *l)
{
	uint32_t first = 1;

	for (uint32_t b = 0; b < l->f->blocks.n; b++) {
		uint32_t next = first + l->f->blocks.at[b].ins.n;

		extend_set(l, of_block(l, l->in, b), first);
		extend_set(l, of_block(l, l->out, b), next - 1);
		first = next;
	}
}

static void live_wide(struct lives *l)
{
	size_t n = l->f->blocks.n * l->words;
	uint64_t *sets = xcalloc(4 * n + 1, sizeof(*sets));

	l->used = sets;
	l->set = sets + n;
	l->in = sets + 2 * n;
	l->out = sets + 3 * n;
	for (uint32_t b = 0; b < l->f->blocks.n; b++)
		find_used(l, b);
	flow_all(l);
	extend_wide(l);
	free(sets);
}

/* ---- slots -------------------------------------------------------------- */

static struct ir_life *of_slots(const struct lives *l)
{
	struct ir_life *ret = xmalloc((l->f->slots.n + 1) * sizeof(*ret));

	for (size_t i = 0; i < l->f->slots.n; i++)
		ret[i] = (struct ir_life){ NOWHERE, 0 };
	for (size_t b = 0; b < l->f->blocks.n; b++)
		for (size_t i = 0; i < l->f->blocks.at[b].ins.n; i++) {
			const struct ir_ins *in = &l->f->blocks.at[b].ins.at[i];

			if (in->slot == IR_NONE)
				continue;
			extend(&ret[in->slot], l->regs[in->dst].first);
			extend(&ret[in->slot], l->regs[in->dst].last);
		}
	return ret;
}

struct ir_life *ir_slot_lives(const struct ir_func *f)
{
	size_t n = f->regs.n + 1;
	struct lives l = { .f = f,
			   .regs = xmalloc(n * sizeof(*l.regs)),
			   .home = xmalloc(n * sizeof(*l.home)),
			   .wide = xmalloc(n * sizeof(*l.wide)),
			   .of_wide = xmalloc(n * sizeof(*l.of_wide)) };
	struct ir_life *ret;

	for (size_t r = 0; r < f->regs.n; r++) {
		l.regs[r] = (struct ir_life){ NOWHERE, 0 };
		l.home[r] = NOWHERE;
	}
	touch_all(&l);
	number_wide(&l);
	if (l.n_wide)
		live_wide(&l);
	ret = of_slots(&l);
	free(l.regs);
	free(l.home);
	free(l.wide);
	free(l.of_wide);
	return ret;
}
