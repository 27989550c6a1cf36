/* SPDX-License-Identifier: LGPL-2.1-or-later */
/**
 * @file
 * Lowers a checked program to IR: the functions that are used, probes, rows.
 *
 * A probe's body is lowered once, unless it, or a function that it calls, has
 * target variables.  Their meaning differs from location to location, so the
 * body is lowered for each location.  Equal results are joined as soon as a
 * location is lowered; ir_merge() joins what becomes equal later.
 */
#include <stdlib.h>

#include "base/arena.h"
#include "base/buf.h"
#include "base/cleanup.h"
#include "parser/parser.h"
#include "runtime/abi.h"
#include "translator/ir/lower.h"
#include "translator/ir/pass.h"

/* ---- globals ------------------------------------------------------------ */

static uint32_t buckets(const struct hist_shape *h)
{
	if (h->kind == STP_HIST_LOG)
		return 128;
	if (h->kind == STP_HIST_LINEAR)
		return (h->high - h->low) / h->step + 3;
	return 0;
}

static void lower_globals(struct lower *l)
{
	for (size_t i = 0; i < l->p->globals.n; i++) {
		const struct global *g = l->p->globals.at[i];
		struct ir_global ig = {
			.g = g,
			.type = lower_type(type_base(g->sym.tv)),
			.is_map = g->is_array,
			.n_keys = g->n_keys,
			.in_c = g->in_c,
			.stat_bytes = STP_STAT_SIZE(buckets(&g->hist)),
		};

		ig.keys = arena_alloc(l->u->arena,
				      sizeof(*ig.keys) * (g->n_keys + 1));
		for (unsigned k = 0; k < g->n_keys; k++)
			ig.keys[k] = lower_type(type_base(g->keys[k]));
		vec_push_in(l->u->arena, &l->u->globals, ig);
	}
}

/* ---- functions ---------------------------------------------------------- */

static void make_locals(struct lower *l, const symbol_vec *locals)
{
	for (size_t i = 0; i < locals->n; i++) {
		const struct symbol *s = locals->at[i];

		lower_reg(l, lower_type(type_base(s->tv)), s->name);
	}
}

/* Sets the locals from register @first on to 0 or "", with which they start. */
static void clear_locals(struct lower *l, uint32_t first)
{
	const char *empty = intern_str(l->p->names, "");
	uint32_t end = l->f->regs.n;

	for (uint32_t r = first; r < end; r++) {
		bool str = l->f->regs.at[r].type == IR_T_STR;
		struct ir_ins *in = lower_ins(l, str ? IR_STR : IR_NUM, r,
					      SPAN_NONE, 0, NULL);

		in->imm = str ? (int64_t)(intptr_t)empty : 0;
	}
}

static void end_body(struct lower *l)
{
	ir_reg r;

	if (lower_ended(l))
		return;
	if (l->f->ret == IR_T_NONE) {
		lower_ins(l, IR_RET, IR_NONE, SPAN_NONE, 0, NULL);
	} else if (l->f->ret == IR_T_STR) {
		r = lower_str(l, intern_str(l->p->names, ""));
		lower_ins(l, IR_RETS, IR_NONE, SPAN_NONE, 1, &r);
	} else {
		r = lower_num(l, 0);
		lower_ins(l, IR_RETN, IR_NONE, SPAN_NONE, 1, &r);
	}
}

/* Ends all blocks that lack an end, then removes those that nothing reaches. */
static void end_all(struct lower *l)
{
	for (uint32_t b = 0; b < l->f->blocks.n; b++) {
		lower_at(l, b);
		end_body(l);
	}
	ir_prune(l->u, l->f);
}

static void start_func(struct lower *l, struct ir_func *f)
{
	l->f = f;
	l->loop = NULL;
	l->on_error = IR_NONE;
	l->cur = 0;
}

/* Gives memory of its own to each string parameter to which the function assigns. */
static void own_params(struct lower *l, const struct function *fn)
{
	for (unsigned i = 0; i < fn->n_params; i++)
		if (fn->params[i].is_written &&
		    l->f->regs.at[i].type == IR_T_STR)
			lower_move(l, i, i, fn->params[i].span);
}

static unsigned count_clone(struct lower *l, const struct function *fn)
{
	uintptr_t n = (uintptr_t)hash_find(l->clones, &fn->ast,
					   sizeof(fn->ast)) + 1;

	hash_set(l->clones, &fn->ast, sizeof(fn->ast), (void *)n);
	return (unsigned)n;
}

