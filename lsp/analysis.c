/* SPDX-License-Identifier: LGPL-2.1-or-later */
/*
 * What the compiler says: each question is a session of its own, which takes
 * milliseconds when the kernel is known.
 */
#include <dirent.h>
#include <stdlib.h>
#include <string.h>

#include "lsp/lsp_private.h"

struct tapster_session *analysis_session(struct server *s)
{
	struct tapster_session *ts = tapster_new();

	if (s->release)
		tapster_set(ts, "release", s->release);
	else if (s->is_newest)
		tapster_set(ts, "vm", "yes");	/* its kernel, no guest */
	return ts;
}

char *analysis_list(struct server *s, const char *point, const char *what)
{
	struct tapster_session *ts = analysis_session(s);
	char *script = lsp_print("probe %s { }", point), *ret = NULL;
	const char *text;
	size_t len;

	tapster_add_text(ts, "<point>", script);
	if (tapster_dump(ts, what, &text, &len) == 0)
		ret = lsp_copy(text, len);
	free(script);
	tapster_free(ts);
	return ret;
}

char *analysis_type_of(const char *list, const char *name)
{
	size_t len = strlen(name);

	for (const char *p = list; (p = strstr(p, name)); p += len) {
		const char *type = p + len + 1, *end;

		if ((p > list && p[-1] != ' ') || p[len] != ':')
			continue;
		/* a type has spaces; the next variable begins with a $ */
		for (end = type; *end && *end != '\n'; end++)
			if (*end == ' ' && (end[1] == '$' ||
					    (*name != '$' && strchr(end, ':'))))
				break;
		return lsp_copy(type, (size_t)(end - type));
	}
	return NULL;
}

char *analysis_types(struct server *s, struct document *d)
{
	struct tapster_session *ts = analysis_session(s);
	char *ret = NULL;
	const char *text;
	size_t len;

	tapster_add_text(ts, "<script>", d->text);
	if (tapster_dump(ts, "types", &text, &len) == 0)
		ret = lsp_copy(text, len);
	tapster_free(ts);
	return ret;
}

const char *analysis_points(struct server *s)
{
	static const char *const lists[] = { "probe-types", "probe-aliases" };
	const char *text;
	size_t len, n = 0;

	if (s->points)
		return s->points;
	s->points = lsp_copy("", 0);
	for (int i = 0; i < 2; i++) {
		struct tapster_session *ts = analysis_session(s);

		if (tapster_dump(ts, lists[i], &text, &len) == 0) {
			s->points = lsp_grow(s->points, n + len + 1, 1);
			memcpy(s->points + n, text, len);
			n += len;
			s->points[n] = '\0';
		}
		tapster_free(ts);
	}
	return s->points;
}

/* ---- diagnostics -------------------------------------------------------- */

/* Words between the quotes of `did you mean "..."?`; NULL: another hint. */
static char *replacement(const char *hint)
{
	static const char begin[] = "did you mean \"";
	const char *from, *to;

	if (!hint || strncmp(hint, begin, strlen(begin)))
		return NULL;
	from = hint + strlen(begin);
	to = strchr(from, '"');
	return to ? lsp_copy(from, (size_t)(to - from)) : NULL;
}

static bool is_plain(const char *text, size_t len)
{
	for (size_t i = 0; i < len; i++)
		if (strchr(" \t\n(){};", text[i]))
			return false;
	return len > 0;
}

/* The length of @text before its bracket. */
static size_t before_bracket(const char *text, size_t len)
{
	const char *open = memchr(text, '(', len);

	return open ? (size_t)(open - text) : len;
}

/* The hint's word takes the place of the word, or of the string, that the
 * diagnostic is about. */
static void add_fix(struct document *d, size_t begin, size_t end,
		    const char *hint)
{
	char *word = replacement(hint);
	const char *quote = memchr(d->text + begin, '"', end - begin);
	json_object *fix;

	if (word && quote && *word != '"') {
		const char *last = memchr(quote + 1, '"',
					  (size_t)(d->text + end - quote - 1));

		begin = (size_t)(quote + 1 - d->text);
		end = last ? (size_t)(last - d->text) : begin;
	}
	if (word && !quote)	/* of a call: its name */
		end = begin + before_bracket(d->text + begin, end - begin);
	if (word && is_plain(d->text + begin, end - begin)) {
		fix = json_object_new_object();
		json_put_number(fix, "begin", (long)begin);
		json_put_number(fix, "end", (long)end);
		json_put_text(fix, "text", word);
		json_object_array_add(d->fixes, fix);
	}
	free(word);
}

