/* SPDX-License-Identifier: LGPL-2.1-or-later */
/*
 * Protects correct statements from the matchers.  The parser's complaint is not about a
 * statement that parses by itself, unless the complaint is near it: `switch (x)` parses,
 * but the complaint about `case 1:` after it comes from it.  A statement is a line here,
 * with the lines that its brackets span.  If it needs a body, or follows one, an empty body
 * is added.
 */
#include <string.h>

#include "base/arena.h"
#include "base/diag.h"
#include "base/tags/parser.h"
#include "base/tags/probe.h"
#include "base/tags/sema.h"
#include "parser/foreign_private.h"
#include "parser/grammar.h"
#include "parser/parser.h"

bool foreign_is_about_text(const struct diag *e)
{
	return e->tag == DIAG_SYNTAX || e->tag == DIAG_UNCLOSED_STRING ||
	       e->tag == DIAG_JUNK_BYTE ||
	       e->tag == DIAG_UNKNOWN_MACRO || e->tag == DIAG_BAD_NUMBER ||
	       e->tag == DIAG_BAD_POINT || e->tag == DIAG_BAD_ARGUMENT ||
	       e->tag == DIAG_EMPTY_FILE || e->tag == DIAG_RETURN_OUTSIDE ||
	       e->tag == DIAG_NO_ADDRESS || e->tag == DIAG_ARG_OUT_OF_RANGE;
}

void foreign_note_complaints(struct foreign *f)
{
	for (const struct diag *e = diags_first(f->env->diags); e; e = e->next)
		if (e->span.src == f->src->id && !e->span.origin &&
		    e->severity == DIAG_ERROR && foreign_is_about_text(e))
			vec_push_in(f->env->arena, &f->wrong, e->span.off);
}

/* The text before and after a statement or a declaration that makes it a complete script. */
static const struct frame {
	const char *before, *after;
} in_body[] = {
	{ "probe never { while (1) { ", "\n} }" },
	{ "probe never { while (1) { ", " {}\n} }" },
	{ "probe never { while (1) { ", " ;\n} }" },
	{ "probe never { while (1) { if (1) {} ", " {}\n} }" },
	{ "probe never { while (1) { if (1) {} ", "\n} }" },
	{ "probe never { while (1) { try {} ", " {}\n} }" },
}, at_top[] = {
	{ "", "\n" },
	{ "", " {}\n" },
};

static bool is_complaint(const struct diag *e)
{
	return e->severity == DIAG_ERROR && e->tag != DIAG_RETURN_OUTSIDE &&
	       e->tag != DIAG_ARG_OUT_OF_RANGE && e->tag != DIAG_NO_ADDRESS;
}

/* Returns true if the tokens from @a to before @b parse in @frame. */
static bool parses(const struct foreign *f, size_t a, size_t b,
		   const struct frame *frame)
{
	struct parse_env env = *f->env;
	const struct source *src;
	bool good = true;
	const char *text;

	text = arena_printf(env.arena, "%s%s%s", frame->before,
			    foreign_text(f, a, b), frame->after);
	env.diags = diags_create(env.arena, env.sources);
	env.used = NULL;
	src = sources_add_text(env.sources, SOURCE_TAPSET, "", text, strlen(text));
	parse_source(&env, src);
	for (const struct diag *e = diags_first(env.diags); e; e = e->next)
		good = good && !is_complaint(e);
	return good;
}

static bool parses_somehow(const struct foreign *f, size_t a, size_t b)
{
	const struct frame *frames = f->depth.at[a] ? in_body : at_top;
	size_t n = f->depth.at[a] ? sizeof(in_body) / sizeof(*in_body)
				  : sizeof(at_top) / sizeof(*at_top);

	for (size_t i = 0; a < b && i < n; i++)
		if (parses(f, a, b, &frames[i]))
			return true;
	return false;
}

/* Returns the first token of the line around token @i: after a brace or a ;, or on a new
 * line, outside of ( and [. */
static size_t line_begin(const struct foreign *f, size_t i)
{
	size_t begin = 0;
	int open = 0;

	for (size_t k = 0; k <= i; k++) {
		int kind = f->t.at[k].kind, before = k ? f->t.at[k - 1].kind : ';';

		if (before == '{' || before == '}')
			open = 0;
		if (!open && (before == '{' || before == '}' || before == ';' ||
			      foreign_is_new_line(f, k)))
			begin = k;
		open += kind == '(' || kind == '[';
		open -= open && (kind == ')' || kind == ']');
	}
	return begin;
}

/* Returns the token after the line that begins with token @i: a brace, or the first of the
 * next line. */
static size_t line_end(const struct foreign *f, size_t i)
{
	int open = 0;

	for (; i < f->t.n - 1; i++) {
		int kind = f->t.at[i].kind;

		if (kind == '{' || kind == '}')
			return i;
		open += kind == '(' || kind == '[';
		open -= open && (kind == ')' || kind == ']');
		if (!open && (kind == ';' || foreign_is_new_line(f, i + 1)))
			return i + 1;
	}
	return i;
}

/* Returns true if a complaint is about the tokens from @a to before @b, about another part of
 * the text lines that they are on, or about the next line of code. */
static bool is_near_complaint(const struct foreign *f, size_t a, size_t b)
{
	uint32_t from = f->t.at[a].span.off, to;
	const char *text = f->src->text, *end;
	size_t next = b;

	while (next < f->t.n - 1 &&
	       (f->t.at[next].kind == '{' || f->t.at[next].kind == '}'))
		next++;
	next = line_end(f, next);
	while (from && text[from - 1] != '\n')
		from--;
	to = f->t.at[b - 1].span.off;
	end = strchr(text + to, '\n');
	to = end ? (uint32_t)(end - text) : (uint32_t)f->src->len;
	if (f->t.at[next].span.off > to)
		to = f->t.at[next].span.off;
	for (size_t i = 0; i < f->wrong.n; i++)
		if (f->wrong.at[i] >= from && f->wrong.at[i] <= to)
			return true;
	return false;
}

bool foreign_is_valid(const struct foreign *f, size_t i)
{
	size_t a = line_begin(f, i), b = line_end(f, a), c;

	if (b <= i || is_near_complaint(f, a, b))
		return false;
	if (parses_somehow(f, a, b))
		return true;
	/* An expression may go on in the next line, or have begun in the last one. */
	c = line_end(f, b);
	if (c > b && parses_somehow(f, a, c))
		return true;
	return a && (c = line_begin(f, a - 1)) < a && parses_somehow(f, c, b);
}
