/* SPDX-License-Identifier: LGPL-2.1-or-later */
/**
 * @file
 * Finds the class of each global, and the sets that each handler must lock or
 * freeze.
 *
 *	const	written by begin probes only: read without a lock
 *	counter	only counted up and never read, except by probes that may
 *		freeze it (begin, end, error, timer, procfs, input): cells per
 *		(CPU, level)
 *	locked	everything else: one lock per connected set of globals
 *
 * Two locked globals are connected if one handler touches both; two counters
 * if one handler freezes both.  Sets are numbered 0..63; if there are more,
 * the last number is shared, which is correct and only coarser.
 */
#include <stdlib.h>
#include <string.h>

#include "base/arena.h"
#include "runtime/abi.h"
#include "translator/ir/pass.h"

enum { READS = 1, COUNTS = 2, WRITES = 4, SHRINKS = 8 };

#define MAX_SETS 64

/* What one function does itself, and which functions it calls. */
struct fn_uses {
	VEC(struct use {
		uint32_t global;
		unsigned bits;
	}) own;
	VEC(uint32_t) calls;
	uint32_t seen;		/* the last walk that has seen it */
};

struct locks {
	struct ir_unit *u;
	struct fn_uses *fn;	/* by index of the function */
	uint32_t *last;		/* by global: index + 1 of its use in this function */
	uint32_t n_walks;
	VEC(uint32_t) order;	/* functions, callees first */
	uint32_t *parent;	/* union-find over globals */
	bool *shared, *read;	/* by global: it cannot be const; it cannot be a counter */
	bool *shrinks;		/* by global: it may get smaller while the
				   session runs */
};

/* ---- what each function does -------------------------------------------- */

static unsigned op_use(enum ir_op op)
{
	switch (op) {
	case IR_COUNT: case IR_MCOUNT: case IR_SADD: case IR_MSADD:
		return COUNTS;
	case IR_MADD:
		return READS | WRITES;
	default:
		return ir_ops[op].flags & IR_WRITE ? WRITES : READS;
	}
}

static bool ins_global(const struct ir_func *f, const struct ir_ins *in,
		       uint32_t *ret)
{
	if (ir_ops[in->op].imm == IR_IMM_GLOBAL)
		*ret = in->imm;
	else if (ir_ops[in->op].imm == IR_IMM_ITER)
		*ret = f->iters.at[in->imm].global;
	else
		return false;
	return true;
}

static void add_use(struct locks *lk, struct fn_uses *fu, uint32_t g,
		    unsigned bits)
{
	uint32_t at = lk->last[g];

	if (at && at <= fu->own.n && fu->own.at[at - 1].global == g) {
		fu->own.at[at - 1].bits |= bits;
		return;
	}
	vec_push_in(lk->u->arena, &fu->own, ((struct use){ g, bits }));
	lk->last[g] = fu->own.n;
}

/* Adds the uses of all globals that embedded C names, and notes whether it
 * prints. */
static void add_c_uses(struct locks *lk, struct ir_func *f,
		       const struct ir_c *c)
{
	for (size_t i = 0; i < c->uses.n; i++)
		add_use(lk, &lk->fn[f->index], c->uses.at[i].global,
			c->uses.at[i].write ? WRITES : READS);
	f->prints |= c->prints;
}

static void add_uses(struct locks *lk, struct ir_func *f,
		     const struct ir_sums *sums, const struct ir_block *b,
		     const struct ir_ins *in)
{
	struct fn_uses *fu = &lk->fn[f->index];
	uint32_t g;

	if (ins_global(f, in, &g))
		add_use(lk, fu, g, op_use(in->op) |
			(ir_only_grows(sums, b, in) ? 0 : SHRINKS));
	if (in->op == IR_EMBED)
		add_c_uses(lk, f, lk->u->cs.at[in->imm]);
	if (in->op == IR_PRINT)
		f->prints = true;
	if (in->op == IR_CALL)
		vec_push_in(lk->u->arena, &fu->calls, in->imm);
}

static void find_uses(struct locks *lk, struct ir_func *f)
{
	struct ir_sums *sums = ir_sums_create(f);

	for (size_t i = 0; i < f->blocks.n; i++) {
		const struct ir_block *b = &f->blocks.at[i];

		for (size_t k = 0; k < b->ins.n; k++)
			add_uses(lk, f, sums, b, &b->ins.at[k]);
	}
	ir_sums_free(sums);
}

/* Adds every function that runs as part of @f to the order, once each, callees
 * first. */
static void walk(struct locks *lk, uint32_t f)
{
	struct fn_uses *fu = &lk->fn[f];

	if (fu->seen == lk->n_walks)
		return;
	fu->seen = lk->n_walks;
	for (size_t i = 0; i < fu->calls.n; i++)
		walk(lk, fu->calls.at[i]);
	vec_push_in(lk->u->arena, &lk->order, f);
}

