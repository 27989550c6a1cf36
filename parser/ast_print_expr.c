/* SPDX-License-Identifier: LGPL-2.1-or-later */
/*
 * Prints expressions as canonical text: parentheses only where the levels of
 * ast_ops.def ask for them, one space around every binary operator.
 *
 * Levels without an operator in ast_ops.def, looser to tighter: conditional 2,
 * membership 8, address-of, steps (a->b, a[i]), and all other expressions.
 */
#include "parser/ast.h"

#include <inttypes.h>

#include "base/buf.h"
#include "base/intern.h"
#include "parser/literal.h"

enum {
	LEVEL_ANY = 0,
	LEVEL_TERNARY = 2,
	LEVEL_IN = 8,
	LEVEL_ADDRESS = 16,
	LEVEL_STEPS = 17,
	LEVEL_PRIMARY = 18,
};

static void print(struct buf *out, const struct ast_expr *e, unsigned min);

static void print_quoted(struct buf *out, const char *interned)
{
	literal_quote(out, interned, intern_len(interned));
}

static void print_list(struct buf *out, const struct ast_exprs *list)
{
	for (size_t i = 0; i < list->n; i++) {
		if (i)
			buf_puts(out, ", ");
		if (list->at[i])
			print(out, list->at[i], LEVEL_ANY);
		else
			buf_putc(out, '*');
	}
}

static unsigned path_level(const struct ast_path *path, unsigned bare)
{
	if (path->address_of)
		return LEVEL_ADDRESS;
	return path->n || path->pretty ? LEVEL_STEPS : bare;
}

static unsigned level_of(const struct ast_expr *e)
{
	switch (e->kind) {
	case EXPR_ASSIGN:
	case EXPR_LOGICAL:
	case EXPR_BINARY:
	case EXPR_COMPARE:
		return ast_op_level(e->binary.op);
	case EXPR_TERNARY:
		return LEVEL_TERNARY;
	case EXPR_IN:
		return LEVEL_IN;
	case EXPR_REGEX:
		return ast_op_level(e->regex.op);
	case EXPR_CONCAT:
		return ast_op_level(OP_CONCAT);
	case EXPR_UNARY:
		return ast_op_level(e->unary.op);
	case EXPR_CREMENT:
		return ast_op_level(e->crement.op);
	case EXPR_TARGET:
		return path_level(&e->target.path, LEVEL_PRIMARY);
	case EXPR_ATOP:
		return path_level(&e->atop.path, LEVEL_PRIMARY);
	case EXPR_DEREF:
		return path_level(&e->deref.path, LEVEL_STEPS);
	default:
		return LEVEL_PRIMARY;
	}
}

/* ---- operators ---- */

static void print_binary(struct buf *out, const struct ast_expr *e)
{
	unsigned level = ast_op_level(e->binary.op);
	bool to_right = e->kind == EXPR_ASSIGN;

	print(out, e->binary.left, to_right ? level + 1 : level);
	buf_printf(out, " %s ", ast_op_text(e->binary.op));
	print(out, e->binary.right, to_right ? level : level + 1);
}

static void print_ternary(struct buf *out, const struct ast_expr *e)
{
	print(out, e->ternary.cond, LEVEL_TERNARY + 1);
	buf_puts(out, " ? ");
	print(out, e->ternary.yes, LEVEL_ANY);
	buf_puts(out, " : ");
	print(out, e->ternary.no, LEVEL_TERNARY);
}

static void print_concat(struct buf *out, const struct ast_expr *e)
{
	for (size_t i = 0; i < e->concat.args.n; i++) {
		if (i)
			buf_puts(out, " . ");
		print(out, e->concat.args.at[i], ast_op_level(OP_CONCAT) + 1);
	}
}

/* Returns the first character of the prefix operator with which @e's text begins, or 0. */
static char prefix_of(const struct ast_expr *e)
{
	if (e->kind == EXPR_UNARY)
		return *ast_op_text(e->unary.op);
	if (e->kind == EXPR_CREMENT && !e->crement.post)
		return *ast_op_text(e->crement.op);
	return 0;
}

/* Prints a unary operation, with a space between two operators that would be read as
 * one: - -x is not --x, and ! ~x is not the operator !~. */
static void print_unary(struct buf *out, const struct ast_expr *e)
{
	char op = *ast_op_text(e->unary.op), next = prefix_of(e->unary.arg);

	buf_putc(out, op);
	if ((op == next && op != '!' && op != '~') ||
	    (op == '!' && next == '~'))
		buf_putc(out, ' ');
	print(out, e->unary.arg, ast_op_level(e->unary.op));
}

static void print_crement(struct buf *out, const struct ast_expr *e)
{
	if (!e->crement.post)
		buf_puts(out, ast_op_text(e->crement.op));
	print(out, e->crement.arg, LEVEL_ADDRESS);
	if (e->crement.post)
		buf_puts(out, ast_op_text(e->crement.op));
}

static void print_regex(struct buf *out, const struct ast_expr *e)
{
	print(out, e->regex.arg, ast_op_level(e->regex.op));
	buf_printf(out, " %s ", ast_op_text(e->regex.op));
	print_quoted(out, e->regex.pattern);
}

static void print_in(struct buf *out, const struct ast_expr *e)
{
	if (e->in.keys.n == 1 && e->in.keys.at[0]) {
		print(out, e->in.keys.at[0], LEVEL_IN);
	} else {
		buf_putc(out, '[');
		print_list(out, &e->in.keys);
		buf_putc(out, ']');
	}
	buf_puts(out, " in ");
	print(out, e->in.array, LEVEL_ANY);
}

