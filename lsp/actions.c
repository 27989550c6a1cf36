/* SPDX-License-Identifier: LGPL-2.1-or-later */
/*
 * Code actions: edits that follow from the hints of diagnostics.  A hint is a sentence, so it can
 * be read as an edit in several ways.  Each way is tried: the edited script is compiled.  Only an
 * edit that removes the diagnostic is proposed.
 */
#include <ctype.h>
#include <stdlib.h>
#include <string.h>

#include "lsp/lsp_private.h"

/* An edit: a replacement of the bytes from `begin` to `end`, and lines that are inserted before
 * the first declaration. */
struct edit {
	size_t begin, end;
	char *text;
	char *before;		/* or NULL */
};

struct maker {
	struct server *s;
	struct document *d;
	json_object *list;
	size_t begin, end;	/* offsets of the diagnostic */
	const char *tag;
	size_t was_syntax;
	unsigned tries;
};

#define MOST_TRIES 24

/* ---- edits -------------------------------------------------------------- */

/* Returns the offset of the line with the first token, which is after the comments at the top. */
static size_t first_declaration(const struct document *d)
{
	size_t off = d->n_tokens ? d->tokens[0].off : 0;

	return d->lines[document_line(d, off)];
}

static char *apply(const struct document *d, const struct edit *e)
{
	size_t at = e->before ? first_declaration(d) : 0;

	if (!e->before)
		return xasprintf("%.*s%s%s", (int)e->begin, d->text, e->text,
				 d->text + e->end);
	return xasprintf("%.*s%s%.*s%s%s", (int)at, d->text, e->before,
			 (int)(e->begin - at), d->text + at, e->text,
			 d->text + e->end);
}

static void add_change(json_object *edits, const struct document *d,
		       size_t begin, size_t end, const char *text)
{
	json_object *o = json_object_new_object();

	json_object_object_add(o, "range", document_range(d, begin, end));
	json_put_text(o, "newText", text);
	json_object_array_add(edits, o);
}

static char *title_of(const struct document *d, const struct edit *e)
{
	int old = (int)(e->end - e->begin), new = (int)strcspn(e->text, "\n");

	if (e->before && !old && !new)
		return xasprintf("Add %.*s", (int)strcspn(e->before, "\n"),
				 e->before);
	if (!new)
		return xasprintf("Remove %.*s", old, d->text + e->begin);
	if (!old)
		return xasprintf("Insert %.*s", new, e->text);
	return xasprintf("Replace %.*s with %.*s", old, d->text + e->begin, new,
			 e->text);
}

/* Returns true if an action with this title was proposed already: two diagnostics can have the
 * same remedy. */
static bool is_proposed(const struct maker *m, const char *title)
{
	for (size_t i = 0; i < json_object_array_length(m->list); i++)
		if (!strcmp(json_text(json_object_array_get_idx(m->list, i),
				      "title"), title))
			return true;
	return false;
}

static void propose(struct maker *m, const struct edit *e, const char *title)
{
	json_object *o = json_object_new_object();
	json_object *edit = json_object_new_object();
	json_object *changes = json_object_new_object();
	json_object *edits = json_object_new_array();
	size_t at = first_declaration(m->d);

	if (e->before)
		add_change(edits, m->d, at, at, e->before);
	if (e->begin < e->end || *e->text)
		add_change(edits, m->d, e->begin, e->end, e->text);
	json_object_object_add(changes, m->d->uri, edits);
	json_object_object_add(edit, "changes", changes);
	json_put_text(o, "title", title);
	json_put_text(o, "kind", "quickfix");
	json_object_object_add(o, "edit", edit);
	json_object_array_add(m->list, o);
}

/* Returns the offset at which the text of the diagnostic begins after the edit @e. */
static size_t moved(const struct maker *m, const struct edit *e)
{
	size_t off = m->begin + (e->before ? strlen(e->before) : 0);

	if (e->end <= m->begin && e->begin < m->begin)
		off += strlen(e->text) - (e->end - e->begin);
	return off;
}

/* Compiles the edited script.  If the diagnostic is gone, and there are no more other syntax
 * errors than before, proposes the edit and returns true.  Returns false without compiling if
 * nothing is changed, and after MOST_TRIES. */
static bool try_edit(struct maker *m, size_t begin, size_t end,
		     const char *text, const char *before)
{
	struct edit e = { begin, end, (char *)text, (char *)before };
	struct analysis_count now;
	bool is_good;
	char *new, *title;

	if (m->tries++ >= MOST_TRIES || (begin == end && !*text && !before))
		return false;
	new = apply(m->d, &e);
	now = analysis_count(m->s, m->d, new, m->tag, moved(m, &e),
			     strlen(text));
	is_good = !m->s->is_given_up && !now.same &&
		  now.syntax <= m->was_syntax;
	title = title_of(m->d, &e);
	if (is_good && !is_proposed(m, title))
		propose(m, &e, title);
	free(title);
	free(new);
	return is_good;
}

