/* SPDX-License-Identifier: LGPL-2.1-or-later */
/*
 * Builds values of the target ($x->y[1]$), @-operators and print operations.
 * @-operators and print operations look like calls, but each has its own rules for its
 * arguments.
 */
#include "parser/ast_build.h"

#include <string.h>

#include "base/arena.h"
#include "base/buf.h"
#include "base/cleanup.h"
#include "base/diag.h"
#include "base/intern.h"
#include "base/tags/parser.h"
#include "parser/literal.h"
#include "parser/parse.h"

/* ---- paths ---- */

/* Returns the number of `$` at the end of @name, at most two; the first character does not
 * count. */
static unsigned dollars_at_end(const char *name)
{
	size_t n = intern_len(name), dollars = 0;

	while (dollars < 2 && dollars + 1 < n && name[n - 1 - dollars] == '$')
		dollars++;
	return (unsigned)dollars;
}

static const char *without_end(struct parse *p, const char *name, unsigned n)
{
	return n ? intern_bytes(p->env->names, name, intern_len(name) - n)
		 : name;
}

struct ast_expr *build_target(struct parse *p, struct span sp,
			      const char *name)
{
	struct ast_expr *e = build_expr(p, sp, EXPR_TARGET, 0);
	unsigned pretty = dollars_at_end(name);

	e->target.name = without_end(p, name, pretty);
	e->target.path.pretty = pretty;
	return e;
}

static bool has_own_path(const struct ast_expr *e)
{
	return e->kind == EXPR_TARGET || e->kind == EXPR_DEREF ||
	       (e->kind == EXPR_ATOP &&
		(e->atop.op == ATOP_CAST || e->atop.op == ATOP_VAR));
}

/* Returns the node to whose path the next step after @e is added: @e itself, or a new DEREF
 * with @e as its base.  Reports an error if @e ends with a pretty-printing suffix. */
static struct ast_expr *step_base(struct parse *p, struct span sp,
				  struct ast_expr *e)
{
	struct ast_expr *d;

	if (has_own_path(e) && !ast_expr_path(e)->address_of) {
		if (ast_expr_path(e)->pretty)
			diag_error(p->env->diags, DIAG_NO_ADDRESS, sp,
				   "nothing can follow the pretty-printing "
				   "suffix '%.*s'",
				   (int)ast_expr_path(e)->pretty,
				   "$$");
		e->span = sp;
		return e;
	}
	d = build_expr(p, sp, EXPR_DEREF, e->depth);
	d->deref.base = e;
	return d;
}

static struct ast_expr *add_step(struct parse *p, struct span sp,
				 struct ast_expr *e, struct ast_step step)
{
	struct ast_expr *base = step_base(p, sp, e);

	vec_push_in(p->env->arena, ast_expr_path(base), step);
	if (step.index && step.index->depth >= base->depth)
		base->depth = step.index->depth + 1;
	if (base->depth > AST_MAX_DEPTH)
		build_too_deep(p, sp, AST_MAX_DEPTH);
	return base;
}

struct ast_expr *build_member(struct parse *p, struct span sp,
			      struct span name_span, struct ast_expr *e,
			      const char *name)
{
	unsigned pretty = dollars_at_end(name);
	struct ast_step step = {
		.kind = STEP_MEMBER,
		.span = name_span,
		.member = without_end(p, name, pretty),
	};

	e = add_step(p, sp, e, step);
	if (pretty)
		ast_expr_path(e)->pretty = pretty;
	return e;
}

struct ast_expr *build_step_index(struct parse *p, struct span sp,
				  struct span index_span, struct ast_expr *e,
				  struct ast_expr *index)
{
	struct ast_step step = {
		.kind = STEP_INDEX,
		.span = index_span,
		.index = index,
	};

	return add_step(p, sp, e, step);
}

struct ast_expr *build_pretty(struct parse *p, struct span sp,
			      struct ast_expr *e, int64_t dollars)
{
	e = step_base(p, sp, e);
	ast_expr_path(e)->pretty = (unsigned)dollars;
	return e;
}

/* Builds &@e.  A later pass, which knows types, checks that @e is a value of the target. */
struct ast_expr *build_address(struct parse *p, struct span sp,
			       struct span op_span, struct ast_expr *e)
{
	struct ast_path *path = has_own_path(e) ? ast_expr_path(e) : NULL;
	struct ast_expr *d;

	if (path && (path->pretty || path->address_of)) {
		diag_error(p->env->diags, DIAG_NO_ADDRESS, op_span,
			   "'&' needs a target variable or a member, such as "
			   "$x or x->member");
		return e;
	}
	if (path) {
		path->address_of = true;
		e->span = sp;
		return e;
	}
	d = build_expr(p, sp, EXPR_DEREF, e->depth);
	d->deref.base = e;
	d->deref.path.address_of = true;
	return d;
}

/* ---- @-operators ---- */

static const char *const atop_args[] = {
#define ATOP(sym, name, since, args) args,
#include "parser/ast_atops.def"
};

static bool can_be_written(const struct ast_expr *e)
{
	return has_own_path(e) || e->kind == EXPR_SYMBOL ||
	       e->kind == EXPR_INDEX;
}

static void check_argument(struct parse *p, const struct ast_expr *e,
			   enum ast_atop op, size_t i, char want)
{
	if (want == 's' && e->kind != EXPR_STRING)
		diag_error(p->env->diags, DIAG_BAD_ARGUMENT, e->span,
			   "argument %zu of %s must be a string literal",
			   i + 1, ast_atop_text(op));
	if (want == 'v' && !can_be_written(e))
		diag_error(p->env->diags, DIAG_BAD_ARGUMENT, e->span,
			   "argument %zu of %s must be a variable", i + 1,
			   ast_atop_text(op));
}

