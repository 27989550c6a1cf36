/* SPDX-License-Identifier: LGPL-2.1-or-later */
/*
 * A small state machine over tokens.  The grammar could not do this itself:
 * whether `if` or `*` belongs to a probe point's name depends on spaces, and
 * LALR(1) sees one token ahead.
 */
#include "parser/feed.h"

#include <string.h>

#include "base/buf.h"
#include "base/hash.h"
#include "base/intern.h"
#include "base/tags/base.h"
#include "base/tags/parser.h"
#include "parser/grammar.h"
#include "parser/pp.h"

/* ---- @words ---- */

static const struct at_word {
	const char *name;
	const char *since;
	int kind;
	int op;
} at_words[] = {
#define ATOP(sym, name, since, args) { name, since, TOK_ATOP, ATOP_##sym },
#define STATOP(sym, name, since) { name, since, TOK_STATOP, STATOP_##sym },
#include "parser/ast_atops.def"
	{ "@hist_log", "", TOK_HIST_LOG, 0 },
	{ "@hist_linear", "", TOK_HIST_LINEAR, 0 },
	{ "@metric", "", TOK_METRIC, 0 },
};

#define N_AT_WORDS (sizeof(at_words) / sizeof(*at_words))

bool feed_find_at_word(const struct parse_env *env, const char *name,
		       int *kind_ret, int *op_ret)
{
	for (size_t i = 0; i < N_AT_WORDS; i++) {
		const struct at_word *w = &at_words[i];

		if (strcmp(w->name + 1, name))
			continue;
		if (*w->since && parse_is_before(env, w->since))
			return false;
		*kind_ret = w->kind;
		*op_ret = w->op;
		return true;
	}
	return false;
}

void feed_add_at_words(const struct parse_env *env, struct hash *names)
{
	int kind, op;

	for (size_t i = 0; i < N_AT_WORDS; i++) {
		const char *name = at_words[i].name + 1;

		if (feed_find_at_word(env, name, &kind, &op))
			hash_set_str(names, name, (void *)name);
	}
}

static void find_at_word(struct feed *f, struct token *t)
{
	const char *near;
	struct diag *e;

	if (feed_find_at_word(f->env, t->text, &t->kind, &t->op))
		return;
	e = diag_error(f->env->diags, DIAG_UNKNOWN_MACRO, t->span,
		       "there is no macro or operator '@%s'", t->text);
	near = pp_nearest(f->pp, t->text);
	if (near)
		diag_hint(e, "did you mean \"@%s\"?", near);
	t->kind = TOK_IDENT;
}

/* ---- pulling ---- */

static void cut(struct feed *f, const struct token *t)
{
	size_t written = f->tokens - f->made;

	f->is_cut = true;
	if (f->tokens > FEED_MAX_TOKENS)
		diag_error(f->env->diags, DIAG_FILE_TOO_LARGE, t->span,
			   "the file has more than %u tokens, including those "
			   "from macros", FEED_MAX_TOKENS);
	else
		diag_error(f->env->diags, DIAG_FILE_TOO_LARGE,
			   sources_outermost(f->env->sources, t->span),
			   "macros have expanded the text to more than %zu "
			   "tokens here; %zu are written",
			   f->made - 1, written);
}

static bool is_over(struct feed *f, const struct token *t)
{
	size_t written;

	f->tokens++;
	f->made += t->span.origin != 0;
	written = f->tokens - f->made;
	if (!f->is_cut &&
	    (f->tokens > FEED_MAX_TOKENS ||
	     f->made > FEED_MADE_MAX + FEED_MADE_EACH * written))
		cut(f, t);
	return f->is_cut;
}

static void pull(struct feed *f, struct token *ret)
{
	if (f->has_ahead) {
		*ret = f->ahead;
		f->has_ahead = false;
		return;
	}
	do {
		pp_next(f->pp, ret);
		if (ret->kind == TOK_EOF)
			return;
		token_report(f->env, ret);
		if (is_over(f, ret))
			ret->kind = TOK_EOF;
	} while (ret->kind == TOK_JUNK);
	if (ret->kind == TOK_AT_WORD)
		find_at_word(f, ret);
}

static const struct token *peek(struct feed *f)
{
	if (!f->has_ahead) {
		pull(f, &f->ahead);
		f->has_ahead = true;
	}
	return &f->ahead;
}

/* ---- strings side by side ---- */

/* Returns true if the next token is a string that is joined to @t.  Before version
 * 2.0 only blanks were allowed between two strings. */
static bool is_joined(struct feed *f, const struct token *t)
{
	const struct token *next = peek(f);
	const struct source *src;
	uint32_t from = t->span.off + t->span.len;

	if (next->kind != TOK_STRING)
		return false;
	if (!parse_is_before(f->env, "2.0"))
		return true;
	src = sources_get(f->env->sources, t->span.src);
	if (next->span.src != t->span.src || next->span.off < from)
		return false;
	return from + strspn(src->text + from, " \t\r\n\f\v") >=
	       next->span.off;
}

static void join_strings(struct feed *f, struct token *t)
{
	_cleanup_buf_ struct buf b = BUF_INIT;

	if (!is_joined(f, t))
		return;
	buf_add(&b, t->text, intern_len(t->text));
	while (is_joined(f, t)) {
		struct token more;

		pull(f, &more);
		buf_add(&b, more.text, intern_len(more.text));
		t->span = span_join(t->span, more.span);
	}
	t->text = intern_bytes(f->env->names, b.p, b.n);
}

