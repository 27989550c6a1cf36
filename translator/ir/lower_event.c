/* SPDX-License-Identifier: LGPL-2.1-or-later */
/**
 * @file
 * Adds to a printing statement what output formats with a timeline need: the
 * task that ran it, and the names of its values.
 *
 * One more statement is put before it, whose format begins with STP_EVENT_MARK.
 * This one prints process, thread and program.  The names are in its format, so
 * a hit does not pay for them.  format/ joins the output of the two statements.
 * Without ir_options.events nothing is added.
 */
#include <ctype.h>
#include <string.h>

#include "base/arena.h"
#include "base/buf.h"
#include "base/cleanup.h"
#include "base/event_mark.h"
#include "translator/ir/lower.h"
#include "translator/program/program.h"

/* ---- kinds of statements ------------------------------------------------ */

/* Functions of the library that print an event, not just text, each with the kind of
 * its event. */
static const struct {
	const char *name;
	char kind;
} all[] = {
	{ "span_begin", STP_EVENT_BEGIN },
	{ "span_end", STP_EVENT_END },
	{ "span", STP_EVENT_SPAN },
	{ "counter_value", STP_EVENT_COUNTER },
	{ "instant", STP_EVENT_INSTANT },
};

static char kind_of(const struct function *fn)
{
	if (!fn || !fn->file || !source_is_library(fn->file->source))
		return STP_EVENT_PRINT;
	for (size_t i = 0; i < sizeof(all) / sizeof(all[0]); i++)
		if (!strcmp(fn->sym.name, all[i].name))
			return all[i].kind;
	return STP_EVENT_PRINT;
}

bool lower_event_is_silent(const struct lower *l, const struct function *fn)
{
	return l->o->no_timeline && kind_of(fn) != STP_EVENT_PRINT;
}

/* ---- names of values ---------------------------------------------------- */

/* Finds the word before a conversion, as in "... size=%d" or "size: %d", in the
 * @n bytes @text before the conversion.  Returns the word's length, or 0. */
static size_t word_before(const char *text, size_t n, const char **ret)
{
	size_t end;

	while (n && text[n - 1] == ' ')
		n--;
	if (!n || (text[n - 1] != '=' && text[n - 1] != ':'))
		return 0;
	end = --n;
	while (n && (isalnum((unsigned char)text[n - 1]) || text[n - 1] == '_'))
		n--;
	*ret = text + n;
	return isdigit((unsigned char)text[n]) ? 0 : end - n;
}

static bool says_nothing(const struct ast_expr *e)
{
	return e->kind == EXPR_NUMBER || e->kind == EXPR_STRING;
}

/* Appends "key1" and so on if @e is a key of a global that is printed at the
 * session end.  Returns false if @e is no such key. */
static bool put_key(struct buf *out, const struct ast_expr *e)
{
	unsigned n;

	if (e->kind != EXPR_SYMBOL || sscanf(e->name, "key$%u", &n) != 1)
		return false;
	buf_printf(out, "key%u", n + 1);
	return true;
}

/* Appends the name of the value @e: "pid" for pid(), "reads" for reads[key],
 * nothing for a literal, else its text. */
static void put_expression(struct buf *out, const struct ast_expr *e)
{
	if (e->kind == EXPR_CALL && !e->call.args.n)
		buf_puts(out, e->call.name);
	else if (e->kind == EXPR_INDEX)
		put_expression(out, e->index.array);
	else if (put_key(out, e))
		return;
	else if (!says_nothing(e))
		ast_print_expr(out, e);
}

/* Adds a mark and a name, without its control characters.  The name becomes part
 * of a format, so % is doubled. */
static void put_name(struct buf *out, const char *p, size_t n)
{
	buf_putc(out, STP_EVENT_MARK);
	for (size_t i = 0; i < n; i++) {
		if ((unsigned char)p[i] >= ' ')
			buf_putc(out, p[i]);
		if (p[i] == '%')
			buf_putc(out, '%');
	}
}

