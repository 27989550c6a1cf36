/* SPDX-License-Identifier: LGPL-2.1-or-later */
/*
 * Completion in an editor.  Within probe points: kinds and aliases, one component at a time, and
 * names within quotes.  Within bodies: variables of the probe, functions, globals, macros,
 * keywords.  After `->`: members.
 */
#include <stdlib.h>
#include <string.h>

#include "lsp/lsp_private.h"

#define MAX_ITEMS 300

void completion_add(struct completion *c, const char *label, enum item_kind kind,
		    const char *detail, const char *doc, const char *text)
{
	json_object *o, *edit;

	if (json_member(c->seen, label))
		return;
	if (json_object_array_length(c->items) >= MAX_ITEMS) {
		c->is_cut = true;
		return;
	}
	json_object_object_add(c->seen, label, json_object_new_boolean(1));
	o = json_object_new_object();
	edit = json_object_new_object();
	json_put_text(o, "label", label);
	json_put_number(o, "kind", kind);
	if (detail && *detail)
		json_put_text(o, "detail", detail);
	if (doc && *doc)
		json_put_text(o, "documentation", doc);
	json_put_text(o, "filterText", c->typed ?: label);
	json_object_object_add(edit, "range",
			       document_range(c->d, c->begin, c->end));
	json_put_text(edit, "newText", text ?: label);
	json_object_object_add(o, "textEdit", edit);
	json_object_array_add(c->items, o);
}

static bool has_prefix(const struct completion *c, const char *name)
{
	return !strncmp(name, c->d->text + c->begin, c->end - c->begin);
}

/* ---- probe points ---- */

/* Returns the point with its arguments in the form of analysis_points(), and without spaces. */
char *point_normal(const char *point, size_t len)
{
	char *ret = xcalloc(len * 2 + 16, 1), *to = ret;
	const char *end = point + len;

	while (point < end) {
		if (*point != '(') {
			if (*point != ' ')
				*to++ = *point;
			point++;
			continue;
		}
		to = stpcpy(to, point + 1 < end && point[1] == '"' ? "(string)"
							     : "(number)");
		while (point < end && *point != ')')
			point++;
		point += point < end;
	}
	return ret;
}

/* Adds the component that @candidate, a point, has after @path; nothing if it does not begin with
 * @path.  @path is "" or ends in a dot. */
static void add_component(struct completion *c, const char *path,
			  const char *candidate, size_t len)
{
	size_t n = strlen(path), end = n;
	char *label, *text, *bracket;

	if (len <= n || strncmp(candidate, path, n))
		return;
	while (end < len && candidate[end] != '.' && candidate[end] != ' ' &&
	       candidate[end] != '=')
		end++;
	label = xmemdup_nul(candidate + n, end - n);
	text = xstrdup(label);
	bracket = strchr(text, '(');
	if (bracket)
		strcpy(bracket, "(");	/* the user writes the argument */
	if (has_prefix(c, label))
		completion_add(c, label, bracket ? ITEM_EVENT : ITEM_MODULE,
			       NULL, NULL, text);
	free(label);
	free(text);
}

static void complete_components(struct completion *c, const char *point)
{
	const char *dot = strrchr(point, '.');
	char *path = point_normal(point, dot ? (size_t)(dot + 1 - point) : 0);

	for (const char *p = analysis_points(c->s), *end; *p;
	     p = end + (*end == '\n')) {
		end = p + strcspn(p, "\n");
		add_component(c, path, p, (size_t)(end - p));
	}
	for (size_t i = 0; i < c->d->n_symbols; i++)
		if (c->d->symbols[i].kind == SYMBOL_ALIAS)
			add_component(c, path, c->d->symbols[i].name,
				      c->d->symbols[i].len);
	free(path);
}

/* Cuts @name, such as "vfs_read@fs/read_write.c:450", after the part that the user types now.
 * That is the name; after an @, the file; after a colon, the line. */
static void cut_name(const struct completion *c, char *name)
{
	const char *at = strchr(c->typed, '@');
	char *file = strchr(name, '@'), *colon;

	if (!at && file)
		*file = '\0';
	if (!at || strchr(at, ':') || !file)
		return;
	colon = strrchr(file, ':');
	if (colon)
		*colon = '\0';
}

/* Adds the name in quotes that follows @before in @line, a line of a list of points.  The cursor
 * is in these quotes. */
static void add_name(struct completion *c, const char *line, size_t len,
		     const char *before)
{
	size_t skip = strlen(before);
	char *name;
	const char *end;

	if (len <= skip || strncmp(line, before, skip))
		return;
	end = memchr(line + skip, '"', len - skip);
	name = xmemdup_nul(line + skip,
			   (size_t)((end ?: line + len) - line) - skip);
	cut_name(c, name);
	completion_add(c, name, ITEM_FUNCTION, NULL, NULL, NULL);
	free(name);
}

