/* SPDX-License-Identifier: LGPL-2.1-or-later */
/**
 * @file
 * Checks the rules about paths.  Sets of a few bits flow over all blocks
 * (verify_flow()).  Registers and iterations can be as many as blocks, so sets of them
 * would be too large: each register and iteration is followed by itself, only through
 * blocks in which it matters.
 */
#include <stdlib.h>
#include <string.h>

#include "base/arena.h"
#include "translator/ir/pass.h"
#include "translator/ir/verify.h"

/* ---- data flow ---------------------------------------------------------- */

/*
 * A forward flow of one bit set per block: the set at its start is the meet
 * over its predecessors.  The transfer function works on `now`.  An error edge
 * carries the set as it is before the op that fails.
 */
struct flow {
	struct verify *v;
	size_t words;
	uint64_t *in;		/* [block][words] */
	bool *seen;
	uint32_t *order;	/* reverse postorder: one round is enough without loops */
	size_t n_order;
	bool meet_and;		/* must (and) or may (or) */
};

static uint64_t *flow_in(const struct flow *fl, uint32_t b)
{
	return fl->in + b * fl->words;
}

static bool flow_meet(struct flow *fl, uint32_t to, const uint64_t *now)
{
	uint64_t *in = flow_in(fl, to);
	bool changed = !fl->seen[to];

	for (size_t i = 0; i < fl->words; i++) {
		uint64_t next = now[i];

		if (fl->seen[to])
			next = fl->meet_and ? in[i] & now[i] : in[i] | now[i];
		changed |= next != in[i];
		in[i] = next;
	}
	fl->seen[to] = true;
	return changed;
}

static bool flow_block(struct flow *fl, uint32_t b, transfer_fn fn,
		       uint64_t *now, bool check)
{
	const struct ir_block *bl = &fl->v->f->blocks.at[b];
	bool changed = false;
	uint32_t to[2];
	unsigned k;

	memcpy(now, flow_in(fl, b), fl->words * sizeof(*now));
	fl->v->block = b;
	for (size_t i = 0; i < bl->ins.n; i++) {
		fl->v->ins = i;
		if (bl->on_error != IR_NONE &&
		    (ir_may_fail(fl->v->u, &bl->ins.at[i]) ||
		     bl->ins.at[i].op == IR_RAISE))
			changed |= flow_meet(fl, bl->on_error, now);
		fn(fl->v, &bl->ins.at[i], now, check);
	}
	k = ir_successors(bl, to);
	for (unsigned i = 0; i < k; i++)
		changed |= flow_meet(fl, to[i], now);
	return changed;
}

void verify_flow(struct verify *v, size_t bits, bool meet_and,
		 const uint64_t *first, transfer_fn fn)
{
	size_t n = v->f->blocks.n;
	struct flow fl = { .v = v, .words = bits / 64 + 1,
			   .meet_and = meet_and };
	uint64_t *now = xcalloc(fl.words, sizeof(*now));
	bool changed = true;

	fl.in = xcalloc(n * fl.words, sizeof(*fl.in));
	fl.seen = xcalloc(n, 1);
	fl.order = xmalloc(n * sizeof(*fl.order));
	fl.n_order = ir_order(v->f, fl.order);
	flow_meet(&fl, 0, first);
	while (changed) {
		changed = false;
		for (size_t i = 0; i < fl.n_order; i++)
			if (fl.seen[fl.order[i]])
				changed |= flow_block(&fl, fl.order[i], fn,
						      now, false);
	}
	for (uint32_t b = 0; b < n; b++)
		if (fl.seen[b])
			flow_block(&fl, b, fn, now, true);
	free(now);
	free(fl.in);
	free(fl.seen);
	free(fl.order);
}

/* ---- one register, backwards -------------------------------------------- */

struct reg_use {
	uint32_t block, ins;
	uint32_t next;		/* of the same register, or IR_NONE */
};
typedef VEC(struct reg_use) reg_uses;

/* A way into a block.  If it is an error edge, the op that failed has not set its
 * result. */
struct way {
	uint32_t from;
	bool by_error;
};

