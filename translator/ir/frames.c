/* SPDX-License-Identifier: LGPL-2.1-or-later */
/**
 * @file
 * Lays out frames: the offsets of slots and iterations, and how deep the frames
 * get.
 *
 * Slots whose lives (lives.c) do not meet share memory.  Functions that call
 * each other in a cycle have room for max_nesting calls of the largest of them.
 */
#include <stdlib.h>
#include <string.h>

#include "base/arena.h"
#include "runtime/abi.h"
#include "translator/ir/lives.h"
#include "translator/ir/pass.h"

#define FRAME_ALIGN 16

static uint32_t aligned(uint32_t n)
{
	return (n + FRAME_ALIGN - 1) & ~(uint32_t)(FRAME_ALIGN - 1);
}

/* Orders lives by where they begin. */
static int by_first(const void *a, const void *b)
{
	const struct ir_life *const *x = a, *const *y = b;

	return (*x)->first < (*y)->first ? -1 : (*x)->first > (*y)->first;
}

/* Memory that is in use, ordered by its offset in the frame. */
struct taken {
	uint32_t off, size, last;	/* last: the instruction up to which it is needed */
};
typedef VEC(struct taken) taken_vec;

static void drop_dead(taken_vec *t, uint32_t now)
{
	size_t n = 0;

	for (size_t i = 0; i < t->n; i++)
		if (t->at[i].last >= now)
			t->at[n++] = t->at[i];
	t->n = n;
}

/* Takes the first gap of @size bytes from the offset @from on; it is needed up to
 * instruction @last.  Returns its offset. */
static uint32_t take(taken_vec *t, uint32_t from, uint32_t size, uint32_t last)
{
	size_t i;

	for (i = 0; i < t->n && t->at[i].off - from < size; i++)
		from = t->at[i].off + t->at[i].size;
	vec_push(t, ((struct taken){ 0 }));
	memmove(&t->at[i + 1], &t->at[i], (t->n - 1 - i) * sizeof(*t->at));
	t->at[i] = (struct taken){ from, size, last };
	return from;
}

/* Gives all slots an offset, from @from on, and returns where they end. */
static uint32_t assign_slots(struct ir_func *f, uint32_t from)
{
	struct ir_life *lives = ir_slot_lives(f), **order;
	uint32_t top = from;
	taken_vec taken = { 0 };
	size_t n = 0;

	order = xmalloc((f->slots.n + 1) * sizeof(struct ir_life *));
	for (size_t i = 0; i < f->slots.n; i++) {
		/* slots of code that was pruned take nothing */
		if (lives[i].first > lives[i].last)
			f->slots.at[i].size = 0;
		else
			order[n++] = &lives[i];
	}
	qsort(order, n, sizeof(struct ir_life *), by_first);
	for (size_t i = 0; i < n; i++) {
		struct ir_slot *s = &f->slots.at[order[i] - lives];

		drop_dead(&taken, order[i]->first);
		s->off = take(&taken, from, s->size, order[i]->last);
		if (s->off + s->size > top)
			top = s->off + s->size;
	}
	vec_free(&taken);
	free(order);
	free(lives);
	return top;
}

static void layout_func(struct ir_func *f)
{
	uint32_t top = 0;

	for (size_t i = 0; i < f->iters.n; i++) {
		f->iters.at[i].off = top;
		top += sizeof(struct stp_iter);
	}
	f->frame = aligned(assign_slots(f, top));
}

/* ---- depth over calls --------------------------------------------------- */

/*
 * The state of the walk over calls.  Functions that call each other in a cycle
 * (Tarjan's strongly connected components) are finished together.  All other
 * functions that they call are finished before.
 */
struct depth {
	struct ir_unit *u;
	uint32_t *order, *low;	/* by function; order 0: not met yet */
	bool *open;
	VEC(struct ir_func *) stack;
	uint32_t n;
	uint32_t *walks;	/* [funcs][globals] iterations over the global that may
				   be nested, in the function and those it calls */
};

static uint32_t *walks_of(const struct depth *d, const struct ir_func *f)
{
	return d->walks + f->index * d->u->globals.n;
}

/* Returns the function of the next call from instruction *@i of block *@b on,
 * or NULL.  Moves *@b and *@i to the instruction after the call. */
static struct ir_func *next_call(const struct depth *d,
				 const struct ir_func *f, size_t *b, size_t *i)
{
	for (; *b < f->blocks.n; ++*b, *i = 0)
		while (*i < f->blocks.at[*b].ins.n) {
			const struct ir_ins *in =
				&f->blocks.at[*b].ins.at[(*i)++];

			if (in->op == IR_CALL)
				return d->u->funcs.at[in->imm];
		}
	return NULL;
}

/* Returns the most bytes that embedded C takes beside the frame while it
 * runs. */
static uint64_t embedded(const struct ir_unit *u, const struct ir_func *f)
{
	uint64_t most = 0;

	for (size_t b = 0; b < f->blocks.n; b++)
		for (size_t i = 0; i < f->blocks.at[b].ins.n; i++) {
			const struct ir_ins *in = &f->blocks.at[b].ins.at[i];

			if (in->op == IR_EMBED &&
			    u->cs.at[in->imm]->frame > most)
				most = u->cs.at[in->imm]->frame;
		}
	return most;
}

/* Returns the greatest height of a function that is called by those on d->stack from
 * index @first on, and is not one of them. */
