/* SPDX-License-Identifier: LGPL-2.1-or-later */
/*
 * Questions to the compiler.  Each question is a session of its own, which takes milliseconds
 * when the kernel is known.
 */
#include <dirent.h>
#include <stdlib.h>
#include <string.h>

#include "base/file.h"
#include "lsp/lsp_private.h"

/* Returns true if the compilation is to continue; the library calls it while it compiles.  For a
 * request, it continues until the request is cancelled.  For diagnostics, it stops as soon as any
 * message arrives. */
static bool go_on(void *data)
{
	struct server *s = data;

	if (!s->in)
		return true;
	s->is_given_up = s->asked ? rpc_is_cancelled(s, s->asked)
				  : rpc_has_more(s);
	return !s->is_given_up;
}

struct tapster_session *analysis_session(struct server *s)
{
	struct tapster_session *ts = tapster_copy(s->options);
	struct tapster_callbacks cb = TAPSTER_CALLBACKS_INIT;

	cb.keep_going = go_on;
	s->is_given_up = false;
	tapster_set_callbacks(ts, &cb, s);
	if (s->release)
		tapster_set(ts, "release", s->release);
	else if (s->is_newest)
		tapster_set(ts, "vm", "yes");	/* selects the newest known kernel; no guest runs */
	return ts;
}

/* ---- repeated questions -------------------------------------------------- */

/* Answers of this length in bytes and longer ones are not stored. */
#define MOST_KEPT (64 << 10)

static struct answer *find_answer(struct server *s, const char *question)
{
	for (size_t i = 0; i < N_ANSWERS; i++)
		if (s->answers[i].question &&
		    !strcmp(s->answers[i].question, question))
			return &s->answers[i];
	return NULL;
}

/* Returns true if an answer may be stored: it is complete, not too long, and not about programs.
 * A program may change while the server runs, the kernel does not. */
static bool is_kept(const struct server *s, const char *script,
		    const char *text)
{
	return !s->is_given_up && !strstr(script, "process") &&
	       (!text || strlen(text) < MOST_KEPT);
}

static void keep_answer(struct server *s, const char *question,
			const char *text)
{
	struct answer *a = &s->answers[s->next_answer++ % N_ANSWERS];

	free(a->question);
	free(a->text);
	a->question = xstrdup(question);
	a->text = text ? xstrdup(text) : NULL;
}

void analysis_forget(struct server *s)
{
	for (size_t i = 0; i < N_ANSWERS; i++) {
		free(s->answers[i].question);
		free(s->answers[i].text);
		s->answers[i] = (struct answer){ 0 };
	}
	free(s->points);
	s->points = NULL;
}

static char *dump(struct server *s, const char *script, const char *what)
{
	struct tapster_session *ts = analysis_session(s);
	const char *text = NULL;
	size_t len = 0;
	char *ret;

	tapster_add_text(ts, "<script>", script);
	tapster_dump(ts, what, &text, &len);
	ret = text && len ? xmemdup_nul(text, len) : NULL;
	tapster_free(ts);
	return ret;
}

char *analysis_ask(struct server *s, const char *script, const char *what)
{
	char *question = xasprintf("%s %s", what, script), *ret;
	const struct answer *a = find_answer(s, question);

	if (a) {
		ret = a->text ? xstrdup(a->text) : NULL;
	} else {
		ret = dump(s, script, what);
		if (is_kept(s, script, ret))
			keep_answer(s, question, ret);
	}
	free(question);
	return ret;
}

char *analysis_declarations(const struct document *d, int kinds,
			    const struct symbol *without)
{
	char *ret = xcalloc(d->len + d->n_symbols + 1, 1), *to = ret;
	size_t end = 0;

	for (size_t i = 0; i < d->n_symbols; i++) {
		const struct symbol *sym = &d->symbols[i];

		/* the globals of one declaration have the same `begin` */
		if (!(kinds & (1 << sym->kind)) || sym == without ||
		    sym->begin < end)
			continue;
		end = sym->end;
		for (; i + 1 < d->n_symbols &&
		     d->symbols[i + 1].begin == sym->begin; i++)
			end = d->symbols[i + 1].end;
		to = mempcpy(to, d->text + sym->begin, end - sym->begin);
		*to++ = '\n';
	}
	*to = '\0';
	return ret;
}

