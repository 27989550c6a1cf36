/* SPDX-License-Identifier: LGPL-2.1-or-later */
/**
 * @file
 * Tidies a function: jumps skip blocks that only jump, and blocks that follow
 * each other become one.  Blocks, registers, slots and iterations that nothing
 * reaches or uses are removed, and numbers become dense again.
 */
#include <stdlib.h>
#include <string.h>

#include "base/arena.h"
#include "translator/ir/pass.h"

/* ---- counting ----------------------------------------------------------- */

uint32_t *ir_count_sets(const struct ir_func *f)
{
	uint32_t *n = xcalloc(f->regs.n + 1, sizeof(*n));

	for (uint32_t i = 0; i < f->n_params; i++)
		n[i] = 1;
	for (size_t b = 0; b < f->blocks.n; b++)
		for (size_t i = 0; i < f->blocks.at[b].ins.n; i++)
			if (f->blocks.at[b].ins.at[i].dst != IR_NONE)
				n[f->blocks.at[b].ins.at[i].dst]++;
	return n;
}

uint32_t *ir_count_entries(const struct ir_func *f)
{
	uint32_t *n = xcalloc(f->blocks.n + 1, sizeof(*n)), to[2];

	n[0] = 2;
	for (size_t b = 0; b < f->blocks.n; b++) {
		const struct ir_block *bl = &f->blocks.at[b];
		unsigned k = ir_successors(bl, to);

		for (unsigned i = 0; i < k; i++)
			n[to[i]]++;
		if (bl->on_error != IR_NONE)
			n[bl->on_error] += 2;
	}
	return n;
}

static bool can_fail(const struct ir_unit *u, const struct ir_block *b)
{
	for (size_t i = 0; i < b->ins.n; i++)
		if (ir_may_fail(u, &b->ins.at[i]) ||
		    b->ins.at[i].op == IR_RAISE)
			return true;
	return false;
}

/* ---- pruning ------------------------------------------------------------ */

struct reach {
	uint32_t *queue;
	size_t n;
	uint32_t *map;		/* old number -> new number, IR_NONE = dead */
};

static void reach_block(struct reach *r, uint32_t b)
{
	if (b == IR_NONE || r->map[b] != IR_NONE)
		return;
	r->map[b] = 0;
	r->queue[r->n++] = b;
}

static void find_reachable(const struct ir_func *f, struct reach *r)
{
	uint32_t to[2];

	reach_block(r, 0);
	for (size_t i = 0; i < r->n; i++) {
		const struct ir_block *b = &f->blocks.at[r->queue[i]];
		unsigned n = ir_successors(b, to);

		for (unsigned k = 0; k < n; k++)
			reach_block(r, to[k]);
		reach_block(r, b->on_error);
	}
}

static void renumber(struct ir_block *b, const uint32_t *map)
{
	struct ir_ins *end = &vec_last(&b->ins);

	if (end->op == IR_JUMP || end->op == IR_BRANCH)
		end->imm = map[end->imm];
	if (end->op == IR_BRANCH)
		end->imm2 = map[end->imm2];
	if (b->on_error != IR_NONE)
		b->on_error = map[b->on_error];
}

void ir_prune(const struct ir_unit *u, struct ir_func *f)
{
	size_t n = f->blocks.n, kept = 0;
	struct reach r = { .queue = xcalloc(n + 1, sizeof(*r.queue)),
			   .map = xcalloc(n + 1, sizeof(*r.map)) };

	memset(r.map, 0xff, n * sizeof(*r.map));
	for (size_t i = 0; i < n; i++)
		if (!can_fail(u, &f->blocks.at[i]))
			f->blocks.at[i].on_error = IR_NONE;
	find_reachable(f, &r);
	for (size_t i = 0; i < n; i++)
		if (r.map[i] != IR_NONE)
			r.map[i] = kept++;
	for (size_t i = 0; i < n; i++)
		if (r.map[i] != IR_NONE)
			f->blocks.at[r.map[i]] = f->blocks.at[i];
	f->blocks.n = kept;
	for (size_t i = 0; i < kept; i++)
		renumber(&f->blocks.at[i], r.map);
	free(r.queue);
	free(r.map);
}

/* ---- blocks ------------------------------------------------------------- */

/* Returns the first block after a jump to @b that does more than jump.  The limit
 * is for cycles of blocks that only jump. */
static uint32_t destination(const struct ir_func *f, uint32_t b)
{
	for (size_t steps = 0; steps < 64; steps++) {
		const struct ir_ins *first = &f->blocks.at[b].ins.at[0];

		if (first->op != IR_JUMP)
			break;
		b = first->imm;
	}
	return b;
}

static void jump_over(struct ir_func *f)
{
	for (size_t b = 0; b < f->blocks.n; b++) {
		struct ir_ins *end = &vec_last(&f->blocks.at[b].ins);

		if (end->op == IR_JUMP || end->op == IR_BRANCH)
			end->imm = destination(f, end->imm);
		if (end->op == IR_BRANCH)
			end->imm2 = destination(f, end->imm2);
	}
}

static bool same_errors(const struct ir_block *a, const struct ir_block *b)
{
	return a->on_error == b->on_error;
}

/* Appends the next block to @b for as long as @b is its only predecessor, unless
 * both can fail and their error edges differ.  A block that cannot fail has no
 * error edge (ir_prune()), so it can be joined with any other. */
