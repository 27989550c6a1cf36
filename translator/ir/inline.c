/* SPDX-License-Identifier: LGPL-2.1-or-later */
/**
 * @file
 * Inlines small functions into their callers, and removes functions that are
 * never called.
 *
 * Called functions are finished before their callers.  A function is inlined if
 * it is small, or if there is no other call of it.  A function that iterates
 * over arrays, that is recursive (MAXNESTING bounds its depth), or that calls a
 * recursive one is never inlined.  The body keeps its SPEND, so a call costs as
 * much budget as before, and MAXACTION is reached at the same point.  The body's
 * error edges lead to the caller's.
 *
 * A parameter that the body does not change is the argument itself: nothing
 * in the body can change the caller's registers.
 */
#include <stdlib.h>
#include <string.h>

#include "base/arena.h"
#include "translator/ir/pass.h"

enum {
	SMALL = 24,		/* instructions of a function that is inlined at each call */
	ONLY_CALL = 400,	/* of a function that is called once */
	LARGEST = 8000,		/* into a caller that is larger, nothing more is inlined */
	BRANCHY = 100,		/* into a caller with more blocks, no function with slots is
				   inlined: the slots of all branches would stay in its
				   frame, while calls share theirs */
};

enum visit { NEW, OPEN, DONE };

struct callee {
	enum visit state;
	bool recursive;		/* it is recursive, or calls a recursive function */
	uint32_t calls;		/* the number of its calls */
	uint32_t size;
};

struct inliner {
	struct ir_unit *u;
	struct callee *info;	/* by function */
	VEC(struct ir_func *) stack;
	/* the caller that is built anew */
	struct ir_func *f;
	VEC(struct ir_block) out;
	VEC(bool) is_old;	/* its jumps still have old block numbers */
	uint32_t *head;		/* old block -> the new block with which it begins */
	size_t grown;
};

static bool is_call(const struct ir_ins *in)
{
	return ir_ops[in->op].imm == IR_IMM_FUNC;
}

static uint32_t size_of(const struct ir_func *f)
{
	uint32_t n = 0;

	for (size_t b = 0; b < f->blocks.n; b++)
		n += f->blocks.at[b].ins.n;
	return n;
}

/* ---- copying a body ----------------------------------------------------- */

/* A call that is replaced by the function's body. */
struct site {
	const struct ir_ins *call;
	const struct ir_func *callee;
	uint32_t on_error;	/* where errors of the call go */
	ir_reg *map;		/* the callee's registers -> the caller's */
	uint32_t slots;		/* where the callee's slots begin */
	uint32_t first, after;	/* the body's first block; the block after the call */
};

static bool *written_params(const struct ir_func *f)
{
	bool *w = xcalloc(f->n_params + 1, sizeof(*w));

	for (size_t b = 0; b < f->blocks.n; b++)
		for (size_t i = 0; i < f->blocks.at[b].ins.n; i++)
			if (f->blocks.at[b].ins.at[i].dst < f->n_params)
				w[f->blocks.at[b].ins.at[i].dst] = true;
	return w;
}

static struct ir_block *last_block(struct inliner *n)
{
	return &vec_last(&n->out);
}

static void put(struct inliner *n, struct ir_ins in)
{
	vec_push_in(n->u->arena, &last_block(n)->ins, in);
}

static void put_move(struct inliner *n, ir_reg dst, ir_reg src, uint32_t slot,
		     uint32_t loc)
{
	struct ir_ins in = { .dst = dst, .n_args = 1, .slot = slot,
			     .loc = loc };

	in.op = n->f->regs.at[dst].type == IR_T_STR ? IR_SMOVE : IR_MOVE;
	in.args = arena_memdup(n->u->arena, &src, sizeof(src));
	put(n, in);
}

static void put_jump(struct inliner *n, uint32_t to, uint32_t loc)
{
	put(n, (struct ir_ins){ .op = IR_JUMP, .dst = IR_NONE, .imm = to,
				.slot = IR_NONE, .loc = loc });
}