char *analysis_list(struct server *s, const struct document *d,
		    const char *point, const char *what)
{
	char *more = d ? analysis_declarations(
				 d, 1 << SYMBOL_MACRO | 1 << SYMBOL_ALIAS, NULL)
		       : xstrdup("");
	char *script = xasprintf("%s\nprobe %s { }", more, point);
	char *ret = analysis_ask(s, script, what);

	free(more);
	free(script);
	return ret;
}

char *analysis_type_of(const char *list, const char *name)
{
	size_t len = strlen(name);

	for (const char *p = list; (p = strstr(p, name)); p += len) {
		const char *type = p + len + 1, *end;

		if ((p > list && p[-1] != ' ') || p[len] != ':')
			continue;
		/* a type may have spaces; the next variable begins with a $ */
		for (end = type; *end && *end != '\n'; end++)
			if (*end == ' ' && (end[1] == '$' ||
					    (*name != '$' && strchr(end, ':'))))
				break;
		return xmemdup_nul(type, (size_t)(end - type));
	}
	return NULL;
}

const char *analysis_points(struct server *s)
{
	static const char *const lists[] = { "probe-types", "probe-aliases" };
	const char *text;
	size_t len, n = 0;

	if (s->points)
		return s->points;
	s->points = xstrdup("");
	for (int i = 0; i < 2; i++) {
		struct tapster_session *ts = analysis_session(s);

		if (tapster_dump(ts, lists[i], &text, &len) == 0) {
			s->points = xreallocarray(s->points, n + len + 1, 1);
			memcpy(s->points + n, text, len);
			n += len;
			s->points[n] = '\0';
		}
		tapster_free(ts);
	}
	return s->points;
}

/* ---- diagnostics -------------------------------------------------------- */

/* Stores the hint of a diagnostic, if it has one.  Code actions are derived from it when the
 * editor requests them. */
static void add_hint(struct document *d, size_t begin, size_t end,
		     const struct tapster_diagnostic *g)
{
	json_object *o;

	if (!g->hint)
		return;
	o = json_object_new_object();
	json_put_number(o, "begin", (long)begin);
	json_put_number(o, "end", (long)end);
	json_put_text(o, "tag", g->tag);
	json_put_text(o, "hint", g->hint);
	json_put_text(o, "said", g->text);
	json_object_array_add(d->hints, o);
}

/* Finds the span of the location @p in @d.  If it is not in this text, the span is the first
 * line. */
static void span_of(const struct document *d, const char *path,
		    const struct tapster_location *p, size_t *begin, size_t *end)
{
	*begin = *end = 0;
	if (!p->line || strcmp(p->file, path)) {
		*end = d->n_lines > 1 ? d->lines[1] - 1 : d->len;
		return;
	}
	*begin = document_at(d, p->line, p->col);
	*end = *begin + p->len < d->len ? *begin + p->len : d->len;
}