/* ---- probe points ---- */

static bool is_piece(const struct token *t)
{
	return t->kind == '*' || token_is_word(t);
}

/* Returns true if @t continues the component before it: no space is between, and it is a
 * word, `*` or a number, as in `*_64*` and `sys*32`. */
static bool is_next_piece(const struct token *t)
{
	return t->glued && (is_piece(t) || t->kind == TOK_NUMBER);
}

static void add_piece(struct feed *f, struct buf *b, const struct token *t)
{
	const struct source *src = sources_get(f->env->sources, t->span.src);

	buf_add(b, src->text + t->span.off, t->span.len);
}

static void join_component(struct feed *f, struct token *t)
{
	_cleanup_buf_ struct buf b = BUF_INIT;

	add_piece(f, &b, t);
	while (is_next_piece(peek(f))) {
		struct token more;

		pull(f, &more);
		add_piece(f, &b, &more);
		t->span = span_join(t->span, more.span);
	}
	t->kind = TOK_COMPONENT;
	t->text = intern_bytes(f->env->names, b.p, b.n);
}

static enum feed_state at_begin(struct feed *f, struct token *t)
{
	if (is_piece(t)) {
		join_component(f, t);
		return FEED_AFTER;
	}
	if (t->kind != '{')
		return FEED_TEXT;
	f->braces++;
	return FEED_BEGIN;
}

static enum feed_state after(struct feed *f, const struct token *t)
{
	switch (t->kind) {
	case '.':
	case ',':
	case '=':
	case TOK_SET_ADD:
		return FEED_BEGIN;
	case '?':
	case '!':
		return FEED_AFTER;
	case '(':
		return FEED_ARG;
	case TOK_IF:
		f->parens = 0;
		return FEED_CONDITION;
	case '}':
		return f->braces-- > 0 ? FEED_AFTER : FEED_TEXT;
	default:
		return FEED_TEXT;
	}
}

static enum feed_state in_condition(struct feed *f, const struct token *t)
{
	if (t->kind == '(')
		f->parens++;
	if (t->kind == ')')
		f->parens--;
	return f->parens > 0 ? FEED_CONDITION : FEED_AFTER;
}

static enum feed_state in_text(struct feed *f, struct token *t)
{
	if (t->kind == ',' && peek(f)->kind == '{')
		t->kind = TOK_SECOND;
	if (t->kind != TOK_PROBE)
		return FEED_TEXT;
	f->braces = 0;
	return FEED_BEGIN;
}

static enum feed_state follow(struct feed *f, struct token *t)
{
	switch (f->state) {
	case FEED_BEGIN:
		return at_begin(f, t);
	case FEED_AFTER:
		return after(f, t);
	case FEED_ARG:
		return t->kind == ')' ? FEED_AFTER : FEED_ARG;
	case FEED_CONDITION:
		return in_condition(f, t);
	case FEED_TEXT:
		break;
	}
	return in_text(f, t);
}

/* ---- the door ---- */

void feed_init(struct feed *f, const struct parse_env *env, struct pp *pp)
{
	memset(f, 0, sizeof(*f));
	f->env = env;
	f->pp = pp;
}

void feed_reset(struct feed *f, int kind)
{
	f->state = kind == TOK_PROBE ? FEED_BEGIN : FEED_TEXT;
	f->braces = 0;
	f->depth = 0;
	f->option = 0;
	f->before = kind;
	f->after_arrow = false;
}

/* Makes `option` in `option limit = 10` the keyword `global`, outside of bodies. */
static void find_option(struct feed *f, struct token *t)
{
	if (t->kind == TOK_IDENT && !f->depth && f->state == FEED_TEXT &&
	    !f->env->is_library && !strcmp(t->text, "option") &&
	    feed_begins_option(t, f->before, peek(f))) {
		t->kind = TOK_GLOBAL;
		f->option = 1;
	}
}

/* Makes *@ret the `=` or the 0 that a flag lacks, `option verbose` means `option verbose = 0`,
 * and returns true.  Returns false if no such token is due. */
static bool add_value(struct feed *f, struct token *ret)
{
	static const int kinds[] = { '=', TOK_NUMBER };

	if (f->option < 2)
		return false;
	if (f->option == 2 && peek(f)->kind == '=') {
		f->option = 0;
		return false;
	}
	*ret = (struct token){ .kind = kinds[f->option - 2],
			       .span = f->last };
	ret->span.off += ret->span.len;
	ret->span.len = 0;
	f->option = f->option == 2 ? 3 : 0;
	return true;
}

static void count_braces(struct feed *f, const struct token *t)
{
	if (f->state == FEED_TEXT && t->kind == '{')
		f->depth++;
	else if (f->state == FEED_TEXT && t->kind == '}' && f->depth)
		f->depth--;
	f->before = t->kind;
	f->last = t->span;
	if (f->option == 1 && t->kind == TOK_IDENT)
		f->option = 2;
	else if (f->option == 1 && t->kind != TOK_GLOBAL)
		f->option = 0;
}

void feed_next(struct feed *f, struct token *ret)
{
	if (add_value(f, ret))
		return;
	pull(f, ret);
	find_option(f, ret);
	if (ret->kind == TOK_STRING)
		join_strings(f, ret);
	if (f->after_arrow && token_is_word(ret))
		ret->kind = TOK_IDENT;
	else
		f->state = follow(f, ret);
	count_braces(f, ret);
	f->after_arrow = ret->kind == TOK_ARROW;
}
