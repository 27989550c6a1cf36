/* SPDX-License-Identifier: LGPL-2.1-or-later */
/*
 * Describes names: the text for hover, and the types of names as hints in the text.
 */
#include <stdlib.h>
#include <string.h>

#include "lsp/lsp_private.h"

/* ---- hover ---- */

/* Returns a comment without its marks at the start and the end of each line. */
char *plain_comment(const char *comment)
{
	char *ret = xcalloc(strlen(comment) + 2, 1), *to = ret;

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
	size_t len = strlen(code);
	char *value;

	len -= len && code[len - 1] == '\n';
	value = xasprintf("```systemtap\n%.*s\n```\n%s", (int)len, code, text);
	json_put_text(contents, "kind", "markdown");
	json_put_text(contents, "value", value);
	json_object_object_add(ret, "contents", contents);
	json_object_object_add(ret, "range", range);
	free(value);
	return ret;
}

/* Returns the type of the name that is declared or first used at @off, such as "[string]:long",
 * from a dump "symbols".  NULL: the dump does not have it. */
static char *type_in(const char *list, size_t off)
{
	for (const char *p = list; p && *p; p += strcspn(p, "\n"),
	     p += *p == '\n') {
		const char *rest;

		if ((size_t)strtoul(p, (char **)&rest, 10) != off)
			continue;
		rest += 1 + strcspn(rest + 1, " ");
		rest += *rest == ' ';
		return xmemdup_nul(rest, strcspn(rest, "\n"));
	}
	return NULL;
}

static char *type_at(struct server *s, const struct document *d, size_t off)
{
	char *list = analysis_ask(s, d->text, "symbols");
	char *ret = type_in(list, off);

	free(list);
	return ret;
}

static json_object *hover_symbol(struct server *s, const struct meaning *m,
				 json_object *range)
{
	const struct symbol *sym = m->symbol;
	char *text = plain_comment(sym->comment), *type = NULL, *code = NULL;
	json_object *ret;

	if (sym->kind == SYMBOL_GLOBAL && !m->where->is_library)
		type = type_at(s, m->where, sym->off);
	if (type)
		code = xasprintf("global %s%s", sym->name, type);
	ret = hover(code ?: sym->detail, text, range);
	free(text);
	free(type);
	free(code);
	return ret;
}

/* Describes a local.  The library lists its type at its first occurrence. */
static json_object *hover_local(struct server *s, const struct document *d,
				const struct meaning *m, json_object *range)
{
	json_object *ret = NULL;
	char *type = NULL, *code;

	for (size_t i = 0; i < d->n_tokens && !type; i++)
		if (meaning_is(m, d, i))
			type = type_at(s, d, d->tokens[i].off);
	if (!type)
		return NULL;
	code = xasprintf("%s%s", m->name, type);
	ret = hover(code, "", range);
	free(code);
	free(type);
	return ret;
}

/* Describes the value of token @i as "name: type".  If the type is an enumeration, adds its
 * enumerators. */
static json_object *hover_value(struct server *s, struct document *d, size_t i,
				const char *type, json_object *range)
{
	char *name = token_text(d, i), *code, *values = NULL, *text;
	json_object *ret;

	if (!strchr(type, '*'))
		values = enumerators_of(s, d, expression_begin(d, i), i);
	code = xasprintf("%s: %s", name, type);
	text = values ? xasprintf("```\n%s```\n", values) : xstrdup("");
	ret = hover(code, text, range);
	free(name);
	free(code);
	free(values);
	free(text);
	return ret;
}

/* Describes a target variable such as `$file`: its type at the points of its probe. */
static json_object *hover_target(struct server *s, struct document *d,
				 size_t i, json_object *range)
{
	bool in_head;
	char *points = probe_points(d, d->tokens[i].off, &in_head);
	char *list = points ? analysis_list(s, d, points, "variables") : NULL;
	char *name = token_text(d, i), *type = NULL;
	json_object *ret = NULL;

	if (list)
		type = analysis_type_of(list, name);
	if (type)
		ret = hover_value(s, d, i, type, range);
	free(type);
	free(name);
	free(list);
	free(points);
	return ret;
}

/* Describes the member that is token @i, from its line "name type" in the list of possible
 * members. */
