/* SPDX-License-Identifier: LGPL-2.1-or-later */
/**
 * @file
 * Lowers printing: each function of the print family becomes one format and its
 * arguments.
 *
 * print, println and printd get the format that prints their arguments by
 * type; literal strings move into the format's text.  Printed values are
 * formatted outside the kernel; sprint and friends format during the hit.
 */
#include "base/arena.h"
#include "base/buf.h"
#include "translator/ir/lower.h"
#include "translator/program/program.h"

struct printer {
	struct lower *l;
	struct buf text, kinds;
	VEC(ir_reg) args;
};

static void add_literal(struct printer *pr, const char *s, size_t n)
{
	for (size_t i = 0; i < n; i++) {
		buf_putc(&pr->text, s[i]);
		if (s[i] == '%')
			buf_putc(&pr->text, '%');
	}
}

static void add_arg(struct printer *pr, const char *conv, char kind, ir_reg r)
{
	buf_puts(&pr->text, conv);
	buf_putc(&pr->kinds, kind);
	vec_push_in(pr->l->u->code, &pr->args, r);
}

/* Returns the values of the arguments; the entries of literal strings are not
 * used. */
static ir_reg *plain_values(struct lower *l, const struct ast_exprs *args)
{
	struct ast_exprs plain = *args;
	bool all = true;

	for (size_t i = 0; i < args->n; i++)
		all &= args->at[i]->kind != EXPR_STRING;
	if (all)
		return lower_list(l, args, NULL);
	plain.at = arena_memdup(l->u->code, args->at,
				sizeof(*args->at) * args->n);
	for (size_t i = 0; i < args->n; i++)
		if (args->at[i]->kind == EXPR_STRING)
			plain.at[i] = NULL;
	return lower_list(l, &plain, NULL);
}

static void print_plain(struct printer *pr, struct ast_expr *e)
{
	const struct ast_exprs *args = &e->print.args;
	ir_reg *r = plain_values(pr->l, args);

	for (size_t i = 0; i < args->n; i++) {
		struct ast_expr *a = args->at[i];

		if (i && e->print.delimiter)
			add_literal(pr, e->print.delimiter,
				    intern_len(e->print.delimiter));
		if (a->kind == EXPR_STRING)
			add_literal(pr, a->text, intern_len(a->text));
		else if (a->kind == EXPR_HIST)
			add_arg(pr, "%H", 'a', r[i]);
		else if (type_base(a->tv) == TYPE_STRING)
			add_arg(pr, "%s", 's', r[i]);
		else
			add_arg(pr, e->print.is_char ? "%c" : "%d", 'n', r[i]);
	}
	/* a histogram ends with an empty line of its own */
	if (e->print.newline &&
	    !(args->n && args->at[args->n - 1]->kind == EXPR_HIST))
		buf_putc(&pr->text, '\n');
}

/* Adds memory, which is copied during the hit.  The precision is its size; with
 * the flag # the address is one of user space. */
static void add_memory(struct printer *pr, const struct format_piece *f,
		       ir_reg addr, ir_reg star)
{
	ir_reg n = f->star_precision ? star : lower_num(pr->l, f->precision);

	add_arg(pr, "", f->flag == '#' ? 'u' : 'm', addr);
	vec_push_in(pr->l->u->code, &pr->args, n);
}

static const ir_reg *add_piece(struct printer *pr,
			       const struct format_piece *f, const ir_reg *r)
{
	ir_reg star = IR_NONE;

	for (int n = f->star_width + f->star_precision; n; n--)
		add_arg(pr, "", 'n', star = *r++);
	if (f->conv == 'm' || f->conv == 'M')
		add_memory(pr, f, *r++, star);
	else
		add_arg(pr, "", f->conv == 's' ? 's' : 'n', *r++);
	return r;
}

static void print_format(struct printer *pr, struct ast_expr *e)
{
	const ir_reg *r = lower_list(pr->l, &e->print.args, NULL);
	const char *text = e->print.format, *why;
	format_vec pieces = { 0 };

	buf_add(&pr->text, text, intern_len(text));
	format_parse(pr->l->u->code, text, intern_len(text), &pieces, &why);
	for (size_t i = 0; i < pieces.n; i++)
		if (!pieces.at[i].is_literal)
			r = add_piece(pr, &pieces.at[i], r);
}

int64_t lower_format(struct lower *l, const char *text, size_t len,
		     const char *kinds, struct span sp)
{
	struct ir_fmt f = {
		.text = arena_memdup(l->u->code, text, len + 1),
		.len = len,
		.kinds = arena_strdup(l->u->code, kinds),
		.loc = lower_loc(l, sp),
	};

	vec_push_in(l->u->arena, &l->u->fmts, f);
	return l->u->fmts.n - 1;
}

ir_reg lower_print(struct lower *l, struct ast_expr *e)
{
	struct printer pr = { .l = l, .text = BUF_INIT, .kinds = BUF_INIT };
	int64_t fmt;

	if (e->print.format)
		print_format(&pr, e);
	else
		print_plain(&pr, e);
	if (strpbrk(pr.kinds.p ?: "", "mu"))
		lower_tape_check_memory(l, e);
	fmt = lower_format(l, pr.text.p, pr.text.n, pr.kinds.p, e->span);
	lower_event_print(l, e, fmt);
	buf_free(&pr.text);
	buf_free(&pr.kinds);
	if (e->print.to_string)
		return lower_value(l, IR_FORMAT, IR_T_STR, e->span, fmt,
				   pr.args.n, pr.args.at);
	lower_ins(l, IR_PRINT, IR_NONE, e->span, pr.args.n, pr.args.at)->imm =
		fmt;
	return IR_NONE;
}