static void add_names(struct completion *c, const char *before,
		      const char *pattern)
{
	char *point = xasprintf("%s%s\")", before, pattern);
	char *list = analysis_list(c->s, c->d, point, "locations");

	for (const char *p = list, *end; p && *p; p = end + (*end == '\n')) {
		end = p + strcspn(p, "\n");
		add_name(c, p, (size_t)(end - p), before);
	}
	free(list);
	free(point);
}

/* Returns a pattern for names that begin with @typed or, with @inside, contain it.  After an @ or
 * a colon, the pattern is for files or lines of the typed name.  The caller frees it. */
static char *pattern_of(const char *typed, bool inside)
{
	const char *at = strchr(typed, '@');
	const char *star = inside ? "*" : "";

	if (!at)
		return xasprintf("%s%s*", star, typed);
	if (strchr(at, ':'))
		return xasprintf("%.*s:*", (int)(strchr(at, ':') - typed),
				 typed);
	return xasprintf("%.*s@%s%s*", (int)(at - typed), typed, star, at + 1);
}

/* Completes a name in quotes, such as `kernel.function("vfs_|`: with names that begin with the
 * typed text; if there are none, with names that contain it. */
static void complete_names(struct completion *c, const char *point)
{
	const char *quote = strrchr(point, '"');
	char *before = xmemdup_nul(point, (size_t)(quote + 1 - point));

	c->typed = quote + 1;	/* so that "sched_wak" finds sched:sched_wakeup */
	for (int inside = 0; inside < 2 && !c->s->is_given_up; inside++) {
		char *pattern = pattern_of(quote + 1, inside);

		if (!json_object_array_length(c->items) &&
		    (!inside || quote[1]))
			add_names(c, before, pattern);
		free(pattern);
	}
	free(before);
}

const char *point_last(const char *head)
{
	const char *ret = head;
	bool quoted = false;

	for (const char *p = head; *p; p++) {
		quoted ^= *p == '"';
		if (!quoted && strchr(",{", *p))
			ret = p + 1;
	}
	return ret + strspn(ret, " ");
}

static bool is_quoted(const char *text)
{
	bool quoted = false;

	for (; *text; text++)
		quoted ^= *text == '"';
	return quoted;
}

static void complete_point(struct completion *c, const char *head)
{
	const char *point = point_last(head);
	const char *dot;

	if (is_quoted(point)) {
		c->begin = c->end - strlen(strrchr(point, '"') + 1);
		complete_names(c, point);
		return;
	}
	dot = strrchr(point, '.');
	c->begin = c->end - strlen(dot ? dot + 1 : point);
	complete_components(c, point);
}

/* ---- bodies ---- */

/* Adds the variables in the first line "POINT $a:type b:type ..." of the list for the points.
 * @targets: only variables with a $; otherwise only those that an alias sets. */
static void add_variables(struct completion *c, const char *points,
			  bool targets)
{
	char *list = analysis_list(c->s, c->d, points, "variables");
	char *line = list ? strtok(list, "\n") : NULL;

	for (char *p = line ? strchr(line, ' ') : NULL; p; p = strchr(p, ' ')) {
		char *colon = strchr(++p, ':'), *name, *type;

		if (!colon || memchr(p, ' ', (size_t)(colon - p)) ||
		    targets != (*p == '$'))
			continue;
		name = xmemdup_nul(p, (size_t)(colon - p));
		type = analysis_type_of(p, name);
		if (has_prefix(c, name))
			completion_add(c, name, ITEM_VARIABLE, type, NULL, NULL);
		free(name);
		free(type);
	}
	free(list);
}

static void complete_targets(struct completion *c, const char *points)
{
	static const char *const pretty[] = { "$$vars", "$$parms", "$$locals",
					      "$$return" };

	if (points)
		add_variables(c, points, true);
	for (int i = 0; i < 4; i++)
		if (has_prefix(c, pretty[i]))
			completion_add(c, pretty[i], ITEM_VARIABLE, "string", NULL, NULL);
}

static void add_words(struct completion *c)
{
	const char *word;

	for (size_t i = 0; (word = tapster_word_at(i)); i++)
		if (has_prefix(c, word))
			completion_add(c, word, *word == '@' ? ITEM_OPERATOR : ITEM_KEYWORD,
			    NULL, NULL, NULL);
}