/* Where a diagnostic is; without a place in this text it is the first line. */
static void span_of(const struct document *d, const char *path,
		    const struct tapster_place *p, size_t *begin, size_t *end)
{
	*begin = *end = 0;
	if (!p->line || strcmp(p->file, path)) {
		*end = d->n_lines > 1 ? d->lines[1] - 1 : d->len;
		return;
	}
	*begin = document_place(d, p->line, p->col);
	*end = *begin + p->len < d->len ? *begin + p->len : d->len;
}

static json_object *related(const struct document *d, const char *path,
			    const struct tapster_diagnostic *g)
{
	json_object *list = json_object_new_array();
	size_t begin, end;

	for (size_t i = 0; i < g->n_notes; i++) {
		json_object *o, *at;

		if (strcmp(g->notes[i].place.file, path))
			continue;
		o = json_object_new_object();
		at = json_object_new_object();
		span_of(d, path, &g->notes[i].place, &begin, &end);
		json_put_text(at, "uri", d->uri);
		json_object_object_add(at, "range",
				       document_range(d, begin, end));
		json_object_object_add(o, "location", at);
		json_put_text(o, "message", g->notes[i].text);
		json_object_array_add(list, o);
	}
	return list;
}

static json_object *diagnostic(struct document *d, const char *path,
			       const struct tapster_diagnostic *g)
{
	static const int severities[] = { 3, 2, 1 };
	json_object *o = json_object_new_object();
	char *text = g->hint ? lsp_print("%s\nhint: %s", g->text, g->hint)
			     : lsp_copy(g->text, strlen(g->text));
	size_t begin, end;

	span_of(d, path, &g->place, &begin, &end);
	json_object_object_add(o, "range", document_range(d, begin, end));
	json_put_number(o, "severity", severities[g->severity]);
	json_put_text(o, "code", g->tag);
	json_put_text(o, "source", "tapster");
	json_put_text(o, "message", text);
	json_object_object_add(o, "relatedInformation", related(d, path, g));
	add_fix(d, begin, end, g->hint);
	free(text);
	return o;
}

/* Arguments are given when the script is run. */
static bool is_wanted(const struct tapster_diagnostic *g)
{
	return strcmp(g->tag, "arg-out-of-range") != 0;
}

void analysis_publish(struct server *s, struct document *d)
{
	struct tapster_session *ts = analysis_session(s);
	json_object *params = json_object_new_object();
	json_object *list = json_object_new_array();
	char *path = document_path(d);

	tapster_add_text(ts, path, d->text);
	tapster_compile(ts, TAPSTER_ANALYSE);
	json_object_put(d->fixes);
	d->fixes = json_object_new_array();
	for (size_t i = 0; i < tapster_diagnostic_count(ts); i++)
		if (is_wanted(tapster_diagnostic_at(ts, i)))
			json_object_array_add(list, diagnostic(
				d, path, tapster_diagnostic_at(ts, i)));
	json_put_text(params, "uri", d->uri);
	json_put_number(params, "version", d->version);
	json_object_object_add(params, "diagnostics", list);
	rpc_notify(s, "textDocument/publishDiagnostics", params);
	d->is_dirty = false;
	tapster_free(ts);
	free(path);
}

/* ---- the library -------------------------------------------------------- */

static void read_library_file(struct server *s, const char *path)
{
	FILE *f = fopen(path, "r");
	char *uri = lsp_print("file://%s", path), *text = NULL;
	size_t size = 0;
	ssize_t len;

	if (f) {
		len = getdelim(&text, &size, '\0', f);
		if (len > 0)
			document_open(s, &s->library, uri, text, (size_t)len)
				->is_library = true;
		fclose(f);
	}
	free(text);
	free(uri);
}

void analysis_library(struct server *s)
{
	const char *dir;
	struct dirent **files;
	int n;

	if (tapster_tapsets(s->tools, &dir) < 0)
		return;
	n = scandir(dir, &files, NULL, alphasort);
	for (int i = 0; i < n; i++) {
		char *path = lsp_print("%s/%s", dir, files[i]->d_name);

		if (strstr(files[i]->d_name, ".stp"))
			read_library_file(s, path);
		free(path);
		free(files[i]);
	}
	if (n >= 0)
		free(files);
}