static void walk_from(struct locks *lk, const struct ir_func *f)
{
	lk->n_walks++;
	lk->order.n = 0;
	walk(lk, f->index);
}

/* ---- classes ------------------------------------------------------------ */

/* Returns true for handlers that may freeze counters: they run outside the hot path, in
 * a context of their own.  True also for conditions that are evaluated there. */
static bool may_freeze(const struct ir_func *f)
{
	return (f->kind == IR_HANDLER || f->by_look) &&
	       (f->probe_kind == STP_KIND_BEGIN ||
		f->probe_kind == STP_KIND_END ||
		f->probe_kind == STP_KIND_ERROR ||
		f->probe_kind == STP_KIND_TIMER ||
		f->probe_kind == STP_KIND_PROCFS ||
		f->probe_kind == STP_KIND_INPUT);
}

static bool is_begin(const struct ir_func *f)
{
	return f->kind == IR_HANDLER && f->probe_kind == STP_KIND_BEGIN;
}

static bool is_end(const struct ir_func *f)
{
	return f->kind == IR_HANDLER && (f->probe_kind == STP_KIND_END ||
					 f->probe_kind == STP_KIND_ERROR);
}

/* Returns the words of a scalar counter's cell, with an aggregate's buckets. */
static uint32_t cell_words(const struct ir_global *ig)
{
	if (ig->type == IR_T_NUM)
		return 1;
	return (sizeof(struct stp_stat_cell) + ig->stat_bytes -
		STP_STAT_SIZE(0)) / 8;
}

static void note_use(struct locks *lk, const struct ir_func *f,
		     const struct use *use)
{
	if (f->kind == IR_CONDITION)
		lk->u->globals.at[use->global].in_condition = true;
	if ((use->bits & (COUNTS | WRITES)) && !is_begin(f))
		lk->shared[use->global] = true;
	if ((use->bits & (READS | WRITES)) && !may_freeze(f))
		lk->read[use->global] = true;
	if ((use->bits & SHRINKS) && !is_begin(f) && !is_end(f))
		lk->shrinks[use->global] = true;
}

static void note_uses(struct locks *lk, const struct ir_func *f)
{
	walk_from(lk, f);
	for (size_t i = 0; i < lk->order.n; i++) {
		const struct fn_uses *fu = &lk->fn[lk->order.at[i]];

		for (size_t k = 0; k < fu->own.n; k++)
			note_use(lk, f, &fu->own.at[k]);
	}
}

static void classify(struct locks *lk, uint32_t g)
{
	struct ir_global *ig = &lk->u->globals.at[g];
	bool counter = !lk->read[g] && ig->type != IR_T_STR &&
		       !ig->g->ast->wrap && !ig->in_c;

	ig->class = !lk->shared[g] ? STP_C_CONST : counter ? STP_C_COUNTER
							   : STP_C_LOCKED;
	ig->grows = lk->shared[g] && !lk->shrinks[g] && !ig->in_c &&
		    ig->type != IR_T_STR && !ig->g->ast->wrap;
	if (ig->class == STP_C_COUNTER && !ig->is_map)
		ig->counter = lk->u->n_counters += cell_words(ig);
}

/* ---- sets --------------------------------------------------------------- */

static uint32_t find(struct locks *lk, uint32_t g)
{
	while (lk->parent[g] != g)
		g = lk->parent[g] = lk->parent[lk->parent[g]];
	return g;
}

/* Returns true if this use of the global needs its set locked or frozen. */
static bool joins(const struct locks *lk, const struct use *use)
{
	switch (lk->u->globals.at[use->global].class) {
	case STP_C_LOCKED:
		return use->bits;
	case STP_C_COUNTER:
		return use->bits & (READS | WRITES);
	default:
		return false;
	}
}

/* Joins the globals that a handler uses into one set of each class. */
static void connect(struct locks *lk, const struct ir_func *f)
{
	uint32_t locked = IR_NONE, counter = IR_NONE;

	walk_from(lk, f);
	for (size_t i = 0; i < lk->order.n; i++) {
		const struct fn_uses *fu = &lk->fn[lk->order.at[i]];

		for (size_t k = 0; k < fu->own.n; k++) {
			uint32_t g = fu->own.at[k].global;
			uint32_t *first = lk->u->globals.at[g].class ==
					  STP_C_LOCKED ? &locked : &counter;

			if (!joins(lk, &fu->own.at[k]))
				continue;
			if (*first == IR_NONE)
				*first = g;
			lk->parent[find(lk, g)] = find(lk, *first);
		}
	}
}

