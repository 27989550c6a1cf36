/* SPDX-License-Identifier: LGPL-2.1-or-later */
/*
 * Makes tokens for editors: every token and comment of a text with its kind, however
 * broken the text is.
 */
#include "base/arena.h"
#include "base/buf.h"
#include "base/diag.h"
#include "base/intern.h"
#include "formatter/formatter_private.h"
#include "parser/grammar.h"

static enum formatter_token_kind kind_of(int kind)
{
	switch (kind) {
	case TOK_IDENT:
		return FORMATTER_NAME;
	case TOK_PRINT:
		return FORMATTER_PRINT;
	case TOK_TARGET:
		return FORMATTER_TARGET;
	case TOK_AT_WORD:
	case PIECE_AS_WRITTEN:
		return FORMATTER_AT_WORD;
	case TOK_COMPONENT:
		return FORMATTER_COMPONENT;
	case TOK_NUMBER:
		return FORMATTER_NUMBER;
	case TOK_STRING:
		return FORMATTER_STRING;
	case TOK_EMBEDDED:
		return FORMATTER_EMBEDDED;
	case TOK_LONG:
	case TOK_STRING_TYPE:
	case TOK_IN:
	case TOK_LIMIT:
		return FORMATTER_KEYWORD;
	case TOK_JUNK:
		return FORMATTER_OTHER;
	default:
		return formatter_is_statement_word(kind) ? FORMATTER_KEYWORD
							 : FORMATTER_OPERATOR;
	}
}

static void add(struct arena *a, struct formatter_tokens *ret,
		enum formatter_token_kind kind, uint32_t off, uint32_t len)
{
	struct formatter_token t = { kind, off, len };

	vec_push_in(a, ret, t);
}

static void add_piece(struct arena *a, const struct script *s, size_t i,
		      struct formatter_tokens *ret)
{
	const struct piece *p = &s->pieces.at[i];

	for (size_t c = p->comment; c < p->comment + p->n_comments; c++)
		add(a, ret, FORMATTER_COMMENT, s->comments.at[c].off,
		    s->comments.at[c].len);
	if (p->kind != TOK_EOF)
		add(a, ret, kind_of(p->kind), p->off, p->len);
}

void formatter_tokens(struct arena *arena, struct diags *diags,
		      const struct source *src, struct formatter_tokens *ret)
{
	const struct parse_env env = {
		.arena = arena,
		.names = intern_create(arena),
		.sources = diags_sources(diags),
		.diags = diags,
	};
	struct script s = { .env = &env, .src = src };

	formatter_read(&s);
	formatter_structure(&s);
	for (size_t i = 0; i < s.pieces.n; i++)
		add_piece(arena, &s, i, ret);
	formatter_script_deinit(&s);
}

/* ---- words of the language ---- */

static const char *const words[] = {
#define WORD(text, token) text,
#define PRINT(text, flags) text,
#include "parser/keywords.def"
#define ATOP(sym, name, since, args) name,
#define STATOP(sym, name, since) name,
#include "parser/ast_atops.def"
	"@hist_log", "@hist_linear", "@metric", "@define",
};

const char *formatter_word(size_t i)
{
	return i < sizeof(words) / sizeof(*words) ? words[i] : NULL;
}
