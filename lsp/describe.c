/* SPDX-License-Identifier: LGPL-2.1-or-later */
/*
 * What something is: hover, the signature of a call, types as hints.
 */
#include <stdlib.h>
#include <string.h>

#include "lsp/lsp_private.h"

/* ---- hover ---- */

/* Without the marks of a comment. */
static char *plain_comment(const char *comment)
{
	char *ret = lsp_alloc(strlen(comment) + 2, 1), *to = ret;

	while (*comment) {
		size_t len = strcspn(comment, "\n"), skip;

		skip = strspn(comment, " \t/*#");
		if (skip > len)
			skip = len;
		memcpy(to, comment + skip, len - skip);
		to += len - skip;
		while (to > ret && strchr(" */", to[-1]))
			to--;
		*to++ = '\n';
		comment += len + (comment[len] == '\n');
	}
	return ret;
}

static json_object *hover(const char *code, const char *text,
			  json_object *range)
{
	json_object *ret = json_object_new_object();
	json_object *contents = json_object_new_object();
	char *value = lsp_print("```systemtap\n%s\n```\n%s", code, text);

	json_put_text(contents, "kind", "markdown");
	json_put_text(contents, "value", value);
	json_object_object_add(ret, "contents", contents);
	json_object_object_add(ret, "range", range);
	free(value);
	return ret;
}

/* The line of --dump=types about a global: "global reads[string]:long". */
static char *global_type(const char *types, const char *name)
{
	size_t len = strlen(name);

	for (const char *p = types; p && *p; p = strchr(p, '\n')) {
		p += *p == '\n';
		if (!strncmp(p, "global ", 7) && !strncmp(p + 7, name, len) &&
		    (p[7 + len] == '[' || p[7 + len] == ':'))
			return lsp_copy(p, strcspn(p, "\n"));
	}
	return NULL;
}

static json_object *hover_symbol(struct server *s, struct document *d,
				 const struct symbol *sym, json_object *range)
{
	char *text = plain_comment(sym->comment), *types = NULL, *code = NULL;
	json_object *ret;

	if (sym->kind == SYMBOL_GLOBAL) {
		types = analysis_types(s, d);
		code = global_type(types, sym->name);
	}
	if (!code)
		code = lsp_copy(sym->detail, strlen(sym->detail));
	ret = hover(code, text, range);
	free(text);
	free(types);
	free(code);
	return ret;
}

/* `$file`: its type at the probe's points. */
static json_object *hover_target(struct server *s, const struct document *d,
				 size_t i, json_object *range)
{
	bool in_head;
	char *points = probe_points(d, d->tokens[i].off, &in_head);
	char *list = points ? analysis_list(s, points, "variables") : NULL;
	char *name = token_text(d, i), *type = NULL, *code;
	json_object *ret = NULL;

	if (list)
		type = analysis_type_of(list, name);
	if (type) {
		code = lsp_print("%s: %s", name, type);
		ret = hover(code, "", range);
		free(code);
	}
	free(type);
	free(name);
	free(list);
	free(points);
	return ret;
}

static char *first_lines(const char *text, size_t n)
{
	const char *p = text;

	while (n-- && *p)
		p += strcspn(p, "\n") + (p[strcspn(p, "\n")] == '\n');
	return lsp_print("%.*s%s", (int)(p - text), text, *p ? "..." : "");
}

/* A probe point: the locations that it means, with their variables. */
static json_object *hover_point(struct server *s, const struct document *d,
				size_t off, json_object *range)
{
	const struct symbol *probe = symbol_around(d, off);
	bool in_head;
	char *points, *list, *text;
	json_object *ret = NULL;

	if (!probe || probe->kind < SYMBOL_ALIAS)
		return NULL;
	points = probe_points(d, probe->end, &in_head);
	list = points ? analysis_list(s, points, "variables") : NULL;
	if (list && *list) {
		text = first_lines(list, 10);
		ret = hover(text, "", range);
		free(text);
	}
	free(list);
	free(points);
	return ret;
}

