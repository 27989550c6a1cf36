/* SPDX-License-Identifier: LGPL-2.1-or-later */
/*
 * The loop that pushes tokens from the feed into the grammar, one at a time.  After
 * an error tokens are dropped until one begins a declaration, and a new parser state
 * continues there.  Declarations before the error are in the file already.
 */
#include "parser/parse.h"

#include <stdlib.h>
#include <string.h>

#include "base/arena.h"
#include "base/diag.h"
#include "base/tags/parser.h"
#include "base/tags/session.h"
#include "parser/ast_build.h"
#include "parser/grammar.h"
#include "parser/pp.h"

/* ---- versions ---- */

bool parse_is_older(const char *compatible, const char *version)
{
	return compatible && strverscmp(compatible, version) < 0;
}

bool parse_is_before(const struct parse_env *env, const char *version)
{
	return !env->is_library && parse_is_older(env->compatible, version);
}

/* Returns true if @s is numbers with single dots between them. */
static bool is_version(const char *s)
{
	for (;;) {
		size_t n = strspn(s, "0123456789");

		if (!n)
			return false;
		s += n;
		if (!*s)
			return true;
		if (*s++ != '.')
			return false;
	}
}

void parse_check_version(const struct parse_env *env)
{
	const char *v = env->compatible;
	struct diag *e;

	if (!v)
		return;
	if (!is_version(v)) {
		e = diag_error(env->diags, DIAG_BAD_OPTION, SPAN_NONE,
			       "--compatible: '%s' is not a version", v);
		diag_hint(e, "write a version like 4.8");
	} else if (strverscmp(v, PARSE_NEWEST) > 0) {
		e = diag_error(env->diags, DIAG_BAD_OPTION, SPAN_NONE,
			       "--compatible: version %s of the language is "
			       "newer than the newest known, "
			       PARSE_NEWEST, v);
		diag_hint(e, "for the newest version, omit the option: "
			  PARSE_NEWEST);
	}
}

/* ---- brackets ---- */

static char closer_of(int kind)
{
	return kind == '(' ? ')' : kind == '[' ? ']' : '}';
}

static void follow_brackets(struct parse *p)
{
	const struct token *t = &p->token;

	switch (t->kind) {
	case '(':
	case '[':
	case '{':
		vec_push(&p->open, *t);
		if (p->open.n > AST_MAX_NESTING)
			build_too_deep(p, t->span, AST_MAX_NESTING);
		return;
	case ')':
	case ']':
	case '}':
		if (p->open.n && closer_of(vec_last(&p->open).kind) == t->kind)
			p->open.n--;
		return;
	default:
		return;
	}
}

/* ---- recovery ---- */

/* Returns true if a declaration could begin at p->token; @before is the kind of the token
 * before it. */
static bool begins_item(const struct parse *p, int before)
{
	const struct token *t = &p->token;
	const struct source *src = p->file->source;

	switch (t->kind) {
	case TOK_PROBE:
	case TOK_GLOBAL:
	case TOK_PRIVATE:
	case TOK_FUNCTION:
		return before != '.' && before != TOK_ARROW;
	case TOK_EMBEDDED:	/* only at the beginning of a line */
		return t->span.src == src->id && !t->span.origin &&
		       (!t->span.off || src->text[t->span.off - 1] == '\n');
	case TOK_EOF:
		return true;
	default:
		return false;
	}
}

/* Drops tokens up to the next one that can begin a declaration.  That may be p->token, the
 * wrong token, itself. */
static void recover(struct parse *p)
{
	int before = 0;

	feed_reset(&p->feed, p->token.kind);
	p->open.n = 0;
	p->refused = false;
	p->first_return = SPAN_NONE;
	p->slice = NULL;
	p->work = 0;
	while (!begins_item(p, before)) {
		before = p->token.kind;
		feed_next(&p->feed, &p->token);
	}
}

/* ---- pushing ---- */

static GRAMMAR_STYPE value_of(const struct token *t)
{
	GRAMMAR_STYPE v = { 0 };

	switch (t->kind) {
	case TOK_NUMBER:
	case TOK_PRETTY:
		v.number = t->number;
		break;
	case TOK_IDENT:
	case TOK_TARGET:
	case TOK_STRING:
	case TOK_EMBEDDED:
	case TOK_COMPONENT:
		v.text = t->text;
		break;
	default:
		v.op = t->op;
		break;
	}
	return v;
}

/* Pushes p->token.  Returns false if the text is complete, after a syntax error, or if the
 * declaration was refused. */
static bool push(struct parse *p, grammar_pstate *state)
{
	GRAMMAR_STYPE value = value_of(&p->token);
	struct span sp = p->token.span;

	follow_brackets(p);
	if (p->refused)
		return false;
	return grammar_push_parse(state, p->token.kind, &value, &sp, p) ==
		       YYPUSH_MORE &&
	       !p->refused;
}

/* Pushes tokens up to the end of the text or the first error.  After an error skips to the
 * next declaration.  Returns false at the end of the text. */
static bool parse_some(struct parse *p)
{
	grammar_pstate *state = grammar_pstate_new();

	while (push(p, state) && p->token.kind != TOK_EOF)
		feed_next(&p->feed, &p->token);
	grammar_pstate_delete(state);
	if (p->token.kind == TOK_EOF)
		return false;
	recover(p);
	return p->token.kind != TOK_EOF;
}

static void check_empty(const struct parse *p)
{
	const struct source *src = p->file->source;
	struct span sp = { .src = src->id };

	if (src->kind == SOURCE_USER && pp_is_empty(p->feed.pp))
		diag_error(p->env->diags, DIAG_EMPTY_FILE, sp,
			   "'%s' is empty", src->name);
}

struct parse_env parse_env_of(const struct parse_env *env,
			      const struct source *src)
{
	struct parse_env of = *env;

	of.is_library = src->kind == SOURCE_TAPSET;
	return of;
}

struct ast_file *parse_source(const struct parse_env *env_of_all,
			      const struct source *src)
{
	struct parse_env of = parse_env_of(env_of_all, src), *env = &of;
	struct pp *pp = pp_create(env, src);
	size_t errors = diags_errors(env->diags);
	struct parse p = { .env = env };

	p.file = arena_new(env->arena, struct ast_file);
	p.file->source = src;
	feed_init(&p.feed, env, pp);
	feed_next(&p.feed, &p.token);
	while (parse_some(&p))
		;
	check_empty(&p);
	if (src->kind == SOURCE_USER && diags_errors(env->diags) > errors)
		foreign_explain(env, src);
	vec_free(&p.open);
	pp_destroy(pp);
	return p.file;
}
