/* SPDX-License-Identifier: LGPL-2.1-or-later */
/*
 * Walks trees: only this file knows all children of all nodes.
 */
#include "parser/ast_walk.h"

static void walk_list(struct ast_visitor *v, struct ast_exprs *list)
{
	for (size_t i = 0; i < list->n; i++)
		ast_walk_expr(v, &list->at[i]);
}

static void walk_path(struct ast_visitor *v, struct ast_path *path)
{
	for (size_t i = 0; i < path->n; i++)
		ast_walk_expr(v, &path->at[i].index);
}

static void walk_ternary(struct ast_visitor *v, struct ast_expr *e)
{
	ast_walk_expr(v, &e->ternary.cond);
	ast_walk_expr(v, &e->ternary.yes);
	ast_walk_expr(v, &e->ternary.no);
}

static void walk_in(struct ast_visitor *v, struct ast_expr *e)
{
	walk_list(v, &e->in.keys);
	ast_walk_expr(v, &e->in.array);
}

static void walk_index(struct ast_visitor *v, struct ast_expr *e)
{
	ast_walk_expr(v, &e->index.array);
	walk_list(v, &e->index.keys);
}

static void walk_deref(struct ast_visitor *v, struct ast_expr *e)
{
	ast_walk_expr(v, &e->deref.base);
	walk_path(v, &e->deref.path);
}

static void walk_atop(struct ast_visitor *v, struct ast_expr *e)
{
	walk_list(v, &e->atop.args);
	walk_path(v, &e->atop.path);
}

static void walk_binary(struct ast_visitor *v, struct ast_expr *e)
{
	ast_walk_expr(v, &e->binary.left);
	ast_walk_expr(v, &e->binary.right);
}

void ast_walk_expr_children(struct ast_visitor *v, struct ast_expr *e)
{
	switch (e->kind) {
	case EXPR_NUMBER:
	case EXPR_STRING:
	case EXPR_SYMBOL:
	case EXPR_EMBEDDED:
	case EXPR_N_KINDS:
		return;
	case EXPR_TARGET:
		return walk_path(v, &e->target.path);
	case EXPR_ATOP:
		return walk_atop(v, e);
	case EXPR_DEREF:
		return walk_deref(v, e);
	case EXPR_STAT:
		return ast_walk_expr(v, &e->stat.arg);
	case EXPR_HIST:
		return ast_walk_expr(v, &e->hist.arg);
	case EXPR_INDEX:
		return walk_index(v, e);
	case EXPR_CALL:
		return walk_list(v, &e->call.args);
	case EXPR_UNARY:
		return ast_walk_expr(v, &e->unary.arg);
	case EXPR_BINARY:
	case EXPR_COMPARE:
	case EXPR_LOGICAL:
	case EXPR_ASSIGN:
		return walk_binary(v, e);
	case EXPR_CREMENT:
		return ast_walk_expr(v, &e->crement.arg);
	case EXPR_TERNARY:
		return walk_ternary(v, e);
	case EXPR_CONCAT:
		return walk_list(v, &e->concat.args);
	case EXPR_REGEX:
		return ast_walk_expr(v, &e->regex.arg);
	case EXPR_IN:
		return walk_in(v, e);
	case EXPR_PRINT:
		return walk_list(v, &e->print.args);
	}
}

void ast_walk_expr(struct ast_visitor *v, struct ast_expr **slot)
{
	if (!*slot)
		return;
	if (v->expr_pre && !v->expr_pre(v, slot))
		return;
	ast_walk_expr_children(v, *slot);
	if (v->expr_post)
		v->expr_post(v, slot);
}

static void walk_if(struct ast_visitor *v, struct ast_stmt *s)
{
	ast_walk_expr(v, &s->if_.cond);
	ast_walk_stmt(v, &s->if_.yes);
	ast_walk_stmt(v, &s->if_.no);
}

static void walk_for(struct ast_visitor *v, struct ast_stmt *s)
{
	ast_walk_expr(v, &s->for_.init);
	ast_walk_expr(v, &s->for_.cond);
	ast_walk_expr(v, &s->for_.step);
	ast_walk_stmt(v, &s->for_.body);
}

static void walk_foreach(struct ast_visitor *v, struct ast_stmt *s)
{
	ast_walk_expr(v, &s->foreach.value);
	walk_list(v, &s->foreach.keys);
	ast_walk_expr(v, &s->foreach.array);
	walk_list(v, &s->foreach.slice);
	ast_walk_expr(v, &s->foreach.limit);
	ast_walk_stmt(v, &s->foreach.body);
}

static void walk_try(struct ast_visitor *v, struct ast_stmt *s)
{
	ast_walk_stmt(v, &s->try_.body);
	ast_walk_expr(v, &s->try_.var);
	ast_walk_stmt(v, &s->try_.handler);
}

static void walk_while(struct ast_visitor *v, struct ast_stmt *s)
{
	ast_walk_expr(v, &s->while_.cond);
	ast_walk_stmt(v, &s->while_.body);
}

static void walk_block(struct ast_visitor *v, struct ast_stmts *list)
{
	for (size_t i = 0; i < list->n; i++)
		ast_walk_stmt(v, &list->at[i]);
}

void ast_walk_stmt_children(struct ast_visitor *v, struct ast_stmt *s)
{
	switch (s->kind) {
	case STMT_NULL:
	case STMT_BREAK:
	case STMT_CONTINUE:
	case STMT_NEXT:
	case STMT_N_KINDS:
		return;
	case STMT_BLOCK:
		return walk_block(v, &s->block);
	case STMT_EXPR:
	case STMT_RETURN:
	case STMT_DELETE:
		return ast_walk_expr(v, &s->expr);
	case STMT_IF:
		return walk_if(v, s);
	case STMT_WHILE:
		return walk_while(v, s);
	case STMT_FOR:
		return walk_for(v, s);
	case STMT_FOREACH:
		return walk_foreach(v, s);
	case STMT_TRY:
		return walk_try(v, s);
	}
}

void ast_walk_stmt(struct ast_visitor *v, struct ast_stmt **slot)
{
	if (!*slot)
		return;
	if (v->stmt_pre && !v->stmt_pre(v, slot))
		return;
	ast_walk_stmt_children(v, *slot);
	if (v->stmt_post)
		v->stmt_post(v, slot);
}

static void walk_points(struct ast_visitor *v, struct ast_points *points)
{
	for (size_t i = 0; i < points->n; i++)
		ast_walk_expr(v, &points->at[i]->condition);
}

void ast_walk_item(struct ast_visitor *v, struct ast_item *i)
{
	switch (i->kind) {
	case ITEM_PROBE:
		walk_points(v, &i->probe->points);
		return ast_walk_stmt(v, &i->probe->body);
	case ITEM_ALIAS:
		walk_points(v, &i->alias->points);
		ast_walk_stmt(v, &i->alias->prologue);
		return ast_walk_stmt(v, &i->alias->epilogue);
	case ITEM_GLOBAL:
		return ast_walk_expr(v, &i->global->init);
	case ITEM_FUNCTION:
		return ast_walk_stmt(v, &i->function->body);
	case ITEM_EMBEDDED:
	case ITEM_METRIC:
	case ITEM_N_KINDS:
		return;
	}
}