static struct ir_func *new_function(struct lower *l, const struct function *fn)
{
	const char *name = fn->sym.name;

	if (fn->context)
		name = arena_printf(l->u->code, "%s@%u", name,
				    count_clone(l, fn));
	return lower_new_func(l, IR_FUNCTION, name, fn->sym.span);
}

static void lower_function(struct lower *l, const struct function *fn)
{
	struct ir_func *f = new_function(l, fn);

	l->ir_of[fn->index] = f->index;
	start_func(l, f);
	l->fn = fn;
	l->file = fn->file;
	f->ret = lower_type(type_base(fn->sym.tv));
	f->is_clone = fn->context;
	f->n_params = fn->n_params;
	for (unsigned i = 0; i < fn->n_params; i++)
		lower_reg(l, lower_type(type_base(fn->params[i].tv)),
			  fn->params[i].name);
	make_locals(l, &fn->locals);
	lower_block(l);
	lower_ins(l, IR_SPEND, IR_NONE, fn->sym.span, 0, NULL);
	clear_locals(l, fn->n_params);
	own_params(l, fn);
	if (!lower_event_is_silent(l, fn) && !lower_tape_replaces(l, fn))
		lower_stmt(l, fn->body);
	end_all(l);
}

/*
 * Returns the index in unit->funcs of the function that a CALL with @imm calls.
 * Until all functions have such an index, imm is an index of the program's
 * functions; generated functions follow those.
 */
static uint32_t callee(const struct lower *l, int64_t imm)
{
	size_t n = l->p->functions.n;

	return (size_t)imm < n ? l->ir_of[imm] : l->extra.at[imm - n];
}

static void renumber_calls(struct lower *l)
{
	struct ir_unit *u = l->u;

	for (size_t i = 0; i < u->funcs.n; i++)
		for (size_t b = 0; b < u->funcs.at[i]->blocks.n; b++) {
			struct ir_block *bl = &u->funcs.at[i]->blocks.at[b];

			for (size_t k = 0; k < bl->ins.n; k++)
				if (bl->ins.at[k].op == IR_CALL)
					bl->ins.at[k].imm =
						callee(l, bl->ins.at[k].imm);
		}
}

static void lower_functions(struct lower *l)
{
	l->location = NULL;
	reach_functions(l->o->reach);
	for (size_t i = 0; i < l->p->functions.n; i++) {
		const struct function *fn = l->p->functions.at[i];

		if (fn->used && !fn->intrinsic && fn->body && !fn->context)
			lower_function(l, fn);
	}
}

/* ---- probes ------------------------------------------------------------- */

static void lower_inline_condition(struct lower *l, struct ast_expr *e)
{
	ir_reg cond = lower_expr(l, e);
	uint32_t run = lower_block(l), leave = lower_block(l);

	lower_branch(l, cond, run, leave);
	lower_at(l, leave);
	lower_ins(l, IR_RET, IR_NONE, e->span, 0, NULL);
	lower_at(l, run);
}

/* Lowers the probe's copies of functions whose meaning depends on the
 * location. */
static void lower_clones(struct lower *l, const struct probe *pr)
{
	for (size_t i = 0; i < pr->clones.n; i++)
		if (pr->clones.at[i]->body)
			lower_function(l, pr->clones.at[i]);
	l->fn = NULL;
}

/* Gives @call, if it calls a clone of @pr, a number in l->extra, because the clones
 * for the next location have the same numbers in the program. */
static void settle_call(struct lower *l, const struct probe *pr,
			struct ir_ins *call)
{
	size_t n = l->p->functions.n;

	if ((size_t)call->imm >= n ||
	    l->p->functions.at[call->imm]->context != pr)
		return;
	vec_push_in(l->u->arena, &l->extra, l->ir_of[call->imm]);
	call->imm = n + l->extra.n - 1;
}

/* Calls settle_call() for all calls in the functions from index @first on. */
static void settle_calls(struct lower *l, const struct probe *pr, size_t first)
{
	for (size_t i = first; i < l->u->funcs.n && pr->clones.n; i++) {
		struct ir_func *f = l->u->funcs.at[i];

		for (size_t b = 0; b < f->blocks.n; b++)
			for (size_t k = 0; k < f->blocks.at[b].ins.n; k++)
				if (f->blocks.at[b].ins.at[k].op == IR_CALL)
					settle_call(l, pr,
						    &f->blocks.at[b].ins.at[k]);
	}
}

