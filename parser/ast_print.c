/* SPDX-License-Identifier: LGPL-2.1-or-later */
/*
 * Prints statements and the top level as canonical text: one statement a line.  Each
 * statement without a body ends in `;`, so that the next can begin with any token.
 */
#include "parser/ast.h"

#include <inttypes.h>

#include "base/buf.h"
#include "base/intern.h"
#include "parser/literal.h"

/* ---- statements ---- */

#define MAX_INDENT 40	/* tabs; deeper lines are not moved further */

static void print_tabs(struct buf *out, unsigned indent)
{
	buf_fill(out, '\t', indent < MAX_INDENT ? indent : MAX_INDENT);
}

static void print_block(struct buf *out, const struct ast_stmt *s,
			unsigned indent)
{
	buf_puts(out, "{\n");
	for (size_t i = 0; i < s->block.n; i++)
		ast_print_stmt(out, s->block.at[i], indent + 1);
	print_tabs(out, indent);
	buf_putc(out, '}');
}

/* Prints the body @s after the head of a statement: " {...}" for a block, else a line of its
 * own. */
static void print_body(struct buf *out, const struct ast_stmt *s,
		       unsigned indent)
{
	if (s->kind == STMT_BLOCK) {
		buf_putc(out, ' ');
		print_block(out, s, indent);
		buf_putc(out, '\n');
	} else {
		buf_putc(out, '\n');
		ast_print_stmt(out, s, indent + 1);
	}
}

static void print_if(struct buf *out, const struct ast_stmt *s,
		     unsigned indent)
{
	const struct ast_stmt *no = s->if_.no;

	buf_puts(out, "if (");
	ast_print_expr(out, s->if_.cond);
	buf_putc(out, ')');
	if (!no)
		return print_body(out, s->if_.yes, indent);
	if (s->if_.yes->kind == STMT_BLOCK) {
		buf_putc(out, ' ');
		print_block(out, s->if_.yes, indent);
		buf_putc(out, ' ');
	} else {
		print_body(out, s->if_.yes, indent);
		print_tabs(out, indent);
	}
	buf_puts(out, "else");
	if (no->kind == STMT_IF) {
		buf_putc(out, ' ');
		return print_if(out, no, indent);
	}
	print_body(out, no, indent);
}

static void print_opt(struct buf *out, const char *before,
		      const struct ast_expr *e)
{
	if (!e)
		return;
	buf_puts(out, before);
	ast_print_expr(out, e);
}

static void print_for(struct buf *out, const struct ast_stmt *s,
		      unsigned indent)
{
	buf_puts(out, "for (");
	print_opt(out, "", s->for_.init);
	buf_putc(out, ';');
	print_opt(out, " ", s->for_.cond);
	buf_putc(out, ';');
	print_opt(out, " ", s->for_.step);
	buf_putc(out, ')');
	print_body(out, s->for_.body, indent);
}

/* Prints a loop variable, with the direction if the loop sorts by this variable. */
static void print_loop_var(struct buf *out, const struct ast_stmt *s,
			   const struct ast_expr *var, unsigned column)
{
	ast_print_expr(out, var);
	if (s->foreach.sort_dir && s->foreach.sort_column == column)
		buf_putc(out, s->foreach.sort_dir > 0 ? '+' : '-');
}

static void print_loop_keys(struct buf *out, const struct ast_stmt *s)
{
	const struct ast_exprs *keys = &s->foreach.keys;

	if (keys->n > 1)
		buf_putc(out, '[');
	for (unsigned i = 0; i < keys->n; i++) {
		if (i)
			buf_puts(out, ", ");
		print_loop_var(out, s, keys->at[i], i + 1);
	}
	if (keys->n > 1)
		buf_putc(out, ']');
}

