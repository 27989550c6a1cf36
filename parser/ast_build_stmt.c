/* SPDX-License-Identifier: LGPL-2.1-or-later */
/*
 * Builds statements.
 */
#include "parser/ast_build.h"

#include "base/arena.h"
#include "base/diag.h"
#include "base/tags/parser.h"
#include "parser/parse.h"

static unsigned stmt_depth(unsigned depth, const struct ast_stmt *s)
{
	return s && s->depth > depth ? s->depth : depth;
}

static struct ast_stmt *new_stmt(struct parse *p, struct span sp,
				 enum ast_stmt_kind kind, unsigned depth)
{
	struct ast_stmt *s = arena_new(p->env->arena, struct ast_stmt);

	s->kind = kind;
	s->span = sp;
	s->depth = depth + 1;
	if (s->depth > AST_MAX_DEPTH)
		build_too_deep(p, sp, AST_MAX_DEPTH);
	build_check_slice(p);
	return s;
}

struct ast_stmts build_stmts(struct parse *p, struct ast_stmts list,
			     struct ast_stmt *s)
{
	vec_push_in(p->env->arena, &list, s);
	return list;
}

struct ast_stmt *build_block(struct parse *p, struct span sp,
			     struct ast_stmts list)
{
	struct ast_stmt *s;
	unsigned depth = 0;

	for (size_t i = 0; i < list.n; i++)
		depth = stmt_depth(depth, list.at[i]);
	s = new_stmt(p, sp, STMT_BLOCK, depth);
	s->block = list;
	return s;
}

struct ast_stmt *build_stmt(struct parse *p, struct span sp,
			    enum ast_stmt_kind kind)
{
	return new_stmt(p, sp, kind, 0);
}

struct ast_stmt *build_expr_stmt(struct parse *p, struct span sp,
				 enum ast_stmt_kind kind, struct ast_expr *e)
{
	struct ast_stmt *s;

	if (kind == STMT_DELETE && p->slice == e)
		p->slice = NULL;
	s = new_stmt(p, sp, kind, build_depth(0, e));
	s->expr = e;
	return s;
}

struct ast_stmt *build_return(struct parse *p, struct span sp,
			      struct ast_expr *e)
{
	if (!p->first_return.src)
		p->first_return = sp;
	return build_expr_stmt(p, sp, STMT_RETURN, e);
}

struct ast_stmt *build_if(struct parse *p, struct span sp, struct span end,
			  struct ast_expr *cond, struct ast_stmt *yes,
			  struct ast_stmt *no)
{
	unsigned depth = stmt_depth(stmt_depth(cond->depth, yes), no);
	struct ast_stmt *s = new_stmt(p, span_join(sp, end), STMT_IF, depth);

	s->if_.cond = cond;
	s->if_.yes = yes;
	s->if_.no = no;
	return s;
}

struct ast_stmt *build_while(struct parse *p, struct span sp, struct span end,
			     struct ast_expr *cond, struct ast_stmt *body)
{
	unsigned depth = stmt_depth(cond->depth, body);
	struct ast_stmt *s =
		new_stmt(p, span_join(sp, end), STMT_WHILE, depth);

	s->while_.cond = cond;
	s->while_.body = body;
	return s;
}

struct ast_stmt *build_for(struct parse *p, struct span sp, struct span end,
			   struct ast_expr *init, struct ast_expr *cond,
			   struct ast_expr *step, struct ast_stmt *body)
{
	unsigned depth = build_depth(build_depth(body->depth, init), cond);
	struct ast_stmt *s = new_stmt(p, span_join(sp, end), STMT_FOR,
				      build_depth(depth, step));

	s->for_.init = init;
	s->for_.cond = cond;
	s->for_.step = step;
	s->for_.body = body;
	return s;
}

struct ast_stmt *build_try(struct parse *p, struct span sp,
			   struct ast_stmt *body, struct ast_expr *var,
			   struct ast_stmt *handler)
{
	unsigned depth = stmt_depth(body->depth, handler);
	struct ast_stmt *s =
		new_stmt(p, sp, STMT_TRY, build_depth(depth, var));

	s->try_.body = body;
	s->try_.var = var;
	s->try_.handler = handler;
	return s;
}

/* ---- foreach ---- */

static void sorted_twice(struct parse *p, struct span sp)
{
	diag_error(p->env->diags, DIAG_SORTED_TWICE, sp,
		   "this foreach already has a sort order");
}

struct build_vars build_loop_var(struct parse *p, struct ast_expr *name,
				 int dir)
{
	struct build_vars v = { .dir = dir, .column = 1 };

	v.keys = build_exprs(p, NULL, name);
	return v;
}

struct build_vars build_loop_keys(struct parse *p, struct span sp,
				  struct build_vars list,
				  struct build_vars more)
{
	list.keys = build_exprs(p, &list.keys, more.keys.at[0]);
	if (more.dir && list.dir) {
		sorted_twice(p, sp);
	} else if (more.dir) {
		list.dir = more.dir;
		list.column = (unsigned)list.keys.n;
	}
	return list;
}

struct build_vars build_loop_value(struct parse *p, struct span sp,
				   struct build_vars value,
				   struct build_vars keys)
{
	keys.value = value.keys.at[0];
	if (value.dir && keys.dir) {
		sorted_twice(p, sp);
	} else if (value.dir) {
		keys.dir = value.dir;
		keys.column = 0;
	}
	return keys;
}

static unsigned exprs_depth(unsigned depth, const struct ast_exprs *list)
{
	for (size_t i = 0; i < list->n; i++)
		depth = build_depth(depth, list->at[i]);
	return depth;
}

struct ast_stmt *build_foreach(struct parse *p, struct span sp, struct span end,
			       const struct build_vars *vars,
			       struct ast_expr *array, struct ast_exprs slice,
			       struct build_order order,
			       struct ast_expr *limit, struct ast_stmt *body)
{
	unsigned depth = exprs_depth(build_depth(body->depth, array), &slice);
	struct ast_stmt *s = new_stmt(p, span_join(sp, end), STMT_FOREACH,
				      build_depth(depth, limit));

	if (vars->dir && order.dir)
		sorted_twice(p, order.span);
	s->foreach.value = vars->value;
	s->foreach.keys = vars->keys;
	s->foreach.array = array;
	s->foreach.slice = slice;
	s->foreach.sort_dir = vars->dir ? vars->dir : order.dir;
	s->foreach.sort_column = vars->dir ? vars->column : 0;
	s->foreach.sort_stat = order.stat;
	s->foreach.limit = limit;
	s->foreach.body = body;
	return s;
}