/* Lets the script functions from index @first on use what the entry handler saves. */
static void share_entry(struct lower *l, size_t first)
{
	for (size_t i = first; i < l->u->funcs.n; i++)
		if (l->u->funcs.at[i]->kind == IR_FUNCTION)
			l->u->funcs.at[i]->entry = l->entry;
}

/* Lowers the body of @pr, and sets the handler and entry handler of @row. */
static void lower_handler(struct lower *l, const struct probe *pr,
			  struct ir_row *row)
{
	const char *name = arena_printf(l->u->code, "probe_%zu",
					l->u->handlers.n);
	struct ir_func *f = lower_new_func(l, IR_HANDLER, name, pr->span);

	start_func(l, f);
	l->handler = f;
	l->fn = NULL;
	l->file = pr->file;
	f->probe_kind = pr->kind;
	f->is_return = pr->is_return;
	make_locals(l, &pr->locals);
	lower_block(l);
	clear_locals(l, 0);
	lower_tape_begin(l, pr);
	if (pr->condition && (lower_tape_takes_conditions(l) ||
			      !program_condition_is_plain(pr)))
		lower_inline_condition(l, pr->condition);
	lower_stmt(l, pr->body);
	end_all(l);
	lower_clones(l, pr);
	share_entry(l, f->index);
	vec_push_in(l->u->arena, &l->u->handlers, f);
	row->handler = l->u->handlers.n - 1;
	row->entry = lower_entry_end(l, f);
}

/* The sizes of all tables before a location was lowered. */
struct before {
	struct arena_mark code;
	size_t funcs, handlers, fmts, locs, names, extra;
};

static struct before before_location(const struct lower *l)
{
	const struct ir_unit *u = l->u;

	return (struct before){
		.code = arena_mark(u->code), .funcs = u->funcs.n,
		.handlers = u->handlers.n, .fmts = u->fmts.n,
		.locs = u->locs.n, .names = l->names.n, .extra = l->extra.n,
	};
}

/* Removes everything that was made for the location. */
static void take_back(struct lower *l, const struct before *b)
{
	struct ir_unit *u = l->u;

	u->funcs.n = b->funcs;
	u->handlers.n = b->handlers;
	u->fmts.n = b->fmts;
	u->locs.n = b->locs;
	l->names.n = b->names;
	l->extra.n = b->extra;
	arena_release(u->code, &b->code);
}

/*
 * If another location has an equal handler, entry handler and functions, removes
 * those just made for @row, from the sizes @b on, and uses the other ones.  If all were
 * kept, they would fill the memory.  Here calls of clones still have the program's
 * numbers, which are the same for all locations.  A location for which functions were
 * generated (l->extra) keeps its own.
 */
static void join_handler(struct lower *l, const struct before *b,
			 struct ir_row *row)
{
	const struct ir_unit *u = l->u;
	_cleanup_buf_ struct buf key = BUF_INIT;
	const struct ir_row *old;

	if (l->extra.n == b->extra) {
		for (size_t i = b->funcs; i < u->funcs.n; i++)
			ir_put_key(&key, u, u->funcs.at[i]);
		old = hash_find(l->handlers, key.p, key.n);
		if (old) {
			row->handler = old->handler;
			row->entry = old->entry;
			take_back(l, b);
			return;
		}
		hash_set(l->handlers, arena_memdup(l->keys, key.p, key.n),
			 key.n, arena_memdup(l->keys, row, sizeof(*row)));
	}
	settle_calls(l, row->probe, b->funcs);
}

/* Lowers @pr for the location of @row. */
static void lower_location(struct lower *l, const struct probe *pr,
			   struct ir_row *row)
{
	struct before before = before_location(l);

	reach_location(l->o->reach, pr, row->location);
	l->location = row->location;
	l->probe = pr;
	l->row_text = NULL;
	lower_handler(l, pr, row);
	row->text = l->row_text ? intern_str(l->p->names, l->row_text) : NULL;
	join_handler(l, &before, row);
}