static json_object *related(const struct document *d, const char *path,
			    const struct tapster_diagnostic *g)
{
	json_object *list = json_object_new_array();
	size_t begin, end;

	for (size_t i = 0; i < g->n_notes; i++) {
		json_object *o, *at;

		if (strcmp(g->notes[i].location.file, path))
			continue;
		o = json_object_new_object();
		at = json_object_new_object();
		span_of(d, path, &g->notes[i].location, &begin, &end);
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
	char *text = g->hint ? xasprintf("%s\nhint: %s", g->text, g->hint)
			     : xstrdup(g->text);
	size_t begin, end;

	span_of(d, path, &g->location, &begin, &end);
	json_object_object_add(o, "range", document_range(d, begin, end));
	json_put_number(o, "severity", severities[g->severity]);
	json_put_text(o, "code", g->tag);
	json_put_text(o, "source", "tapster");
	json_put_text(o, "message", text);
	json_object_object_add(o, "relatedInformation", related(d, path, g));
	add_hint(d, begin, end, g);
	free(text);
	return o;
}

/* Returns true unless the message is about a missing argument of the script, which is given when
 * the script is run. */
static bool is_wanted(const struct tapster_diagnostic *g)
{
	return strcmp(g->tag, "arg-out-of-range") != 0;
}

static json_object *diagnostics(struct document *d, const char *path,
				const struct tapster_session *ts)
{
	json_object *list = json_object_new_array();

	json_object_put(d->hints);
	d->hints = json_object_new_array();
	for (size_t i = 0; i < tapster_diagnostic_count(ts); i++) {
		const struct tapster_diagnostic *g = tapster_diagnostic_at(ts, i);

		if (is_wanted(g))
			json_object_array_add(list, diagnostic(d, path, g));
	}
	return list;
}

static void publish(struct server *s, struct document *d, const char *path,
		    const struct tapster_session *ts)
{
	json_object *params = json_object_new_object();

	json_put_text(params, "uri", d->uri);
	json_put_number(params, "version", d->version);
	json_object_object_add(params, "diagnostics", diagnostics(d, path, ts));
	rpc_notify(s, "textDocument/publishDiagnostics", params);
	d->is_dirty = false;
}

/* Compiles @d and publishes its diagnostics.  If a message arrives meanwhile, publishes nothing:
 * the document stays dirty, and is compiled again later. */
void analysis_publish(struct server *s, struct document *d)
{
	struct tapster_session *ts = analysis_session(s);
	char *path = document_path(d);

	tapster_add_text(ts, path, d->text);
	tapster_compile(ts, TAPSTER_ANALYSE);
	if (!s->is_given_up)
		publish(s, d, path, ts);
	tapster_free(ts);
	free(path);
}

static bool is_syntax(const char *tag)
{
	static const char *const tags[] = {
		"syntax-error", "unclosed-string", "unclosed-embedded",
		"junk-byte", "bad-number", "other-language", "bad-point",
		"bad-macro", "bad-conditional",
	};

	for (size_t i = 0; i < sizeof(tags) / sizeof(*tags); i++)
		if (!strcmp(tags[i], tag))
			return true;
	return false;
}

/* Returns the offset of the location @p in @text.  SIZE_MAX: it is not in this text. */
static size_t offset_in(const char *text, const char *path,
			const struct tapster_location *p)
{
	const char *at = text;

	if (!p->line || strcmp(p->file, path))
		return SIZE_MAX;
	for (unsigned line = 1; line < p->line && *at; line++) {
		at += strcspn(at, "\n");
		at += *at == '\n';
	}
	return (size_t)(at - text) + p->col - 1;
}

struct analysis_count analysis_count(struct server *s,
				     const struct document *d,
				     const char *text, const char *tag,
				     size_t off, size_t len)
{
	struct tapster_session *ts = analysis_session(s);
	struct analysis_count c = { .is_syntax = is_syntax(tag) };
	char *path = document_path(d);

	tapster_add_text(ts, path, text);
	tapster_compile(ts, TAPSTER_ANALYSE);
	for (size_t i = 0; i < tapster_diagnostic_count(ts); i++) {
		const struct tapster_diagnostic *g = tapster_diagnostic_at(ts, i);
		size_t at = offset_in(text, path, &g->location);

		c.same += !strcmp(g->tag, tag) && at >= off &&
			  at <= off + len;
		c.syntax += is_syntax(g->tag);
	}
	tapster_free(ts);
	free(path);
	return c;
}

/* ---- the tapset --------------------------------------------------------- */

static void read_library_file(struct server *s, const char *path)
{
	char *uri = xasprintf("file://%s", path);
	size_t len;
	char *text = whole_file(path, &len);

	if (text && len)
		document_open(s, &s->library, uri, text, len)->is_library = true;
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
		char *path = xasprintf("%s/%s", dir, files[i]->d_name);

		if (strstr(files[i]->d_name, ".stp"))
			read_library_file(s, path);
		free(path);
		free(files[i]);
	}
	if (n >= 0)
		free(files);
}