static void add_symbols(struct completion *c, const struct document *d,
			bool macros)
{
	static const enum item_kind kinds[] = { ITEM_FUNCTION, ITEM_VARIABLE,
						ITEM_OPERATOR };

	for (size_t i = 0; i < d->n_symbols; i++) {
		const struct symbol *sym = &d->symbols[i];
		char *name;

		if (sym->kind > SYMBOL_MACRO ||
		    macros != (sym->kind == SYMBOL_MACRO))
			continue;
		/* names of the tapset that begin with two underscores are internal */
		if (d->is_library && !strncmp(sym->name, "__", 2))
			continue;
		name = xasprintf("%s%s", macros ? "@" : "", sym->name);
		if (has_prefix(c, name))
			completion_add(c, name, kinds[sym->kind], sym->detail,
			    sym->comment, NULL);
		free(name);
	}
}

static void add_locals(struct completion *c)
{
	const struct symbol *around = symbol_around(c->d, c->begin);

	for (size_t i = 0; around && i < c->d->n_tokens; i++) {
		const struct tapster_token *t = &c->d->tokens[i];
		char *name;

		if (t->kind != TAPSTER_TOKEN_NAME || t->off < around->begin ||
		    t->off >= around->end || t->off == c->begin ||
		    (i && token_is(c->d, i - 1, "->")))
			continue;
		name = token_text(c->d, i);
		if (has_prefix(c, name) && !token_is(c->d, i + 1, "("))
			completion_add(c, name, ITEM_VARIABLE, NULL, NULL, NULL);
		free(name);
	}
}

static void complete_names_of_body(struct completion *c, const char *points)
{
	bool macros = c->begin < c->end && c->d->text[c->begin] == '@';

	add_symbols(c, c->d, macros);
	if (!macros)
		add_locals(c);
	if (!macros && points)
		add_variables(c, points, false);
	add_words(c);
	for (size_t i = 0; i < c->s->library.n; i++)
		add_symbols(c, c->s->library.at[i], macros);
}

/* Adds the members after the `->` before the cursor, which the library lists in lines "name
 * type". */
static void complete_members(struct completion *c)
{
	char *list = members_of(c->s, c->d, token_before(c->d, c->begin));

	for (char *p = list, *next; p && *p; p = next) {
		char *type = strchr(p, ' ');

		next = p + strcspn(p, "\n");
		next += *next ? (*next = '\0', 1) : 0;
		if (!type)
			continue;
		*type++ = '\0';
		if (has_prefix(c, p))
			completion_add(c, p, ITEM_FIELD, type, NULL, NULL);
	}
	free(list);
}

static bool is_name_byte(char b)
{
	return b == '_' || b == '$' || b == '@' || (b >= '0' && b <= '9') ||
	       (b >= 'a' && b <= 'z') || (b >= 'A' && b <= 'Z');
}

/* Returns true if @off is within a comment, a string or embedded C, where nothing is completed. */
static bool is_in_text(const struct document *d, size_t off)
{
	for (size_t i = 0; i < d->n_all && d->all[i].off < off; i++) {
		const struct tapster_token *t = &d->all[i];
		size_t end = t->off + t->len;

		if (t->kind != TAPSTER_TOKEN_COMMENT &&
		    t->kind != TAPSTER_TOKEN_STRING &&
		    t->kind != TAPSTER_TOKEN_EMBEDDED)
			continue;
		if (off < end || (off == end && d->text[t->off] != '"' &&
				  d->text[end - 1] != '/'))
			return true;
	}
	return false;
}

static bool is_after_arrow(const struct document *d, size_t off)
{
	size_t i = token_before(d, off);

	return i != SIZE_MAX && token_is(d, i, "->");
}

static void complete_body(struct completion *c, const char *points)
{
	const char *text = c->d->text;

	while (c->begin && is_name_byte(text[c->begin - 1]))
		c->begin--;
	if (is_after_arrow(c->d, c->begin))
		complete_members(c);
	else if (c->begin < c->end && text[c->begin] == '$')
		complete_targets(c, points);
	else
		complete_names_of_body(c, points);
}

struct completion completion_find(struct server *s, struct document *d,
				  size_t off)
{
	struct completion c = { .s = s, .d = d, .begin = off, .end = off };
	char *points;

	c.items = json_object_new_array();
	c.seen = json_object_new_object();
	points = d ? probe_points(d, off, &c.in_head) : NULL;
	if (points && c.in_head)
		complete_point(&c, points);
	else if (d && !complete_conversion(&c) && !is_in_text(d, off))
		complete_body(&c, points);
	free(points);
	json_object_put(c.seen);
	c.seen = NULL;
	return c;
}

json_object *answer_completion(struct server *s, json_object *params)
{
	json_object *ret = json_object_new_object();
	size_t off = 0;
	struct document *d = params_document(s, params, &off);
	struct completion c = completion_find(s, d, off);

	json_object_object_add(ret, "isIncomplete",
			       json_object_new_boolean(c.is_cut || c.in_head));
	json_object_object_add(ret, "items", c.items);
	return ret;
}
