/* SPDX-License-Identifier: LGPL-2.1-or-later */
/**
 * @file
 * Finds the effects of functions, statements and expressions.
 *
 * Lasting effects: printing, changing a global or the target, a match of a
 * regular expression, embedded C that is not pure, a call of a function that uses
 * `next`.  Effects that may end the handler: a division (not by a literal other
 * than 0), a bucket of a histogram, operators of an aggregate except @count and
 * @sum, a while or for loop, recursion, a function of embedded C that is not pure;
 * but no read of the target, although it may fail.  A call has the effects of all
 * overloads of its function.  Locals end with the handler: effects_expr() counts
 * changes of them, effects_stmt() does not.
 */
#include <stdlib.h>
#include <string.h>

#include "base/arena.h"
#include "parser/parser.h"
#include "translator/sema/effects.h"

struct effect_scan {
	struct ast_visitor v;
	const struct effects *fx;
	bool with_locals;		/* changing a local is EFFECT_LASTS */
	unsigned found;			/* bits of EFFECT_ALL and EFFECT_SETS */
};

/* Returns true if all effects have been found, so that the walk can stop. */
static bool has_all(const struct effect_scan *s)
{
	return s->found == (EFFECT_ALL | EFFECT_SETS);
}

static bool is_local(const struct ast_expr *e)
{
	return e->kind == EXPR_SYMBOL && e->sym && e->sym->kind != SYM_GLOBAL;
}

static unsigned function_has(const struct effects *fx, const struct function *f)
{
	return f->index < fx->n ? fx->of[f->index] : EFFECT_ALL | EFFECT_SETS;
}

static unsigned call_has(const struct effects *fx, const struct ast_expr *e)
{
	unsigned has = e->sym ? 0 : EFFECT_LASTS;

	for (const struct symbol *s = e->sym; s; s = s->overload) {
		has |= function_has(fx, s->function);
		if (s->function->uses_next)
			has |= EFFECT_LASTS;
	}
	return has;
}

bool effects_divides(enum ast_op op, const struct ast_expr *by)
{
	if (op != OP_DIV && op != OP_MOD && op != OP_SET_DIV &&
	    op != OP_SET_MOD)
		return false;
	return by->kind != EXPR_NUMBER || !by->number;
}

static unsigned set_has(const struct effect_scan *s, const struct ast_expr *to)
{
	return s->with_locals || !is_local(to) ? EFFECT_LASTS : EFFECT_SETS;
}

static unsigned divide_has(enum ast_op op, const struct ast_expr *by)
{
	return effects_divides(op, by) ? EFFECT_ENDS : 0;
}

static unsigned expr_has(const struct effect_scan *s, const struct ast_expr *e)
{
	switch (e->kind) {
	case EXPR_ASSIGN:
		return set_has(s, e->binary.left) |
		       divide_has(e->binary.op, e->binary.right);
	case EXPR_CREMENT:
		return set_has(s, e->crement.arg);
	case EXPR_BINARY:
		return divide_has(e->binary.op, e->binary.right);
	case EXPR_CALL:
		return call_has(s->fx, e);
	case EXPR_PRINT:
		return e->print.to_string ? 0 : EFFECT_LASTS;
	case EXPR_STAT:
		return e->stat.op != STATOP_COUNT &&
		       e->stat.op != STATOP_SUM ? EFFECT_ENDS : 0;
	case EXPR_INDEX:
		return e->index.array->kind == EXPR_HIST ? EFFECT_ENDS : 0;
	case EXPR_EMBEDDED:
		return strstr(e->text, "/* pure */") ? 0 : EFFECT_LASTS;
	case EXPR_REGEX:	/* matched() sees it */
		return EFFECT_LASTS;
	default:
		return 0;
	}
}

static bool scan_expr(struct ast_visitor *v, struct ast_expr **slot)
{
	struct effect_scan *s = (struct effect_scan *)v;

	s->found |= expr_has(s, *slot);
	return !has_all(s);
}

static bool walks_into_global(const struct ast_stmt *s)
{
	const struct ast_exprs *keys = &s->foreach.keys;

	for (size_t i = 0; i < keys->n; i++)
		if (!is_local(keys->at[i]))
			return true;
	return s->foreach.value && !is_local(s->foreach.value);
}

static unsigned stmt_has(const struct ast_stmt *s)
{
	switch (s->kind) {
	case STMT_DELETE:
		return is_local(s->expr) ? 0 : EFFECT_LASTS;
	case STMT_WHILE:
	case STMT_FOR:
		return EFFECT_ENDS;
	case STMT_FOREACH:
		return walks_into_global(s) ? EFFECT_LASTS : EFFECT_SETS;
	case STMT_TRY:
		return s->try_.var && !is_local(s->try_.var) ? EFFECT_LASTS
							     : 0;
	default:
		return 0;
	}
}

static bool scan_stmt(struct ast_visitor *v, struct ast_stmt **slot)
{
	struct effect_scan *s = (struct effect_scan *)v;

	s->found |= stmt_has(*slot);
	return !has_all(s);
}

