/* SPDX-License-Identifier: LGPL-2.1-or-later */
/*
 * Makes nodes of the tree.  Definitions are short, so no node is deep.  Names are
 * interned in the parser's pool.
 */
#include "base/arena.h"
#include "base/intern.h"
#include "events/events_private.h"

static struct ast_expr *expr(struct make m, enum ast_expr_kind kind)
{
	struct ast_expr *e = arena_new(m.ev->env->arena, struct ast_expr);

	e->kind = kind;
	e->span = m.span;
	e->depth = 1;
	return e;
}

static void above(struct ast_expr *e, const struct ast_expr *child)
{
	if (e->depth <= child->depth)
		e->depth = child->depth + 1;
}

static const char *name_of(struct make m, const char *text)
{
	return intern_str(m.ev->env->names, text);
}

static void push(struct make m, struct ast_expr *parent,
		 struct ast_exprs *list, struct ast_expr *e)
{
	if (!e)
		return;
	vec_push_in(m.ev->env->arena, list, e);
	above(parent, e);
}

struct ast_expr *make_number(struct make m, int64_t n)
{
	struct ast_expr *e = expr(m, EXPR_NUMBER);

	e->number = n;
	return e;
}

struct ast_expr *make_text(struct make m, const char *text)
{
	struct ast_expr *e = expr(m, EXPR_STRING);

	e->text = name_of(m, text);
	return e;
}

struct ast_expr *make_name(struct make m, const char *name)
{
	struct ast_expr *e = expr(m, EXPR_SYMBOL);

	e->name = name_of(m, name);
	return e;
}

struct ast_expr *make_call(struct make m, const char *name,
			   struct ast_expr *arg)
{
	struct ast_expr *e = expr(m, EXPR_CALL);

	e->call.name = name_of(m, name);
	push(m, e, &e->call.args, arg);
	return e;
}

struct ast_expr *make_atop(struct make m, enum ast_atop op,
			   struct ast_expr *first, struct ast_expr *second)
{
	struct ast_expr *e = expr(m, EXPR_ATOP);

	e->atop.op = op;
	push(m, e, &e->atop.args, first);
	push(m, e, &e->atop.args, second);
	return e;
}

struct ast_expr *make_address(struct make m, const char *name)
{
	struct ast_expr *e = make_atop(m, ATOP_VAR, make_text(m, name), NULL);

	e->atop.path.address_of = true;
	return e;
}

struct ast_expr *make_member(struct make m, struct ast_expr *base,
			     const char *const *path)
{
	struct ast_expr *e = make_atop(m, ATOP_CAST, base,
				       make_text(m, *path));
	struct ast_path *to = &e->atop.path;

	while (*++path) {
		struct ast_step step = { .kind = STEP_MEMBER, .span = m.span,
					 .member = name_of(m, *path) };

		vec_push_in(m.ev->env->arena, to, step);
	}
	to->address_of = true;
	return e;
}

struct ast_expr *make_binary(struct make m, enum ast_op op,
			     struct ast_expr *left, struct ast_expr *right)
{
	struct ast_expr *e = expr(m, ast_op_kind(op));

	e->binary.op = op;
	e->binary.left = left;
	e->binary.right = right;
	above(e, left);
	above(e, right);
	return e;
}

struct ast_expr *make_not(struct make m, struct ast_expr *arg)
{
	struct ast_expr *e = expr(m, EXPR_UNARY);

	e->unary.op = OP_NOT;
	e->unary.arg = arg;
	above(e, arg);
	return e;
}

struct ast_expr *make_choice(struct make m, struct ast_expr *cond,
			     struct ast_expr *yes, struct ast_expr *no)
{
	struct ast_expr *e = expr(m, EXPR_TERNARY);

	e->ternary.cond = cond;
	e->ternary.yes = yes;
	e->ternary.no = no;
	above(e, cond);
	above(e, yes);
	above(e, no);
	return e;
}

struct ast_expr *make_match(struct make m, struct ast_expr *arg,
			    const char *pattern)
{
	struct ast_expr *e = expr(m, EXPR_REGEX);

	e->regex.op = OP_MATCH;
	e->regex.arg = arg;
	e->regex.pattern = name_of(m, pattern);
	e->regex.pattern_span = m.span;
	above(e, arg);
	return e;
}

struct ast_expr *make_printf(struct make m, const char *format,
			     struct ast_exprs args)
{
	struct ast_expr *e = expr(m, EXPR_PRINT);

	e->print.format = name_of(m, format);
	e->print.args = args;
	for (size_t i = 0; i < args.n; i++)
		above(e, args.at[i]);
	return e;
}

/* ---- statements --------------------------------------------------------- */

struct ast_stmt *make_stmt(struct make m, enum ast_stmt_kind kind)
{
	struct ast_stmt *s = arena_new(m.ev->env->arena, struct ast_stmt);

	s->kind = kind;
	s->span = m.span;
	s->depth = 1;
	return s;
}

static void over(struct ast_stmt *s, unsigned depth)
{
	if (s->depth <= depth)
		s->depth = depth + 1;
}

struct ast_stmt *make_do(struct make m, struct ast_expr *e)
{
	struct ast_stmt *s = make_stmt(m, STMT_EXPR);

	s->expr = e;
	over(s, e->depth);
	return s;
}

struct ast_stmt *make_set(struct make m, const char *name,
			  struct ast_expr *value)
{
	return make_do(m, make_binary(m, OP_SET, make_name(m, name), value));
}

struct ast_stmt *make_if(struct make m, struct ast_expr *cond,
			 struct ast_stmt *yes)
{
	struct ast_stmt *s = make_stmt(m, STMT_IF);

	s->if_.cond = cond;
	s->if_.yes = yes;
	over(s, cond->depth);
	over(s, yes->depth);
	return s;
}

struct ast_stmt *make_try(struct make m, struct ast_stmt *body,
			  struct ast_stmt *handler)
{
	struct ast_stmt *s = make_stmt(m, STMT_TRY);

	s->try_.body = body;
	s->try_.handler = handler;
	over(s, body->depth);
	over(s, handler->depth);
	return s;
}

struct ast_stmt *make_block(struct make m)
{
	return make_stmt(m, STMT_BLOCK);
}

void make_add(struct make m, struct ast_stmt *block, struct ast_stmt *s)
{
	vec_push_in(m.ev->env->arena, &block->block, s);
	over(block, s->depth);
}