/* ---- values ---- */

static void print_path(struct buf *out, const struct ast_path *path)
{
	for (size_t i = 0; i < path->n; i++) {
		if (path->at[i].kind == STEP_MEMBER) {
			buf_printf(out, "->%s", path->at[i].member);
			continue;
		}
		buf_putc(out, '[');
		print(out, path->at[i].index, LEVEL_ANY);
		buf_putc(out, ']');
	}
	buf_fill(out, '$', path->pretty);
}

/*
 * Returns true if @base needs parentheses before @path: name[i] would be an element
 * of a script array, and name$ another name.
 */
static bool base_is_taken(const struct ast_expr *base,
			  const struct ast_path *path)
{
	bool index_first = path->n && path->at[0].kind == STEP_INDEX;

	if (base->kind == EXPR_SYMBOL)
		return index_first || !path->n;
	return base->kind == EXPR_HIST && index_first;
}

static void print_deref(struct buf *out, const struct ast_expr *e)
{
	const struct ast_expr *base = e->deref.base;
	bool taken = base_is_taken(base, &e->deref.path);

	if (e->deref.path.address_of)
		buf_putc(out, '&');
	print(out, base, taken ? LEVEL_PRIMARY + 1 : LEVEL_STEPS);
	print_path(out, &e->deref.path);
}

static void print_target(struct buf *out, const struct ast_expr *e)
{
	if (e->target.path.address_of)
		buf_putc(out, '&');
	buf_puts(out, e->target.name);
	print_path(out, &e->target.path);
}

static void print_atop(struct buf *out, const struct ast_expr *e)
{
	if (e->atop.path.address_of)
		buf_putc(out, '&');
	buf_printf(out, "%s(", ast_atop_text(e->atop.op));
	print_list(out, &e->atop.args);
	buf_putc(out, ')');
	print_path(out, &e->atop.path);
}

static void print_stat(struct buf *out, const struct ast_expr *e)
{
	buf_printf(out, "%s(", ast_statop_text(e->stat.op));
	print(out, e->stat.arg, LEVEL_ANY);
	if (e->stat.shift)
		buf_printf(out, ", %" PRId64, e->stat.shift);
	buf_putc(out, ')');
}

static void print_hist(struct buf *out, const struct ast_expr *e)
{
	buf_puts(out, e->hist.linear ? "@hist_linear(" : "@hist_log(");
	print(out, e->hist.arg, LEVEL_ANY);
	if (e->hist.linear)
		buf_printf(out, ", %" PRId64 ", %" PRId64 ", %" PRId64,
			   e->hist.low, e->hist.high, e->hist.step);
	buf_putc(out, ')');
}

static void print_index(struct buf *out, const struct ast_expr *e)
{
	print(out, e->index.array, LEVEL_PRIMARY);
	buf_putc(out, '[');
	print_list(out, &e->index.keys);
	buf_putc(out, ']');
}

static void print_print(struct buf *out, const struct ast_expr *e)
{
	const char *literal = e->print.format ?: e->print.delimiter;

	buf_printf(out, "%s(", ast_print_text(e));
	if (literal)
		print_quoted(out, literal);
	if (literal && e->print.args.n)
		buf_puts(out, ", ");
	print_list(out, &e->print.args);
	buf_putc(out, ')');
}

static void print_bare(struct buf *out, const struct ast_expr *e)
{
	switch (e->kind) {
	case EXPR_NUMBER:
		buf_printf(out, "%" PRIu64, (uint64_t)e->number);
		return;
	case EXPR_STRING:
		return print_quoted(out, e->text);
	case EXPR_EMBEDDED:
		buf_puts(out, "%{");
		buf_add(out, e->text, intern_len(e->text));
		return buf_puts(out, "%}");
	case EXPR_SYMBOL:
		return buf_puts(out, e->name);
	case EXPR_TARGET:
		return print_target(out, e);
	case EXPR_ATOP:
		return print_atop(out, e);
	case EXPR_DEREF:
		return print_deref(out, e);
	case EXPR_STAT:
		return print_stat(out, e);
	case EXPR_HIST:
		return print_hist(out, e);
	case EXPR_INDEX:
		return print_index(out, e);
	case EXPR_CALL:
		buf_printf(out, "%s(", e->call.name);
		print_list(out, &e->call.args);
		return buf_putc(out, ')');
	case EXPR_UNARY:
		return print_unary(out, e);
	case EXPR_BINARY:
	case EXPR_COMPARE:
	case EXPR_LOGICAL:
	case EXPR_ASSIGN:
		return print_binary(out, e);
	case EXPR_CREMENT:
		return print_crement(out, e);
	case EXPR_TERNARY:
		return print_ternary(out, e);
	case EXPR_CONCAT:
		return print_concat(out, e);
	case EXPR_REGEX:
		return print_regex(out, e);
	case EXPR_IN:
		return print_in(out, e);
	case EXPR_PRINT:
		return print_print(out, e);
	case EXPR_N_KINDS:
		return;
	}
}

/* Prints @e, in parentheses if it binds looser than level @min. */
static void print(struct buf *out, const struct ast_expr *e, unsigned min)
{
	bool parens = level_of(e) < min;

	if (parens)
		buf_putc(out, '(');
	print_bare(out, e);
	if (parens)
		buf_putc(out, ')');
}

void ast_print_expr(struct buf *out, const struct ast_expr *e)
{
	print(out, e, LEVEL_ANY);
}