/* ---- a word in place of the diagnostic's text --------------------------- */

static size_t end_of_name(const struct maker *m)
{
	size_t at = m->begin;

	while (at < m->end && (isalnum((unsigned char)m->d->text[at]) ||
			       strchr("_$@", m->d->text[at])))
		at++;
	return at;
}

/* Tries to replace the text in the first quotes of the diagnostic's text by @word. */
static bool try_quoted(struct maker *m, const char *word, const char *before)
{
	const char *text = m->d->text, *from, *to;

	from = memchr(text + m->begin, '"', m->end - m->begin);
	if (!from || *word == '"')
		return false;
	from++;
	to = memchr(from, '"', (size_t)(text + m->end - from));
	return to && try_edit(m, (size_t)(from - text), (size_t)(to - text),
			      word, before);
}

/* Tries to replace the name at the start of the diagnostic's text by the last component of the
 * point @word. */
static bool try_component(struct maker *m, const char *word, const char *before)
{
	size_t end = end_of_name(m), len = strcspn(word, "(");
	const char *from = word;
	char *name;
	bool ret;

	for (size_t i = 0; i < len; i++)
		if (word[i] == '.')
			from = word + i + 1;
	name = xmemdup_nul(from, (size_t)(word + len - from));
	ret = end > m->begin && *name &&
	      try_edit(m, m->begin, end, name, before);
	free(name);
	return ret;
}

static void try_word(struct maker *m, const char *word, const char *before)
{
	/* of a point, replace only a component: its brackets do not change */
	if (strpbrk(word, ".(") && try_component(m, word, before))
		return;
	if (strstr(word, "...") || try_quoted(m, word, before) ||
	    try_edit(m, m->begin, end_of_name(m), word, before))
		return;
	try_edit(m, m->begin, m->end, word, before);
}

/* ---- hints -------------------------------------------------------------- */

/* Tries each word in the hint `did you mean "a" or "b"?`.  @hint: the part after "mean ". */
static void try_meant(struct maker *m, const char *hint)
{
	while (*hint && *hint != '?') {
		bool quoted = *hint == '"' || *hint == '\'';
		char quote[] = { *hint, '\0' };
		const char *from = hint + quoted;
		size_t len = strcspn(from, quoted ? quote : "?");
		char *word = xmemdup_nul(from, len);

		try_word(m, word, NULL);
		free(word);
		hint = from + len + (quoted && from[len]);
		hint += strspn(hint, " ,");
		if (!strncmp(hint, "or ", 3))
			hint += 3;
	}
}

/* Returns the line "global x" of a hint `declare it: global x` or `write "global x" outside the
 * probe`; NULL: it has none.  The caller frees it. */
static char *declaration_in(const char *hint)
{
	const char *at = strstr(hint, "global ");
	size_t len = at ? strspn(at + 7, "abcdefghijklmnopqrstuvwxyz_"
				 "ABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789") : 0;

	return len ? xasprintf("%.*s\n", (int)len + 7, at) : NULL;
}

/* Returns the text to write from a hint: from @from to the end of the clause, without a body that
 * is only a sketch.  The caller frees it. */
static char *clause(const char *from)
{
	size_t len = strlen(from);
	const char *end = strstr(from, "; ");
	char *ret, *body;

	if (end)
		len = (size_t)(end - from);
	ret = xmemdup_nul(from, len);
	body = strstr(ret, " { ...");
	if (body)
		*body = '\0';
	return ret;
}

/* Tries to replace the text of the diagnostic by @text.  If `probe` precedes the diagnostic
 * already, it is left out of @text. */
static bool try_text(struct maker *m, const char *text, const char *before)
{
	if (try_edit(m, m->begin, m->end, text, before))
		return true;
	return !strncmp(text, "probe ", 6) &&
	       try_edit(m, m->begin, m->end, text + 6, before);
}

static bool try_written(struct maker *m, const char *hint, const char *mark)
{
	const char *at = strstr(hint, mark);
	char *text = at ? clause(at + strlen(mark)) : NULL;
	char *before = declaration_in(hint);
	bool ret = false;

	if (text && *text && strncmp(text, "\"global ", 8))
		ret = try_text(m, text, before);
	else if (before)
		ret = try_edit(m, m->begin, m->begin, "", before);
	free(text);
	free(before);
	return ret;
}

/* Tries to replace the '+' before or after a string by a dot, which joins strings. */
static void try_dot(struct maker *m)
{
	size_t i = token_at(m->d, m->begin);

	for (size_t k = i ? i - 1 : 0; i != SIZE_MAX && k <= i + 1; k++)
		if (token_is(m->d, k, "+") &&
		    try_edit(m, m->d->tokens[k].off, m->d->tokens[k].off + 1,
			     ".", NULL))
			return;
}

/* Returns true if the byte at @at is the letter of a conversion in the format that begins at
 * @from. */