struct paths {
	struct verify *v;
	uint32_t *fails;	/* by block: first op with an error edge */
	uint32_t *first;	/* by block: index of its first way in */
	struct way *ways;
	uint32_t *set, *use;	/* by register: its first entry in uses, or IR_NONE */
	reg_uses uses;
	/* by block, a register: the last one noted as set there; as set there
	 * before anything can fail; whose search has visited the block */
	uint32_t *is_set, *is_set_early, *seen;
	VEC(uint32_t) todo;
};

static uint32_t *table(size_t n)
{
	uint32_t *t = xmalloc((n + 1) * sizeof(*t));

	memset(t, 0xff, (n + 1) * sizeof(*t));
	return t;
}

static bool takes_error_edge(const struct verify *v, const struct ir_ins *in)
{
	return ir_may_fail(v->u, in) || in->op == IR_RAISE;
}

static uint32_t first_failure(const struct verify *v, const struct ir_block *b)
{
	for (uint32_t i = 0; b->on_error != IR_NONE && i < b->ins.n; i++)
		if (takes_error_edge(v, &b->ins.at[i]))
			return i;
	return IR_NONE;
}

/* Finds the ways into all blocks: counts them, then fills them in from the
 * end. */
static void find_ways(struct paths *p)
{
	const struct ir_func *f = p->v->f;
	uint32_t to[3], n = 0;

	p->first = xcalloc(f->blocks.n + 1, sizeof(*p->first));
	for (size_t b = 0; b < f->blocks.n; b++) {
		unsigned k = ir_ways_out(&f->blocks.at[b], to);

		while (k)
			p->first[to[--k]]++;
	}
	for (size_t b = 0; b < f->blocks.n; b++)
		n = p->first[b] += n;
	p->first[f->blocks.n] = n;
	p->ways = xmalloc((n + 1) * sizeof(*p->ways));
	for (size_t b = 0; b < f->blocks.n; b++) {
		unsigned ends = ir_successors(&f->blocks.at[b], to);
		unsigned k = ir_ways_out(&f->blocks.at[b], to);

		while (k--)
			p->ways[--p->first[to[k]]] =
				(struct way){ b, k >= ends };
	}
}

static void add_use(struct paths *p, uint32_t *list)
{
	struct reg_use at = { p->v->block, p->v->ins, *list };

	vec_push(&p->uses, at);
	*list = p->uses.n - 1;
}

/* Finds where registers are set, and where they are used in blocks that have
 * not set them before. */
static void find_uses(struct paths *p)
{
	struct verify *v = p->v;
	const struct ir_ins *in;
	uint32_t *set_in = table(v->f->regs.n);

	for_each_ins(v, in) {
		for (uint32_t i = 0; i < in->n_args; i++)
			if (set_in[in->args[i]] != v->block)
				add_use(p, &p->use[in->args[i]]);
		if (in->dst == IR_NONE)
			continue;
		set_in[in->dst] = v->block;
		add_use(p, &p->set[in->dst]);
	}
	free(set_in);
}

static void go_back(struct paths *p, ir_reg r, uint32_t block)
{
	for (uint32_t w = p->first[block]; w < p->first[block + 1]; w++) {
		uint32_t from = p->ways[w].from;

		if ((p->ways[w].by_error ? p->is_set_early
					 : p->is_set)[from] == r ||
		    p->seen[from] == r)
			continue;
		p->seen[from] = r;
		vec_push(&p->todo, from);
	}
}

/* Checks that every path from the function's start to the use sets @r. */
static void check_use(struct paths *p, ir_reg r, const struct reg_use *use)
{
	p->todo.n = 0;
	if (p->seen[use->block] != r)
		vec_push(&p->todo, use->block);
	p->seen[use->block] = r;
	while (p->todo.n) {
		uint32_t b = p->todo.at[--p->todo.n];

		if (!b) {
			p->v->block = use->block;
			p->v->ins = use->ins;
			broken(p->v, "%%%u is used before it is set", r);
			return;
		}
		go_back(p, r, b);
	}
}

/* Marks the blocks that set @r.  Returns true if the first block sets it before
 * anything can fail: then all other blocks can use it. */
