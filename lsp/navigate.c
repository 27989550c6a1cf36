/* SPDX-License-Identifier: LGPL-2.1-or-later */
/*
 * Where something is declared and used, and its renaming; lists of symbols,
 * and what can be folded.
 */
#include <stdlib.h>
#include <string.h>

#include "lsp/lsp_private.h"

static json_object *location(const struct document *d, size_t begin, size_t end)
{
	json_object *o = json_object_new_object();

	json_put_text(o, "uri", d->uri);
	json_object_object_add(o, "range", document_range(d, begin, end));
	return o;
}

static struct meaning meaning_at(struct server *s, json_object *params,
				 struct document **d, size_t *token)
{
	size_t off = 0;

	*d = params_document(s, params, &off);
	*token = *d ? token_at(*d, off) : SIZE_MAX;
	if (*token == SIZE_MAX)
		return (struct meaning){ 0 };
	return meaning_of(s, *d, *token);
}

/* An alias in a probe's head: the words up to the cursor's component. */
static json_object *find_alias(struct server *s, const struct document *d,
			       size_t i)
{
	const struct document *where;
	const struct symbol *sym = NULL;
	size_t first = i, last = i;
	char *name;

	while (first > 1 && token_is(d, first - 1, "."))
		first -= 2;
	while (!sym && last < d->n_tokens &&
	       d->tokens[last].kind == TAPSTER_TOKEN_COMPONENT) {
		name = lsp_copy(d->text + d->tokens[first].off,
				d->tokens[last].off + d->tokens[last].len -
				d->tokens[first].off);
		sym = symbol_find(s, name, 1 << SYMBOL_ALIAS, &where);
		free(name);
		last += 2;
		if (!token_is(d, last - 1, "."))
			break;
	}
	return sym ? location(where, sym->off, sym->off + sym->len) : NULL;
}

/* A local is declared where it appears first. */
static json_object *first_use(const struct meaning *m, const struct document *d)
{
	for (size_t i = 0; i < d->n_tokens; i++)
		if (meaning_is(m, d, i))
			return location(d, d->tokens[i].off, d->tokens[i].off +
					d->tokens[i].len);
	return NULL;
}

json_object *answer_definition(struct server *s, json_object *params)
{
	json_object *ret = NULL;
	struct document *d;
	size_t i;
	struct meaning m = meaning_at(s, params, &d, &i);

	if (m.symbol)
		ret = location(m.where, m.symbol->off,
			       m.symbol->off + m.symbol->len);
	else if (m.is_local)
		ret = first_use(&m, d);
	else if (i != SIZE_MAX && d->tokens[i].kind == TAPSTER_TOKEN_COMPONENT)
		ret = find_alias(s, d, i);
	free(m.name);
	return ret;
}

/* ---- uses ---- */

typedef void use_fn(json_object *list, const struct document *d, size_t begin,
		    size_t end);

static void add_location(json_object *list, const struct document *d,
			 size_t begin, size_t end)
{
	json_object_array_add(list, location(d, begin, end));
}

static void add_range(json_object *list, const struct document *d, size_t begin,
		      size_t end)
{
	json_object *o = json_object_new_object();

	json_object_object_add(o, "range", document_range(d, begin, end));
	json_object_array_add(list, o);
}

static void each_use(const struct meaning *m, const struct document *d,
		     json_object *list, use_fn *fn)
{
	for (size_t i = 0; i < d->n_tokens; i++) {
		const struct tapster_token *t = &d->tokens[i];
		size_t skip = t->kind == TAPSTER_TOKEN_AT_WORD;

		if (meaning_is(m, d, i))
			fn(list, d, t->off + skip, t->off + t->len);
	}
}

/* Scripts are compiled one by one, so a global of a script is its own. */
static bool is_in(const struct meaning *m, const struct document *d,
		  const struct document *other)
{
	return other == d || (m->where && m->where->is_library);
}

json_object *answer_references(struct server *s, json_object *params)
{
	json_object *list = json_object_new_array();
	struct document *d;
	size_t i;
	struct meaning m = meaning_at(s, params, &d, &i);

	for (size_t n = 0; m.name && n < s->open.n; n++)
		if (is_in(&m, d, s->open.at[n]))
			each_use(&m, s->open.at[n], list, add_location);
	free(m.name);
	return list;
}

json_object *answer_highlight(struct server *s, json_object *params)
{
	json_object *list = json_object_new_array();
	struct document *d;
	size_t i;
	struct meaning m = meaning_at(s, params, &d, &i);

	if (m.name)
		each_use(&m, d, list, add_range);
	free(m.name);
	return list;
}

/* ---- renaming ---- */

static bool is_renamable(const struct meaning *m)
{
	return m->name && (m->is_local || (m->where && !m->where->is_library));
}

