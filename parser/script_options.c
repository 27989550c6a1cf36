/* SPDX-License-Identifier: LGPL-2.1-or-later */
/*
 * Reads declarations `option limit = 10`: globals that the command line sets.  They
 * take arguments away from $1 and $#, so they are read before the text is parsed, from
 * the lexer's tokens.  For a text without the word `option` this costs one strstr().
 */
#include <string.h>

#include "base/arena.h"
#include "base/comment.h"
#include "parser/feed.h"
#include "parser/grammar.h"
#include "parser/script_options.h"

struct reader {
	struct lexer *lx;
	struct token t;
	int before;		/* the kind of the token before */
	int depth;		/* braces that are open */
};

static void advance(struct reader *r)
{
	r->before = r->t.kind;
	lexer_next(r->lx, &r->t);
	r->depth += r->t.kind == '{';
	r->depth -= r->t.kind == '}' && r->depth;
}

bool feed_begins_option(const struct token *t, int before,
			const struct token *next)
{
	return t->kind == TOK_IDENT && !strcmp(t->text, "option") &&
	       next->kind == TOK_IDENT && before != TOK_GLOBAL &&
	       before != TOK_FUNCTION && before != TOK_PROBE &&
	       before != ',' && before != '(' && before != '.';
}

/* Reads the value after the name: `= 10`, `= "text"`, or nothing for a flag. */
static void read_value(struct reader *r, struct script_option *o)
{
	bool negative;

	advance(r);
	if (r->t.kind != '=')
		return;
	advance(r);
	negative = r->t.kind == '-';
	if (negative)
		advance(r);
	o->kind = r->t.kind == TOK_STRING ? SCRIPT_STRING : SCRIPT_NUMBER;
	if (r->t.kind == TOK_STRING)
		o->text = r->t.text;
	else if (r->t.kind == TOK_NUMBER)
		o->number = negative ? -r->t.number : r->t.number;
	advance(r);
}

void script_options_read(const struct parse_env *env, const struct source *src,
			 script_options *ret)
{
	struct reader r = { .depth = 0 };

	if (!strstr(src->text, "option"))
		return;
	r.lx = lexer_create(env, src);
	advance(&r);
	while (r.t.kind != TOK_EOF) {
		struct script_option o = { .kind = SCRIPT_FLAG, .text = "" };
		struct token word = r.t;
		int before = r.before;

		advance(&r);
		if (r.depth || !feed_begins_option(&word, before, &r.t))
			continue;
		o.name = r.t.text;
		o.help = comment_above(env->arena, src, word.span);
		read_value(&r, &o);
		vec_push_in(env->arena, ret, o);
	}
	lexer_destroy(r.lx);
}