static void absorb(const struct ir_unit *u, struct ir_func *f, uint32_t b,
		   const uint32_t *entries)
{
	struct ir_block *bl = &f->blocks.at[b];

	for (;;) {
		struct ir_ins *end = &vec_last(&bl->ins);
		struct ir_block *to;

		if (end->op != IR_JUMP || entries[end->imm] != 1 ||
		    (uint32_t)end->imm == b)
			return;
		to = &f->blocks.at[end->imm];
		if (!same_errors(bl, to) && can_fail(u, bl) && can_fail(u, to))
			return;
		if (can_fail(u, to))
			bl->on_error = to->on_error;
		bl->ins.n--;
		for (size_t i = 0; i < to->ins.n; i++)
			vec_push_in(u->arena, &bl->ins, to->ins.at[i]);
		/* nothing leads to it any more */
		to->ins.at[0] = vec_last(&to->ins);
		to->ins.at[0].op = IR_RET;
		to->ins.at[0].n_args = 0;
		to->ins.n = 1;
		to->on_error = IR_NONE;
	}
}

static void join_blocks(const struct ir_unit *u, struct ir_func *f)
{
	uint32_t *entries = ir_count_entries(f);

	for (uint32_t b = 0; b < f->blocks.n; b++)
		absorb(u, f, b, entries);
	free(entries);
}

/* ---- dense numbers ------------------------------------------------------ */

static uint32_t number(uint32_t *map, size_t n)
{
	uint32_t kept = 0;

	for (size_t i = 0; i < n; i++)
		map[i] = map[i] ? kept++ : IR_NONE;
	return kept;
}

struct numbers {
	uint32_t *regs, *slots, *iters;
};

static void mark_used(const struct ir_func *f, struct numbers *nu)
{
	for (uint32_t i = 0; i < f->n_params; i++)
		nu->regs[i] = 1;
	for (size_t b = 0; b < f->blocks.n; b++)
		for (size_t i = 0; i < f->blocks.at[b].ins.n; i++) {
			const struct ir_ins *in = &f->blocks.at[b].ins.at[i];

			if (in->dst != IR_NONE)
				nu->regs[in->dst] = 1;
			for (uint32_t k = 0; k < in->n_args; k++)
				nu->regs[in->args[k]] = 1;
			if (in->slot != IR_NONE)
				nu->slots[in->slot] = 1;
			if (ir_ops[in->op].imm == IR_IMM_ITER)
				nu->iters[in->imm] = 1;
		}
}

static void use_numbers(struct ir_func *f, const struct numbers *nu)
{
	for (size_t b = 0; b < f->blocks.n; b++)
		for (size_t i = 0; i < f->blocks.at[b].ins.n; i++) {
			struct ir_ins *in = &f->blocks.at[b].ins.at[i];

			if (in->dst != IR_NONE)
				in->dst = nu->regs[in->dst];
			for (uint32_t k = 0; k < in->n_args; k++)
				in->args[k] = nu->regs[in->args[k]];
			if (in->slot != IR_NONE)
				in->slot = nu->slots[in->slot];
			if (ir_ops[in->op].imm == IR_IMM_ITER)
				in->imm = nu->iters[in->imm];
		}
}

#define KEEP_NUMBERED(vec, map)                                                \
	do {                                                                   \
		for (size_t i_ = 0; i_ < (vec)->n; i_++)                       \
			if ((map)[i_] != IR_NONE)                              \
				(vec)->at[(map)[i_]] = (vec)->at[i_];          \
	} while (0)

static void drop_unused(struct ir_func *f)
{
	struct numbers nu = {
		.regs = xcalloc(f->regs.n + 1, sizeof(uint32_t)),
		.slots = xcalloc(f->slots.n + 1, sizeof(uint32_t)),
		.iters = xcalloc(f->iters.n + 1, sizeof(uint32_t)),
	};
	uint32_t regs, slots, iters;

	mark_used(f, &nu);
	for (size_t r = 0; r < f->regs.n; r++)
		if (f->regs.at[r].slot != IR_NONE &&
		    !nu.slots[f->regs.at[r].slot])
			f->regs.at[r].slot = IR_NONE;
	regs = number(nu.regs, f->regs.n);
	slots = number(nu.slots, f->slots.n);
	iters = number(nu.iters, f->iters.n);
	use_numbers(f, &nu);
	for (size_t r = 0; r < f->regs.n; r++)
		if (f->regs.at[r].slot != IR_NONE)
			f->regs.at[r].slot = nu.slots[f->regs.at[r].slot];
	KEEP_NUMBERED(&f->regs, nu.regs);
	KEEP_NUMBERED(&f->slots, nu.slots);
	KEEP_NUMBERED(&f->iters, nu.iters);
	f->regs.n = regs;
	f->slots.n = slots;
	f->iters.n = iters;
	free(nu.regs);
	free(nu.slots);
	free(nu.iters);
}

void ir_tidy(struct ir_unit *u)
{
	for (size_t i = 0; i < u->funcs.n; i++) {
		struct ir_func *f = u->funcs.at[i];

		jump_over(f);
		ir_prune(u, f);
		join_blocks(u, f);
		ir_prune(u, f);
		drop_unused(f);
	}
}