static void add_name(struct buf *out, const struct ast_expr *e,
		     const char *before, size_t n)
{
	_cleanup_buf_ struct buf text = BUF_INIT;
	const char *word = NULL;
	size_t len = word_before(before, n, &word);

	if (len) {
		put_name(out, word, len);
		return;
	}
	put_expression(&text, e);
	put_name(out, text.p, text.n);
}

/* Names the values of a statement with a format.  Each conversion has one
 * value, and one more for each `*`. */
static void name_formatted(struct lower *l, struct buf *out,
			   const struct ast_expr *e)
{
	const char *text = e->print.format, *why, *before = "";
	format_vec pieces = { 0 };
	size_t n = 0, at = 0;

	format_parse(l->u->code, text, intern_len(text), &pieces, &why);
	for (size_t i = 0; i < pieces.n; i++) {
		const struct format_piece *p = &pieces.at[i];

		if (p->is_literal) {
			before = p->text;
			n = p->len;
			continue;
		}
		for (int k = p->star_width + p->star_precision; k; k--)
			put_name(out, "", 0), at++;
		add_name(out, e->print.args.at[at++], before, n);
		n = 0;
	}
}

/* Names the values of a statement without a format.  Literal strings are text
 * of the format, as in lower_print(). */
static void name_plain(struct buf *out, const struct ast_expr *e)
{
	const struct ast_exprs *args = &e->print.args;

	for (size_t i = 0; i < args->n; i++) {
		const struct ast_expr *text = i ? args->at[i - 1] : NULL;
		bool follows = text && text->kind == EXPR_STRING;

		if (args->at[i]->kind != EXPR_STRING)
			add_name(out, args->at[i], follows ? text->text : "",
				 follows ? intern_len(text->text) : 0);
	}
}

/* ---- the statement before ----------------------------------------------- */

static ir_reg ask(struct lower *l, const char *intrinsic, enum ir_type type,
		  struct span sp)
{
	if (l->o->tape)
		return lower_tape_who(l, intrinsic, type, sp);
	return lower_value(l, IR_INTRIN, type, sp,
			   ir_intrinsic_find(intrinsic), 0, NULL);
}

static void add_statement(struct lower *l, struct buf *text, struct span sp)
{
	ir_reg who[3] = {
		ask(l, "pid", IR_T_NUM, sp),
		ask(l, "tid", IR_T_NUM, sp),
		ask(l, "execname", IR_T_STR, sp),
	};

	buf_puts(text, STP_EVENT_WHO);
	lower_ins(l, IR_PRINT, IR_NONE, sp, 3, who)->imm =
		lower_format(l, text->p, text->n, "nns", sp);
}

static void begin_mark(const struct lower *l, struct buf *text, int64_t fmt)
{
	const struct ir_fmt *f = &l->u->fmts.at[fmt];

	buf_putc(text, STP_EVENT_MARK);
	buf_putc(text, kind_of(l->fn));
	buf_printf(text, "%0*x", STP_EVENT_HASH,
		   stp_event_hash(f->text, strlen(f->text)));
}

void lower_event_print(struct lower *l, struct ast_expr *e, int64_t fmt)
{
	_cleanup_buf_ struct buf text = BUF_INIT;

	if (!l->o->events || e->print.to_string)
		return;
	begin_mark(l, &text, fmt);
	if (e->print.format)
		name_formatted(l, &text, e);
	else
		name_plain(&text, e);
	add_statement(l, &text, e->span);
}

void lower_event_shown(struct lower *l, struct ast_expr *e, int64_t fmt,
		       unsigned n)
{
	_cleanup_buf_ struct buf text = BUF_INIT;

	if (!l->o->events)
		return;
	begin_mark(l, &text, fmt);
	for (unsigned i = 0; i < n; i++)
		put_name(&text, i ? "" : e->call.name,
			 i ? 0 : strlen(e->call.name));
	add_statement(l, &text, e->span);
}
