/* SPDX-License-Identifier: LGPL-2.1-or-later */
/*
 * Compares statements and whole files, which the compiler never needs.  Texts are
 * compared as bytes, so that the trees may come from different pools.
 */
#include "testsuite/compiler/parse_session.h"

/* ---- statements ---- */

static bool same_block(const struct ast_stmts *x, const struct ast_stmts *y)
{
	if (x->n != y->n)
		return false;
	for (size_t i = 0; i < x->n; i++)
		if (!ast_same_stmt(x->at[i], y->at[i]))
			return false;
	return true;
}

static bool same_for(const struct ast_stmt *x, const struct ast_stmt *y)
{
	return ast_same_expr(x->for_.init, y->for_.init) &&
	       ast_same_expr(x->for_.cond, y->for_.cond) &&
	       ast_same_expr(x->for_.step, y->for_.step) &&
	       ast_same_stmt(x->for_.body, y->for_.body);
}

static bool same_foreach(const struct ast_stmt *x, const struct ast_stmt *y)
{
	return ast_same_expr(x->foreach.value, y->foreach.value) &&
	       ast_same_exprs(&x->foreach.keys, &y->foreach.keys) &&
	       ast_same_expr(x->foreach.array, y->foreach.array) &&
	       ast_same_exprs(&x->foreach.slice, &y->foreach.slice) &&
	       x->foreach.sort_dir == y->foreach.sort_dir &&
	       x->foreach.sort_column == y->foreach.sort_column &&
	       x->foreach.sort_stat == y->foreach.sort_stat &&
	       ast_same_expr(x->foreach.limit, y->foreach.limit) &&
	       ast_same_stmt(x->foreach.body, y->foreach.body);
}

bool ast_same_stmt(const struct ast_stmt *x, const struct ast_stmt *y)
{
	if (!x || !y)
		return x == y;
	if (x->kind != y->kind)
		return false;
	switch (x->kind) {
	case STMT_NULL:
	case STMT_BREAK:
	case STMT_CONTINUE:
	case STMT_NEXT:
		return true;
	case STMT_BLOCK:
		return same_block(&x->block, &y->block);
	case STMT_EXPR:
	case STMT_RETURN:
	case STMT_DELETE:
		return ast_same_expr(x->expr, y->expr);
	case STMT_IF:
		return ast_same_expr(x->if_.cond, y->if_.cond) &&
		       ast_same_stmt(x->if_.yes, y->if_.yes) &&
		       ast_same_stmt(x->if_.no, y->if_.no);
	case STMT_WHILE:
		return ast_same_expr(x->while_.cond, y->while_.cond) &&
		       ast_same_stmt(x->while_.body, y->while_.body);
	case STMT_FOR:
		return same_for(x, y);
	case STMT_FOREACH:
		return same_foreach(x, y);
	case STMT_TRY:
		return ast_same_stmt(x->try_.body, y->try_.body) &&
		       ast_same_expr(x->try_.var, y->try_.var) &&
		       ast_same_stmt(x->try_.handler, y->try_.handler);
	case STMT_N_KINDS:
		break;
	}
	return false;
}

/* ---- the top level ---- */

static bool same_component(const struct ast_component *x,
			   const struct ast_component *y)
{
	return x->arg == y->arg && x->number == y->number &&
	       ast_same_text(x->name, y->name) && ast_same_text(x->text, y->text);
}

static bool same_point(const struct ast_point *x, const struct ast_point *y)
{
	if (x->comps.n != y->comps.n || x->optional != y->optional ||
	    x->sufficient != y->sufficient ||
	    !ast_same_expr(x->condition, y->condition))
		return false;
	for (size_t i = 0; i < x->comps.n; i++)
		if (!same_component(&x->comps.at[i], &y->comps.at[i]))
			return false;
	return true;
}

static bool same_points(const struct ast_points *x, const struct ast_points *y)
{
	if (x->n != y->n)
		return false;
	for (size_t i = 0; i < x->n; i++)
		if (!same_point(x->at[i], y->at[i]))
			return false;
	return true;
}

static bool same_alias(const struct ast_alias *x, const struct ast_alias *y)
{
	return same_points(&x->names, &y->names) &&
	       same_points(&x->points, &y->points) &&
	       ast_same_stmt(x->prologue, y->prologue) &&
	       ast_same_stmt(x->epilogue, y->epilogue);
}

static bool same_global(const struct ast_global *x, const struct ast_global *y)
{
	return ast_same_text(x->name, y->name) && x->size == y->size &&
	       x->wrap == y->wrap && x->is_private == y->is_private &&
	       ast_same_expr(x->init, y->init);
}

static bool same_function(const struct ast_function *x,
			  const struct ast_function *y)
{
	if (!ast_same_text(x->name, y->name) || x->type != y->type ||
	    x->params.n != y->params.n || x->priority != y->priority ||
	    x->is_private != y->is_private || !ast_same_text(x->c_text, y->c_text))
		return false;
	for (size_t i = 0; i < x->params.n; i++)
		if (!ast_same_text(x->params.at[i].name, y->params.at[i].name) ||
		    x->params.at[i].type != y->params.at[i].type)
			return false;
	return ast_same_stmt(x->body, y->body);
}

static bool same_item(const struct ast_item *x, const struct ast_item *y)
{
	if (x->kind != y->kind)
		return false;
	switch (x->kind) {
	case ITEM_PROBE:
		return same_points(&x->probe->points, &y->probe->points) &&
		       ast_same_stmt(x->probe->body, y->probe->body);
	case ITEM_ALIAS:
		return same_alias(x->alias, y->alias);
	case ITEM_GLOBAL:
		return same_global(x->global, y->global);
	case ITEM_FUNCTION:
		return same_function(x->function, y->function);
	case ITEM_EMBEDDED:
		return ast_same_text(x->embedded->text, y->embedded->text);
	case ITEM_METRIC:
		return ast_same_exprs(&x->metric->args, &y->metric->args);
	case ITEM_N_KINDS:
		break;
	}
	return false;
}

bool ast_same_file(const struct ast_file *x, const struct ast_file *y)
{
	if (x->items.n != y->items.n)
		return false;
	for (size_t i = 0; i < x->items.n; i++)
		if (!same_item(&x->items.at[i], &y->items.at[i]))
			return false;
	return true;
}
