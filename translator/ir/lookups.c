/* SPDX-License-Identifier: LGPL-2.1-or-later */
/**
 * @file
 * Makes one lookup of all operations with one key:
 *
 *	if (tid() in t) { s <<< now - t[tid()]; delete t[tid()] }
 *
 * MFIND is put before the first operation and finds the element; each operation
 * then uses its result.  The result is valid until something may change the array.  It
 * is followed into blocks that have only one way in: at the start of a loop, and where
 * paths join, no result is known.  This is done for arrays with a number as their only
 * key and numbers as values, if no other handler changes them meanwhile.
 */
#include <stdlib.h>
#include <string.h>

#include "base/arena.h"
#include "translator/ir/pass.h"

/* The most lookups that are known at one point; further ones are not noted. */
#define MOST 8

/* A lookup: the first operation with a key, and where it is. */
struct lookup {
	uint32_t block;
	size_t at;
	int64_t global;
	ir_reg key;		/* same[] of the register with the key */
	ir_reg link;		/* the result of MFIND; IR_NONE: no other operation uses it */
};

struct open {
	size_t n, of[MOST];	/* indexes of the lookups that hold here */
};

struct todo {
	uint32_t block;
	struct open open;
};

struct sharing {
	struct ir_unit *u;
	struct ir_func *f;
	uint32_t *entries;
	ir_reg *same;		/* by register: the first one with its value;
				   IR_NONE: it changes */
	VEC(struct lookup) lookups;
	VEC(struct todo) todo;
};

/* ---- keys --------------------------------------------------------------- */

/* Returns true if the instruction returns the same number throughout a
 * handler. */
static bool is_steady(const struct ir_ins *in)
{
	const struct ir_intrinsic *it;

	if (in->op != IR_INTRIN || in->n_args)
		return false;
	it = ir_intrinsic(in->imm);
	return it->pure && *it->result == 'n';
}

static void find_same(struct sharing *s)
{
	uint32_t *sets = ir_count_sets(s->f);
	ir_reg *first = xmalloc(ir_intrinsic_count() * sizeof(*first));

	memset(first, 0xff, ir_intrinsic_count() * sizeof(*first));
	for (ir_reg r = 0; r < s->f->regs.n; r++)
		s->same[r] = sets[r] == 1 ? r : IR_NONE;
	for (size_t b = 0; b < s->f->blocks.n; b++)
		for (size_t i = 0; i < s->f->blocks.at[b].ins.n; i++) {
			const struct ir_ins *in =
				&s->f->blocks.at[b].ins.at[i];

			if (!is_steady(in) || s->same[in->dst] == IR_NONE)
				continue;
			if (first[in->imm] == IR_NONE)
				first[in->imm] = in->dst;
			s->same[in->dst] = first[in->imm];
		}
	free(first);
	free(sets);
}

/* ---- one instruction ---------------------------------------------------- */

static bool is_question(const struct sharing *s, const struct ir_ins *in)
{
	const struct ir_global *g;

	if ((in->op != IR_MHAS && in->op != IR_MGET && in->op != IR_MDEL) ||
	    in->imm2)
		return false;
	g = &s->u->globals.at[in->imm];
	return g->n_keys == 1 && g->keys[0] == IR_T_NUM &&
	       g->type == IR_T_NUM && g->class != STP_C_COUNTER &&
	       s->same[in->args[0]] != IR_NONE;
}

static void ask_link(struct ir_ins *in, ir_reg link)
{
	in->op = in->op == IR_MHAS ? IR_LHAS
				   : in->op == IR_MGET ? IR_LGET : IR_LDEL;
	in->args[0] = link;
}

static ir_reg make_link(struct sharing *s)
{
	struct ir_reg_info reg = { .type = IR_T_NUM, .slot = IR_NONE };

	vec_push_in(s->u->arena, &s->f->regs, reg);
	return s->f->regs.n - 1;
}

/* Returns the known lookup with the array and the key of @in, or NULL. */
static struct lookup *find_open(struct sharing *s, const struct open *o,
				const struct ir_ins *in)
{
	for (size_t i = 0; i < o->n; i++) {
		struct lookup *l = &s->lookups.at[o->of[i]];

		if (l->global == in->imm && l->key == s->same[in->args[0]])
			return l;
	}
	return NULL;
}

