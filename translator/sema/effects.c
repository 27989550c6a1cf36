/* SPDX-License-Identifier: LGPL-2.1-or-later */
/**
 * @file
 * Does this do anything that outlives the handler?
 *
 * Effects are: printing, changing a global or the target, what may fail (a
 * division, the minimum of an aggregate), what may run for ever, and calls of
 * functions that have an effect.  Locals die with the handler: whether
 * changing one counts is the caller's question.
 */
#include <string.h>

#include "base/arena.h"
#include "parser/ast_walk.h"
#include "translator/sema/effects.h"

struct effect_scan {
	struct ast_visitor v;
	const struct effects *fx;
	bool with_locals, found;
};

static bool is_local(const struct ast_expr *e)
{
	return e->kind == EXPR_SYMBOL && e->sym && e->sym->kind != SYM_GLOBAL;
}

static bool call_has(const struct effects *fx, const struct ast_expr *e)
{
	for (const struct symbol *s = e->sym; s; s = s->overload)
		if (fx->of[s->function->index] || s->function->uses_next)
			return true;
	return !e->sym;
}

/* A divisor that is written down and not 0 cannot fail. */
static bool divides(enum ast_op op, const struct ast_expr *by)
{
	if (op != OP_DIV && op != OP_MOD && op != OP_SET_DIV &&
	    op != OP_SET_MOD)
		return false;
	return by->kind != EXPR_NUMBER || !by->number;
}

static bool expr_has(const struct effect_scan *s, const struct ast_expr *e)
{
	switch (e->kind) {
	case EXPR_ASSIGN:
		return s->with_locals || !is_local(e->binary.left) ||
		       divides(e->binary.op, e->binary.right);
	case EXPR_CREMENT:
		return s->with_locals || !is_local(e->crement.arg);
	case EXPR_BINARY:
		return divides(e->binary.op, e->binary.right);
	case EXPR_CALL:
		return call_has(s->fx, e);
	case EXPR_PRINT:
		return !e->print.to_string;
	case EXPR_STAT:
		return e->stat.op != STATOP_COUNT && e->stat.op != STATOP_SUM;
	case EXPR_INDEX:
		return e->index.array->kind == EXPR_HIST;
	case EXPR_EMBEDDED:
		return !strstr(e->text, "/* pure */");
	case EXPR_REGEX:	/* matched() sees it */
		return true;
	default:
		return false;
	}
}

static bool scan_expr(struct ast_visitor *v, struct ast_expr **slot)
{
	struct effect_scan *s = (struct effect_scan *)v;

	s->found |= expr_has(s, *slot);
	return !s->found;
}

static bool walks_into_global(const struct ast_stmt *s)
{
	const struct ast_exprs *keys = &s->foreach.keys;

	for (size_t i = 0; i < keys->n; i++)
		if (!is_local(keys->at[i]))
			return true;
	return s->foreach.value && !is_local(s->foreach.value);
}

static bool stmt_has(const struct ast_stmt *s)
{
	switch (s->kind) {
	case STMT_DELETE:
		return !is_local(s->expr);
	case STMT_WHILE:
	case STMT_FOR:
		return true;
	case STMT_FOREACH:
		return walks_into_global(s);
	case STMT_TRY:
		return s->try_.var && !is_local(s->try_.var);
	default:
		return false;
	}
}

static bool scan_stmt(struct ast_visitor *v, struct ast_stmt **slot)
{
	struct effect_scan *s = (struct effect_scan *)v;

	s->found |= stmt_has(*slot);
	return !s->found;
}

bool effects_stmt(const struct effects *fx, struct ast_stmt *s)
{
	struct effect_scan scan = { .v = { .expr_pre = scan_expr,
					   .stmt_pre = scan_stmt }, .fx = fx };

	ast_walk_stmt(&scan.v, &s);
	return scan.found;
}

bool effects_expr(const struct effects *fx, struct ast_expr *e)
{
	struct effect_scan scan = { .v = { .expr_pre = scan_expr }, .fx = fx,
				    .with_locals = true };

	ast_walk_expr(&scan.v, &e);
	return scan.found;
}

/* Functions call each other: as many rounds as calls are deep. */
void effects_find(struct effects *fx, struct program *p)
{
	bool grown;

	fx->of = arena_alloc(p->arena, p->functions.n + 1);
	for (size_t i = 0; i < p->functions.n; i++) {
		const struct function *f = p->functions.at[i];

		fx->of[i] = !f->body && !strstr(f->ast->c_text, "/* pure */");
	}
	do {
		grown = false;
		for (size_t i = 0; i < p->functions.n; i++) {
			struct function *f = p->functions.at[i];

			if (fx->of[i] || !f->body || !f->bound)
				continue;
			fx->of[i] = effects_stmt(fx, f->body);
			grown |= fx->of[i];
		}
	} while (grown);
}
