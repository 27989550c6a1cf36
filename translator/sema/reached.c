/* SPDX-License-Identifier: LGPL-2.1-or-later */
/**
 * @file
 * Finds what is reached from probes after statements have been removed:
 * functions that are called, globals that are read and written.  Binding has
 * marked all uses in the text; here the marks are set anew.  A global without a mark then
 * counts as unused: its shape_known is false.
 */
#include "parser/parser.h"
#include "translator/sema/sema.h"

struct reach {
	struct ast_visitor v;
	VEC(struct function *) todo;
	struct program *p;
};

/* Clears all marks, except those of globals that C names. */
static void forget(struct program *p)
{
	for (size_t i = 0; i < p->functions.n; i++)
		p->functions.at[i]->used = false;
	for (size_t i = 0; i < p->globals.n; i++) {
		struct global *g = p->globals.at[i];

		if (!g->in_c)
			g->sym.is_read = g->sym.is_written = false;
	}
}

static void reach_call(struct reach *r, const struct ast_expr *e)
{
	for (struct symbol *s = e->sym; s; s = s->overload) {
		if (s->function->used)
			continue;
		s->function->used = true;
		vec_push_in(r->p->arena, &r->todo, s->function);
	}
}

/* Marks what is assigned, incremented, deleted or set by a loop; its keys are
 * read. */
static void reach_set(struct reach *r, struct ast_expr *e, bool is_read)
{
	struct global *g = program_global_of(e);

	if (g) {
		g->sym.is_written = true;
		g->sym.is_read |= is_read;
	}
	if (e->kind == EXPR_INDEX) {
		for (size_t i = 0; i < e->index.keys.n; i++)
			ast_walk_expr(&r->v, &e->index.keys.at[i]);
	} else if (!g) {
		ast_walk_expr_children(&r->v, e);
	}
}

static bool reach_expr(struct ast_visitor *v, struct ast_expr **slot)
{
	struct reach *r = (struct reach *)v;
	struct ast_expr *e = *slot;

	switch (e->kind) {
	case EXPR_CALL:
		reach_call(r, e);
		return true;
	case EXPR_SYMBOL:
		if (e->sym && e->sym->kind == SYM_GLOBAL)
			e->sym->is_read = true;
		return true;
	case EXPR_CREMENT:
		reach_set(r, e->crement.arg, true);
		return false;
	case EXPR_ASSIGN:
		reach_set(r, e->binary.left,
			  e->binary.op != OP_SET &&
			  e->binary.op != OP_ACCUMULATE);
		ast_walk_expr(v, &e->binary.right);
		return false;
	default:
		return true;
	}
}

static void reach_loop(struct reach *r, struct ast_stmt *s)
{
	for (size_t i = 0; i < s->foreach.keys.n; i++)
		reach_set(r, s->foreach.keys.at[i], false);
	if (s->foreach.value)
		reach_set(r, s->foreach.value, false);
	ast_walk_expr(&r->v, &s->foreach.array);
	for (size_t i = 0; i < s->foreach.slice.n; i++)
		ast_walk_expr(&r->v, &s->foreach.slice.at[i]);
	ast_walk_expr(&r->v, &s->foreach.limit);
	ast_walk_stmt(&r->v, &s->foreach.body);
}

/* Marks an expression whose value is not used: x++ and x = 1 only write x. */
static void reach_effect(struct reach *r, struct ast_expr **slot)
{
	struct ast_expr *e = *slot;

	if (e && e->kind == EXPR_CREMENT) {
		reach_set(r, e->crement.arg, false);
	} else if (e && e->kind == EXPR_ASSIGN) {
		reach_set(r, e->binary.left, false);
		ast_walk_expr(&r->v, &e->binary.right);
	} else {
		ast_walk_expr(&r->v, slot);
	}
}

static bool reach_stmt(struct ast_visitor *v, struct ast_stmt **slot)
{
	struct reach *r = (struct reach *)v;
	struct ast_stmt *s = *slot;

	switch (s->kind) {
	case STMT_FOREACH:
		reach_loop(r, s);
		return false;
	case STMT_DELETE:
		reach_set(r, s->expr, false);
		return false;
	case STMT_EXPR:
		reach_effect(r, &s->expr);
		return false;
	case STMT_FOR:
		reach_effect(r, &s->for_.init);
		ast_walk_expr(v, &s->for_.cond);
		reach_effect(r, &s->for_.step);
		ast_walk_stmt(v, &s->for_.body);
		return false;
	default:
		return true;
	}
}

static void drop_globals(struct program *p)
{
	for (size_t i = 0; i < p->globals.n; i++) {
		struct global *g = p->globals.at[i];

		if (!g->in_c && !g->sym.is_read && !g->sym.is_written)
			g->shape_known = false;
	}
}

void sema_reached(struct program *p)
{
	struct reach r = { .v = { .expr_pre = reach_expr,
				  .stmt_pre = reach_stmt }, .p = p };

	forget(p);
	for (size_t i = 0; i < p->probes.n; i++) {
		ast_walk_expr(&r.v, &p->probes.at[i]->condition);
		ast_walk_stmt(&r.v, &p->probes.at[i]->body);
	}
	for (size_t i = 0; i < r.todo.n; i++)
		ast_walk_stmt(&r.v, &r.todo.at[i]->body);
	drop_globals(p);
}
