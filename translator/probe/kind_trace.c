/* SPDX-License-Identifier: LGPL-2.1-or-later */
/**
 * @file
 * kernel.trace("NAME") and kernel.trace("GROUP:NAME"): tracepoints, both
 * parts with wildcards.  A name without group is looked for in all of them.
 */
#include <string.h>

#include "base/arena.h"
#include "base/error.h"
#include "base/intern.h"
#include "translator/probe/functions.h"
#include "translator/probe/kinds.h"

struct tracing {
	struct resolve *r;
	const char *group, *name;	/* patterns; group NULL: any */
	const struct kernel_tracepoint *all;
	size_t n_all, n;
};

static void split(struct tracing *t, const char *text)
{
	const char *colon = strchr(text, ':');

	t->name = colon ? colon + 1 : text;
	if (colon)
		t->group = arena_strndup(t->r->p->arena, text, colon - text);
}

static bool is_meant(const struct tracing *t,
		     const struct kernel_tracepoint *tp)
{
	return kernel_glob(t->name, tp->name) &&
	       (!t->group || kernel_glob(t->group, tp->group));
}

static const char *full_name(struct arena *a,
			     const struct kernel_tracepoint *tp)
{
	if (!*tp->group)
		return tp->name;
	return arena_printf(a, "%s:%s", tp->group, tp->name);
}

static const struct target_place *known_there(struct arena *a,
					const struct kernel_tracepoint *tp)
{
	struct target_place *at = arena_new(a, struct target_place);

	at->when = PLACE_TRACEPOINT;
	at->function = tp->name;
	at->group = tp->group;
	at->module = "kernel";
	at->proto = tp->proto;
	if (!tp->proto)
		at->no_types = arena_printf(a, "the types of the kernel do not "
					    "have the tracepoint '%s'",
					    tp->name);
	return at;
}

static void add_place(struct tracing *t, const struct kernel_tracepoint *tp)
{
	struct arena *a = t->r->p->arena;
	const char *name = intern_str(t->r->p->names, full_name(a, tp));
	struct probe_place *pl = resolve_add(t->r, STP_KIND_TRACEPOINT,
					     resolve_name(t->r, 1, name));

	pl->symbol = tp->name;
	pl->place.space = STP_SPACE_TRACEPOINT;
	pl->row.tracepoint.n_args = kernel_tracepoint_words(tp);
	if (strpbrk(resolve_string(t->r, 1), "*?["))
		pl->row.flags |= STP_ROW_WILDCARD;
	pl->target = known_there(a, tp);
	t->n++;
}

static void no_tracepoint(struct tracing *t)
{
	struct resolve *r = t->r;
	const char *text = resolve_string(r, 1);
	const char **names;
	struct diag *e;

	if (r->point->optional)
		return;
	e = diag_error(r->p->diags, DIAG_NO_TRACEPOINT, functions_span(r, 1),
		       strpbrk(text, "*?[")
			       ? "no tracepoint of the kernel matches '%s'"
			       : "the kernel has no tracepoint '%s'", text);
	names = arena_alloc(r->p->arena, sizeof(*names) * 2 * (t->n_all + 1));
	for (size_t i = 0; i < t->n_all; i++) {
		names[2 * i] = t->all[i].name;
		names[2 * i + 1] = full_name(r->p->arena, &t->all[i]);
	}
	diag_suggest(e, text, names, 2 * t->n_all);
}

static void resolve_trace(struct resolve *r, int64_t data)
{
	struct tracing t = { .r = r };
	struct kernel *k = NULL;
	struct sys_error *err = NULL;

	if (r->world->kernel)
		err = r->world->kernel(r->world->kernel_data, &k);
	if (!err && k)
		err = kernel_tracepoints(k, &t.all, &t.n_all);
	if (err) {
		diag_sys_error(r->p->diags, r->span, err);
		return;
	}
	split(&t, resolve_string(r, 1));
	for (size_t i = 0; i < t.n_all; i++)
		if (is_meant(&t, &t.all[i]) &&
		    kernel_tracepoint_words(&t.all[i]) <= STP_TRACE_ARGS)
			add_place(&t, &t.all[i]);
	if (!t.n)
		no_tracepoint(&t);
}

const struct probe_pattern probe_patterns_trace[] = {
	{ "kernel.trace(s)", resolve_trace, 0 },
	{ 0 },
};
