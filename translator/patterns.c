/* SPDX-License-Identifier: LGPL-2.1-or-later */
/**
 * @file
 * Compiles the patterns of =~ and !~, equal ones once.  It is a stage of its own
 * so that a bad pattern is reported with the other errors.  program->patterns
 * has the tables.
 *
 * If a function of the program uses the last match, all tables also find where a
 * match begins and ends.  Otherwise they only test whether there is a match.
 */
#include <string.h>

#include "base/arena.h"
#include "base/buf.h"
#include "base/escape.h"
#include "base/tags/sema.h"
#include "parser/parser.h"
#include "translator/ir/lower.h"
#include "translator/pipeline_private.h"
#include "translator/regex/regex.h"

struct patterns {
	struct ast_visitor v;
	struct program *p;
	enum regex_use use;
};

/* ---- complaints --------------------------------------------------------- */

static size_t decoded_len(const char *s, size_t n)
{
	_cleanup_buf_ struct buf b = BUF_INIT;

	escape_decode(&b, s, n, true);
	return b.n;
}

static bool is_plain_literal(const char *s, size_t n, const char *pattern)
{
	_cleanup_buf_ struct buf b = BUF_INIT;

	if (n < 2 || s[0] != '"' || s[n - 1] != '"')
		return false;
	escape_decode(&b, s + 1, n - 2, true);
	return b.n == intern_len(pattern) && !memcmp(b.p, pattern, b.n);
}

/*
 * Returns the source location of byte @at of the pattern: the last character of
 * the shortest beginning of the literal that decodes to more than @at bytes.
 * Returns the whole span if the pattern was not written as one literal.
 */
static struct span span_of_byte(const struct program *p,
				const struct ast_expr *e, size_t at)
{
	struct span sp = e->regex.pattern_span;
	const struct source *src = sp.src ? sources_get(p->sources, sp.src)
					  : NULL;
	size_t low = 0, high = sp.len - 2;
	const char *s = src ? src->text + sp.off : "";

	if (!src || !is_plain_literal(s, sp.len, e->regex.pattern))
		return sp;
	while (low < high) {
		size_t mid = (low + high) / 2;

		if (decoded_len(s + 1, mid) > at)
			high = mid;
		else
			low = mid + 1;
	}
	if (at < intern_len(e->regex.pattern))
		low--;
	sp.off += 1 + low;
	sp.len = 1;
	return sp;
}

static void complain(const struct program *p, const struct ast_expr *e,
		     const struct regex_error *err)
{
	struct diag *d;

	if (err->too_large) {
		d = diag_error(p->diags, DIAG_REGEX_TOO_LARGE,
			       e->regex.pattern_span,
			       "the regular expression is too large: %s",
			       err->text);
		diag_hint(d, "use smaller repetitions {n,m}, or several "
			     "shorter matches");
		return;
	}
	d = diag_error(p->diags, DIAG_BAD_REGEX,
		       span_of_byte(p, e, err->at),
		       "in the regular expression: %s", err->text);
	if (err->hint)
		diag_hint(d, "%s", err->hint);
}

/* ---- compiling ---------------------------------------------------------- */

static bool compile_expr(struct ast_visitor *v, struct ast_expr **slot)
{
	struct patterns *c = (struct patterns *)v;
	const struct ast_expr *e = *slot;
	struct regex_error err;
	const struct regex *re;
	const char *s;

	if (e->kind != EXPR_REGEX)
		return true;
	s = e->regex.pattern;
	if (hash_find(c->p->patterns, s, intern_len(s)))
		return true;
	re = regex_compile(c->p->arena, s, intern_len(s), c->use, &err);
	if (re)
		hash_set(c->p->patterns, s, intern_len(s), (void *)re);
	else
		complain(c->p, e, &err);
	return true;
}

void patterns_compile(struct pipeline *pl)
{
	struct program *p = pl->s->program;
	struct patterns c = {
		.v = { .expr_pre = compile_expr },
		.p = p,
		.use = lower_keeps_match(p) ? REGEX_FIND : REGEX_TEST,
	};

	for (size_t i = 0; i < p->functions.n; i++)
		if (p->functions.at[i]->used && p->functions.at[i]->body)
			ast_walk_stmt(&c.v, &p->functions.at[i]->body);
	for (size_t i = 0; i < p->probes.n; i++) {
		struct probe *pr = p->probes.at[i];

		if (pr->condition)
			ast_walk_expr(&c.v, &pr->condition);
		ast_walk_stmt(&c.v, &pr->body);
	}
}
