/* SPDX-License-Identifier: LGPL-2.1-or-later */
/*
 * Reads definitions of macros: @define NAME(PARAMETERS) %( BODY %).  An error before
 * the body is reported, and the body is skipped.
 */
#include <string.h>

#include "base/arena.h"
#include "base/hash.h"
#include "base/tags/parser.h"
#include "parser/feed.h"
#include "parser/grammar.h"
#include "parser/pp_frames.h"

bool pp_is_define(const struct token *t)
{
	return t->kind == TOK_AT_WORD && !strcmp(t->text, "define");
}

void pp_bad_macro(struct pp *pp, struct span sp, const char *text)
{
	diag_error(pp->env->diags, DIAG_BAD_MACRO, sp, "%s", text);
}

/* Reads `(a, b)` of a definition, after the parenthesis. */
static bool read_params(struct pp *pp, struct macro *m)
{
	struct token t = { 0 };

	while (pp_take(pp, &t)) {
		if (t.kind == ')' && !m->params.n)
			return true;
		if (!token_is_word(&t))
			break;
		for (size_t i = 0; i < m->params.n; i++)
			if (m->params.at[i] == t.text)
				pp_bad_macro(pp, t.span, "the macro already "
							 "has a parameter of "
							 "this name");
		vec_push_in(pp->env->arena, &m->params, t.text);
		if (!pp_take(pp, &t) || t.kind == ')')
			return t.kind == ')';
		if (t.kind != ',')
			break;
	}
	pp_bad_macro(pp, t.span, "the parameters of a macro must be names, "
				 "separated by commas, in parentheses");
	return false;
}

/* Reads the body up to the `%)` that ends it; its `%(`, at @open, was read.  Returns false
 * if there is no such `%)`, which is reported.  A body with @define in it becomes empty. */
static bool read_body(struct pp *pp, struct macro *m, struct span open)
{
	struct token t;
	bool bad = false;
	int depth = 0;

	while (pp_take(pp, &t)) {
		if (t.kind == TOK_PP_OPEN)
			depth++;
		if (t.kind == TOK_PP_CLOSE && !depth--)
			break;
		if (pp_is_define(&t)) {
			pp_bad_macro(pp, t.span,
				     "a macro cannot define another macro");
			bad = true;
		}
		vec_push_in(pp->env->arena, &m->body, t);
	}
	if (bad)
		m->body.n = 0;
	if (t.kind == TOK_PP_CLOSE)
		return true;
	pp_report_open(pp, open);
	return false;
}

/* Skips the body after an error before it.  Stops before the next @define, probe, function or
 * global if there is no body. */
static void skip_body(struct pp *pp)
{
	struct macro unused = { 0 };
	struct token t;

	while (pp_take(pp, &t)) {
		if (t.kind == TOK_PP_OPEN) {
			read_body(pp, &unused, t.span);
			return;
		}
		if (pp_is_define(&t) || t.kind == TOK_PROBE ||
		    t.kind == TOK_FUNCTION || t.kind == TOK_GLOBAL) {
			pp_give_back(pp, &t);
			return;
		}
	}
}

/* Reads the name, the parameters and the `%(`, which is *@open then.  Returns false after an
 * error; *@open is the token that was read last. */
static bool read_head(struct pp *pp, struct macro *m, struct token *open)
{
	if (!pp_take(pp, open) || !token_is_word(open)) {
		pp_bad_macro(pp, open->span, "a name must follow @define");
		return false;
	}
	m->name = open->text;
	m->span = open->span;
	m->is_library = pp->library != NULL;
	if (pp_take(pp, open) && open->kind == '(') {
		m->has_params = true;
		if (!read_params(pp, m) || !pp_take(pp, open))
			return false;
	}
	if (open->kind == TOK_PP_OPEN)
		return true;
	pp_bad_macro(pp, open->span,
		     "the body of a macro must be between %( and %)");
	return false;
}

static struct macro *read_macro(struct pp *pp, struct span use)
{
	struct macro *m = arena_new(pp->env->arena, struct macro);
	struct token open = { .span = use };

	if (read_head(pp, m, &open))
		return read_body(pp, m, open.span) ? m : NULL;
	if (pp_is_define(&open))
		pp_give_back(pp, &open);
	skip_body(pp);
	return NULL;
}

static void check_name(struct pp *pp, const struct macro *m)
{
	int kind, op;

	if (!strcmp(m->name, "define"))
		pp_bad_macro(pp, m->span, "a macro cannot be named define");
	else if (feed_find_at_word(pp->env, m->name, &kind, &op))
		diag_warning(pp->env->diags, DIAG_MACRO_SHADOWS, m->span,
			     "this macro hides the operator @%s", m->name);
}

/* Returns true if @before stays and @m is ignored: @before is from a -I directory and @m from
 * the installed tapset. */
static bool is_replaced(const struct pp *pp, const struct macro *before,
			const struct macro *m)
{
	const struct source *old = sources_get(pp->env->sources,
					       before->span.src);
	const struct source *now = sources_get(pp->env->sources, m->span.src);

	return old->kind == SOURCE_EXTRA && now->kind == SOURCE_TAPSET;
}

void pp_define(struct pp *pp, struct span use)
{
	struct hash *table = pp->library ? pp->library->macros : pp->macros;
	struct macro *m, *before;
	struct diag *e;

	if (!pp_is_bottom(pp))	/* reported when the body was read */
		return;
	m = read_macro(pp, use);
	if (!m)
		return;
	check_name(pp, m);
	before = hash_find_str(table, m->name);
	if (!before) {
		hash_set_str(table, m->name, m);
		return;
	}
	if (is_replaced(pp, before, m))
		return;
	e = diag_error(pp->env->diags, DIAG_MACRO_TWICE, m->span,
		       "macro '%s' is already defined", m->name);
	diag_note(e, before->span, "here");
}
