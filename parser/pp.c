/* SPDX-License-Identifier: LGPL-2.1-or-later */
/*
 * A stack of frames, each a place where tokens come from: at the bottom the
 * lexer, above it the bodies and arguments of the macros being expanded.
 * Conditionals remember the frame they were opened in and must end in it.
 */
#include "parser/pp.h"

#include <stdlib.h>
#include <string.h>

#include "base/arena.h"
#include "base/cleanup.h"
#include "base/hash.h"
#include "base/intern.h"
#include "parser/feed.h"
#include "parser/grammar.h"

#define MAX_FRAMES 200
#define MAX_EXPANSIONS (1u << 20)

struct macro_arg {
	struct token *at;
	size_t n, cap;
};

/** What the parameters of one use of a macro stand for. */
struct scope {
	const struct macro *macro;
	VEC(struct macro_arg) args;
	const struct scope *outer;	/* where the arguments were written */
	bool outer_is_library;
};

struct frame {
	const struct token *at;		/* not for the lexer */
	size_t left;
	const struct scope *scope;	/* or NULL */
	bool is_library;		/* names mean library macros only */
	uint32_t origin;		/* for the spans of its tokens; or 0 */
};

struct conditional {
	struct span open;
	size_t frame;			/* frames.n when it was opened */
	bool has_else;
};

struct pp {
	const struct parse_env *env;
	struct lexer *lexer;
	struct token back;		/* given back to the lexer */
	bool has_back;
	bool has_tokens;
	bool is_lost;			/* what ends something was not found */
	struct macro_table *library;	/* where definitions go; or NULL */
	struct hash *macros;		/* of this text */
	size_t expansions;
	size_t errors;			/* there were before */
	VEC(struct frame) frames;
	VEC(struct conditional) conds;
};

struct pp *pp_create(const struct parse_env *env, const struct source *src)
{
	struct pp *pp = xcalloc(1, sizeof(*pp));
	struct frame bottom = { 0 };

	pp->env = env;
	pp->errors = diags_errors(env->diags);
	pp->lexer = lexer_create(env, src);
	pp->macros = hash_create();
	vec_push(&pp->frames, bottom);
	return pp;
}

void pp_destroy(struct pp *pp)
{
	lexer_destroy(pp->lexer);
	hash_destroy(pp->macros);
	vec_free(&pp->frames);
	vec_free(&pp->conds);
	free(pp);
}

void pp_set_library(struct pp *pp, struct macro_table *table)
{
	pp->library = table;
	pp->frames.at[0].is_library = true;
}

bool pp_is_empty(const struct pp *pp)
{
	return !pp->has_tokens;
}

void token_report(const struct parse_env *env, const struct token *t)
{
	const struct token_error *te = t->error;
	struct diag *e;

	if (!te)
		return;
	if (te->is_warning)
		e = diag_warning(env->diags, te->tag, t->span, "%s", te->text);
	else
		e = diag_error(env->diags, te->tag, t->span, "%s", te->text);
	if (te->hint)
		diag_hint(e, "%s", te->hint);
}

bool token_is_word(const struct token *t)
{
	switch (t->kind) {
	case TOK_STRING:
	case TOK_EMBEDDED:
	case TOK_TARGET:
	case TOK_COMPONENT:
	case TOK_AT_WORD:
		return false;
	default:
		return t->text != NULL;
	}
}

/* ---- frames ---- */

static bool is_bottom(const struct pp *pp)
{
	return pp->frames.n == 1;
}

/* The next token of the top frame, unexpanded; false at its end. */
static bool take(struct pp *pp, struct token *ret)
{
	struct frame *f = &vec_last(&pp->frames);

	if (!is_bottom(pp)) {
		if (!f->left)
			return false;
		f->left--;
		*ret = *f->at++;
		if (f->origin)
			ret->span.origin = f->origin;
		return true;
	}
	if (pp->has_back)
		*ret = pp->back;
	else
		lexer_next(pp->lexer, ret);
	pp->has_back = false;
	if (ret->kind == TOK_EOF)
		return false;
	pp->has_tokens = true;
	return true;
}