static unsigned scan_body(const struct effects *fx, struct ast_stmt *s)
{
	struct effect_scan scan = { .v = { .expr_pre = scan_expr,
					   .stmt_pre = scan_stmt }, .fx = fx };

	ast_walk_stmt(&scan.v, &s);
	return scan.found;
}

unsigned effects_stmt(const struct effects *fx, struct ast_stmt *s)
{
	return scan_body(fx, s) & EFFECT_ALL;
}

static unsigned scan_all(const struct effects *fx, struct ast_expr *e)
{
	struct effect_scan scan = { .v = { .expr_pre = scan_expr }, .fx = fx,
				    .with_locals = true };

	ast_walk_expr(&scan.v, &e);
	return scan.found;
}

unsigned effects_expr(const struct effects *fx, struct ast_expr *e)
{
	return scan_all(fx, e) & EFFECT_ALL;
}

bool effects_can_drop(const struct effects *fx, struct ast_expr *e)
{
	return !(scan_all(fx, e) & (EFFECT_LASTS | EFFECT_SETS));
}

/* ---- functions ---------------------------------------------------------- */

static unsigned c_has(const struct function *f)
{
	if (f->intrinsic)
		return effects_intrinsic(f->intrinsic);
	return strstr(f->ast->c_text, "/* pure */") ? 0 : EFFECT_ALL;
}

/*
 * The state of the walk over calls.  Functions that call each other in a cycle
 * have the same effects, and may fail because they nest too deep.  The cycles
 * are Tarjan's strongly connected components.  Each is finished after all
 * functions that it calls, so every function is examined once.
 */
struct rings {
	struct ast_visitor v;
	struct effects *fx;
	struct program *p;
	unsigned *order, *low;		/* [function]; order 0: not met yet */
	bool *open;			/* [function] its cycle is not finished */
	unsigned n;
	unsigned caller;
	bool calls_itself;
	VEC(unsigned) stack;
};

static void meet(struct rings *r, unsigned f);

static bool follow_call(struct ast_visitor *v, struct ast_expr **slot)
{
	struct rings *r = (struct rings *)v;
	unsigned from = r->caller;

	if ((*slot)->kind != EXPR_CALL)
		return true;
	for (const struct symbol *s = (*slot)->sym; s; s = s->overload) {
		unsigned to = s->function->index;

		if (!r->order[to]) {
			meet(r, to);
			r->caller = from;
			if (r->low[to] < r->low[from])
				r->low[from] = r->low[to];
		} else if (r->open[to] && r->order[to] < r->low[from]) {
			r->low[from] = r->order[to];
		}
		r->fx->of[from] |= to == from ? EFFECT_ENDS : 0;
	}
	return true;
}

static unsigned own_effects(const struct effects *fx, struct function *f)
{
	if (!f->body)
		return c_has(f);
	return f->bound ? scan_body(fx, f->body) : 0;
}

/* Finishes the functions on r->stack from index @first on: one, or several that call
 * each other. */
static void finish_ring(struct rings *r, size_t first)
{
	unsigned has = r->stack.n - first > 1 ? EFFECT_ENDS : 0;

	for (size_t i = first; i < r->stack.n; i++) {
		unsigned f = r->stack.at[i];

		has |= r->fx->of[f] |
		       own_effects(r->fx, r->p->functions.at[f]);
	}
	while (r->stack.n > first) {
		unsigned f = vec_pop(&r->stack);

		r->fx->of[f] = has;
		r->open[f] = false;
	}
}

static void meet(struct rings *r, unsigned f)
{
	struct function *fn = r->p->functions.at[f];
	size_t first = r->stack.n;

	r->order[f] = r->low[f] = ++r->n;
	r->open[f] = true;
	r->caller = f;
	vec_push(&r->stack, f);
	if (fn->body && fn->bound)
		ast_walk_stmt(&r->v, &fn->body);
	if (r->low[f] == r->order[f])
		finish_ring(r, first);
}

static const struct effects *find(struct program *p)
{
	size_t n = p->functions.n;
	struct effects *fx = arena_new(p->arena, struct effects);
	struct rings r = { .v = { .expr_pre = follow_call }, .fx = fx, .p = p };

	fx->of = arena_alloc(p->arena, (n + 1) * sizeof(*fx->of));
	fx->n = n;
	r.order = xcalloc(n + 1, sizeof(*r.order));
	r.low = xcalloc(n + 1, sizeof(*r.low));
	r.open = xcalloc(n + 1, sizeof(*r.open));
	for (unsigned f = 0; f < n; f++)
		if (!r.order[f])
			meet(&r, f);
	vec_free(&r.stack);
	free(r.open);
	free(r.low);
	free(r.order);
	return fx;
}

const struct effects *effects_of(struct program *p)
{
	if (!p->effects)
		p->effects = find(p);
	return p->effects;
}
