/* SPDX-License-Identifier: LGPL-2.1-or-later */
/*
 * Navigation: finds the declaration and the uses of a name, and renames it; lists symbols and
 * ranges to fold.
 */
#include <ctype.h>
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

/* Finds the declaration of the alias in the probe point with token @i.  Its name has the
 * components of the point up to this token or, if there is no such alias, as few more as
 * possible. */
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
		name = xmemdup_nul(d->text + d->tokens[first].off,
				   d->tokens[last].off + d->tokens[last].len -
					   d->tokens[first].off);
		sym = symbol_of(d, name, 1 << SYMBOL_ALIAS);
		where = d;
		if (!sym)
			sym = symbol_find(s, name, 1 << SYMBOL_ALIAS, &where);
		free(name);
		last += 2;
		if (!token_is(d, last - 1, "."))
			break;
	}
	return sym ? location(where, sym->off, sym->off + sym->len) : NULL;
}

/* Returns the location of the first occurrence of a local, which is its declaration. */
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

/* Returns true if @other may use the name, which is in @d.  Scripts are compiled one by one, so
 * only names of the tapset are used in other scripts. */
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

/* Returns true if @s is a keyword, a print function, or an operator with its @. */
static bool is_word(const char *s)
{
	const char *word;

	for (size_t i = 0; (word = tapster_word_at(i)); i++)
		if (!strcmp(word, s))
			return true;
	return false;
}

static bool is_name(const char *s)
{
	if (!*s || (*s >= '0' && *s <= '9') ||
	    s[strspn(s, "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ"
		     "0123456789_")])
		return false;
	return !is_word(s);
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

static bool refuse(struct server *s, const char *why, const char *name)
{
	free(s->refusal);
	s->refusal = xasprintf(why, name);
	return false;
}

/* Returns true if @m is a variable that an alias sets for the probes that use the alias. */
static bool is_of_alias(struct server *s, const struct document *d,
			const struct meaning *m, size_t token)
{
	const struct symbol *around = symbol_around(d, d->tokens[token].off);
	bool in_head, ret;
	char *points, *list, *type;

	if (!m->is_local || !around || around->kind < SYMBOL_ALIAS)
		return false;
	if (around->kind == SYMBOL_ALIAS)
		return true;
	points = probe_points(d, d->tokens[token].off, &in_head);
	list = points ? analysis_list(s, d, points, "variables") : NULL;
	type = list ? analysis_type_of(list, m->name) : NULL;
	ret = type;
	free(type);
	free(list);
	free(points);
	return ret;
}

/* Returns true if the C code has @name as a word, or after an underscore: STAP_GLOBAL_GET_x. */
static bool holds_name(const char *text, const char *end, const char *name)
{
	size_t len = strlen(name);

	for (const char *p = text; (p = memmem(p, (size_t)(end - p), name, len));
	     p++)
		if (!isalnum((unsigned char)p[-1]) && p + len < end &&
		    !isalnum((unsigned char)p[len]) && p[len] != '_')
			return true;
	return false;
}

static bool is_in_c(const struct document *d, const char *name)
{
	for (size_t i = 0; i < d->n_tokens; i++) {
		const char *text = d->text + d->tokens[i].off;

		if (d->tokens[i].kind == TAPSTER_TOKEN_EMBEDDED &&
		    d->tokens[i].len > 2 &&
		    holds_name(text + 2, text + d->tokens[i].len, name))
			return true;
	}
	return false;
}

static bool is_taken(struct server *s, const struct document *d,
		     const struct meaning *m, const char *name)
{
	const struct document *where;
	char *macro = xasprintf("@%s", name);
	bool ret = is_used(d, m->is_macro ? macro : name) ||
		   (m->is_call && symbol_find(s, name, 1 << SYMBOL_FUNCTION,
					      &where)) ||
		   (m->is_macro && (symbol_find(s, name, 1 << SYMBOL_MACRO,
						&where) || is_word(macro)));

	free(macro);
	return ret;
}

/* Returns true if the name can be changed to @name.  Otherwise s->refusal gets the reason. */
static bool may_rename(struct server *s, const struct document *d,
		       const struct meaning *m, size_t token, const char *name)
{
	if (!m->name)
		return refuse(s, "there is no name here%s", "");
	if (!is_renamable(m))
		return refuse(s, "'%s' is not declared in this script", m->name);
	if (!is_name(name))
		return refuse(s, "'%s' is not a name", name);
	if (is_taken(s, d, m, name))
		return refuse(s, "'%s' has another meaning already", name);
	if (is_in_c(d, m->name))
		return refuse(s, "embedded C uses '%s'", m->name);
	if (is_of_alias(s, d, m, token))
		return refuse(s, "'%s' is a variable of a probe alias, which "
			      "other probes may use", m->name);
	return true;
}

static json_object *rename_edits(const struct document *d,
				 const struct meaning *m, const char *name)
{
	json_object *edits = json_object_new_array();
	json_object *changes = json_object_new_object();
	json_object *ret = json_object_new_object();

	each_use(m, d, edits, add_range);
	for (size_t n = 0; n < json_object_array_length(edits); n++)
		json_put_text(json_object_array_get_idx(edits, n), "newText",
			      name);
	json_object_object_add(changes, d->uri, edits);
	json_object_object_add(ret, "changes", changes);
	return ret;
}

json_object *answer_rename(struct server *s, json_object *params)
{
	const char *name = json_text(params, "newName");
	json_object *ret = NULL;
	struct document *d;
	size_t i;
	struct meaning m = meaning_at(s, params, &d, &i);

	if (may_rename(s, d, &m, i, name))
		ret = rename_edits(d, &m, name);
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
