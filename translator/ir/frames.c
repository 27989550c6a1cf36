/* SPDX-License-Identifier: LGPL-2.1-or-later */
/**
 * @file
 * Frames: where slots and walks lie, and how deep the frames get.
 *
 * A temporary that is set and used in one block only gives its memory back
 * after its last use; everything else keeps its own.  Functions that call each
 * other in a cycle have room for max_nesting calls of the largest of them.
 */
#include <stdlib.h>

#include "base/arena.h"
#include "runtime/abi.h"
#include "translator/ir/ir.h"

#define FRAME_ALIGN 16

/* Where a register is set and used: one block, or several. */
struct reg_home {
	uint32_t block;		/* IR_NONE - 1: more than one */
	uint32_t last;		/* last use in it */
};
#define MANY (IR_NONE - 1)

static void touch(struct reg_home *h, uint32_t block, uint32_t i)
{
	if (h->block == IR_NONE)
		h->block = block;
	else if (h->block != block)
		h->block = MANY;
	h->last = i;
}

static struct reg_home *find_homes(const struct ir_func *f)
{
	struct reg_home *h = xmalloc((f->regs.n + 1) * sizeof(*h));

	for (size_t r = 0; r < f->regs.n; r++)
		h[r] = (struct reg_home){ IR_NONE, 0 };
	for (uint32_t b = 0; b < f->blocks.n; b++)
		for (uint32_t i = 0; i < f->blocks.at[b].ins.n; i++) {
			const struct ir_ins *in = &f->blocks.at[b].ins.at[i];

			if (in->dst != IR_NONE)
				touch(&h[in->dst], b, i);
			for (uint32_t k = 0; k < in->n_args; k++)
				touch(&h[in->args[k]], b, i);
		}
	return h;
}

/* Memory that is free again, for slots of the same size. */
struct free_mem {
	uint32_t off, size;
};

struct layout {
	struct ir_func *f;
	struct reg_home *homes;
	uint32_t top;
	VEC(struct free_mem) free;
};

static uint32_t take(struct layout *lo, uint32_t size)
{
	for (size_t i = 0; i < lo->free.n; i++)
		if (lo->free.at[i].size == size) {
			uint32_t off = lo->free.at[i].off;

			lo->free.at[i] = vec_last(&lo->free);
			lo->free.n--;
			return off;
		}
	lo->top += size;
	return lo->top - size;
}

static bool is_temp(const struct layout *lo, ir_reg r, uint32_t block)
{
	const struct ir_reg_info *info = &lo->f->regs.at[r];

	return !info->name && info->slot == IR_NONE &&
	       lo->homes[r].block == block;
}

/* After instruction i, temporaries whose last use it was are free. */
static void release(struct layout *lo, uint32_t *slot_of, uint32_t block,
		    uint32_t i, const struct ir_ins *in)
{
	for (uint32_t k = 0; k < in->n_args; k++) {
		ir_reg r = in->args[k];
		uint32_t s = slot_of[r];

		if (s == IR_NONE || !is_temp(lo, r, block) ||
		    lo->homes[r].last != i)
			continue;
		vec_push(&lo->free, ((struct free_mem){
			lo->f->slots.at[s].off, lo->f->slots.at[s].size }));
		slot_of[r] = IR_NONE;
	}
}

static void place_slots(struct layout *lo)
{
	struct ir_func *f = lo->f;
	uint32_t *slot_of = xmalloc((f->regs.n + 1) * sizeof(*slot_of));
	bool *placed = xcalloc(f->slots.n + 1, 1);

	for (size_t r = 0; r < f->regs.n; r++)
		slot_of[r] = IR_NONE;
	for (uint32_t b = 0; b < f->blocks.n; b++) {
		lo->free.n = 0;
		for (uint32_t i = 0; i < f->blocks.at[b].ins.n; i++) {
			const struct ir_ins *in = &f->blocks.at[b].ins.at[i];
			bool temp = in->dst != IR_NONE &&
				    is_temp(lo, in->dst, b);

			if (in->slot != IR_NONE && !placed[in->slot]) {
				struct ir_slot *s = &f->slots.at[in->slot];

				if (temp) {
					s->off = take(lo, s->size);
				} else {
					s->off = lo->top;
					lo->top += s->size;
				}
				placed[in->slot] = true;
				if (temp)
					slot_of[in->dst] = in->slot;
			}
			release(lo, slot_of, b, i, in);
		}
	}
	/* slots of code that was pruned take nothing */
	for (size_t i = 0; i < f->slots.n; i++)
		if (!placed[i])
			f->slots.at[i].size = 0;
	free(slot_of);
	free(placed);
}

static void layout_func(struct ir_func *f)
{
	struct layout lo = { .f = f, .homes = find_homes(f) };

	for (size_t i = 0; i < f->iters.n; i++) {
		f->iters.at[i].off = lo.top;
		lo.top += sizeof(struct stp_iter);
	}
	place_slots(&lo);
	f->frame = (lo.top + FRAME_ALIGN - 1) & ~(uint32_t)(FRAME_ALIGN - 1);
	free(lo.homes);
	vec_free(&lo.free);
}

/* ---- depth over calls --------------------------------------------------- */

/*
 * Functions are finished together with all that they call each other in
 * cycles with (Tarjan's components); what they call beside that is done then.
 */
struct depth {
	struct ir_unit *u;
	uint32_t *order, *low;	/* by function; order 0: not met yet */
	bool *open;
	VEC(struct ir_func *) stack;
	uint32_t n;
};

/* The next call at or behind instruction *@i of block *@b, or NULL. */
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

/* Of what embedded C has in the frame while it runs, the most. */
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

/* The longest chain of calls that leaves the functions from @first on. */
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

/* The deepest frames that the functions from @first on need beside theirs. */
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

/* All from @first on call each other: as many calls as MAXNESTING says. */
static void finish_cycle(struct depth *d, size_t first)
{
	uint64_t n = deepest_below(d, first), widest = 0;
	uint32_t height = highest_below(d, first) + 1;

	for (size_t k = first; k < d->stack.n; k++) {
		struct ir_func *f = d->stack.at[k];

		f->recursive |= d->stack.n - first > 1;
		if (f->frame > widest)
			widest = f->frame;
	}
	n += d->stack.at[first]->recursive ? widest * d->u->max_nesting
					   : widest;
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
			   .open = xcalloc(n, sizeof(*d.open)) };

	for (size_t i = 0; i < u->funcs.n; i++) {
		struct ir_func *f = u->funcs.at[i];

		if (!d.order[i])
			visit(&d, f);
		if (f->kind != IR_FUNCTION && f->deep_frame > u->frame)
			u->frame = f->deep_frame;
	}
	vec_free(&d.stack);
	free(d.open);
	free(d.low);
	free(d.order);
}

static void find_walk_depths(struct ir_unit *u)
{
	for (size_t i = 0; i < u->funcs.n; i++) {
		const struct ir_func *f = u->funcs.at[i];

		for (size_t k = 0; k < f->iters.n; k++) {
			struct ir_global *g =
				&u->globals.at[f->iters.at[k].global];
			uint32_t n = f->iters.at[k].depth + 1;

			/* walks in functions may stand inside others' */
			if (f->kind == IR_FUNCTION)
				n += f->recursive ? u->max_nesting : 1;
			if (n > g->iters)
				g->iters = n;
		}
	}
}

void ir_frames(struct ir_unit *u)
{
	u->frame = 0;
	u->has_frames = true;
	for (size_t i = 0; i < u->funcs.n; i++)
		layout_func(u->funcs.at[i]);
	find_depths(u);
	find_walk_depths(u);
}
