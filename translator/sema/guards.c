/* SPDX-License-Identifier: LGPL-2.1-or-later */
/**
 * @file
 * Moves the first condition of a probe before the statements of its alias.
 *
 * An alias computes its variables before the user's body begins, and the body
 * often begins with a condition that does not use them:
 *
 *	probe syscall.* { if (pid() == target()) println(name, argstr) }
 *
 * Statements of aliases that only give values to locals move after such a
 * condition: into the `if` if that is the last statement, or after an `if` that
 * leaves the handler.  They move even if they could fail.  The user's own
 * statements stay where they are written.
 */
#include <string.h>

#include "base/arena.h"
#include "parser/parser.h"
#include "translator/sema/effects.h"

struct guards {
	struct ast_visitor v;
	struct program *p;
	const struct effects *fx;
	struct ast_stmts flat;		/* the body without inner blocks */
	bool *asked;			/* [local]: the condition reads it */
	bool met;			/* the visitor has found what it looks for */
};

/* ---- what may move ------------------------------------------------------ */

static bool *is_asked(const struct guards *g, const struct ast_expr *e)
{
	return e && e->kind == EXPR_SYMBOL && e->sym &&
	       e->sym->kind == SYM_LOCAL ? &g->asked[e->sym->index] : NULL;
}

static bool note_asked(struct ast_visitor *v, struct ast_expr **slot)
{
	bool *asked = is_asked((struct guards *)v, *slot);

	if (asked)
		*asked = true;
	return true;
}

static void look_for_set(struct guards *g, const struct ast_expr *to)
{
	const bool *asked = is_asked(g, to);

	g->met |= asked && *asked;
}

static bool sets_expr(struct ast_visitor *v, struct ast_expr **slot)
{
	struct guards *g = (struct guards *)v;
	const struct ast_expr *e = *slot;

	if (e->kind == EXPR_ASSIGN)
		look_for_set(g, e->binary.left);
	else if (e->kind == EXPR_CREMENT)
		look_for_set(g, e->crement.arg);
	return !g->met;
}

static bool sets_or_leaves(struct ast_visitor *v, struct ast_stmt **slot)
{
	struct guards *g = (struct guards *)v;
	const struct ast_stmt *s = *slot;

	if (s->kind == STMT_NEXT || s->kind == STMT_RETURN)
		g->met = true;
	else if (s->kind == STMT_FOREACH)	/* it sets its variables */
		g->met = true;
	else if (s->kind == STMT_TRY)
		look_for_set(g, s->try_.var);
	return !g->met;
}

/* Returns true if @s may run after the condition: it is of an alias, has no lasting
 * effect, sets no local that the condition reads, does not leave the handler, and
 * has no foreach. */
static bool may_wait(struct guards *g, struct ast_stmt *s)
{
	bool of_alias = program_text_at(g->p, s->span).origin;

	if (!of_alias || effects_stmt(g->fx, s) & EFFECT_LASTS)
		return false;
	g->v = (struct ast_visitor){ .expr_pre = sets_expr,
				     .stmt_pre = sets_or_leaves };
	g->met = false;
	ast_walk_stmt(&g->v, &s);
	return !g->met;
}

/* ---- conditions --------------------------------------------------------- */

static bool only_leaves(const struct ast_stmt *s)
{
	while (s->kind == STMT_BLOCK && s->block.n == 1)
		s = s->block.at[0];
	return s->kind == STMT_NEXT;
}

/* Returns true if @s is an `if` without `else`, whose condition has no effect.
 * Then records the locals that the condition reads. */
static bool is_question(struct guards *g, struct ast_stmt *s, size_t n_locals)
{
	if (s->kind != STMT_IF || s->if_.no ||
	    effects_expr(g->fx, s->if_.cond))
		return false;
	memset(g->asked, 0, n_locals);
	g->v = (struct ast_visitor){ .expr_pre = note_asked };
	ast_walk_expr(&g->v, &s->if_.cond);
	return true;
}

/* ---- moving ------------------------------------------------------------- */

static struct ast_stmt *new_block(struct guards *g, struct span span)
{
	struct ast_stmt *s = arena_new(g->p->arena, struct ast_stmt);

	s->kind = STMT_BLOCK;
	s->span = span;
	return s;
}

static void flatten(struct guards *g, struct ast_stmt *s)
{
	if (s->kind != STMT_BLOCK) {
		vec_push_in(g->p->arena, &g->flat, s);
		return;
	}
	for (size_t i = 0; i < s->block.n; i++)
		flatten(g, s->block.at[i]);
}

/* Moves the condition at index @at before the statements before it that may wait.
 * Returns its new index. */
static size_t ask_early(struct guards *g, size_t at)
{
	struct ast_stmt *question = g->flat.at[at];

	for (; at && may_wait(g, g->flat.at[at - 1]); at--)
		g->flat.at[at] = g->flat.at[at - 1];
	g->flat.at[at] = question;
	return at;
}

/* Moves the statements after the condition at @at into its `if`.  The `if` was the
 * last statement before ask_early() moved it. */
static void wait_inside(struct guards *g, size_t at)
{
	struct ast_stmt *question = g->flat.at[at];
	struct ast_stmt *yes = new_block(g, question->if_.yes->span);

	for (size_t i = at + 1; i < g->flat.n; i++)
		vec_push_in(g->p->arena, &yes->block, g->flat.at[i]);
	vec_push_in(g->p->arena, &yes->block, question->if_.yes);
	question->if_.yes = yes;
	g->flat.n = at + 1;
}

static void order_body(struct guards *g, struct probe *pr)
{
	struct ast_stmt *body = new_block(g, pr->body->span);

	g->flat = (struct ast_stmts){ 0 };
	g->asked = arena_alloc(g->p->arena, pr->locals.n + 1);
	flatten(g, pr->body);
	for (size_t i = 0; i < g->flat.n; i++) {
		struct ast_stmt *s = g->flat.at[i];
		bool is_last = i + 1 == g->flat.n;
		size_t to;

		if (!is_question(g, s, pr->locals.n) ||
		    !(is_last || only_leaves(s->if_.yes)))
			continue;
		to = ask_early(g, i);
		if (to < i && !only_leaves(s->if_.yes))
			wait_inside(g, to);
	}
	body->block = g->flat;
	pr->body = body;
}

void effects_guards(const struct effects *fx, struct program *p)
{
	struct guards g = { .p = p, .fx = fx };

	for (size_t i = 0; i < p->probes.n; i++)
		if (p->probes.at[i]->alias)
			order_body(&g, p->probes.at[i]);
}