/* Undo the last take(). */
static void give_back(struct pp *pp, const struct token *t)
{
	if (is_bottom(pp)) {
		pp->back = *t;
		pp->has_back = true;
	} else {
		vec_last(&pp->frames).at--;
		vec_last(&pp->frames).left++;
	}
}

static void push(struct pp *pp, const struct token *tokens, size_t n,
		 const struct scope *scope, bool is_library, uint32_t origin)
{
	struct frame f = {
		.at = tokens,
		.left = n,
		.scope = scope,
		.is_library = is_library,
		.origin = origin,
	};

	vec_push(&pp->frames, f);
}

bool pp_is_lost(const struct pp *pp)
{
	return pp->is_lost;
}

static void report_open(struct pp *pp, struct span open)
{
	pp->is_lost = true;
	diag_error(pp->env->diags, DIAG_BAD_CONDITIONAL, open,
		   "this '%%(' has no '%%)'");
}

/* Conditionals must not outlive the frame that is about to end. */
static void close_conditionals(struct pp *pp)
{
	while (pp->conds.n && vec_last(&pp->conds).frame >= pp->frames.n)
		report_open(pp, vec_pop(&pp->conds).open);
}

static void pop(struct pp *pp)
{
	close_conditionals(pp);
	pp->frames.n--;
}

/* ---- macro definitions ---- */

static bool is_define(const struct token *t)
{
	return t->kind == TOK_AT_WORD && !strcmp(t->text, "define");
}

static void bad_macro(struct pp *pp, struct span sp, const char *text)
{
	diag_error(pp->env->diags, DIAG_BAD_MACRO, sp, "%s", text);
}

/* `(a, b)` of a definition, behind the parenthesis. */
static bool read_params(struct pp *pp, struct macro *m)
{
	struct token t = { 0 };

	while (take(pp, &t)) {
		if (t.kind == ')' && !m->params.n)
			return true;
		if (!token_is_word(&t))
			break;
		for (size_t i = 0; i < m->params.n; i++)
			if (m->params.at[i] == t.text)
				bad_macro(pp, t.span, "the macro has a "
					  "parameter of this name already");
		vec_push_in(pp->env->arena, &m->params, t.text);
		if (!take(pp, &t) || t.kind == ')')
			return t.kind == ')';
		if (t.kind != ',')
			break;
	}
	bad_macro(pp, t.span, "parameters of a macro are names, separated by "
		  "commas, in parentheses");
	return false;
}

/* Everything up to the `%)` that matches; its `%(` was read. */
static bool read_body(struct pp *pp, struct macro *m, struct span open)
{
	struct token t;
	bool bad = false;
	int depth = 0;

	while (take(pp, &t)) {
		if (t.kind == TOK_PP_OPEN)
			depth++;
		if (t.kind == TOK_PP_CLOSE && !depth--)
			break;
		if (is_define(&t)) {
			bad_macro(pp, t.span,
				  "a macro cannot define a macro");
			bad = true;
		}
		vec_push_in(pp->env->arena, &m->body, t);
	}
	if (bad)
		m->body.n = 0;
	if (t.kind == TOK_PP_CLOSE)
		return true;
	report_open(pp, open);
	return false;
}

/* Something is wrong in front of the body: skip it, if there is one. */
static void skip_body(struct pp *pp)
{
	struct macro unused = { 0 };
	struct token t;

	while (take(pp, &t)) {
		if (t.kind == TOK_PP_OPEN) {
			read_body(pp, &unused, t.span);
			return;
		}
		if (is_define(&t) || t.kind == TOK_PROBE ||
		    t.kind == TOK_FUNCTION || t.kind == TOK_GLOBAL) {
			give_back(pp, &t);
			return;
		}
	}
}

/* Name, parameters, and the `%(`, which goes to @open. */
static bool read_head(struct pp *pp, struct macro *m, struct token *open)
{
	if (!take(pp, open) || !token_is_word(open)) {
		bad_macro(pp, open->span, "a name must follow @define");
		return false;
	}
	m->name = open->text;
	m->span = open->span;
	m->is_library = pp->library != NULL;
	if (take(pp, open) && open->kind == '(') {
		m->has_params = true;
		if (!read_params(pp, m) || !take(pp, open))
			return false;
	}
	if (open->kind == TOK_PP_OPEN)
		return true;
	bad_macro(pp, open->span,
		  "the body of a macro stands between %( and %)");
	return false;
}