static void new_block(struct inliner *n, uint32_t on_error, bool is_old)
{
	struct ir_block b = { .on_error = on_error };

	vec_push_in(n->u->arena, &n->out, b);
	vec_push(&n->is_old, is_old);
}

/* Returns the slot of a parameter that the body sets; IR_NONE for a number.  A string
 * parameter that only literals are assigned to has no slot yet, so it gets one here. */
static uint32_t param_slot(struct inliner *n, const struct ir_reg_info *info)
{
	uint32_t cap = n->u->string_len;
	struct ir_slot slot = { .size = (cap + 8) & ~7u, .cap = cap };

	if (info->type != IR_T_STR || info->slot != IR_NONE)
		return info->slot;
	vec_push_in(n->u->arena, &n->f->slots, slot);
	return n->f->slots.n - 1;
}

static void map_registers(struct inliner *n, struct site *s)
{
	const struct ir_func *g = s->callee;
	bool *written = written_params(g);

	s->slots = n->f->slots.n;
	for (size_t i = 0; i < g->slots.n; i++)
		vec_push_in(n->u->arena, &n->f->slots, g->slots.at[i]);
	for (ir_reg r = 0; r < g->regs.n; r++) {
		struct ir_reg_info info = g->regs.at[r];

		if (r < g->n_params && !written[r]) {
			s->map[r] = s->call->args[r];
			continue;
		}
		s->map[r] = n->f->regs.n;
		if (info.slot != IR_NONE)
			info.slot += s->slots;
		if (r < g->n_params)
			info.slot = param_slot(n, &info);
		vec_push_in(n->u->arena, &n->f->regs, info);
		if (r < g->n_params)
			put_move(n, s->map[r], s->call->args[r], info.slot,
				 s->call->loc);
	}
	free(written);
}

/* Replaces a return: copies its value to the result of the call and jumps to
 * the block after the call. */
static void copy_return(struct inliner *n, const struct site *s,
			const struct ir_ins *in)
{
	if (in->n_args && s->call->dst != IR_NONE)
		put_move(n, s->call->dst, s->map[in->args[0]], s->call->slot,
			 in->loc);
	put_jump(n, s->after, in->loc);
}

/* Returns the location of a copied instruction.  One that may fail keeps the
 * call that leads to it, for the error's report. */
static uint32_t loc_from(struct inliner *n, const struct site *s,
			 const struct ir_ins *in)
{
	if (!ir_may_fail(n->u, in))
		return in->loc;
	return ir_loc_called(n->u, in->loc, s->call->loc);
}

static void copy_ins(struct inliner *n, const struct site *s, struct ir_ins in)
{
	in.loc = loc_from(n, s, &in);
	if (in.op == IR_RET || in.op == IR_RETN || in.op == IR_RETS) {
		copy_return(n, s, &in);
		return;
	}
	in.args = arena_memdup(n->u->arena, in.args,
			       in.n_args * sizeof(*in.args));
	for (uint32_t i = 0; i < in.n_args; i++)
		in.args[i] = s->map[in.args[i]];
	if (in.dst != IR_NONE)
		in.dst = s->map[in.dst];
	if (in.slot != IR_NONE)
		in.slot += s->slots;
	if (in.op == IR_JUMP || in.op == IR_BRANCH)
		in.imm += s->first;
	if (in.op == IR_BRANCH)
		in.imm2 += s->first;
	put(n, in);
}

/* Copies the body and splits the caller's block: the second half follows the
 * body.  An error that leaves the body goes where an error of the call went. */