static bool is_name(const char *s)
{
	const char *word;

	if (!*s || (*s >= '0' && *s <= '9') ||
	    s[strspn(s, "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ"
		     "0123456789_")])
		return false;
	for (size_t i = 0; (word = tapster_word_at(i)); i++)
		if (!strcmp(word, s))
			return false;
	return true;
}

static bool is_used(const struct document *d, const char *name)
{
	for (size_t i = 0; i < d->n_tokens; i++)
		if (d->tokens[i].kind != TAPSTER_TOKEN_STRING &&
		    token_is(d, i, name))
			return true;
	return false;
}

json_object *answer_prepare_rename(struct server *s, json_object *params)
{
	json_object *ret = NULL;
	struct document *d;
	size_t i;
	struct meaning m = meaning_at(s, params, &d, &i);

	if (is_renamable(&m))
		ret = document_range(d, d->tokens[i].off +
				     (d->tokens[i].kind == TAPSTER_TOKEN_AT_WORD),
				     d->tokens[i].off + d->tokens[i].len);
	free(m.name);
	return ret;
}

json_object *answer_rename(struct server *s, json_object *params)
{
	const char *name = json_text(params, "newName");
	json_object *ret = NULL, *changes, *edits;
	struct document *d;
	size_t i;
	struct meaning m = meaning_at(s, params, &d, &i);

	if (is_renamable(&m) && is_name(name) && !is_used(d, name)) {
		edits = json_object_new_array();
		each_use(&m, d, edits, add_range);
		for (size_t n = 0; n < json_object_array_length(edits); n++)
			json_put_text(json_object_array_get_idx(edits, n),
				      "newText", name);
		changes = json_object_new_object();
		json_object_object_add(changes, d->uri, edits);
		ret = json_object_new_object();
		json_object_object_add(ret, "changes", changes);
	}
	free(m.name);
	return ret;
}

/* ---- lists ---- */

static const int kinds[] = {
	[SYMBOL_FUNCTION] = 12, [SYMBOL_GLOBAL] = 13, [SYMBOL_MACRO] = 14,
	[SYMBOL_ALIAS] = 11, [SYMBOL_PROBE] = 24,
};

json_object *answer_symbols(struct server *s, json_object *params)
{
	json_object *list = json_object_new_array(), *o;
	struct document *d = params_document(s, params, NULL);

	for (size_t i = 0; d && i < d->n_symbols; i++) {
		const struct symbol *sym = &d->symbols[i];

		o = json_object_new_object();
		json_put_text(o, "name", sym->name);
		json_put_text(o, "detail", sym->detail);
		json_put_number(o, "kind", kinds[sym->kind]);
		json_object_object_add(o, "range", document_range(
			d, sym->begin, sym->end));
		json_object_object_add(o, "selectionRange", document_range(
			d, sym->off, sym->off + sym->len));
		json_object_array_add(list, o);
	}
	return list;
}

static void add_matching(json_object *list, const struct document *d,
			 const char *query)
{
	for (size_t i = 0; i < d->n_symbols; i++) {
		const struct symbol *sym = &d->symbols[i];
		json_object *o;

		if (sym->kind == SYMBOL_PROBE || !strstr(sym->name, query) ||
		    json_object_array_length(list) >= 200)
			continue;
		o = json_object_new_object();
		json_put_text(o, "name", sym->name);
		json_put_number(o, "kind", kinds[sym->kind]);
		json_object_object_add(o, "location", location(
			d, sym->off, sym->off + sym->len));
		json_object_array_add(list, o);
	}
}

json_object *answer_workspace_symbols(struct server *s, json_object *params)
{
	json_object *list = json_object_new_array();
	const char *query = json_text(params, "query");

	for (size_t i = 0; i < s->open.n; i++)
		add_matching(list, s->open.at[i], query);
	for (size_t i = 0; i < s->library.n; i++)
		add_matching(list, s->library.at[i], query);
	return list;
}

static void add_fold(json_object *list, const struct document *d, size_t begin,
		     size_t end, const char *kind)
{
	size_t first = document_line(d, begin), last = document_line(d, end);
	json_object *o;

	if (first >= last)
		return;
	o = json_object_new_object();
	json_put_number(o, "startLine", (long)first);
	json_put_number(o, "endLine", (long)last);
	if (kind)
		json_put_text(o, "kind", kind);
	json_object_array_add(list, o);
}

json_object *answer_folding(struct server *s, json_object *params)
{
	json_object *list = json_object_new_array();
	struct document *d = params_document(s, params, NULL);

	for (size_t i = 0; d && i < d->n_symbols; i++)
		if (d->symbols[i].kind != SYMBOL_GLOBAL)
			add_fold(list, d, d->symbols[i].begin,
				 d->symbols[i].end, NULL);
	for (size_t i = 0; d && i < d->n_all; i++)
		if (d->all[i].kind == TAPSTER_TOKEN_COMMENT)
			add_fold(list, d, d->all[i].off,
				 d->all[i].off + d->all[i].len, "comment");
	return list;
}