static struct macro *read_macro(struct pp *pp, struct span use)
{
	struct macro *m = arena_new(pp->env->arena, struct macro);
	struct token open = { .span = use };

	if (read_head(pp, m, &open))
		return read_body(pp, m, open.span) ? m : NULL;
	if (is_define(&open))
		give_back(pp, &open);
	skip_body(pp);
	return NULL;
}

static void check_name(struct pp *pp, const struct macro *m)
{
	int kind, op;

	if (!strcmp(m->name, "define"))
		bad_macro(pp, m->span, "a macro cannot be called define");
	else if (feed_find_at_word(pp->env, m->name, &kind, &op))
		diag_warning(pp->env->diags, DIAG_MACRO_SHADOWS, m->span,
			     "this macro hides the operator @%s", m->name);
}

/* A directory that the user names stands before the installed library. */
static bool is_replaced(const struct pp *pp, const struct macro *before,
			const struct macro *m)
{
	const struct source *old = sources_get(pp->env->sources,
					       before->span.src);
	const struct source *now = sources_get(pp->env->sources, m->span.src);

	return old->kind == SOURCE_EXTRA && now->kind == SOURCE_TAPSET;
}

static void define(struct pp *pp, struct span use)
{
	struct hash *table = pp->library ? pp->library->macros : pp->macros;
	struct macro *m, *before;
	struct diag *e;

	if (!is_bottom(pp))	/* reported when the body was read */
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
		       "macro '%s' is defined already", m->name);
	diag_note(e, before->span, "here");
}

/* ---- macro uses ---- */

static void add_arg_token(struct pp *pp, struct scope *s, const struct token *t)
{
	if (is_define(t))
		bad_macro(pp, t->span, "a macro cannot be defined here");
	vec_push_in(pp->env->arena, &vec_last(&s->args), *t);
}

/* `(x, y)` of a use, behind the parenthesis. */
static bool read_args(struct pp *pp, struct scope *s, struct span use)
{
	struct macro_arg empty = { 0 };
	struct token t;
	int depth = 0;

	vec_push_in(pp->env->arena, &s->args, empty);
	while (take(pp, &t)) {
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
	bad_macro(pp, use, "the arguments of this macro have no ')'");
	return false;
}

/* A number for each argument that is missing, so that the rest can be read. */
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
	if (take(pp, &t)) {
		if (t.kind != '(')
			give_back(pp, &t);
		else if (!read_args(pp, s, use))
			return false;
	}
	check_arity(pp, s, use);
	return true;
}

/* Stop everything that is being expanded. */
static void unwind(struct pp *pp, struct span use, const char *text)
{
	while (!is_bottom(pp))
		pp->frames.n--;
	while (pp->conds.n && vec_last(&pp->conds).frame > 1)
		pp->conds.n--;
	diag_error(pp->env->diags, DIAG_MACRO_LOOP, use, "%s", text);
}

static bool may_expand(struct pp *pp, struct span use)
{
	use = sources_outermost(pp->env->sources, use);
	if (pp->frames.n >= MAX_FRAMES)
		unwind(pp, use, "this macro never ends expanding");
	else if (pp->expansions >= MAX_EXPANSIONS)
		unwind(pp, use, "macros are expanded too often in this file");
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
	push(pp, m->body.at, m->body.n, s, m->is_library, origin);
}

