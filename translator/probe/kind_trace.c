/* SPDX-License-Identifier: LGPL-2.1-or-later */
/**
 * @file
 * kernel.trace("NAME") and kernel.trace("GROUP:NAME"): tracepoints, both
 * parts with wildcards.  A name without group is searched in all groups.
 * Installed modules are searched, too, loaded or not, but not for a name that the
 * kernel itself has.
 *
 * kernel.tracepoint("NAME") is a tracepoint of the kernel itself, and
 * module("M").tracepoint("NAME") one of that module.  There the arguments have
 * numbers, $arg1 and so on.
 */
#include <string.h>

#include "base/arena.h"
#include "base/error.h"
#include "base/intern.h"
#include "base/tags/probe.h"
#include "translator/probe/functions.h"
#include "translator/probe/kinds.h"
#include "translator/target/kernel/kernel.h"

enum point { TRACE, OF_KERNEL, OF_MODULE };

struct tracing {
	struct resolve *r;
	enum point point;
	const char *group, *name;	/* patterns; group NULL: any */
	const struct kernel_tracepoint *all;
	size_t n_all, n;
	struct kernel *kernel;
	struct modules *modules;	/* NULL: they were not searched */
	const char *module;		/* the tracepoint's, or NULL */
	VEC(const char *) names;	/* to suggest */
};

