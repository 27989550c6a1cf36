/* SPDX-License-Identifier: LGPL-2.1-or-later */
/**
 * @file
 * kernel.trace("NAME") and kernel.trace("GROUP:NAME"): tracepoints, both
 * parts with wildcards.  A name without group is looked for in all of them.
 * The modules that are installed count, loaded or not, but a name that the
 * kernel itself has is not looked for in them.
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
	struct kernel *kernel;
	struct modules *modules;	/* NULL: they were not asked */
	const char *module;		/* whose tracepoint is taken, or NULL */
	VEC(const char *) names;	/* to suggest */
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

/*
 * The types of a module's tracepoint are read when somebody asks for them
 * (target_vars.c): a pattern may mean those of a hundred modules.
 */
static const struct target_place *known_there(struct tracing *t,
					const struct kernel_tracepoint *tp)
{
	struct arena *a = t->r->p->arena;
	struct target_place *at = arena_new(a, struct target_place);

	at->when = PLACE_TRACEPOINT;
	at->function = tp->name;
	at->group = tp->group;
	at->module = t->module ? t->module : "kernel";
	at->proto = tp->proto;
	if (!tp->proto && !t->module)
		at->no_types = arena_printf(a, "the types of the kernel do "
					    "not have the tracepoint '%s'",
					    tp->name);
	return at;
}

static void add_place(struct tracing *t, const struct kernel_tracepoint *tp,
		      unsigned words)
{
	struct arena *a = t->r->p->arena;
	const char *name = intern_str(t->r->p->names, full_name(a, tp));
	struct probe_place *pl;

	if (words > STP_TRACE_ARGS)
		return;
	pl = resolve_add(t->r, STP_KIND_TRACEPOINT,
			 resolve_name(t->r, 1, name));
	pl->symbol = t->module ? arena_printf(a, "%s:%s", t->module, tp->name)
			       : tp->name;
	pl->place.space = STP_SPACE_TRACEPOINT;
	pl->row.tracepoint.n_args = words;
	if (functions_is_pattern(resolve_string(t->r, 1)))
		pl->row.flags |= STP_ROW_WILDCARD;
	pl->target = known_there(t, tp);
	t->n++;
}

/* ---- modules ------------------------------------------------------------ */

static void take(void *data, const struct module_tracepoint *mtp)
{
	struct tracing *t = data;
	struct kernel_tracepoint tp = { .name = mtp->name,
					.group = mtp->group };

	t->module = mtp->module;
	if (is_meant(t, &tp))
		add_place(t, &tp, mtp->words);
	t->module = NULL;
}

static bool look_into(struct tracing *t, const char *modules)
{
	struct sys_error *err = modules_tracepoints(t->modules, t->kernel,
						    modules, take, t);

	if (err)
		diag_sys_error(t->r->p->diags, t->r->span, err);
	return t->n;
}

static bool is_one(const struct tracing *t)
{
	return t->group && *t->group && !functions_is_pattern(t->group) &&
	       !functions_is_pattern(t->name);
}

/*
 * All modules may have to be looked into, which takes seconds the first time.
 * A group is often called like its module, or modules go on behind it (9p is
 * in 9pnet): one tracepoint of one group is looked for there first.
 */
static void look_into_modules(struct tracing *t)
{
	const struct probe_world *w = t->r->world;
	struct sys_error *err = NULL;

	if (w->modules)
		err = w->modules(w->kernel_data, &t->modules);
	sys_error_free(err);
	if (!t->modules ||
	    (is_one(t) && look_into(t, arena_printf(t->r->p->arena, "%s*",
						    t->group))))
		return;
	look_into(t, "*");
}

/* ---- the point ---------------------------------------------------------- */

static void add_name(struct tracing *t, const struct kernel_tracepoint *tp)
{
	struct arena *a = t->r->p->arena;

	vec_push_in(a, &t->names, tp->name);
	vec_push_in(a, &t->names, full_name(a, tp));
}

static void add_name_of_module(void *data, const struct module_tracepoint *tp)
{
	add_name(data, &(struct kernel_tracepoint){ .name = tp->name,
						    .group = tp->group });
}

static void no_tracepoint(struct tracing *t)
{
	struct resolve *r = t->r;
	const char *text = resolve_string(r, 1);
	struct diag *e;

	if (r->point->optional)
		return;
	e = diag_error(r->p->diags, DIAG_NO_TRACEPOINT, functions_span(r, 1),
		       strpbrk(text, "*?[")
			       ? "no tracepoint of the kernel matches '%s'"
			       : "the kernel has no tracepoint '%s'", text);
	for (size_t i = 0; i < t->n_all; i++)
		add_name(t, &t->all[i]);
	if (t->modules)
		sys_error_free(modules_tracepoints(t->modules, t->kernel, "*",
						   add_name_of_module, t));
	diag_suggest(e, text, t->names.at, t->names.n);
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
	t.kernel = k;
	split(&t, resolve_string(r, 1));
	for (size_t i = 0; i < t.n_all; i++)
		if (is_meant(&t, &t.all[i]))
			add_place(&t, &t.all[i],
				  kernel_tracepoint_words(&t.all[i]));
	if (k && (!t.n || functions_is_pattern(resolve_string(r, 1))))
		look_into_modules(&t);
	if (!t.n)
		no_tracepoint(&t);
}

const struct probe_pattern probe_patterns_trace[] = {
	{ "kernel.trace(s)", resolve_trace, 0 },
	{ 0 },
};
