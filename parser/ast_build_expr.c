/* SPDX-License-Identifier: LGPL-2.1-or-later */
/*
 * Builds plain expressions: literals, names, calls, operators.
 */
#include "parser/ast_build.h"

#include "base/arena.h"
#include "base/diag.h"
#include "base/tags/parser.h"
#include "parser/parse.h"

void build_too_deep(struct parse *p, struct span sp, int levels)
{
	if (!p->refused)
		diag_error(p->env->diags, DIAG_TOO_DEEP, sp,
			   "nesting deeper than %d levels", levels);
	p->refused = true;
}

struct ast_expr *build_expr(struct parse *p, struct span sp,
			    enum ast_expr_kind kind, unsigned depth)
{
	struct ast_expr *e = arena_new(p->env->arena, struct ast_expr);

	e->kind = kind;
	e->span = sp;
	e->depth = depth + 1;
	if (e->depth > AST_MAX_DEPTH)
		build_too_deep(p, sp, AST_MAX_DEPTH);
	return e;
}

static unsigned list_depth(const struct ast_exprs *list)
{
	unsigned depth = 0;

	for (size_t i = 0; i < list->n; i++)
		depth = build_depth(depth, list->at[i]);
	return depth;
}

struct ast_exprs build_exprs(struct parse *p, struct ast_exprs *list,
			     struct ast_expr *e)
{
	struct ast_exprs grown = { 0 };

	if (list)
		grown = *list;
	vec_push_in(p->env->arena, &grown, e);
	return grown;
}

struct ast_expr *build_number(struct parse *p, struct span sp, int64_t number)
{
	struct ast_expr *e = build_expr(p, sp, EXPR_NUMBER, 0);

	e->number = number;
	return e;
}

struct ast_expr *build_string(struct parse *p, struct span sp,
			      const char *text)
{
	struct ast_expr *e = build_expr(p, sp, EXPR_STRING, 0);

	e->text = text;
	return e;
}

struct ast_expr *build_c_expr(struct parse *p, struct span sp,
			      const char *text)
{
	struct ast_expr *e = build_expr(p, sp, EXPR_EMBEDDED, 0);

	e->text = text;
	return e;
}

struct ast_expr *build_symbol(struct parse *p, struct span sp,
			      const char *name)
{
	struct ast_expr *e = build_expr(p, sp, EXPR_SYMBOL, 0);

	e->name = name;
	return e;
}

struct ast_expr *build_call(struct parse *p, struct span sp, const char *name,
			    struct ast_exprs args)
{
	struct ast_expr *e = build_expr(p, sp, EXPR_CALL, list_depth(&args));

	e->call.name = name;
	e->call.args = args;
	return e;
}

static bool has_star(const struct ast_exprs *keys)
{
	for (size_t i = 0; i < keys->n; i++)
		if (!keys->at[i])
			return true;
	return false;
}

struct ast_expr *build_index(struct parse *p, struct span sp,
			     struct ast_expr *array, struct ast_exprs keys)
{
	unsigned depth = build_depth(list_depth(&keys), array);
	struct ast_expr *e = build_expr(p, sp, EXPR_INDEX, depth);

	e->index.array = array;
	e->index.keys = keys;
	if (has_star(&keys)) {
		build_check_slice(p);
		p->slice = e;
	}
	return e;
}

void build_check_slice(struct parse *p)
{
	if (p->slice)
		diag_error(p->env->diags, DIAG_BAD_SLICE, p->slice->span,
			   "a slice with '*' is not a value; use it in delete, "
			   "foreach or before 'in'");
	p->slice = NULL;
}

struct ast_expr *build_in(struct parse *p, struct span sp,
			  struct ast_exprs keys, struct ast_expr *array)
{
	unsigned depth = build_depth(list_depth(&keys), array);
	struct ast_expr *e = build_expr(p, sp, EXPR_IN, depth);

	e->in.array = array;
	e->in.keys = keys;
	return e;
}