static uint32_t highest_below(const struct depth *d, size_t first)
{
	uint32_t most = 0;

	for (size_t k = first; k < d->stack.n; k++) {
		struct ir_func *f = d->stack.at[k], *to;

		for (size_t b = 0, i = 0; (to = next_call(d, f, &b, &i));)
			if (!d->open[to->index] && to->height > most)
				most = to->height;
	}
	return most;
}

/* Returns the most bytes that one of the functions on d->stack from index @first on
 * needs beside its own frame: for C, or for a function that is not one of them. */
static uint64_t deepest_below(const struct depth *d, size_t first)
{
	uint64_t most = 0;

	for (size_t k = first; k < d->stack.n; k++) {
		struct ir_func *f = d->stack.at[k], *to;
		uint64_t own = embedded(d->u, f);

		if (own > most)
			most = own;
		for (size_t b = 0, i = 0; (to = next_call(d, f, &b, &i));)
			if (!d->open[to->index] && to->deep_frame > most)
				most = to->deep_frame;
	}
	return most;
}

static void raise_to(uint32_t *most, uint32_t n)
{
	if (n > *most)
		*most = n;
}

/* Returns the most iterations over global @g that are nested in one function of those
 * on d->stack from index @first on. */
static uint32_t own_walks(const struct depth *d, size_t first, uint32_t g)
{
	uint32_t most = 0;

	for (size_t k = first; k < d->stack.n; k++) {
		const struct ir_func *f = d->stack.at[k];

		for (size_t i = 0; i < f->iters.n; i++)
			if (f->iters.at[i].global == g)
				raise_to(&most, f->iters.at[i].depth + 1);
	}
	return most;
}

/* Returns the most nested iterations over global @g of a function that is called by
 * those on d->stack from index @first on, and is not one of them. */
static uint32_t walks_below(const struct depth *d, size_t first, uint32_t g)
{
	uint32_t most = 0;

	for (size_t k = first; k < d->stack.n; k++) {
		struct ir_func *f = d->stack.at[k], *to;

		for (size_t b = 0, i = 0; (to = next_call(d, f, &b, &i));)
			if (!d->open[to->index])
				raise_to(&most, walks_of(d, to)[g]);
	}
	return most;
}

/* Counts the iterations that may be nested, over each global: an iteration in a function
 * may be inside one of its caller.  Those in a cycle are there at each call. */
static void count_walks(struct depth *d, size_t first, uint32_t calls)
{
	for (uint32_t g = 0; g < d->u->globals.n; g++) {
		uint32_t n, *iters = &d->u->globals.at[g].iters;

		if (!d->u->globals.at[g].is_map)
			continue;
		n = walks_below(d, first, g) + own_walks(d, first, g) * calls;
		for (size_t k = first; k < d->stack.n; k++)
			walks_of(d, d->stack.at[k])[g] = n;
		raise_to(iters, n);
	}
}

/* Finishes the functions on d->stack from index @first on: a single one, or a cycle
 * of functions that call each other up to MAXNESTING calls deep. */
static void finish_cycle(struct depth *d, size_t first)
{
	uint64_t n = deepest_below(d, first), widest = 0;
	uint32_t height = highest_below(d, first) + 1, calls = 1;

	for (size_t k = first; k < d->stack.n; k++) {
		struct ir_func *f = d->stack.at[k];

		f->recursive |= d->stack.n - first > 1;
		if (f->frame > widest)
			widest = f->frame;
	}
	if (d->stack.at[first]->recursive)
		calls = d->u->max_nesting;
	n += widest * calls;
	count_walks(d, first, calls);
	while (d->stack.n > first) {
		struct ir_func *f = d->stack.at[--d->stack.n];

		d->open[f->index] = false;
		f->deep_frame = n < UINT32_MAX / 2 ? n : UINT32_MAX / 2;
		f->height = height;
		f->looks = f->kind == IR_FUNCTION &&
			   (f->recursive || height > IR_SHALLOW);
	}
}

static void visit(struct depth *d, struct ir_func *f)
{
	size_t first = d->stack.n;
	uint32_t at = f->index;
	struct ir_func *to;

	d->order[at] = d->low[at] = ++d->n;
	d->open[at] = true;
	vec_push(&d->stack, f);
	for (size_t b = 0, i = 0; (to = next_call(d, f, &b, &i));) {
		f->recursive |= to == f;
		if (!d->order[to->index])
			visit(d, to);
		if (d->open[to->index] && d->low[to->index] < d->low[at])
			d->low[at] = d->low[to->index];
	}
	if (d->low[at] == d->order[at])
		finish_cycle(d, first);
}

static void find_depths(struct ir_unit *u)
{
	size_t n = u->funcs.n + 1;
	struct depth d = { .u = u, .order = xcalloc(n, sizeof(*d.order)),
			   .low = xcalloc(n, sizeof(*d.low)),
			   .open = xcalloc(n, sizeof(*d.open)),
			   .walks = xcalloc(n * (u->globals.n + 1),
					    sizeof(*d.walks)) };

	for (size_t i = 0; i < u->funcs.n; i++) {
		struct ir_func *f = u->funcs.at[i];

		if (!d.order[i])
			visit(&d, f);
		if (f->kind != IR_FUNCTION && f->deep_frame > u->frame)
			u->frame = f->deep_frame;
	}
	vec_free(&d.stack);
	free(d.walks);
	free(d.open);
	free(d.low);
	free(d.order);
}

void ir_frames(struct ir_unit *u)
{
	u->frame = 0;
	u->has_frames = true;
	for (size_t i = 0; i < u->funcs.n; i++)
		layout_func(u->funcs.at[i]);
	find_depths(u);
}
