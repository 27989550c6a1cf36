/* SPDX-License-Identifier: LGPL-2.1-or-later */
/*
 * Parses "func@file:line", and the names of what is inside of functions: labels,
 * calls, calls in calls.
 */
#include <stdlib.h>
#include <string.h>

#include "base/arena.h"
#include "base/intern.h"
#include "base/tags/probe.h"
#include "translator/probe/functions.h"

static bool bad_line(struct functions *f, const char *rest)
{
	struct resolve *r = f->r;

	diag_hint(diag_error(r->p->diags, DIAG_BAD_PROBE_ARG,
			     functions_span(r, f->arg),
			     "'%s' is not a valid line", rest),
		  "write a line as 12, +3 (after the function's first line), "
		  "12-20, 12,15-20, or * for the whole function");
	return false;
}

static bool parse_number(const char **at, unsigned *ret)
{
	char *end;

	if (**at < '0' || **at > '9')
		return false;
	*ret = (unsigned)strtoul(*at, &end, 10);
	*at = end;
	return true;
}

typedef VEC(struct source_range) range_vec;

/* Adds a range of lines.  Ranges that overlap become one, so that each line is in only
 * one range. */
static void add_range(struct functions *f, range_vec *all,
		      struct source_range r)
{
	for (size_t i = 0; i < all->n; i++) {
		struct source_range *o = &all->at[i];

		if (r.first > o->last || r.last < o->first)
			continue;
		r.first = r.first < o->first ? r.first : o->first;
		r.last = r.last > o->last ? r.last : o->last;
		*o = vec_last(all);
		all->n--;
		i = (size_t)-1;
	}
	vec_push_in(f->r->p->arena, all, r);
}

/* Parses "12", "12-20", "12,15-20". */
static bool parse_ranges(struct functions *f, const char *text)
{
	range_vec all = { 0 };
	const char *at = text;

	do {
		struct source_range r;

		if (!parse_number(&at, &r.first))
			return bad_line(f, text);
		r.last = r.first;
		if (*at == '-' && (at++, !parse_number(&at, &r.last)))
			return bad_line(f, text);
		if (r.last < r.first || (*at && *at != ','))
			return bad_line(f, text);
		add_range(f, &all, r);
	} while (*at++);
	f->spec.lines = SOURCE_LINES;
	f->spec.ranges = all.at;
	f->spec.n_ranges = all.n;
	return true;
}

static bool parse_line(struct functions *f, const char *text)
{
	struct source_spec *spec = &f->spec;
	const char *at = text + 1;

	if (!strcmp(text, "*")) {
		spec->lines = SOURCE_ALL;
		return true;
	}
	if (*text != '+')
		return parse_ranges(f, text);
	spec->lines = SOURCE_OFFSET;
	return (parse_number(&at, &spec->offset) && !*at) || bad_line(f, text);
}

/* Parses "file.c:12", and "file.c+3" for "file.c:+3". */
static bool parse_file(struct functions *f, const char *text)
{
	const char *line = strrchr(text, ':'), *plus = strrchr(text, '+');
	size_t n = strlen(text);

	if (!line && plus && plus[strspn(plus, "+0123456789")] == '\0') {
		n = plus - text;
		line = plus;
	} else if (line) {
		n = line++ - text;
	}
	f->spec.file = arena_strndup(f->r->p->arena, text, n);
	return !line || parse_line(f, line);
}

/* ---- what is inside ----------------------------------------------------- */

/* Adds the name of a label or call; "x@file:line" is looked up by x. */
static void add_inner(struct functions *f, const char *text)
{
	struct arena *a = f->r->p->arena;
	const char *name = arena_strndup(a, text, strcspn(text, "@"));

	vec_push_in(a, &f->inner, text);
	vec_push_in(a, &f->inner_names, name);
	if (!functions_is_pattern(name))
		return;
	f->is_pattern = true;
	f->flags |= STP_ROW_WILDCARD;
}

/* Reads the argument of .label, or those of all .callee; .callees has no name and means
 * all callees. */
static void parse_inner(struct functions *f)
{
	const char *component = f->of == FUNCTIONS_LABELS ? "label" : "callee";
	const struct ast_components *all = &f->r->point->comps;

	for (size_t i = 0; i < all->n; i++)
		if (!strcmp(all->at[i].name, component))
			add_inner(f, resolve_string(f->r, (unsigned)i));
	if (!f->inner.n)
		add_inner(f, "*");
	f->spec.inner = f->inner_names.at;
	f->spec.n_inner = f->inner_names.n;
	if (f->spec.depth < f->spec.n_inner)
		f->spec.depth = f->spec.n_inner;
}

/* Makes statement("f") without a line mean the entry of the function, not the first
 * line of its body. */
static void mean_entry(struct functions *f)
{
	if (f->of != FUNCTIONS_LINES || f->spec.lines != SOURCE_NO_LINE ||
	    resolve_component(f->r, "nearest") >= 0)
		return;
	f->of = FUNCTIONS_THEMSELVES;
	f->when = TARGET_ENTRY;
	f->is_of_source = f->spec.file != NULL;
}

bool functions_parse(struct functions *f)
{
	struct arena *a = f->r->p->arena;
	struct source_spec *spec = &f->spec;
	const char *at = strchr(f->text, '@');

	spec->function = at ? arena_strndup(a, f->text, at - f->text)
			    : f->text;
	f->is_of_source = at || f->of || f->source == FUNCTIONS_COPIES;
	if (f->of == FUNCTIONS_LABELS || f->of == FUNCTIONS_CALLS)
		parse_inner(f);
	if (at && !parse_file(f, at + 1))
		return false;
	mean_entry(f);
	return true;
}

enum { CALLEES_MAX = 30 };

bool functions_callees_depth(struct functions *f)
{
	int at = resolve_component(f->r, "callees");
	int64_t n = resolve_number(f->r, (unsigned)at);

	f->spec.depth = (unsigned)n;
	if (n >= 1 && n <= CALLEES_MAX)
		return true;
	diag_hint(diag_error(f->r->p->diags, DIAG_BAD_PROBE_ARG, f->r->span,
			     "callees must be 1 to %d levels, not %lld",
			     CALLEES_MAX, (long long)n),
		  "level 1 is the functions it calls, level 2 those that they "
		  "call");
	return false;
}