static void ask(struct sharing *s, struct open *o, uint32_t block, size_t at)
{
	struct ir_ins *in = &s->f->blocks.at[block].ins.at[at];
	struct lookup *l = find_open(s, o, in);
	struct lookup new = { block, at, in->imm, s->same[in->args[0]],
			      IR_NONE };

	if (l) {
		if (l->link == IR_NONE)
			l->link = make_link(s);
		ask_link(in, l->link);
	} else if (o->n < MOST) {
		o->of[o->n++] = s->lookups.n;
		vec_push(&s->lookups, new);
	}
}

/* Returns true if @in may change the array @global; an operation with unknown
 * effects may. */
static bool may_change(const struct ir_ins *in, int64_t global)
{
	if (ir_ops[in->op].imm == IR_IMM_GLOBAL)
		return (ir_ops[in->op].flags & IR_WRITE) && in->imm == global;
	return in->op == IR_CALL || in->op == IR_EMBED;
}

static void close_changed(const struct sharing *s, struct open *o,
			  const struct ir_ins *in)
{
	size_t kept = 0;

	for (size_t i = 0; i < o->n; i++)
		if (!may_change(in, s->lookups.at[o->of[i]].global))
			o->of[kept++] = o->of[i];
	o->n = kept;
}

/* ---- blocks ------------------------------------------------------------- */

static void walk_block(struct sharing *s, struct todo t)
{
	struct ir_block *b = &s->f->blocks.at[t.block];
	uint32_t to[2];
	unsigned n;

	for (size_t i = 0; i < b->ins.n; i++) {
		if (is_question(s, &b->ins.at[i]))
			ask(s, &t.open, t.block, i);
		close_changed(s, &t.open, &b->ins.at[i]);
	}
	n = ir_successors(b, to);
	for (unsigned i = 0; i < n; i++)
		if (s->entries[to[i]] == 1)
			vec_push(&s->todo, ((struct todo){ to[i], t.open }));
}

static void put_find(struct sharing *s, const struct lookup *l)
{
	struct ir_block *b = &s->f->blocks.at[l->block];
	struct ir_ins *in = &b->ins.at[l->at], find = *in;

	find.op = IR_MFIND;
	find.dst = l->link;
	find.args = arena_alloc(s->u->arena, sizeof(*find.args));
	find.args[0] = in->args[0];
	ask_link(in, l->link);
	vec_push_in(s->u->arena, &b->ins, find);
	memmove(b->ins.at + l->at + 1, b->ins.at + l->at,
		(b->ins.n - 1 - l->at) * sizeof(*b->ins.at));
	b->ins.at[l->at] = find;
}

/* Inserts the MFINDs from the last to the first, so that the indexes of
 * instructions before them stay valid. */
static void put_finds(struct sharing *s)
{
	for (size_t i = s->lookups.n; i-- > 0;)
		if (s->lookups.at[i].link != IR_NONE)
			put_find(s, &s->lookups.at[i]);
}

static void share(struct ir_unit *u, struct ir_func *f)
{
	struct sharing s = { .u = u, .f = f,
			     .entries = ir_count_entries(f),
			     .same = xmalloc((f->regs.n + 1) *
					     sizeof(*s.same)) };

	find_same(&s);
	for (uint32_t b = 0; b < f->blocks.n; b++) {
		if (s.entries[b] == 1)
			continue;
		vec_push(&s.todo, ((struct todo){ b, { 0 } }));
		while (s.todo.n)
			walk_block(&s, vec_pop(&s.todo));
	}
	put_finds(&s);
	free(s.entries);
	free(s.same);
	vec_free(&s.lookups);
	vec_free(&s.todo);
}

/* Shares lookups in handlers and functions.  A condition may run without the
 * lock, so each of its operations needs a lookup of its own. */
void ir_lookups(struct ir_unit *u)
{
	for (size_t i = 0; i < u->funcs.n; i++)
		if (u->funcs.at[i]->kind != IR_CONDITION)
			share(u, u->funcs.at[i]);
}