static json_object *hover_member(struct server *s, struct document *d,
				 size_t i, json_object *range)
{
	char *list = members_of(s, d, i - 1), *name = token_text(d, i), *type;
	size_t len = strlen(name);
	json_object *ret = NULL;

	for (const char *p = list; p && *p && !ret; p += strcspn(p, "\n"),
	     p += *p == '\n') {
		if (strncmp(p, name, len) || p[len] != ' ')
			continue;
		type = xmemdup_nul(p + len + 1, strcspn(p + len + 1, "\n"));
		ret = hover_value(s, d, i, type, range);
		free(type);
	}
	free(list);
	free(name);
	return ret;
}

/* Describes `@enum("NAME")`, of which token @i is the string: its value. */
static json_object *hover_enumerator(struct server *s, struct document *d,
				     size_t i, json_object *range)
{
	char *value = enumerators_of(s, d, i - 2, i + 1), *space;
	json_object *ret = NULL;

	if (value) {
		value[strcspn(value, "\n")] = '\0';
		space = strchr(value, ' ');
		if (space)
			ret = hover(value, "", range);
	}
	free(value);
	return ret;
}

/* Describes token @i if it is an operator or a print function. */
static json_object *hover_word(const struct document *d, size_t i,
			       json_object *range)
{
	char *word = token_text(d, i);
	const char *text, *head = signature_of_word(word, &text);

	free(word);
	return head ? hover(head, text, range) : NULL;
}

/* ---- probe points ---- */

static char *first_lines(const char *text, size_t n)
{
	const char *p = text;

	while (n-- && *p)
		p += strcspn(p, "\n") + (p[strcspn(p, "\n")] == '\n');
	return xasprintf("%.*s%s", (int)(p - text), text, *p ? "..." : "");
}

/*
 * Returns the expansion of the alias @point, or NULL if @point is none: the last point in "alias
 * = other = point".  If the alias has several lines, all their last points, with commas between
 * them.  The caller frees it.
 */
static char *expansion_of(struct server *s, const char *point)
{
	size_t len = strlen(point);
	char *ret = NULL;

	for (const char *p = analysis_points(s), *end; *p;
	     p = end + (*end == '\n')) {
		const char *last;
		char *all;

		end = p + strcspn(p, "\n");
		if (strncmp(p, point, len) || strncmp(p + len, " = ", 3))
			continue;
		last = memrchr(p, '=', (size_t)(end - p)) + 2;
		all = xasprintf("%s%s%.*s", ret ?: "", ret ? ", " : "",
				(int)(end - last), last);
		free(ret);
		ret = all;
	}
	return ret;
}

static char *joined(char *before, const char *title, char *text)
{
	char *ret;

	if (!text || !*text) {
		free(text);
		return before;
	}
	ret = xasprintf("%s%s%s\n", before, title, text);
	free(before);
	free(text);
	return ret;
}

#define MOST_LOCATIONS 50

static size_t count_lines(const char *text)
{
	size_t n = 0;

	for (; text && *text; text++)
		n += *text == '\n';
	return n;
}

/* Returns the first ten locations of the points, or NULL; the caller frees them.  *@n: the number
 * of all locations.  If it is at most MOST_LOCATIONS, the locations have their variables. */
static char *locations_of(struct server *s, const struct document *d,
			  const char *points, size_t *n)
{
	char *list = analysis_list(s, d, points, "locations"), *text;

	*n = count_lines(list);
	if (list && *n <= MOST_LOCATIONS) {
		free(list);
		list = analysis_list(s, d, points, "variables");
	}
	text = list ? first_lines(list, 10) : NULL;
	free(list);
	return text;
}

static char *prototypes_of(struct server *s, const struct document *d,
			   const char *points)
{
	char *list = analysis_list(s, d, points, "prototypes");
	char *text = list ? first_lines(list, 5) : NULL;

	free(list);
	return text;
}

static char *about_point(struct server *s, const struct document *d,
			 const char *points, size_t n)
{
	char *text = xstrdup(""), *alias = expansion_of(s, points), *list;
	const char *cost = cost_of(alias ?: points);

	if (cost)
		text = joined(text,
			      "Cost of a hit: ", xasprintf("%s.\n", cost));
	if (alias)
		text = joined(text, "Alias of: ", xasprintf("`%s`\n", alias));
	if (n && n <= MOST_LOCATIONS) {
		list = prototypes_of(s, d, points);
		if (list && *list)
			text = joined(text, "```c\n", xasprintf("%s```", list));
		free(list);
	}
	if (n > 1)
		text = joined(text, "", xasprintf("%zu locations.", n));
	free(alias);
	return text;
}