static void print_slice(struct buf *out, const struct ast_exprs *slice)
{
	if (!slice->n)
		return;
	buf_putc(out, '[');
	for (size_t i = 0; i < slice->n; i++) {
		if (i)
			buf_puts(out, ", ");
		if (slice->at[i])
			ast_print_expr(out, slice->at[i]);
		else
			buf_putc(out, '*');
	}
	buf_putc(out, ']');
}

/* Prints a foreach loop.  Sorting by the value is written after the array. */
static void print_foreach(struct buf *out, const struct ast_stmt *s,
			  unsigned indent)
{
	buf_puts(out, "foreach (");
	if (s->foreach.value) {
		ast_print_expr(out, s->foreach.value);
		buf_puts(out, " = ");
	}
	print_loop_keys(out, s);
	buf_puts(out, " in ");
	ast_print_expr(out, s->foreach.array);
	print_slice(out, &s->foreach.slice);
	if (s->foreach.sort_stat)
		buf_printf(out, " %s", ast_statop_text(s->foreach.sort_stat));
	if (s->foreach.sort_dir && !s->foreach.sort_column)
		buf_putc(out, s->foreach.sort_dir > 0 ? '+' : '-');
	print_opt(out, " limit ", s->foreach.limit);
	buf_putc(out, ')');
	print_body(out, s->foreach.body, indent);
}

static void print_try(struct buf *out, const struct ast_stmt *s,
		      unsigned indent)
{
	buf_puts(out, "try ");
	print_block(out, s->try_.body, indent);
	buf_puts(out, " catch");
	if (s->try_.var) {
		print_opt(out, " (", s->try_.var);
		buf_putc(out, ')');
	}
	print_body(out, s->try_.handler, indent);
}

static void print_while(struct buf *out, const struct ast_stmt *s,
			unsigned indent)
{
	print_opt(out, "while (", s->while_.cond);
	buf_putc(out, ')');
	print_body(out, s->while_.body, indent);
}

static void print_simple(struct buf *out, const char *word,
			 const struct ast_expr *e)
{
	buf_puts(out, word);
	print_opt(out, *word && e ? " " : "", e);
	buf_puts(out, ";\n");
}

static void print_bare(struct buf *out, const struct ast_stmt *s,
		       unsigned indent)
{
	switch (s->kind) {
	case STMT_BLOCK:
		print_block(out, s, indent);
		return buf_putc(out, '\n');
	case STMT_NULL:
		return print_simple(out, "", NULL);
	case STMT_EXPR:
		return print_simple(out, "", s->expr);
	case STMT_IF:
		return print_if(out, s, indent);
	case STMT_WHILE:
		return print_while(out, s, indent);
	case STMT_FOR:
		return print_for(out, s, indent);
	case STMT_FOREACH:
		return print_foreach(out, s, indent);
	case STMT_BREAK:
		return print_simple(out, "break", NULL);
	case STMT_CONTINUE:
		return print_simple(out, "continue", NULL);
	case STMT_RETURN:
		return print_simple(out, "return", s->expr);
	case STMT_NEXT:
		return print_simple(out, "next", NULL);
	case STMT_DELETE:
		return print_simple(out, "delete", s->expr);
	case STMT_TRY:
		return print_try(out, s, indent);
	case STMT_N_KINDS:
		return;
	}
}

void ast_print_stmt(struct buf *out, const struct ast_stmt *s, unsigned indent)
{
	print_tabs(out, indent);
	print_bare(out, s, indent);
}

/* ---- probe points ---- */

static void print_component(struct buf *out, const struct ast_component *c)
{
	buf_puts(out, c->name);
	if (c->arg == COMP_NUMBER) {
		buf_printf(out, "(%" PRId64 ")", c->number);
	} else if (c->arg == COMP_STRING) {
		buf_putc(out, '(');
		literal_quote(out, c->text, intern_len(c->text));
		buf_putc(out, ')');
	}
}