/* Returns true if @arg begins with AST_MAX_NESTING unary operators.  Signs before signs count
 * as nesting, like brackets in brackets. */
static bool is_nested(const struct ast_expr *arg)
{
	int n = 0;

	for (; arg->kind == EXPR_UNARY && n < AST_MAX_NESTING; n++)
		arg = arg->unary.arg;
	return n == AST_MAX_NESTING;
}

struct ast_expr *build_unary(struct parse *p, struct span sp, enum ast_op op,
			     struct ast_expr *arg)
{
	struct ast_expr *e = build_expr(p, sp, EXPR_UNARY, arg->depth);

	if (is_nested(arg))
		build_too_deep(p, sp, AST_MAX_NESTING);
	e->unary.op = op;
	e->unary.arg = arg;
	return e;
}

/* Builds `a ? b : c = d` as before language version 4.0: as `a ? b : (c = d)`. */
static struct ast_expr *set_last_part(struct parse *p, enum ast_op op,
				      struct ast_expr *choice,
				      struct ast_expr *right)
{
	choice->ternary.no = build_binary(p, op, choice->ternary.no, right);
	choice->span = span_join(choice->span, right->span);
	if (choice->ternary.no->depth >= choice->depth)
		choice->depth = choice->ternary.no->depth + 1;
	return choice;
}

struct ast_expr *build_binary(struct parse *p, enum ast_op op,
			      struct ast_expr *left, struct ast_expr *right)
{
	struct ast_expr *e;

	if (left->kind == EXPR_TERNARY && ast_op_kind(op) == EXPR_ASSIGN &&
	    parse_is_before(p->env, "4.0"))
		return set_last_part(p, op, left, right);
	e = build_expr(p, span_join(left->span, right->span), ast_op_kind(op),
		       build_depth(left->depth, right));

	e->binary.op = op;
	e->binary.left = left;
	e->binary.right = right;
	return e;
}

/* Builds a concatenation.  If @left is a CONCAT, @right is added to it, so `a . b . c` is one
 * node. */
struct ast_expr *build_concat(struct parse *p, struct ast_expr *left,
			      struct ast_expr *right)
{
	struct span sp = span_join(left->span, right->span);
	struct ast_expr *e = left;

	if (left->kind != EXPR_CONCAT) {
		e = build_expr(p, sp, EXPR_CONCAT, left->depth);
		vec_push_in(p->env->arena, &e->concat.args, left);
	}
	e->span = sp;
	vec_push_in(p->env->arena, &e->concat.args, right);
	if (right->depth >= e->depth)
		e->depth = right->depth + 1;
	if (e->depth > AST_MAX_DEPTH)
		build_too_deep(p, sp, AST_MAX_DEPTH);
	return e;
}

struct ast_expr *build_ternary(struct parse *p, struct ast_expr *cond,
			       struct ast_expr *yes, struct ast_expr *no)
{
	unsigned depth = build_depth(build_depth(cond->depth, yes), no);
	struct ast_expr *e = build_expr(p, span_join(cond->span, no->span),
					EXPR_TERNARY, depth);

	e->ternary.cond = cond;
	e->ternary.yes = yes;
	e->ternary.no = no;
	return e;
}

struct ast_expr *build_crement(struct parse *p, struct span sp, enum ast_op op,
			       bool post, struct ast_expr *arg)
{
	struct ast_expr *e = build_expr(p, sp, EXPR_CREMENT, arg->depth);

	e->crement.op = op;
	e->crement.post = post;
	e->crement.arg = arg;
	return e;
}

struct ast_expr *build_regex(struct parse *p, struct span sp, enum ast_op op,
			     struct ast_expr *arg, const char *pattern,
			     struct span pattern_span)
{
	struct ast_expr *e = build_expr(p, sp, EXPR_REGEX, arg->depth);

	e->regex.op = op;
	e->regex.arg = arg;
	e->regex.pattern = pattern;
	e->regex.pattern_span = pattern_span;
	return e;
}