static bool is_conversion(const struct document *d, size_t from, size_t at)
{
	while (at > from && strchr("0123456789+-#.* l", d->text[at - 1]))
		at--;
	return at > from && d->text[at - 1] == '%';
}

/* Tries to replace a conversion of printf(), because its argument has another type.  Each
 * conversion of the format is tried with *@letter. */
static void try_conversion(struct maker *m, const char *letter)
{
	size_t i = token_before(m->d, m->begin);
	char text[] = { *letter, '\0' };
	const struct tapster_token *t;

	while (i != SIZE_MAX && !token_is(m->d, i, "printf") &&
	       !token_is(m->d, i, "sprintf"))
		i--;
	if (i == SIZE_MAX || i + 2 >= m->d->n_tokens)
		return;
	t = &m->d->tokens[i + 2];
	for (size_t at = t->off + 1; at < t->off + t->len; at++)
		if (m->d->text[at - 1] != '\\' &&
		    strchr("dsiuxXcop", m->d->text[at]) &&
		    is_conversion(m->d, t->off, at) &&
		    try_edit(m, at, at + 1, text, NULL))
			return;
}

/* Tries to insert the character of a hint "a ')' is missing before this". */
static void try_missing(struct maker *m, const char *hint)
{
	char text[] = { hint[3], '\0', '\0' };
	size_t at = m->begin, i = token_before(m->d, at);

	/* at the end of a text that ends in a newline, insert a newline after it, too */
	if (at == m->d->len && at && m->d->text[at - 1] == '\n')
		text[1] = '\n';
	else if (*text == ')' && i != SIZE_MAX)
		at = m->d->tokens[i].off + m->d->tokens[i].len;
	try_edit(m, at, at, text, NULL);
}

/* Tries the replacement in a message "'and' is written as && here". */
static void try_said(struct maker *m, const char *said)
{
	static const char mark[] = " is written as ";
	const char *from = strstr(said, mark), *to;
	char *text;

	if (!from || !(to = strstr(from, " here")))
		return;
	from += strlen(mark);
	text = xmemdup_nul(from, (size_t)(to - from));
	try_edit(m, m->begin, m->end, text, NULL);
	free(text);
}

static void try_hint(struct maker *m, const char *hint, const char *said)
{
	static const char meant[] = "did you mean ", use[] = "use %";

	if (!strncmp(hint, meant, strlen(meant)))
		try_meant(m, hint + strlen(meant));
	else if (!strncmp(hint, "a '", 3) && hint[3] && hint[4] == '\'')
		try_missing(m, hint);
	else if (strstr(hint, "there is an extra "))
		try_edit(m, m->begin, m->end, "", NULL);
	else if (!strncmp(hint, "a dot joins", 11))
		try_dot(m);
	else if (!strncmp(hint, use, strlen(use)))
		try_conversion(m, hint + strlen(use));
	else if (strstr(hint, "put it into quotes: "))
		try_written(m, hint, "put it into quotes: ");
	else if (!try_written(m, hint, "write "))
		try_said(m, said);
}

/* ---- the answer --------------------------------------------------------- */

static bool is_wanted(json_object *params)
{
	json_object *only = json_member(json_member(params, "context"), "only");

	if (!json_object_is_type(only, json_type_array))
		return true;
	for (size_t i = 0; i < json_object_array_length(only); i++) {
		const char *kind = json_object_get_string(
			json_object_array_get_idx(only, i));

		if (kind && (!*kind || !strcmp(kind, "quickfix")))
			return true;
	}
	return false;
}

static void act_on(struct server *s, struct document *d, json_object *list,
		   json_object *hint)
{
	struct maker m = {
		.s = s, .d = d, .list = list,
		.begin = (size_t)json_number(hint, "begin"),
		.end = (size_t)json_number(hint, "end"),
		.tag = json_text(hint, "tag"),
	};
	struct analysis_count was;

	was = analysis_count(s, d, d->text, m.tag, m.begin, 1);
	m.was_syntax = was.syntax - was.is_syntax;
	try_hint(&m, json_text(hint, "hint"), json_text(hint, "said"));
}

json_object *answer_actions(struct server *s, json_object *params)
{
	json_object *list = json_object_new_array();
	struct document *d = params_document(s, params, NULL);
	json_object *range = json_member(params, "range");
	size_t begin, end;

	if (!d || !is_wanted(params))
		return list;
	if (d->is_dirty)
		analysis_publish(s, d);
	begin = document_offset(d, json_member(range, "start"));
	end = document_offset(d, json_member(range, "end"));
	for (size_t i = 0; d->hints &&
	     i < json_object_array_length(d->hints) && !s->is_given_up; i++) {
		json_object *hint = json_object_array_get_idx(d->hints, i);

		if ((size_t)json_number(hint, "begin") <= end &&
		    (size_t)json_number(hint, "end") >= begin)
			act_on(s, d, list, hint);
	}
	return list;
}
