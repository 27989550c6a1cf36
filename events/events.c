/* SPDX-License-Identifier: LGPL-2.1-or-later */
/*
 * Reads definitions line by line.  Names are compared over all texts of a session.
 * Probes are made after all texts, so a deleted definition has none: a later text can
 * delete the definition of something that this kernel lacks.
 */
#include "events/events.h"

#include <string.h>

#include "base/arena.h"
#include "base/tags/events.h"
#include "base/tags/parser.h"
#include "events/events_private.h"

struct events *events_create(const struct parse_env *env)
{
	struct events *ev = arena_new(env->arena, struct events);

	ev->env = env;
	return ev;
}

/* ---- deleting ----------------------------------------------------------- */

static bool is_meant(const struct event *e, const struct event *by)
{
	return !e->deleted && (!by->group || e->group == by->group) &&
	       (!by->name || e->name == by->name);
}

static void nothing_deleted(const struct events *ev, const struct event *by,
			    struct piece what)
{
	const char *names[256];
	struct diag *d;
	size_t n = 0;

	d = piece_error(ev, by, what, DIAG_NO_EVENT,
			"no event '%.*s' is defined above",
			(int)piece_len(what), what.p);
	for (size_t i = 0; i < ev->all.n && n < 256; i++)
		if (!ev->all.at[i]->deleted)
			names[n++] = ev->all.at[i]->name;
	if (!by->name || !diag_suggest(d, by->name, names, n))
		diag_hint(d, "-:NAME removes a definition of this session; it "
			     "cannot remove the kernel's own events");
}

static void delete(struct events *ev, struct event *by, struct piece word)
{
	struct piece what = { word.p + 2, word.end };
	size_t n = 0;

	if (piece_len(word) < 3 || word.p[1] != ':') {
		diag_hint(piece_error(ev, by, word, DIAG_BAD_EVENT,
				      "the name of the definition to remove is "
				      "missing"),
			  "-:NAME, -:GROUP/NAME, or -:GROUP/ for a whole "
			  "group");
		return;
	}
	if (!event_take_name(ev, by, what))
		return;
	for (size_t i = 0; i < ev->all.n; i++) {
		if (!is_meant(ev->all.at[i], by))
			continue;
		ev->all.at[i]->deleted = true;
		n++;
	}
	if (!n)
		nothing_deleted(ev, by, what);
}

/* ---- defining ----------------------------------------------------------- */

static bool is_twice(const struct events *ev, const struct event *e)
{
	for (size_t i = 0; i < ev->all.n; i++) {
		const struct event *old = ev->all.at[i];
		struct diag *d;

		if (old->deleted || old->name != e->name ||
		    old->group != e->group)
			continue;
		d = diag_error(ev->env->diags, DIAG_EVENT_TWICE, e->name_span,
			       "event '%s/%s' is defined twice", e->group,
			       e->name);
		diag_note(d, old->name_span, "the first definition is here");
		diag_hint(d, "%c:NAME gives it another name",
			  e->is_return ? 'r' : 'p');
		return true;
	}
	return false;
}

static bool too_many(const struct events *ev, const struct event *e,
		     struct piece word)
{
	if (e->args.n < EVENT_MAX_ARGS)
		return false;
	diag_hint(piece_error(ev, e, word, DIAG_TOO_MANY_ARGS,
			      "an event can have at most %d arguments",
			      EVENT_MAX_ARGS),
		  "define a second event at the same address for the rest");
	return true;
}

/* Reads the arguments and the filter.  Continues after a wrong argument, so that one run
 * shows all errors; returns false if there was one. */
static bool take_args(struct events *ev, struct event *e, struct piece rest)
{
	bool good = true;

	for (;;) {
		struct piece word = piece_word(&rest);

		if (word.p == word.end)
			return good;
		if (piece_is(word, "if"))
			return event_take_filter(ev, e, rest) && good;
		if (too_many(ev, e, word))
			return false;
		good &= event_take_arg(ev, e, word);
	}
}

static void define(struct events *ev, struct event *e, struct piece word,
		   struct piece rest)
{
	if (!event_take_head(ev, e, word))
		return;
	word = piece_word(&rest);
	if (!event_take_point(ev, e, word))
		return;
	if (take_args(ev, e, rest) && !is_twice(ev, e))
		vec_push_in(ev->env->arena, &ev->all, e);
}

/* ---- lines -------------------------------------------------------------- */

/* Returns @line up to the first # that is not in double quotes. */
static struct piece without_comment(struct piece line)
{
	bool quoted = false;

	for (const char *p = line.p; p < line.end; p++) {
		if (*p == '"')
			quoted = !quoted;
		else if (*p == '#' && !quoted)
			return (struct piece){ line.p, p };
	}
	return line;
}

/* Reports an error and returns true if the definition is too long.  The limit also bounds
 * how deep a definition can be nested. */
static bool is_too_long(const struct events *ev, const struct event *e)
{
	if (e->span.len <= EVENT_MAX_LEN)
		return false;
	diag_hint(diag_error(ev->env->diags, DIAG_BAD_EVENT,
			     (struct span){ .src = e->span.src,
					    .off = e->span.off },
			     "a definition of %u bytes is too long",
			     e->span.len),
		  "at most %d bytes", EVENT_MAX_LEN);
	return true;
}

static bool take_line(struct events *ev, const struct source *src,
		      unsigned n, struct piece line)
{
	struct event *e = arena_new(ev->env->arena, struct event);
	struct piece rest = without_comment(line), word = piece_word(&rest);

	while (rest.end > word.end && strchr(" \t\r", rest.end[-1]))
		rest.end--;
	if (word.p == word.end)
		return false;
	e->src = src;
	e->line = n;
	e->span = piece_span(src, (struct piece){ word.p, rest.end });
	if (is_too_long(ev, e))
		return true;
	if (*word.p == '-')
		delete(ev, e, word);
	else
		define(ev, e, word, rest);
	return true;
}

void events_add(struct events *ev, const struct source *src)
{
	const char *p = src->text, *end = src->text + src->len;
	unsigned n = 1;
	bool any = false;

	if (!ev->first)
		ev->first = src;
	for (; p < end; n++) {
		const char *nl = memchr(p, '\n', (size_t)(end - p));
		struct piece line = { p, nl ? nl : end };

		any |= take_line(ev, src, n, line);
		p = nl ? nl + 1 : end;
	}
	if (!any)
		diag_hint(diag_error(ev->env->diags, DIAG_EMPTY_FILE,
				     (struct span){ .src = src->id },
				     "'%s' contains no definition",
				     src->name),
			  "write a definition on one line: p:NAME FUNCTION "
			  "[ARGUMENTS]");
}

struct ast_file *events_finish(struct events *ev)
{
	struct ast_file *f = arena_new(ev->env->arena, struct ast_file);
	size_t n = 0;

	if (!ev->first)
		return NULL;
	f->source = ev->first;
	for (size_t i = 0; i < ev->all.n; i++) {
		struct ast_item it = { .kind = ITEM_PROBE };

		if (ev->all.at[i]->deleted)
			continue;
		it.probe = event_probe(ev, ev->all.at[i]);
		vec_push_in(ev->env->arena, &f->items, it);
		n++;
	}
	if (n) {
		struct ast_item it = { .kind = ITEM_PROBE };

		it.probe = events_profile(ev);
		vec_push_in(ev->env->arena, &f->items, it);
	}
	return f;
}
