/* SPDX-License-Identifier: LGPL-2.1-or-later */
/*
 * Expands macros.  Each use of a macro pushes a frame with the macro's body, each
 * use of a parameter pushes a frame with the argument.
 */
#include <stdlib.h>
#include <string.h>

#include "base/arena.h"
#include "base/cleanup.h"
#include "base/hash.h"
#include "base/tags/parser.h"
#include "parser/feed.h"
#include "parser/grammar.h"
#include "parser/pp_frames.h"

#define MAX_FRAMES 200
#define MAX_EXPANSIONS (1u << 20)

static void add_arg_token(struct pp *pp, struct scope *s, const struct token *t)
{
	if (pp_is_define(t))
		pp_bad_macro(pp, t->span, "a macro cannot be defined here");
	vec_push_in(pp->env->arena, &vec_last(&s->args), *t);
}

/* Reads the arguments `x, y)` of a macro's use, after the `(`.  Returns false if there is no
 * `)`, which is reported. */
static bool read_args(struct pp *pp, struct scope *s, struct span use)
{
	struct macro_arg empty = { 0 };
	struct token t;
	int depth = 0;

	vec_push_in(pp->env->arena, &s->args, empty);
	while (pp_take(pp, &t)) {
		if (t.kind == ')' && !depth)
			return true;
		if (t.kind == '(' || t.kind == '[')
			depth++;
		if (t.kind == ')' || t.kind == ']')
			depth--;
		if (t.kind == ',' && !depth)
			vec_push_in(pp->env->arena, &s->args, empty);
		else
			add_arg_token(pp, s, &t);
	}
	pp->is_lost = true;
	pp_bad_macro(pp, use, "the arguments of this macro have no ')'");
	return false;
}

/* Adds the argument 0 for each missing argument and drops those that are too many, so that
 * the macro can be expanded after the error. */
static void mend_args(struct pp *pp, struct scope *s, struct span use)
{
	struct token zero = { .kind = TOK_NUMBER, .span = use };
	struct macro_arg empty = { 0 };

	while (s->args.n < s->macro->params.n) {
		vec_push_in(pp->env->arena, &s->args, empty);
		vec_push_in(pp->env->arena, &vec_last(&s->args), zero);
	}
	s->args.n = s->macro->params.n;
}

static void check_arity(struct pp *pp, struct scope *s, struct span use)
{
	const struct macro *m = s->macro;
	struct diag *e;

	if (!m->params.n && s->args.n == 1 && !s->args.at[0].n)
		s->args.n = 0;
	if (s->args.n == m->params.n)
		return;
	e = diag_error(pp->env->diags, DIAG_MACRO_ARITY, use,
		       "macro '%s' takes %zu argument%s, not %zu", m->name,
		       m->params.n, m->params.n == 1 ? "" : "s", s->args.n);
	diag_note(e, m->span, "defined here");
	mend_args(pp, s, use);
}

static bool bind_args(struct pp *pp, struct scope *s, struct span use)
{
	struct token t;

	if (!s->macro->has_params)
		return true;
	if (pp_take(pp, &t)) {
		if (t.kind != '(')
			pp_give_back(pp, &t);
		else if (!read_args(pp, s, use))
			return false;
	}
	check_arity(pp, s, use);
	return true;
}

/* Ends the expansion of all macros and the conditionals in them, and reports @text. */
static void unwind(struct pp *pp, struct span use, const char *text)
{
	while (!pp_is_bottom(pp))
		pp->frames.n--;
	while (pp->conds.n && vec_last(&pp->conds).frame > 1)
		pp->conds.n--;
	diag_error(pp->env->diags, DIAG_MACRO_LOOP, use, "%s", text);
}

static bool may_expand(struct pp *pp, struct span use)
{
	use = sources_outermost(pp->env->sources, use);
	if (pp->frames.n >= MAX_FRAMES)
		unwind(pp, use, "the expansion of this macro never ends");
	else if (pp->expansions >= MAX_EXPANSIONS)
		unwind(pp, use, "this file expands macros too often");
	else
		return true;
	return false;
}

static void expand(struct pp *pp, const struct macro *m, struct span use)
{
	const struct frame *f = &vec_last(&pp->frames);
	struct scope *s = arena_new(pp->env->arena, struct scope);
	uint32_t origin;

	if (!may_expand(pp, use))
		return;
	pp->expansions++;
	s->macro = m;
	s->outer = f->scope;
	s->outer_is_library = f->is_library;
	if (!bind_args(pp, s, use))
		return;
	origin = sources_add_expansion(
		pp->env->sources, use,
		arena_printf(pp->env->arena, "@%s", m->name), EXPANSION_MACRO);
	pp_push(pp, m->body.at, m->body.n, s, m->is_library, origin);
}

/* If @t is a parameter of the macro in the top frame, pushes a frame with its argument and
 * returns true. */
static bool expand_param(struct pp *pp, const struct token *t)
{
	const struct scope *s = vec_last(&pp->frames).scope;

	for (size_t i = 0; s && i < s->macro->params.n; i++) {
		if (s->macro->params.at[i] != t->text)
			continue;
		if (may_expand(pp, t->span))
			pp_push(pp, s->args.at[i].at, s->args.at[i].n, s->outer,
				s->outer_is_library, 0);
		return true;
	}
	return false;
}

static const struct macro *find_macro(const struct pp *pp, const char *name)
{
	const struct macro_table *library = pp->library ?: pp->env->macros;
	const struct macro *m = NULL;

	if (!vec_last(&pp->frames).is_library)
		m = hash_find_str(pp->macros, name);
	if (!m && library)
		m = hash_find_str(library->macros, name);
	return m;
}

void pp_next_expanded(struct pp *pp, struct token *ret)
{
	for (;;) {
		const struct macro *m;

		if (!pp_take(pp, ret)) {
			if (pp_is_bottom(pp))
				return;
			pp_pop(pp);
			continue;
		}
		if (ret->kind != TOK_AT_WORD)
			return;
		if (pp_is_define(ret)) {
			pp_define(pp, ret->span);
			continue;
		}
		if (expand_param(pp, ret))
			continue;
		m = find_macro(pp, ret->text);
		if (!m)
			return;
		expand(pp, m, ret->span);
	}
}

/* ---- hints ---- */

static void add_names(const struct hash *table, struct hash *names)
{
	for (size_t i = 0; i < hash_count(table); i++) {
		const struct macro *m = hash_at(table, i, NULL, NULL);

		hash_set_str(names, m->name, (void *)m->name);
	}
}

const char *pp_nearest(const struct pp *pp, const char *name)
{
	struct hash *names = hash_create();
	const char **list;
	const char *near;
	size_t n;

	add_names(pp->macros, names);
	if (pp->env->macros)
		add_names(pp->env->macros->macros, names);
	feed_add_at_words(pp->env, names);
	n = hash_count(names);
	list = xcalloc(n + 1, sizeof(*list));
	for (size_t i = 0; i < n; i++)
		list[i] = hash_at(names, i, NULL, NULL);
	near = diag_nearest(name, list, n);
	free(list);
	hash_destroy(names);
	return near;
}