static void copy_body(struct inliner *n, struct site *s)
{
	const struct ir_func *g = s->callee;

	s->map = xmalloc((g->regs.n + 1) * sizeof(*s->map));
	map_registers(n, s);
	s->first = n->out.n;
	s->after = s->first + g->blocks.n;
	put_jump(n, s->first, s->call->loc);
	for (size_t b = 0; b < g->blocks.n; b++) {
		const struct ir_block *bl = &g->blocks.at[b];

		new_block(n, IR_NONE, false);
		for (size_t i = 0; i < bl->ins.n; i++)
			copy_ins(n, s, bl->ins.at[i]);
		last_block(n)->on_error = bl->on_error == IR_NONE
			? s->on_error : bl->on_error + s->first;
	}
	free(s->map);
	n->grown += size_of(g);
}

/* ---- building the caller anew ------------------------------------------- */

static bool wanted(const struct inliner *n, const struct ir_ins *in)
{
	const struct ir_func *g;
	const struct callee *c;

	if (in->op != IR_CALL || n->grown > LARGEST)
		return false;
	g = n->u->funcs.at[in->imm];
	c = &n->info[g->index];
	return !c->recursive && !g->iters.n &&
	       (!g->slots.n || n->f->blocks.n <= BRANCHY) &&
	       (c->size <= SMALL || (c->calls == 1 && c->size <= ONLY_CALL));
}

static uint32_t error_edge(const struct inliner *n, uint32_t old)
{
	return old == IR_NONE ? IR_NONE : n->head[old];
}

static void copy_block(struct inliner *n, const struct ir_block *bl)
{
	new_block(n, error_edge(n, bl->on_error), true);
	for (size_t i = 0; i < bl->ins.n; i++) {
		const struct ir_ins *in = &bl->ins.at[i];
		struct site s = { .call = in };

		if (!wanted(n, in)) {
			put(n, *in);
			continue;
		}
		s.callee = n->u->funcs.at[in->imm];
		s.on_error = error_edge(n, bl->on_error);
		vec_last(&n->is_old) = false;
		copy_body(n, &s);
		new_block(n, error_edge(n, bl->on_error), true);
	}
}

/* Computes where each old block will begin.  Returns false if there is no call
 * to inline. */
static bool find_heads(struct inliner *n)
{
	uint32_t at = 0;
	bool any = false;

	n->grown = size_of(n->f);
	for (size_t b = 0; b < n->f->blocks.n; b++) {
		const struct ir_block *bl = &n->f->blocks.at[b];

		n->head[b] = at++;
		for (size_t i = 0; i < bl->ins.n; i++) {
			const struct ir_func *g;

			if (!wanted(n, &bl->ins.at[i]))
				continue;
			g = n->u->funcs.at[bl->ins.at[i].imm];
			at += g->blocks.n + 1;
			n->grown += size_of(g);
			any = true;
		}
	}
	n->grown = size_of(n->f);
	return any;
}

static void inline_into(struct inliner *n, struct ir_func *f)
{
	n->f = f;
	n->head = xcalloc(f->blocks.n + 1, sizeof(*n->head));
	memset(&n->out, 0, sizeof(n->out));
	n->is_old.n = 0;
	if (!n->info[f->index].recursive && find_heads(n)) {
		for (size_t b = 0; b < f->blocks.n; b++)
			copy_block(n, &f->blocks.at[b]);
		for (size_t b = 0; b < n->out.n; b++) {
			struct ir_ins *end = &vec_last(&n->out.at[b].ins);

			if (!n->is_old.at[b])
				continue;
			if (end->op == IR_JUMP || end->op == IR_BRANCH)
				end->imm = n->head[end->imm];
			if (end->op == IR_BRANCH)
				end->imm2 = n->head[end->imm2];
		}
		f->blocks.at = n->out.at;
		f->blocks.n = n->out.n;
		f->blocks.cap = n->out.cap;
	}
	free(n->head);
}

/* ---- the order ---------------------------------------------------------- */

static void visit(struct inliner *n, struct ir_func *f);

/* Visits @to, which @f calls.  If @to is open, the call closes a cycle, and all
 * functions of the cycle are marked as recursive. */