void ast_print_point(struct buf *out, const struct ast_point *p)
{
	for (size_t i = 0; i < p->comps.n; i++) {
		if (i)
			buf_putc(out, '.');
		print_component(out, &p->comps.at[i]);
	}
	if (p->optional)
		buf_putc(out, p->sufficient ? '!' : '?');
	if (p->condition) {
		print_opt(out, " if (", p->condition);
		buf_putc(out, ')');
	}
}

static void print_points(struct buf *out, const struct ast_points *points,
			 const char *between)
{
	for (size_t i = 0; i < points->n; i++) {
		if (i)
			buf_puts(out, between);
		ast_print_point(out, points->at[i]);
	}
}

/* ---- items ---- */

static void print_probe(struct buf *out, const struct ast_probe *p)
{
	buf_puts(out, "probe ");
	print_points(out, &p->points, ",\n      ");
	print_body(out, p->body, 0);
}

static void print_alias(struct buf *out, const struct ast_alias *a)
{
	buf_puts(out, "probe ");
	print_points(out, &a->names, " = ");
	buf_puts(out, a->prologue ? " = " : " += ");
	print_points(out, &a->points, ",\n      ");
	buf_putc(out, ' ');
	if (a->prologue)
		print_block(out, a->prologue, 0);
	if (a->prologue && a->epilogue)
		buf_puts(out, ", ");
	if (a->epilogue)
		print_block(out, a->epilogue, 0);
	buf_putc(out, '\n');
}

static void print_global(struct buf *out, const struct ast_global *g)
{
	buf_printf(out, "%sglobal %s", g->is_private ? "private " : "",
		   g->name);
	if (g->wrap)
		buf_putc(out, '%');
	if (g->size)
		buf_printf(out, "[%" PRId64 "]", g->size);
	if (g->init && g->init->kind == EXPR_NUMBER)
		buf_printf(out, " = %" PRId64, g->init->number);
	else
		print_opt(out, " = ", g->init);
	buf_putc(out, '\n');
}

static void print_typed(struct buf *out, const char *name, enum ast_type type)
{
	buf_puts(out, name);
	if (type)
		buf_printf(out, ":%s", ast_type_text(type));
}

static void print_c(struct buf *out, const char *text)
{
	buf_puts(out, "%{");
	buf_add(out, text, intern_len(text));
	buf_puts(out, "%}\n");
}

static void print_function(struct buf *out, const struct ast_function *f)
{
	buf_puts(out, f->is_private ? "private function " : "function ");
	print_typed(out, f->name, f->type);
	buf_puts(out, " (");
	for (size_t i = 0; i < f->params.n; i++) {
		if (i)
			buf_puts(out, ", ");
		print_typed(out, f->params.at[i].name, f->params.at[i].type);
	}
	buf_putc(out, ')');
	if (f->priority)
		buf_printf(out, ":%" PRId64, f->priority);
	if (f->body)
		return print_body(out, f->body, 0);
	buf_putc(out, ' ');
	print_c(out, f->c_text);
}

static void print_metric(struct buf *out, const struct ast_metric *m)
{
	buf_puts(out, "@metric(");
	for (size_t i = 0; i < m->args.n; i++) {
		if (i)
			buf_puts(out, ", ");
		ast_print_expr(out, m->args.at[i]);
	}
	buf_puts(out, ")\n");
}

void ast_print_item(struct buf *out, const struct ast_item *i)
{
	switch (i->kind) {
	case ITEM_PROBE:
		return print_probe(out, i->probe);
	case ITEM_ALIAS:
		return print_alias(out, i->alias);
	case ITEM_GLOBAL:
		return print_global(out, i->global);
	case ITEM_FUNCTION:
		return print_function(out, i->function);
	case ITEM_EMBEDDED:
		return print_c(out, i->embedded->text);
	case ITEM_METRIC:
		return print_metric(out, i->metric);
	case ITEM_N_KINDS:
		return;
	}
}

void ast_print_file(struct buf *out, const struct ast_file *f)
{
	for (size_t i = 0; i < f->items.n; i++)
		ast_print_item(out, &f->items.at[i]);
}