static uint32_t lower_condition(struct lower *l, const struct probe *pr)
{
	const char *name = arena_printf(l->u->arena, "cond_%zu",
					l->u->conds.n);
	struct ir_func *f = lower_new_func(l, IR_CONDITION, name,
					   pr->condition->span);
	ir_reg r;

	reach_condition(l->o->reach, pr);
	start_func(l, f);
	l->fn = NULL;
	l->file = pr->file;
	l->location = NULL;
	f->ret = IR_T_NUM;
	f->probe_kind = pr->kind;
	f->is_return = pr->is_return;
	f->by_look = !program_condition_is_plain(pr);
	lower_block(l);
	r = lower_expr(l, pr->condition);
	lower_ins(l, IR_RETN, IR_NONE, pr->condition->span, 1, &r);
	end_all(l);
	vec_push_in(l->u->arena, &l->u->conds, f);
	return l->u->conds.n - 1;
}

/* ---- locations ---------------------------------------------------------- */

/* Adds @n rows, to be filled in, one for each location. */
static void add_rows(struct ir_unit *u, size_t n)
{
	size_t cap = 2 * u->rows.cap, size = sizeof(*u->rows.at);

	if (u->rows.n + n > u->rows.cap) {
		cap = u->rows.n + n > cap ? u->rows.n + n : cap;
		u->rows.at = arena_resize(u->arena, u->rows.at,
					  u->rows.n * size, cap * size);
		u->rows.cap = cap;
	}
	u->rows.n += n;
}

static void lower_row(struct lower *l, const struct probe *pr,
		      struct ir_row *row, bool differs)
{
	if (row->handler == IR_NONE || differs)
		lower_location(l, pr, row);
	row->kind = row->location->row.kind;
	row->point = row->location->row.point;
	row->flags = row->location->row.flags;
	l->u->has_callers |= row->location->n_callers && !l->o->tape;
	lower_tape_row(l, row);
}

/* Removes the rows without a location, from @first on: there the target lacks what
 * the body needs, or the recording has no hits. */
static void drop_refused(struct ir_unit *u, size_t first)
{
	size_t n = first;

	for (size_t i = first; i < u->rows.n; i++)
		if (u->rows.at[i].location)
			u->rows.at[n++] = u->rows.at[i];
	u->rows.n = n;
}

static void lower_probe(struct lower *l, const struct probe *pr)
{
	bool differs = program_probe_differs(pr);
	size_t first = l->u->rows.n;
	_cleanup_free_ uint32_t *order = program_location_order(pr);
	struct ir_row row = { .probe = pr, .handler = IR_NONE,
			      .entry = IR_NONE, .cond = IR_NONE };

	if (program_condition_is_apart(pr) && !lower_tape_takes_conditions(l))
		row.cond = lower_condition(l, pr);
	add_rows(l->u, pr->locations.n);
	for (size_t i = 0; i < pr->locations.n; i++) {
		size_t at = order ? order[i] : i;

		row.location = &pr->locations.at[at];
		if (row.location->is_refused ||
		    lower_tape_lacks(l, pr, row.location))
			row.location = NULL;
		else
			lower_row(l, pr, &row, differs);
		l->u->rows.at[first + at] = row;
	}
	drop_refused(l->u, first);
	lower_tape_end(l, pr, first);
}

struct ir_unit *ir_lower(struct program *p, const struct ir_options *o)
{
	struct ir_unit *u = arena_new(p->arena, struct ir_unit);
	struct lower l = { .u = u, .p = p, .o = o };
	size_t n = p->functions.n;

	u->arena = p->arena;
	u->code = arena_create();
	u->program = p;
	u->string_len = o->string_len - 1;
	u->backtrace = o->backtrace;
	u->max_nesting = o->max_nesting;
	l.regexes = hash_create();
	l.symbols = hash_create();
	l.handlers = hash_create();
	l.keys = arena_create();
	l.clones = hash_create();
	l.keeps_match = lower_keeps_match(p);
	lower_globals(&l);
	l.c_of = arena_alloc(p->arena, sizeof(*l.c_of) * (n + 1));
	l.ir_of = arena_alloc(p->arena, sizeof(*l.ir_of) * (n + 1));
	lower_functions(&l);
	for (size_t i = 0; i < p->probes.n; i++)
		lower_probe(&l, p->probes.at[i]);
	lower_tape_report(&l);
	renumber_calls(&l);
	hash_destroy(l.regexes);
	hash_destroy(l.symbols);
	hash_destroy(l.handlers);
	arena_destroy(l.keys);
	hash_destroy(l.clones);
	hash_destroy(l.ordinals);
	lower_c_blocks(&l);
	if (!diags_errors(p->diags))
		return u;
	ir_close(u);
	return NULL;
}

void ir_close(struct ir_unit *u)
{
	if (u)
		arena_destroy(u->code);
}