static void number_sets(struct locks *lk, enum stp_global_class class)
{
	uint32_t next = 0;
	uint32_t *number = xmalloc((lk->u->globals.n + 1) * sizeof(*number));

	memset(number, 0xff, lk->u->globals.n * sizeof(*number));
	for (uint32_t g = 0; g < lk->u->globals.n; g++) {
		uint32_t root = find(lk, g);

		if (lk->u->globals.at[g].class != class)
			continue;
		if (number[root] == IR_NONE)
			number[root] = next < MAX_SETS - 1 ? next++ : next;
		lk->u->globals.at[g].set = number[root];
	}
	free(number);
}

static void own_masks(const struct locks *lk, struct ir_func *f)
{
	const struct fn_uses *fu = &lk->fn[f->index];

	f->counts = f->freezes = f->locks = 0;
	f->writes_condition = false;
	for (size_t k = 0; k < fu->own.n; k++) {
		unsigned use = fu->own.at[k].bits;
		const struct ir_global *ig =
			&lk->u->globals.at[fu->own.at[k].global];
		uint64_t bit = 1ull << ig->set;

		if ((use & ~READS) && ig->in_condition)
			f->writes_condition = true;
		if (ig->class == STP_C_LOCKED)
			f->locks |= bit;
		else if (ig->class == STP_C_COUNTER && (use & (READS | WRITES)))
			f->freezes |= bit;
		else if (ig->class == STP_C_COUNTER)
			f->counts |= bit;
	}
}

/* Adds what @to does to @f, which calls it; returns true if that has grown. */
static bool add_masks(struct ir_func *f, const struct ir_func *to)
{
	bool grown = (to->counts & ~f->counts) || (to->locks & ~f->locks) ||
		     (to->freezes & ~f->freezes) ||
		     (to->writes_condition && !f->writes_condition) ||
		     (to->prints && !f->prints);

	f->counts |= to->counts;
	f->freezes |= to->freezes;
	f->locks |= to->locks;
	f->writes_condition |= to->writes_condition;
	f->prints |= to->prints;
	return grown;
}

/* Adds to each function what the functions that it calls do.  Callees come
 * first, so only cycles of calls take more rounds. */
static void fill_masks(struct locks *lk)
{
	bool grown = true;

	lk->n_walks++;
	lk->order.n = 0;
	for (size_t i = 0; i < lk->u->funcs.n; i++) {
		own_masks(lk, lk->u->funcs.at[i]);
		walk(lk, i);
	}
	while (grown) {
		grown = false;
		for (size_t i = 0; i < lk->order.n; i++) {
			const struct fn_uses *fu = &lk->fn[lk->order.at[i]];

			for (size_t k = 0; k < fu->calls.n; k++)
				grown |= add_masks(
					lk->u->funcs.at[lk->order.at[i]],
					lk->u->funcs.at[fu->calls.at[k]]);
		}
	}
	for (size_t i = 0; i < lk->u->funcs.n; i++)
		lk->u->funcs.at[i]->counts &= ~lk->u->funcs.at[i]->freezes;
}

static void init(struct locks *lk, struct ir_unit *u)
{
	size_t n = u->globals.n + 1;

	lk->u = u;
	lk->parent = arena_alloc(u->arena, sizeof(*lk->parent) * n);
	lk->last = arena_alloc(u->arena, sizeof(*lk->last) * n);
	lk->shared = arena_alloc(u->arena, sizeof(*lk->shared) * n);
	lk->read = arena_alloc(u->arena, sizeof(*lk->read) * n);
	lk->shrinks = arena_alloc(u->arena, sizeof(*lk->shrinks) * n);
	lk->fn = arena_alloc(u->arena, sizeof(*lk->fn) * (u->funcs.n + 1));
	for (uint32_t g = 0; g < u->globals.n; g++)
		lk->parent[g] = g;
	for (size_t i = 0; i < u->funcs.n; i++)
		find_uses(lk, u->funcs.at[i]);
}

void ir_locks(struct ir_unit *u)
{
	struct locks lk = { 0 };

	init(&lk, u);
	u->has_locks = true;
	u->n_counters = 0;
	for (size_t i = 0; i < u->funcs.n; i++)
		if (u->funcs.at[i]->kind != IR_FUNCTION)
			note_uses(&lk, u->funcs.at[i]);
	for (uint32_t g = 0; g < u->globals.n; g++)
		classify(&lk, g);
	for (size_t i = 0; i < u->funcs.n; i++)
		if (u->funcs.at[i]->kind == IR_HANDLER)
			connect(&lk, u->funcs.at[i]);
	number_sets(&lk, STP_C_LOCKED);
	number_sets(&lk, STP_C_COUNTER);
	fill_masks(&lk);
}
