/* SPDX-License-Identifier: LGPL-2.1-or-later */
/*
 * Answers about the text itself: the kinds of its tokens, and its formatted text.
 */
#include <stdlib.h>
#include <string.h>

#include "lsp/lsp_private.h"

static const char *const types[] = {
	"keyword", "function", "variable", "parameter", "macro", "namespace",
	"number", "string", "comment", "operator", "property",
};
enum { KEYWORD, FUNCTION, VARIABLE, PARAMETER, MACRO, NAMESPACE, NUMBER, STRING,
       COMMENT, OPERATOR, PROPERTY, N_TYPES };

static const int type_of_kind[] = {
	[TAPSTER_TOKEN_KEYWORD] = KEYWORD,
	[TAPSTER_TOKEN_PRINT] = FUNCTION,
	[TAPSTER_TOKEN_NAME] = VARIABLE,
	[TAPSTER_TOKEN_TARGET] = PARAMETER,
	[TAPSTER_TOKEN_AT_WORD] = MACRO,
	[TAPSTER_TOKEN_COMPONENT] = NAMESPACE,
	[TAPSTER_TOKEN_NUMBER] = NUMBER,
	[TAPSTER_TOKEN_STRING] = STRING,
	[TAPSTER_TOKEN_EMBEDDED] = STRING,
	[TAPSTER_TOKEN_COMMENT] = COMMENT,
	[TAPSTER_TOKEN_OPERATOR] = OPERATOR,
	[TAPSTER_TOKEN_OTHER] = OPERATOR,
};

json_object *tokens_legend(void)
{
	json_object *o = json_object_new_object();
	json_object *list = json_object_new_array();

	for (int i = 0; i < N_TYPES; i++)
		json_object_array_add(list, json_object_new_string(types[i]));
	json_object_object_add(o, "tokenTypes", list);
	json_object_object_add(o, "tokenModifiers", json_object_new_array());
	return o;
}

struct encoder {
	const struct document *d;
	json_object *data;
	long line, column;	/* of the token that was written before */
};

static void put(struct encoder *e, size_t begin, size_t end, int type)
{
	json_object *from = document_position(e->d, begin);
	json_object *to = document_position(e->d, end);
	long line = json_number(from, "line");
	long column = json_number(from, "character");
	long numbers[] = {
		line - e->line, line == e->line ? column - e->column : column,
		json_number(to, "character") - column, type, 0,
	};

	for (int i = 0; i < 5; i++)
		json_object_array_add(e->data,
				      json_object_new_int64(numbers[i]));
	e->line = line;
	e->column = column;
	json_object_put(from);
	json_object_put(to);
}

/* Writes a token that may have several lines: each of its lines becomes a token of its own. */
static void put_lines(struct encoder *e, size_t begin, size_t end, int type)
{
	while (begin < end) {
		const char *p = memchr(e->d->text + begin, '\n', end - begin);
		size_t stop = p ? (size_t)(p - e->d->text) : end;

		if (stop > begin)
			put(e, begin, stop, type);
		begin = stop + 1;
	}
}

static int type_at(const struct document *d, size_t token,
		   const struct tapster_token *t)
{
	if (t->kind != TAPSTER_TOKEN_NAME)
		return type_of_kind[t->kind];
	if (token && token_is(d, token - 1, "->"))
		return PROPERTY;
	return token_is(d, token + 1, "(") ? FUNCTION : VARIABLE;
}

json_object *answer_tokens(struct server *s, json_object *params)
{
	json_object *ret = json_object_new_object();
	struct document *d = params_document(s, params, NULL);
	struct encoder e = { .d = d, .data = json_object_new_array() };
	size_t token = 0;

	for (size_t i = 0; d && i < d->n_all; i++) {
		const struct tapster_token *t = &d->all[i];

		put_lines(&e, t->off, t->off + t->len, type_at(d, token, t));
		token += t->kind != TAPSTER_TOKEN_COMMENT;
	}
	json_object_object_add(ret, "data", e.data);
	return ret;
}

json_object *answer_formatting(struct server *s, json_object *params)
{
	struct document *d = params_document(s, params, NULL);
	struct tapster_session *ts = tapster_new();
	json_object *list = json_object_new_array(), *o;
	const char *text;
	size_t len;

	if (d && tapster_format(ts, "script", d->text, d->len, &text,
				&len) == 1) {
		o = json_object_new_object();
		json_object_object_add(o, "range",
				       document_range(d, 0, d->len));
		json_put_text(o, "newText", text);
		json_object_array_add(list, o);
	}
	tapster_free(ts);
	return list;
}
