/* SPDX-License-Identifier: LGPL-2.1-or-later */
/*
 * Prints the tokens that the grammar sees, one a line, for --dump=tokens.
 */
#include <inttypes.h>

#include "base/buf.h"
#include "base/intern.h"
#include "parser/feed.h"
#include "parser/grammar.h"
#include "parser/literal.h"
#include "parser/pp.h"

static const char *kind_name(const struct token *t)
{
	switch (t->kind) {
	case TOK_IDENT:
		return "name";
	case TOK_TARGET:
		return "target";
	case TOK_STRING:
		return "string";
	case TOK_NUMBER:
		return "number";
	case TOK_EMBEDDED:
		return "embedded";
	case TOK_COMPONENT:
		return "component";
	case TOK_PRINT:
		return "print";
	case TOK_ATOP:
	case TOK_STATOP:
	case TOK_HIST_LOG:
	case TOK_HIST_LINEAR:
	case TOK_METRIC:
		return "at";
	default:
		return token_is_word(t) ? "keyword" : "operator";
	}
}

static void dump_text(const struct parse_env *env, const struct token *t,
		      struct buf *out)
{
	const struct source *src = sources_get(env->sources, t->span.src);

	if (t->kind == TOK_NUMBER)
		buf_printf(out, "%" PRIu64, (uint64_t)t->number);
	else if (t->kind == TOK_STRING || t->kind == TOK_EMBEDDED)
		literal_quote(out, t->text, intern_len(t->text));
	else if (t->kind == TOK_COMPONENT)
		buf_puts(out, t->text);
	else
		buf_add(out, src->text + t->span.off, t->span.len);
}

void parse_dump_tokens(const struct parse_env *env, const struct source *src,
		       struct buf *out)
{
	struct pp *pp = pp_create(env, src);
	struct feed feed;
	struct token t;

	feed_init(&feed, env, pp);
	for (feed_next(&feed, &t); t.kind != TOK_EOF; feed_next(&feed, &t)) {
		struct source_location at = sources_location(env->sources, t.span);

		buf_printf(out, "%u:%u %s ", at.line, at.col, kind_name(&t));
		dump_text(env, &t, out);
		buf_putc(out, '\n');
	}
	pp_destroy(pp);
}
