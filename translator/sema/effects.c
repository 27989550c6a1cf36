/* SPDX-License-Identifier: LGPL-2.1-or-later */
/**
 * @file
 * Does this do anything that outlives the handler?
 *
 * What lasts: printing, changing a global or the target.  What may end the
 * handler: a division, the minimum of an aggregate, a loop.  A call has the
 * effects of its function.  Locals die with the handler: whether changing one
 * counts is the caller's question.
 */
#include <string.h>

#include "base/arena.h"
#include "parser/ast_walk.h"
#include "translator/sema/effects.h"

struct effect_scan {
	struct ast_visitor v;
	const struct effects *fx;
	bool with_locals;
	unsigned found;			/* EFFECT_* */
};

static bool is_local(const struct ast_expr *e)
{
	return e->kind == EXPR_SYMBOL && e->sym && e->sym->kind != SYM_GLOBAL;
}

static unsigned call_has(const struct effects *fx, const struct ast_expr *e)
{
	unsigned has = e->sym ? 0 : EFFECT_LASTS;

	for (const struct symbol *s = e->sym; s; s = s->overload) {
		has |= fx->of[s->function->index];
		if (s->function->uses_next)
			has |= EFFECT_LASTS;
	}
	return has;
}

/* A divisor that is written down and not 0 cannot fail. */
static bool divides(enum ast_op op, const struct ast_expr *by)
{
	if (op != OP_DIV && op != OP_MOD && op != OP_SET_DIV &&
	    op != OP_SET_MOD)
		return false;
	return by->kind != EXPR_NUMBER || !by->number;
}

static unsigned set_has(const struct effect_scan *s, const struct ast_expr *to)
{
	return s->with_locals || !is_local(to) ? EFFECT_LASTS : 0;
}

static unsigned divide_has(enum ast_op op, const struct ast_expr *by)
{
	return divides(op, by) ? EFFECT_ENDS : 0;
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
	return s->found != EFFECT_ALL;
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
		return walks_into_global(s) ? EFFECT_LASTS : 0;
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
	return s->found != EFFECT_ALL;
}

unsigned effects_stmt(const struct effects *fx, struct ast_stmt *s)
{
	struct effect_scan scan = { .v = { .expr_pre = scan_expr,
					   .stmt_pre = scan_stmt }, .fx = fx };

	ast_walk_stmt(&scan.v, &s);
	return scan.found;
}

unsigned effects_expr(const struct effects *fx, struct ast_expr *e)
{
	struct effect_scan scan = { .v = { .expr_pre = scan_expr }, .fx = fx,
				    .with_locals = true };

	ast_walk_expr(&scan.v, &e);
	return scan.found;
}

/* ---- functions ---------------------------------------------------------- */

/* The last column of intrinsics.def. */
enum { OF_pure = 0, OF_read = 0, OF_regs = 0, OF_text = 0,
       OF_match = EFFECT_ENDS, OF_fail = EFFECT_ENDS, OF_write = EFFECT_ALL,
       OF_change = EFFECT_ALL };

static const struct {
	const char *name, *result;
	unsigned has;
} intrinsics[] = {
#define X(name, result, params, contexts, effect) { #name, result, OF_##effect },
#include "runtime/intrinsics.def"
#undef X
};

/* One without a result is there for what it does. */
static unsigned intrinsic_has(const char *name)
{
	for (size_t i = 0; i < sizeof(intrinsics) / sizeof(intrinsics[0]); i++)
		if (!strcmp(intrinsics[i].name, name))
			return *intrinsics[i].result == 'v' ? EFFECT_ALL
							: intrinsics[i].has;
	return EFFECT_ALL;
}

static unsigned c_has(const struct function *f)
{
	if (f->intrinsic)
		return intrinsic_has(f->intrinsic);
	return strstr(f->ast->c_text, "/* pure */") ? 0 : EFFECT_ALL;
}

/*
 * A function that calls itself, at last, may come to the end of its memory.
 * Those that do not are found from the bottom: what they call is found.
 */
struct rings {
	struct ast_visitor v;
	bool *is_flat;		/* [function] */
	bool calls_unknown;
};

static bool see_call(struct ast_visitor *v, struct ast_expr **slot)
{
	struct rings *r = (struct rings *)v;

	if ((*slot)->kind != EXPR_CALL)
		return true;
	for (const struct symbol *s = (*slot)->sym; s; s = s->overload)
		r->calls_unknown |= !r->is_flat[s->function->index];
	return true;
}

static bool is_flat(struct rings *r, struct function *f)
{
	r->calls_unknown = false;
	if (f->bound)
		ast_walk_stmt(&r->v, &f->body);
	return !r->calls_unknown;
}

static void find_rings(struct effects *fx, struct program *p)
{
	struct rings r = { .v = { .expr_pre = see_call } };
	bool grown;

	r.is_flat = arena_alloc(p->arena, p->functions.n + 1);
	do {
		grown = false;
		for (size_t i = 0; i < p->functions.n; i++)
			if (!r.is_flat[i] && is_flat(&r, p->functions.at[i]))
				grown = r.is_flat[i] = true;
	} while (grown);
	for (size_t i = 0; i < p->functions.n; i++)
		if (!r.is_flat[i])
			fx->of[i] |= EFFECT_ENDS;
}

/* Functions call each other: as many rounds as calls are deep. */
void effects_find(struct effects *fx, struct program *p)
{
	bool grown;

	fx->of = arena_alloc(p->arena, p->functions.n + 1);
	for (size_t i = 0; i < p->functions.n; i++) {
		const struct function *f = p->functions.at[i];

		if (!f->body)
			fx->of[i] = c_has(f);
	}
	find_rings(fx, p);
	do {
		grown = false;
		for (size_t i = 0; i < p->functions.n; i++) {
			struct function *f = p->functions.at[i];
			unsigned has;

			if (!f->body || !f->bound)
				continue;
			has = fx->of[i] | effects_stmt(fx, f->body);
			grown |= has != fx->of[i];
			fx->of[i] = has;
		}
	} while (grown);
}
