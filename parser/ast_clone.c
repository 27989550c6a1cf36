/* SPDX-License-Identifier: LGPL-2.1-or-later */
/*
 * Makes deep copies.  A visitor copies each node and its lists as bytes and puts the copy
 * into the node's slot; then the walker goes on to the children of the copy.
 */
#include "base/arena.h"
#include "parser/ast_walk.h"

struct cloner {
	struct ast_visitor v;
	struct arena *arena;
};

static void copy_exprs(struct arena *a, struct ast_exprs *list)
{
	list->at = arena_memdup(a, list->at, list->n * sizeof(*list->at));
	list->cap = list->n;
}

static void copy_path(struct arena *a, struct ast_path *path)
{
	path->at = arena_memdup(a, path->at, path->n * sizeof(*path->at));
	path->cap = path->n;
}

/* Copies the lists of @e, which it still shares with the original. */
static void copy_expr_lists(struct arena *a, struct ast_expr *e)
{
	switch (e->kind) {
	case EXPR_TARGET:
		return copy_path(a, &e->target.path);
	case EXPR_DEREF:
		return copy_path(a, &e->deref.path);
	case EXPR_ATOP:
		copy_path(a, &e->atop.path);
		return copy_exprs(a, &e->atop.args);
	case EXPR_INDEX:
		return copy_exprs(a, &e->index.keys);
	case EXPR_CALL:
		return copy_exprs(a, &e->call.args);
	case EXPR_CONCAT:
		return copy_exprs(a, &e->concat.args);
	case EXPR_IN:
		return copy_exprs(a, &e->in.keys);
	case EXPR_PRINT:
		return copy_exprs(a, &e->print.args);
	default:
		return;
	}
}

static void copy_stmt_lists(struct arena *a, struct ast_stmt *s)
{
	switch (s->kind) {
	case STMT_BLOCK:
		s->block.at = arena_memdup(a, s->block.at,
					   s->block.n * sizeof(*s->block.at));
		s->block.cap = s->block.n;
		return;
	case STMT_FOREACH:
		copy_exprs(a, &s->foreach.keys);
		return copy_exprs(a, &s->foreach.slice);
	default:
		return;
	}
}

static bool clone_expr(struct ast_visitor *v, struct ast_expr **slot)
{
	struct cloner *c = (struct cloner *)v;
	struct ast_expr *e = arena_memdup(c->arena, *slot, sizeof(*e));

	e->sym = NULL;
	e->tv = NULL;
	copy_expr_lists(c->arena, e);
	*slot = e;
	return true;
}

static bool clone_stmt(struct ast_visitor *v, struct ast_stmt **slot)
{
	struct cloner *c = (struct cloner *)v;
	struct ast_stmt *s = arena_memdup(c->arena, *slot, sizeof(*s));

	copy_stmt_lists(c->arena, s);
	*slot = s;
	return true;
}

#define CLONER(a) { { .expr_pre = clone_expr, .stmt_pre = clone_stmt }, (a) }

struct ast_expr *ast_clone_expr(struct arena *a, const struct ast_expr *e)
{
	struct cloner c = CLONER(a);
	struct ast_expr *copy = (struct ast_expr *)e;

	ast_walk_expr(&c.v, &copy);
	return copy;
}

struct ast_stmt *ast_clone_stmt(struct arena *a, const struct ast_stmt *s)
{
	struct cloner c = CLONER(a);
	struct ast_stmt *copy = (struct ast_stmt *)s;

	ast_walk_stmt(&c.v, &copy);
	return copy;
}

struct ast_point *ast_clone_point(struct arena *a, const struct ast_point *p)
{
	struct ast_point *copy = arena_memdup(a, p, sizeof(*p));

	copy->comps.at = arena_memdup(a, p->comps.at,
				      p->comps.n * sizeof(*p->comps.at));
	copy->comps.cap = p->comps.n;
	if (p->condition)
		copy->condition = ast_clone_expr(a, p->condition);
	return copy;
}