static void check_arguments(struct parse *p, struct span op_span,
			    enum ast_atop op, const struct ast_exprs *args)
{
	const char *want = atop_args[op], *optional = strchr(want, '?');
	size_t max = strlen(want) - (optional ? 1 : 0);
	size_t min = optional ? (size_t)(optional - want) : max;

	if (args->n < min || args->n > max) {
		diag_error(p->env->diags, DIAG_BAD_ARGUMENT, op_span,
			   "%s takes %zu argument%s%s, not %zu",
			   ast_atop_text(op), min, min == 1 ? "" : "s",
			   min == max ? "" : " or more", args->n);
		return;
	}
	for (size_t i = 0; i < args->n; i++) {
		if (*want == '?')
			want++;
		check_argument(p, args->at[i], op, i, *want++);
	}
}

static unsigned args_depth(const struct ast_exprs *args)
{
	unsigned depth = 0;

	for (size_t i = 0; i < args->n; i++)
		depth = build_depth(depth, args->at[i]);
	return depth;
}

struct ast_expr *build_atop(struct parse *p, struct span sp,
			    struct span op_span, enum ast_atop op,
			    struct ast_exprs args)
{
	struct ast_expr *e = build_expr(p, sp, EXPR_ATOP, args_depth(&args));

	e->atop.op = op;
	e->atop.args = args;
	check_arguments(p, op_span, op, &args);
	return e;
}

struct ast_expr *build_stat(struct parse *p, struct span sp,
			    enum ast_statop op, struct ast_expr *arg)
{
	struct ast_expr *e = build_expr(p, sp, EXPR_STAT, arg->depth);

	e->stat.op = op;
	e->stat.arg = arg;
	return e;
}

#define MAX_SHIFT 62

struct ast_expr *build_variance(struct parse *p, struct span sp,
				struct span shift_span, enum ast_statop op,
				struct ast_expr *arg, int64_t shift)
{
	struct ast_expr *e = build_stat(p, sp, op, arg);

	if (op != STATOP_VARIANCE)
		diag_error(p->env->diags, DIAG_BAD_ARGUMENT, shift_span,
			   "%s takes one argument", ast_statop_text(op));
	else if (shift < 0 || shift > MAX_SHIFT)
		diag_error(p->env->diags, DIAG_BAD_ARGUMENT, shift_span,
			   "the shift of @variance must be 0 to %d", MAX_SHIFT);
	else
		e->stat.shift = shift;
	return e;
}

struct ast_expr *build_hist_log(struct parse *p, struct span sp,
				struct ast_expr *arg)
{
	struct ast_expr *e = build_expr(p, sp, EXPR_HIST, arg->depth);

	e->hist.arg = arg;
	return e;
}

struct ast_expr *build_hist_linear(struct parse *p, struct span sp,
				   struct ast_expr *arg, int64_t low,
				   int64_t high, int64_t step)
{
	struct ast_expr *e = build_hist_log(p, sp, arg);

	e->hist.linear = true;
	e->hist.low = low;
	e->hist.high = high;
	e->hist.step = step;
	return e;
}

/* ---- printing ---- */

/* Removes the first of @args, which must be a string literal, and returns its text.  If it is
 * not, reports an error with the name @what and returns "". */
static const char *take_literal(struct parse *p, struct span op_span,
				struct ast_exprs *args, const char *what)
{
	struct ast_expr *first = args->n ? args->at[0] : NULL;

	if (!first || first->kind != EXPR_STRING) {
		diag_error(p->env->diags, DIAG_BAD_ARGUMENT,
			   first ? first->span : op_span,
			   "the %s must be a string literal", what);
		return intern_str(p->env->names, "");
	}
	args->at++;
	args->n--;
	args->cap--;
	return first->text;
}

static void check_count(struct parse *p, const struct ast_expr *e,
			struct span op_span, size_t min, size_t max)
{
	size_t n = e->print.args.n;

	if (n < min)
		diag_error(p->env->diags, DIAG_BAD_ARGUMENT, op_span,
			   "%s needs %zu or more values", ast_print_text(e),
			   min);
	else if (n > max)
		diag_error(p->env->diags, DIAG_BAD_ARGUMENT, op_span,
			   "%s takes only one value", ast_print_text(e));
}

static const char *old_pointers(struct parse *p, const char *format)
{
	_cleanup_buf_ struct buf b = BUF_INIT;

	literal_old_pointers(&b, format, intern_len(format));
	return intern_bytes(p->env->names, b.p, b.n);
}

struct ast_expr *build_print(struct parse *p, struct span sp,
			     struct span op_span, int flags,
			     struct ast_exprs args)
{
	struct ast_expr *e = build_expr(p, sp, EXPR_PRINT, args_depth(&args));

	e->print.to_string = flags & PRINT_STRING;
	e->print.newline = flags & PRINT_NEWLINE;
	e->print.is_char = flags & PRINT_CHAR;
	if (flags & PRINT_FORMAT)
		e->print.format = take_literal(p, op_span, &args, "format");
	if (e->print.format && parse_is_before(p->env, "1.3"))
		e->print.format = old_pointers(p, e->print.format);
	if (flags & PRINT_DELIMITER)
		e->print.delimiter =
			take_literal(p, op_span, &args, "delimiter");
	e->print.args = args;
	if (flags & PRINT_DELIMITER)
		check_count(p, e, op_span, 2, SIZE_MAX);
	else if (flags & PRINT_CHAR)
		check_count(p, e, op_span, 1, 1);
	else if (!(flags & (PRINT_FORMAT | PRINT_NEWLINE)))
		check_count(p, e, op_span, 1, SIZE_MAX);
	return e;
}