json_object *answer_hover(struct server *s, json_object *params)
{
	size_t off = 0, i;
	struct document *d = params_document(s, params, &off);
	json_object *range, *ret = NULL;
	struct meaning m;

	i = d ? token_at(d, off) : SIZE_MAX;
	if (i == SIZE_MAX)
		return NULL;
	range = document_range(d, d->tokens[i].off,
			       d->tokens[i].off + d->tokens[i].len);
	m = meaning_of(s, d, i);
	if (m.symbol)
		ret = hover_symbol(s, d, m.symbol, range);
	else if (d->tokens[i].kind == TAPSTER_TOKEN_TARGET)
		ret = hover_target(s, d, i, range);
	else if (d->tokens[i].kind == TAPSTER_TOKEN_COMPONENT ||
		 d->tokens[i].kind == TAPSTER_TOKEN_STRING)
		ret = hover_point(s, d, off, range);
	free(m.name);
	if (!ret)
		json_object_put(range);
	return ret;
}

/* ---- the signature of a call ---- */

/* The callee of the innermost call that @off is in; *@nth: which argument. */
static size_t find_callee(const struct document *d, size_t off, long *nth)
{
	size_t i = token_before(d, off);
	int depth = 0;

	*nth = 0;
	for (; i != SIZE_MAX; i--) {
		if (token_is(d, i, "{") || token_is(d, i, "}"))
			return SIZE_MAX;
		if (token_is(d, i, ")") || token_is(d, i, "]"))
			depth++;
		else if (depth && (token_is(d, i, "(") || token_is(d, i, "[")))
			depth--;
		else if (token_is(d, i, "("))
			return i ? i - 1 : SIZE_MAX;
		else if (!depth && token_is(d, i, ","))
			++*nth;
	}
	return SIZE_MAX;
}

/* Offsets of the parameters in a head `function f:long (a:long, b:string)`. */
static json_object *parameters(const char *detail)
{
	json_object *list = json_object_new_array();
	const char *open = strchr(detail, '('), *p = open, *end;

	while (p && p[1] && p[1] != ')' && *p != ')') {
		json_object *o = json_object_new_object();
		json_object *label = json_object_new_array();

		p += 1 + strspn(p + 1, " ");
		end = p + strcspn(p, ",)");
		json_object_array_add(label, json_object_new_int64(p - detail));
		json_object_array_add(label,
				      json_object_new_int64(end - detail));
		json_object_object_add(o, "label", label);
		json_object_array_add(list, o);
		p = *end ? end : NULL;
	}
	return list;
}

json_object *answer_signature(struct server *s, json_object *params)
{
	json_object *ret, *list, *o;
	size_t off = 0, i;
	long nth = 0;
	struct document *d = params_document(s, params, &off);
	struct meaning m = { 0 };
	char *text;

	i = d ? find_callee(d, off, &nth) : SIZE_MAX;
	if (i != SIZE_MAX)
		m = meaning_of(s, d, i);
	free(m.name);
	if (!m.symbol)
		return NULL;
	o = json_object_new_object();
	json_put_text(o, "label", m.symbol->detail);
	text = plain_comment(m.symbol->comment);
	json_put_text(o, "documentation", text);
	free(text);
	json_object_object_add(o, "parameters", parameters(m.symbol->detail));
	list = json_object_new_array();
	json_object_array_add(list, o);
	ret = json_object_new_object();
	json_object_object_add(ret, "signatures", list);
	json_put_number(ret, "activeSignature", 0);
	json_put_number(ret, "activeParameter", nth);
	return ret;
}

/* ---- types where they are not written ---- */

json_object *answer_hints(struct server *s, json_object *params)
{
	json_object *list = json_object_new_array(), *o;
	struct document *d = params_document(s, params, NULL);
	char *types = d ? analysis_types(s, d) : NULL;

	for (size_t i = 0; types && i < d->n_symbols; i++) {
		const struct symbol *sym = &d->symbols[i];
		char *type = sym->kind == SYMBOL_GLOBAL ?
			global_type(types, sym->name) : NULL;

		if (!type)
			continue;
		o = json_object_new_object();
		json_object_object_add(o, "position", document_position(
			d, sym->off + sym->len));
		json_put_text(o, "label", type + 7 + sym->len);
		json_put_number(o, "kind", 1);
		json_object_array_add(list, o);
		free(type);
	}
	free(types);
	return list;
}