static void meet(struct inliner *n, struct ir_func *f, struct ir_func *to)
{
	if (n->info[to->index].state == OPEN) {
		for (size_t i = n->stack.n; i-- > 0;) {
			n->info[n->stack.at[i]->index].recursive = true;
			if (n->stack.at[i] == to)
				break;
		}
		return;
	}
	visit(n, to);
	if (n->info[to->index].recursive && f->kind == IR_FUNCTION)
		n->info[f->index].recursive = true;
}

static void visit(struct inliner *n, struct ir_func *f)
{
	struct callee *c = &n->info[f->index];

	if (c->state != NEW)
		return;
	c->state = OPEN;
	vec_push(&n->stack, f);
	for (size_t b = 0; b < f->blocks.n; b++)
		for (size_t i = 0; i < f->blocks.at[b].ins.n; i++)
			if (is_call(&f->blocks.at[b].ins.at[i]))
				meet(n, f, n->u->funcs.at[
						f->blocks.at[b].ins.at[i].imm]);
	n->stack.n--;
	inline_into(n, f);
	c->size = size_of(f);
	c->state = DONE;
}

static void count_calls(struct inliner *n)
{
	for (size_t k = 0; k < n->u->funcs.n; k++) {
		const struct ir_func *f = n->u->funcs.at[k];

		for (size_t b = 0; b < f->blocks.n; b++)
			for (size_t i = 0; i < f->blocks.at[b].ins.n; i++)
				if (is_call(&f->blocks.at[b].ins.at[i]))
					n->info[f->blocks.at[b].ins.at[i].imm]
						.calls++;
	}
}

/* ---- functions without a call ------------------------------------------- */

static void keep_called(struct ir_unit *u, bool *keep, struct ir_func *f)
{
	if (keep[f->index])
		return;
	keep[f->index] = true;
	for (size_t b = 0; b < f->blocks.n; b++)
		for (size_t i = 0; i < f->blocks.at[b].ins.n; i++)
			if (is_call(&f->blocks.at[b].ins.at[i]))
				keep_called(u, keep, u->funcs.at[
						f->blocks.at[b].ins.at[i].imm]);
}

static void renumber_calls(struct ir_func *f, const uint32_t *map)
{
	for (size_t b = 0; b < f->blocks.n; b++)
		for (size_t i = 0; i < f->blocks.at[b].ins.n; i++)
			if (is_call(&f->blocks.at[b].ins.at[i]))
				f->blocks.at[b].ins.at[i].imm =
					map[f->blocks.at[b].ins.at[i].imm];
}

void ir_drop_uncalled(struct ir_unit *u)
{
	bool *keep = xcalloc(u->funcs.n + 1, sizeof(*keep));
	uint32_t *map = xcalloc(u->funcs.n + 1, sizeof(*map));
	size_t kept = 0;

	for (size_t i = 0; i < u->handlers.n; i++)
		keep_called(u, keep, u->handlers.at[i]);
	for (size_t i = 0; i < u->conds.n; i++)
		keep_called(u, keep, u->conds.at[i]);
	for (size_t i = 0; i < u->funcs.n; i++)
		if (keep[i]) {
			map[i] = kept;
			u->funcs.at[i]->index = kept;
			u->funcs.at[kept++] = u->funcs.at[i];
		}
	u->funcs.n = kept;
	for (size_t i = 0; i < u->funcs.n; i++)
		renumber_calls(u->funcs.at[i], map);
	free(keep);
	free(map);
}

void ir_inline(struct ir_unit *u)
{
	struct inliner n = { .u = u };

	n.info = xcalloc(u->funcs.n + 1, sizeof(*n.info));
	count_calls(&n);
	for (size_t i = 0; i < u->funcs.n; i++)
		visit(&n, u->funcs.at[i]);
	ir_drop_uncalled(u);
	free(n.info);
	vec_free(&n.stack);
	vec_free(&n.is_old);
}