static void split(struct tracing *t, const char *text)
{
	const char *colon = t->point == TRACE ? strchr(text, ':') : NULL;

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

static const char *full_name(const struct tracing *t,
			     const struct kernel_tracepoint *tp)
{
	struct arena *a = t->r->p->arena;

	if (!*tp->group || t->point != TRACE)
		return tp->name;
	return arena_printf(a, "%s:%s", tp->group, tp->name);
}

/*
 * Returns what is known of a tracepoint.  For a tracepoint of a module, types are
 * read when they are needed (target_vars.c): a pattern may match in a hundred
 * modules.
 */
static const struct target_address *known_there(struct tracing *t,
					const struct kernel_tracepoint *tp)
{
	struct arena *a = t->r->p->arena;
	struct target_address *at = arena_new(a, struct target_address);

	at->when = TARGET_TRACEPOINT;
	at->function = tp->name;
	at->group = tp->group;
	at->module = t->module ? t->module : "kernel";
	at->proto = tp->proto;
	at->is_numbered = t->point != TRACE;
	if (!tp->proto && !t->module)
		at->no_types = arena_printf(a, "the types of the kernel do "
					    "not have the tracepoint '%s'",
					    tp->name);
	return at;
}

static void add_location(struct tracing *t, const struct kernel_tracepoint *tp,
		      unsigned words)
{
	const char *name = intern_str(t->r->p->names, full_name(t, tp));
	struct arena *a = t->r->p->arena;
	struct probe_location *pl;

	if (words > STP_TRACE_ARGS)
		return;
	pl = resolve_add(t->r, STP_KIND_TRACEPOINT,
			 resolve_name(t->r, 1, name));
	pl->symbol = t->module ? arena_printf(a, "%s:%s", t->module, tp->name)
			       : tp->name;
	pl->location.space = STP_SPACE_TRACEPOINT;
	pl->row.tracepoint.n_args = words;
	if (functions_is_pattern(resolve_string(t->r, 1)))
		pl->row.flags |= STP_ROW_WILDCARD;
	pl->target = known_there(t, tp);
	t->n++;
}

/* ---- modules ------------------------------------------------------------ */

/* Adds a location whose name is the point with the name of t->module in place of the
 * module's pattern or path. */
static void add_module_location(struct tracing *t, const struct kernel_tracepoint *tp,
			 unsigned words)
{
	struct resolve *r = t->r, own = *r;

	own.point = functions_of_one(r, 0, t->module);
	t->r = &own;
	add_location(t, tp, words);
	t->r = r;
}

static void take(void *data, const struct module_tracepoint *mtp)
{
	struct tracing *t = data;
	struct kernel_tracepoint tp = { .name = mtp->name,
					.group = mtp->group };

	t->module = mtp->module;
	if (is_meant(t, &tp) && t->point == OF_MODULE)
		add_module_location(t, &tp, mtp->words);
	else if (is_meant(t, &tp))
		add_location(t, &tp, mtp->words);
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
 * Searches the modules.  Reading all of them takes seconds the first time.  A
 * group often has the name of its module, or the module's name begins with it
 * (9p is in 9pnet), so one tracepoint of one group is searched there first.
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
	if (t->point == TRACE)
		vec_push_in(a, &t->names, full_name(t, tp));
}

static void add_name_of_module(void *data, const struct module_tracepoint *tp)
{
	add_name(data, &(struct kernel_tracepoint){ .name = tp->name,
						    .group = tp->group });
}

/* Refuses GROUP:NAME, and returns true, if there is a tracepoint NAME whose group is
 * not known: without the kernel's image tracepoints have no groups. */
static bool has_no_groups(struct tracing *t, const char *text)
{
	const char *colon = strchr(text, ':');

	for (size_t i = 0; colon && i < t->n_all; i++)
		if (!strcmp(t->all[i].name, colon + 1) && !*t->all[i].group) {
			diag_hint(diag_error(t->r->p->diags,
					     DIAG_NO_TRACEPOINT,
					     functions_span(t->r, 1),
					     "the group of the tracepoint '%s' "
					     "is unknown: the image of the "
					     "kernel is not here", colon + 1),
				  "write kernel.trace(\"%s\")", colon + 1);
			return true;
		}
	return false;
}

static void no_tracepoint(struct tracing *t)
{
	struct resolve *r = t->r;
	const char *text = resolve_string(r, 1);
	struct diag *e;

	if (r->point->optional || has_no_groups(t, text))
		return;
	e = diag_error(r->p->diags, DIAG_NO_TRACEPOINT, functions_span(r, 1),
		       strpbrk(text, "*?[")
			       ? "no tracepoint of the %s matches '%s'"
			       : "the %s has no tracepoint '%s'",
		       t->point == OF_MODULE ? "module" : "kernel", text);
	for (size_t i = 0; i < t->n_all && t->point != OF_MODULE; i++)
		add_name(t, &t->all[i]);
	if (t->modules)
		sys_error_free(modules_tracepoints(t->modules, t->kernel,
						   t->point == TRACE ? "*"
						   : resolve_string(r, 0),
						   add_name_of_module, t));
	if (!diag_suggest(e, text, t->names.at, t->names.n))
		resolve_hint(r, e, 1);
}

static void look_into_kernel(struct tracing *t)
{
	for (size_t i = 0; i < t->n_all; i++)
		if (is_meant(t, &t->all[i]))
			add_location(t, &t->all[i],
				  kernel_tracepoint_words(&t->all[i]));
}

static void count(void *data, const char *name)
{
	++*(size_t *)data;
}

/* Returns true if there is a module *@name; if not, reports it unless the point is
 * optional.  If *@name is a path, it becomes the module's name. */
static bool is_there(struct tracing *t, const char **name)
{
	struct resolve *r = t->r;
	const char *near;
	struct diag *e;
	size_t n = 0;

	if (**name == '/')
		*name = modules_add(t->modules, *name);
	modules_match(t->modules, *name, count, &n);
	if (n || r->point->optional)
		return n;
	near = modules_nearest(t->modules, *name);
	e = diag_error(r->p->diags, DIAG_NO_MODULE, functions_span(r, 0),
		       "the kernel has no module '%s'", *name);
	diag_hint(e, near ? "did you mean \"%s\"?"
		       : "for a module that is not installed, give its path",
		  near);
	return false;
}

static void look_into_named(struct tracing *t)
{
	const struct probe_world *w = t->r->world;
	const char *name = resolve_string(t->r, 0);
	struct sys_error *err = NULL;

	if (w->modules)
		err = w->modules(w->kernel_data, &t->modules);
	sys_error_free(err);
	if (t->modules && is_there(t, &name) && !look_into(t, name))
		no_tracepoint(t);
}

static void resolve_trace(struct resolve *r, int64_t point)
{
	struct tracing t = { .r = r, .point = (enum point)point };
	struct sys_error *err = NULL;

	if (r->world->kernel)
		err = r->world->kernel(r->world->kernel_data, &t.kernel);
	if (!err && t.kernel)
		err = kernel_tracepoints(t.kernel, &t.all, &t.n_all);
	if (err) {
		diag_sys_error(r->p->diags, r->span, err);
		return;
	}
	split(&t, resolve_string(r, 1));
	if (point == OF_MODULE) {
		look_into_named(&t);
		return;
	}
	look_into_kernel(&t);
	if (t.kernel && point == TRACE &&
	    (!t.n || functions_is_pattern(resolve_string(r, 1))))
		look_into_modules(&t);
	if (!t.n)
		no_tracepoint(&t);
}

const struct probe_pattern probe_patterns_trace[] = {
	{ "kernel.trace(s)", resolve_trace, TRACE },
	{ "kernel.tracepoint(s)", resolve_trace, OF_KERNEL },
	{ "module(s).tracepoint(s)", resolve_trace, OF_MODULE },
	{ 0 },
};