static bool mark_sets(struct paths *p, ir_reg r)
{
	bool always = false;

	for (uint32_t i = p->set[r]; i != IR_NONE; i = p->uses.at[i].next) {
		const struct reg_use *at = &p->uses.at[i];
		bool early = at->ins < p->fails[at->block];

		p->is_set[at->block] = r;
		if (early)
			p->is_set_early[at->block] = r;
		always |= early && !at->block;
	}
	return always;
}

static void check_reg(struct paths *p, ir_reg r)
{
	bool always = mark_sets(p, r);

	for (uint32_t i = p->use[r]; i != IR_NONE; i = p->uses.at[i].next)
		if (!always || !p->uses.at[i].block)
			check_use(p, r, &p->uses.at[i]);
}

static void deinit_paths(struct paths *p)
{
	free(p->fails);
	free(p->first);
	free(p->ways);
	free(p->set);
	free(p->use);
	free(p->is_set);
	free(p->is_set_early);
	free(p->seen);
	vec_free(&p->uses);
	vec_free(&p->todo);
}

void verify_defs(struct verify *v)
{
	size_t n = v->f->blocks.n;
	struct paths p = { .v = v, .fails = table(n), .is_set = table(n),
			   .is_set_early = table(n), .seen = table(n),
			   .set = table(v->f->regs.n),
			   .use = table(v->f->regs.n) };

	for (size_t b = 0; b < n; b++)
		p.fails[b] = first_failure(v, &v->f->blocks.at[b]);
	find_ways(&p);
	find_uses(&p);
	for (ir_reg r = v->f->n_params; r < v->f->regs.n; r++)
		if (p.use[r] != IR_NONE)
			check_reg(&p, r);
	deinit_paths(&p);
}

/* ---- one iteration, forwards -------------------------------------------- */

struct open_walk {
	struct verify *v;
	int64_t walk;
	uint32_t number;	/* of this search */
	uint32_t *seen;		/* by block: the last search */
	VEC(uint32_t) todo;
};

static void follow(struct open_walk *w, uint32_t block)
{
	if (w->seen[block] == w->number)
		return;
	w->seen[block] = w->number;
	vec_push(&w->todo, block);
}

static bool leaves(const struct verify *v, const struct ir_block *b,
		   const struct ir_ins *in)
{
	return in->op == IR_LOCK || in->op == IR_RET || in->op == IR_RETN ||
	       in->op == IR_RETS ||
	       (b->on_error == IR_NONE && takes_error_edge(v, in));
}

/* Follows the ops from @from on, until the iteration ends or the block does. */
static void follow_block(struct open_walk *w, uint32_t block, uint32_t from)
{
	const struct ir_block *b = &w->v->f->blocks.at[block];
	uint32_t to[2];
	unsigned k;

	for (uint32_t i = from; i < b->ins.n; i++) {
		const struct ir_ins *in = &b->ins.at[i];

		w->v->block = block;
		w->v->ins = i;
		if (leaves(w->v, b, in))
			broken(w->v, "walk w%d is still open here",
			       (int)w->walk);
		if (b->on_error != IR_NONE && takes_error_edge(w->v, in))
			follow(w, b->on_error);
		if (in->op == IR_IEND && in->imm == w->walk)
			return;
	}
	k = ir_successors(b, to);
	while (k)
		follow(w, to[--k]);
}

void verify_walks(struct verify *v)
{
	struct open_walk w = { .v = v, .seen = table(v->f->blocks.n) };

	for (uint32_t b = 0; v->f->iters.n && b < v->f->blocks.n; b++) {
		const struct ir_block *bl = &v->f->blocks.at[b];

		for (uint32_t i = 0; i < bl->ins.n && v->ok; i++) {
			if (bl->ins.at[i].op != IR_ITER)
				continue;
			w.walk = bl->ins.at[i].imm;
			w.number++;
			follow_block(&w, b, i + 1);
			while (w.todo.n)
				follow_block(&w, w.todo.at[--w.todo.n], 0);
		}
	}
	free(w.seen);
	vec_free(&w.todo);
}