static json_object *hover_point(struct server *s, const struct document *d,
				size_t off, json_object *range)
{
	const struct symbol *probe = symbol_around(d, off);
	bool in_head;
	char *points, *list = NULL, *text;
	json_object *ret = NULL;
	size_t n = 0;

	if (!probe || probe->kind < SYMBOL_ALIAS)
		return NULL;
	points = probe_points(d, probe->end, &in_head);
	if (points)
		list = locations_of(s, d, points, &n);
	if (list && *list) {
		text = about_point(s, d, points, n);
		ret = hover(list, text, range);
		free(text);
	}
	free(list);
	free(points);
	return ret;
}

/* ---- the answer ---- */

static json_object *hover_at(struct server *s, struct document *d, size_t i,
			     json_object *range)
{
	size_t off = d->tokens[i].off;

	if (i && token_is(d, i - 1, "->"))
		return hover_member(s, d, i, range);
	switch (d->tokens[i].kind) {
	case TAPSTER_TOKEN_TARGET:
		return hover_target(s, d, i, range);
	case TAPSTER_TOKEN_STRING:
		if (i > 1 && token_is(d, i - 2, "@enum"))
			return hover_enumerator(s, d, i, range);
		return hover_point(s, d, off, range);
	case TAPSTER_TOKEN_COMPONENT:
		return hover_point(s, d, off, range);
	case TAPSTER_TOKEN_AT_WORD:
	case TAPSTER_TOKEN_PRINT:
		return hover_word(d, i, range);
	default:
		return NULL;
	}
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
		ret = hover_symbol(s, &m, range);
	else if (m.is_local)
		ret = hover_local(s, d, &m, range);
	else
		ret = hover_at(s, d, i, range);
	free(m.name);
	if (!ret)
		json_object_put(range);
	return ret;
}

/* ---- types where they are not written ---- */

/* Returns true if the script has the type of a name that ends at @end: a colon follows the name. */
static bool is_written(const struct document *d, size_t end)
{
	while (end < d->len && strchr(" \t", d->text[end]))
		end++;
	return d->text[end] == ':';
}

static void add_hint(json_object *list, const struct document *d, size_t end,
		     const char *label)
{
	json_object *o = json_object_new_object();

	json_object_object_add(o, "position", document_position(d, end));
	json_put_text(o, "label", label);
	json_put_number(o, "kind", 1);
	json_object_array_add(list, o);
}

/* Adds a hint for the line "OFFSET NAME TYPE", unless the script has the type.  A function that
 * is compiled for several probes has several equal lines; @seen has those before. */
static void add_line(json_object *list, json_object *seen,
		     const struct document *d, char *line)
{
	char *name, *type, *end;
	size_t off = strtoul(line, &name, 10);

	name += *name == ' ';
	end = strchr(name, ' ');
	if (!end || json_member(seen, line))
		return;
	json_object_object_add(seen, line, json_object_new_boolean(1));
	type = end + 1;
	off += (size_t)(end - name);
	if (off <= d->len && !is_written(d, off))
		add_hint(list, d, off, type);
}

/* Returns true if @off is in @range, or if @range has no end. */
static bool is_in_range(const struct document *d, json_object *range,
			size_t off)
{
	json_object *end = json_member(range, "end");

	return !end || (off >= document_offset(d, json_member(range, "start")) &&
			off <= document_offset(d, end));
}

json_object *answer_hints(struct server *s, json_object *params)
{
	json_object *list = json_object_new_array();
	json_object *seen = json_object_new_object();
	json_object *range = json_member(params, "range");
	struct document *d = params_document(s, params, NULL);
	char *types = d ? analysis_ask(s, d->text, "symbols") : NULL;

	for (char *p = types, *next; p && *p; p = next) {
		next = p + strcspn(p, "\n");
		next += *next ? (*next = '\0', 1) : 0;
		if (is_in_range(d, range, strtoul(p, NULL, 10)))
			add_line(list, seen, d, p);
	}
	json_object_put(seen);
	free(types);
	return list;
}
