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
	struct kernel *kernel;
	struct modules *modules;
	struct module *module;		/* that is looked into */
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
					const struct module *m,
					const struct kernel_tracepoint *tp)
{
	struct target_place *at = arena_new(a, struct target_place);

	at->when = PLACE_TRACEPOINT;
	at->function = tp->name;
	at->group = tp->group;
	at->module = m ? module_name(m) : "kernel";
	at->proto = tp->proto;
	if (!tp->proto)
		at->no_types = arena_printf(a, "the types of %s do not have "
					    "the tracepoint '%s'",
					    m ? at->module : "the kernel",
					    tp->name);
	return at;
}

static void add_place(struct tracing *t, const struct kernel_tracepoint *tp)
{
	struct arena *a = t->r->p->arena;
	const char *name = intern_str(t->r->p->names, full_name(a, tp));
	struct probe_place *pl = resolve_add(t->r, STP_KIND_TRACEPOINT,
					     resolve_name(t->r, 1, name));

	pl->symbol = t->module
		? arena_printf(a, "%s:%s", module_name(t->module), tp->name)
		: tp->name;
	pl->place.space = STP_SPACE_TRACEPOINT;
	pl->row.tracepoint.n_args = kernel_tracepoint_words(tp);
	if (strpbrk(resolve_string(t->r, 1), "*?["))
		pl->row.flags |= STP_ROW_WILDCARD;
	pl->target = known_there(a, t->module, tp);
	t->n++;
}

/* ---- modules ------------------------------------------------------------ */

static const struct ctype *proto_of(struct tracing *t, const char *name)
{
	struct target_place at = {
		.function = arena_printf(t->r->p->arena, "__traceiter_%s",
					 name),
		.module = module_name(t->module),
	};
	const struct btf *types;
	struct sys_error *err = module_types(t->module, t->kernel, &types);

	if (!err)
		btf_function_types(types, t->r->p->arena, &at);
	sys_error_free(err);
	return at.proto;
}

static void take_of_module(void *data, const char *name)
{
	struct tracing *t = data;
	struct kernel_tracepoint tp = {
		.name = name, .group = t->group, .proto = proto_of(t, name),
	};

	if (kernel_tracepoint_words(&tp) <= STP_TRACE_ARGS)
		add_place(t, &tp);
}

static void look_into(void *data, const char *name)
{
	struct tracing *t = data;

	sys_error_free(modules_get(t->modules, name, &t->module));
	if (t->module)
		module_match_tracepoints(t->module, t->name, take_of_module,
					 t);
	t->module = NULL;
}

/*
 * A group that the kernel does not have may be a module's.  Groups are called
 * like their module, or modules go on behind it: 9p is in 9pnet.
 */
static void look_into_modules(struct tracing *t)
{
	const struct probe_world *w = t->r->world;
	struct sys_error *err = NULL;

	if (!t->group || functions_is_pattern(t->group) || !*t->group)
		return;
	if (w->modules)
		err = w->modules(w->kernel_data, &t->modules);
	sys_error_free(err);
	if (t->modules)
		modules_match(t->modules, arena_printf(t->r->p->arena, "%s*",
						       t->group),
			      look_into, t);
}

/* ---- the point ---------------------------------------------------------- */

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
	t.kernel = k;
	split(&t, resolve_string(r, 1));
	for (size_t i = 0; i < t.n_all; i++)
		if (is_meant(&t, &t.all[i]) &&
		    kernel_tracepoint_words(&t.all[i]) <= STP_TRACE_ARGS)
			add_place(&t, &t.all[i]);
	if (!t.n && k)
		look_into_modules(&t);
	if (!t.n)
		no_tracepoint(&t);
}

const struct probe_pattern probe_patterns_trace[] = {
	{ "kernel.trace(s)", resolve_trace, 0 },
	{ 0 },
};