/* Is @t a parameter of the macro whose body is being read?  Then expand. */
static bool expand_param(struct pp *pp, const struct token *t)
{
	const struct scope *s = vec_last(&pp->frames).scope;

	for (size_t i = 0; s && i < s->macro->params.n; i++) {
		if (s->macro->params.at[i] != t->text)
			continue;
		if (may_expand(pp, t->span))
			push(pp, s->args.at[i].at, s->args.at[i].n, s->outer,
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

/* The next token with macros expanded; TOK_EOF at the end of the text. */
static void next_expanded(struct pp *pp, struct token *ret)
{
	for (;;) {
		const struct macro *m;

		if (!take(pp, ret)) {
			if (is_bottom(pp))
				return;
			pop(pp);
			continue;
		}
		if (ret->kind != TOK_AT_WORD)
			return;
		if (is_define(ret)) {
			define(pp, ret->span);
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

/* ---- conditionals ---- */

/* Skip to the `%)` that matches, or to the `%:` if @or_else. */
static bool skip(struct pp *pp, bool or_else, struct token *ret)
{
	int depth = 0;

	while (take(pp, ret)) {
		if (ret->kind == TOK_PP_OPEN)
			depth++;
		if (ret->kind == TOK_PP_CLOSE && !depth--)
			return true;
		if (ret->kind == TOK_PP_ELSE && or_else && !depth)
			return true;
	}
	return false;
}

/* Read up to `%?` and judge; false if that was not possible. */
static bool read_condition(struct pp *pp, struct span open, bool *ret)
{
	VEC(struct token) tokens = { 0 };
	struct token t;

	for (;;) {
		next_expanded(pp, &t);
		if (t.kind == TOK_PP_THEN)
			break;
		if (t.kind == TOK_EOF || t.kind == TOK_PP_OPEN ||
		    t.kind == TOK_PP_ELSE || t.kind == TOK_PP_CLOSE) {
			diag_error(pp->env->diags, DIAG_BAD_CONDITIONAL, open,
				   "this conditional has no '%%?'");
			if (t.kind != TOK_PP_CLOSE)
				skip(pp, false, &t);
			vec_free(&tokens);
			return false;
		}
		vec_push(&tokens, t);
	}
	/* of one that is misspelt the first branch is read, for its errors */
	if (!pp_condition(pp->env, open, tokens.at, tokens.n, ret))
		*ret = true;
	vec_free(&tokens);
	return true;
}

static void open_conditional(struct pp *pp, struct span open)
{
	struct conditional c = { .open = open };
	struct token t;
	bool truth;

	if (!read_condition(pp, open, &truth))
		return;
	if (!truth && !skip(pp, true, &t)) {
		report_open(pp, open);
		return;
	}
	if (!truth && t.kind == TOK_PP_CLOSE)
		return;
	c.frame = pp->frames.n;
	c.has_else = !truth;
	vec_push(&pp->conds, c);
}

static struct conditional *innermost(struct pp *pp)
{
	return pp->conds.n ? &vec_last(&pp->conds) : NULL;
}

/* The chosen branch ends here; what follows is skipped. */
static void end_branch(struct pp *pp, const struct token *t)
{
	struct conditional *c = innermost(pp);
	struct token end;

	if (!c) {
		diag_error(pp->env->diags, DIAG_BAD_CONDITIONAL, t->span,
			   "'%%:' outside a conditional");
		return;
	}
	if (c->has_else)
		diag_error(pp->env->diags, DIAG_BAD_CONDITIONAL, t->span,
			   "this conditional has a '%%:' already");
	if (!skip(pp, false, &end))
		report_open(pp, c->open);
	pp->conds.n--;
}

static void close_conditional(struct pp *pp, const struct token *t)
{
	if (pp->conds.n)
		pp->conds.n--;
	else
		diag_error(pp->env->diags, DIAG_BAD_CONDITIONAL, t->span,
			   "'%%)' without '%%('");
}

/* A file of mistakes only must not fill the memory with complaints. */
static bool has_given_up(const struct pp *pp)
{
	return diags_errors(pp->env->diags) - pp->errors > PP_MAX_ERRORS;
}

void pp_next(struct pp *pp, struct token *ret)
{
	for (;;) {
		next_expanded(pp, ret);
		if (has_given_up(pp))
			ret->kind = TOK_EOF;
		switch (ret->kind) {
		case TOK_PP_OPEN:
			open_conditional(pp, ret->span);
			continue;
		case TOK_PP_ELSE:
			end_branch(pp, ret);
			continue;
		case TOK_PP_CLOSE:
			close_conditional(pp, ret);
			continue;
		case TOK_PP_THEN:
			diag_error(pp->env->diags, DIAG_BAD_CONDITIONAL,
				   ret->span, "'%%?' outside a conditional");
			continue;
		case TOK_EOF:
			close_conditionals(pp);
			return;
		default:
			return;
		}
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
