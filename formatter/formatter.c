/* SPDX-License-Identifier: LGPL-2.1-or-later */
/*
 * Runs the stages one after another, and checks that the result is the same script:
 * a file that people wrote is overwritten with it.
 */
#include <string.h>

#include "base/buf.h"
#include "base/diag.h"
#include "base/intern.h"
#include "base/source.h"
#include "base/tags/base.h"
#include "formatter/formatter_private.h"
#include "parser/grammar.h"

void formatter_script_deinit(struct script *s)
{
	vec_free(&s->comments);
	vec_free(&s->pieces);
}

static bool read_script(struct script *s)
{
	return formatter_scan(s) && formatter_structure(s);
}

static bool is_space(char c)
{
	return c && strchr(" \t\r\n\v\f", c);
}

/* Returns true if the @n bytes at @a and the @m bytes at @b are equal apart from white
 * space. */
static bool is_same_text(const char *a, size_t n, const char *b, size_t m)
{
	const char *a_end = a + n, *b_end = b + m;

	for (;;) {
		while (a < a_end && is_space(*a))
			a++;
		while (b < b_end && is_space(*b))
			b++;
		if (a == a_end || b == b_end)
			return a == a_end && b == b_end;
		if (*a++ != *b++)
			return false;
	}
}

static bool is_same_piece(const struct script *x, const struct script *y,
			  size_t i)
{
	const struct piece *a = &x->pieces.at[i], *b = &y->pieces.at[i];

	if (a->kind != b->kind || a->len != b->len ||
	    a->n_comments != b->n_comments ||
	    memcmp(x->src->text + a->off, y->src->text + b->off, a->len))
		return false;
	return a->kind != TOK_COMPONENT || a->blank == b->blank ||
	       formatter_kind(x, i - 1) != TOK_COMPONENT;
}

static bool is_same_script(const struct script *x, const struct script *y)
{
	if (x->pieces.n != y->pieces.n || x->comments.n != y->comments.n)
		return false;
	for (size_t i = 0; i < x->pieces.n; i++)
		if (!is_same_piece(x, y, i))
			return false;
	for (size_t i = 0; i < x->comments.n; i++) {
		const struct comment *a = &x->comments.at[i];
		const struct comment *b = &y->comments.at[i];

		if (!is_same_text(x->src->text + a->off, a->len,
				  y->src->text + b->off, b->len))
			return false;
	}
	return true;
}

static bool check(const struct script *s, const struct buf *text)
{
	struct script result = { .env = s->env };
	bool good;

	result.src = sources_add_text(s->env->sources, s->src->kind,
				      s->src->name, text->p, text->n);
	good = read_script(&result) && is_same_script(s, &result);
	if (!good)
		diag_error(s->env->diags, DIAG_INTERNAL, SPAN_NONE,
			   "the formatter would change what '%s' means",
			   s->src->name);
	formatter_script_deinit(&result);
	return good;
}

bool formatter_format(struct arena *arena, struct diags *diags,
		      const struct source *src, struct buf *out)
{
	/* no argument is given, so $1 stays $1 */
	const struct parse_env env = {
		.arena = arena,
		.names = intern_create(arena),
		.sources = diags_sources(diags),
		.diags = diags,
	};
	struct script s = { .env = &env, .src = src };
	_cleanup_buf_ struct buf text = BUF_INIT;
	bool good = read_script(&s);

	if (good) {
		formatter_space(&s);
		formatter_layout(&s, &text);
		good = check(&s, &text);
	}
	if (good)
		buf_add(out, text.p, text.n);
	formatter_script_deinit(&s);
	return good;
}
