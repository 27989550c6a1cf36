/* SPDX-License-Identifier: LGPL-2.1-or-later */
/**
 * @file
 * Classes of globals, and who must hold or freeze what.
 *
 *	const	written by begin probes only: read without a lock
 *	counter	outside begin/end/error/timer probes only counted up, never
 *		read: cells per (CPU, level); readers freeze the set
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
#include "translator/ir/ir.h"

enum { READS = 1, COUNTS = 2, WRITES = 4 };

#define MAX_SETS 64

struct locks {
	struct ir_unit *u;
	unsigned char **uses;	/* [function][global]: bits, through calls */
	uint32_t *parent;	/* union-find over globals */
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

/* All that C of the script's names. */
static bool add_c_uses(const struct ir_c *c, unsigned char *mine)
{
	bool grown = false;

	for (size_t i = 0; i < c->uses.n; i++) {
		const struct ir_c_use *u = &c->uses.at[i];
		unsigned now = mine[u->global] | (u->write ? WRITES : READS);

		grown |= now != mine[u->global];
		mine[u->global] = now;
	}
	return grown;
}

static bool add_uses(struct locks *lk, const struct ir_func *f,
		     const struct ir_ins *in)
{
	unsigned char *mine = lk->uses[f->index];
	bool grown = false;
	uint32_t g;

	if (ins_global(f, in, &g)) {
		unsigned now = mine[g] | op_use(in->op);

		grown = now != mine[g];
		mine[g] = now;
	}
	if (in->op == IR_EMBED)
		return add_c_uses(lk->u->cs.at[in->imm], mine);
	if (in->op != IR_CALL)
		return grown;
	for (size_t i = 0; i < lk->u->globals.n; i++) {
		unsigned now = mine[i] | lk->uses[in->imm][i];

		grown |= now != mine[i];
		mine[i] = now;
	}
	return grown;
}

static bool scan_func(struct locks *lk, struct ir_func *f)
{
	bool grown = false;

	for (size_t b = 0; b < f->blocks.n; b++)
		for (size_t i = 0; i < f->blocks.at[b].ins.n; i++) {
			const struct ir_ins *in = &f->blocks.at[b].ins.at[i];

			grown |= add_uses(lk, f, in);
			if (in->op == IR_PRINT ||
			    (in->op == IR_EMBED &&
			     lk->u->cs.at[in->imm]->prints))
				f->prints = true;
			if (in->op == IR_CALL && !f->prints &&
			    lk->u->funcs.at[in->imm]->prints)
				grown = f->prints = true;
		}
	return grown;
}

static void find_uses(struct locks *lk)
{
	struct ir_unit *u = lk->u;
	bool grown;

	lk->uses = arena_alloc(u->arena, sizeof(*lk->uses) * (u->funcs.n + 1));
	for (size_t i = 0; i < u->funcs.n; i++)
		lk->uses[i] = arena_alloc(u->arena, u->globals.n + 1);
	do {
		grown = false;
		for (size_t i = 0; i < u->funcs.n; i++)
			grown |= scan_func(lk, u->funcs.at[i]);
	} while (grown);
}

/* ---- classes ------------------------------------------------------------ */

/* Probes that run alone with a context of their own, outside the hot path. */
static bool may_freeze(const struct ir_func *f)
{
	return f->kind == IR_HANDLER &&
	       (f->probe_kind == STP_KIND_BEGIN ||
		f->probe_kind == STP_KIND_END ||
		f->probe_kind == STP_KIND_ERROR ||
		f->probe_kind == STP_KIND_TIMER);
}

static bool is_begin(const struct ir_func *f)
{
	return f->kind == IR_HANDLER && f->probe_kind == STP_KIND_BEGIN;
}

/* Of a scalar counter, with an aggregate's buckets. */
static uint32_t cell_words(const struct ir_global *ig)
{
	if (ig->type == IR_T_NUM)
		return 1;
	return (sizeof(struct stp_stat_cell) + ig->stat_bytes -
		STP_STAT_SIZE(0)) / 8;
}

static void classify(struct locks *lk, uint32_t g)
{
	struct ir_global *ig = &lk->u->globals.at[g];
	bool is_const = true, counter = ig->type != IR_T_STR &&
				       !ig->g->ast->wrap && !ig->in_c;

	for (size_t i = 0; i < lk->u->funcs.n; i++) {
		const struct ir_func *f = lk->u->funcs.at[i];
		unsigned use = lk->uses[f->index][g];

		if (f->kind == IR_FUNCTION || !use)
			continue;
		if (f->kind == IR_CONDITION)
			ig->in_condition = true;
		if ((use & (COUNTS | WRITES)) && !is_begin(f))
			is_const = false;
		if ((use & (READS | WRITES)) && !may_freeze(f))
			counter = false;
	}
	ig->class = is_const ? STP_C_CONST : counter ? STP_C_COUNTER
						     : STP_C_LOCKED;
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

/* Does this function take part in the set that global is in? */
static bool joins(const struct locks *lk, const struct ir_func *f, uint32_t g)
{
	unsigned use = lk->uses[f->index][g];

	switch (lk->u->globals.at[g].class) {
	case STP_C_LOCKED:
		return use;
	case STP_C_COUNTER:
		return use & (READS | WRITES);
	default:
		return false;
	}
}

static void connect(struct locks *lk, const struct ir_func *f,
		    enum stp_global_class class)
{
	uint32_t first = IR_NONE;

	for (uint32_t g = 0; g < lk->u->globals.n; g++) {
		if (lk->u->globals.at[g].class != class || !joins(lk, f, g))
			continue;
		if (first == IR_NONE)
			first = g;
		else
			lk->parent[find(lk, g)] = find(lk, first);
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

static void fill_masks(struct locks *lk, struct ir_func *f)
{
	f->counts = f->freezes = f->locks = 0;
	f->writes_condition = false;
	for (uint32_t g = 0; g < lk->u->globals.n; g++) {
		const struct ir_global *ig = &lk->u->globals.at[g];
		unsigned use = lk->uses[f->index][g];
		uint64_t bit = 1ull << ig->set;

		if (!use)
			continue;
		if ((use & ~READS) && ig->in_condition)
			f->writes_condition = true;
		if (ig->class == STP_C_LOCKED)
			f->locks |= bit;
		else if (ig->class == STP_C_COUNTER && (use & (READS | WRITES)))
			f->freezes |= bit;
		else if (ig->class == STP_C_COUNTER)
			f->counts |= bit;
	}
	f->counts &= ~f->freezes;
}

void ir_locks(struct ir_unit *u)
{
	struct locks lk = { .u = u };

	lk.parent = arena_alloc(u->arena,
				sizeof(*lk.parent) * (u->globals.n + 1));
	find_uses(&lk);
	u->has_locks = true;
	u->n_counters = 0;
	for (uint32_t g = 0; g < u->globals.n; g++) {
		lk.parent[g] = g;
		classify(&lk, g);
	}
	for (size_t i = 0; i < u->funcs.n; i++) {
		if (u->funcs.at[i]->kind != IR_HANDLER)
			continue;
		connect(&lk, u->funcs.at[i], STP_C_LOCKED);
		connect(&lk, u->funcs.at[i], STP_C_COUNTER);
	}
	number_sets(&lk, STP_C_LOCKED);
	number_sets(&lk, STP_C_COUNTER);
	for (size_t i = 0; i < u->funcs.n; i++)
		fill_masks(&lk, u->funcs.at[i]);
}
