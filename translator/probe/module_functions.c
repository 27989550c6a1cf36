/* SPDX-License-Identifier: LGPL-2.1-or-later */
/*
 * Functions of modules: module("NAME").function("NAME"), both with patterns.
 *
 * A module need not be loaded: its file says what it will have, and the rows
 * are attached when it comes.  A module's addresses are known in no file, so
 * a place is a symbol, and for a function that shares its name with others, a
 * symbol that does not and how far it is from there.
 */
#include <string.h>

#include "base/arena.h"
#include "base/error.h"
#include "base/intern.h"
#include "translator/probe/functions.h"

struct in_modules {
	struct functions *f;
	struct modules *modules;
	unsigned arg;			/* the component with the module */
	size_t n;			/* modules so far, with those whose
					   file cannot be read */
};

/* ---- one module --------------------------------------------------------- */

static const char *in_module(struct functions *f, const char *symbol)
{
	return arena_printf(f->r->p->arena, "%s:%s", module_name(f->module),
			    symbol);
}

static void take(void *data, const struct module_function *m)
{
	struct functions *f = data;
	struct probe_place *pl;

	if (f->which == FUNCTIONS_EXPORTED && !m->is_global)
		return;
	if (functions_is_refused(f, &(struct functions_marks){
		    m->is_init, m->is_blacklisted, m->is_notrace }))
		return;
	pl = functions_add(f, m->name, m->addr);
	pl->symbol = in_module(f, pl->symbol);
	pl->place.space = STP_SPACE_MODULE;
	pl->build_id = module_build_id(f->module);
	if (!m->anchor)
		return;
	pl->anchor = in_module(f, m->anchor);
	pl->place.addr = m->distance;
}

static void take_copy(void *data, const struct module_function *m)
{
	struct functions *f = data;

	if (function_base_name(m->name) == strlen(f->name))
		take(f, m);
}

static void take_all(struct functions *f)
{
	struct arena *a = f->r->p->arena;

	module_match(f->module, f->name, take, f);
	if (!(f->flags & STP_ROW_WILDCARD))
		module_match(f->module, arena_printf(a, "%s.*", f->name),
			     take_copy, f);
}

/* The point as if the user had written that module's name. */
static void resolve_in(struct in_modules *in, struct module *module)
{
	struct functions *f = in->f;
	struct resolve *r = f->r, own = *r;
	struct ast_point *pt = ast_clone_point(r->p->arena, r->point);

	pt->comps.at[in->arg].text = intern_str(r->p->names,
						module_name(module));
	own.point = pt;
	f->r = &own;
	f->module = module;
	if (functions_is_of_source(f))
		functions_by_source(f);
	else
		take_all(f);
	f->r = r;
}

/* ---- which modules ------------------------------------------------------ */

static void complain(struct in_modules *in, struct sys_error *err)
{
	struct resolve *r = in->f->r;

	if (r->point->optional)
		sys_error_free(err);
	else
		diag_sys_error(r->p->diags, r->span, err);
}

static void take_module(void *data, const char *name)
{
	struct in_modules *in = data;
	struct module *module = NULL;
	struct sys_error *err = modules_get(in->modules, name, &module);

	if (err)
		complain(in, err);
	if (module)
		resolve_in(in, module);
	in->n += err || module;
}

static void no_module(struct in_modules *in)
{
	struct resolve *r = in->f->r;
	const char *name = resolve_string(r, in->arg);
	const char *near = modules_nearest(in->modules, name);
	struct diag *e;

	if (r->point->optional)
		return;
	e = diag_error(r->p->diags, DIAG_NO_MODULE,
		       functions_span(r, in->arg),
		       functions_is_pattern(name)
			       ? "no module of the kernel matches '%s'"
			       : "the kernel has no module '%s'", name);
	if (near)
		diag_hint(e, "did you mean \"%s\"?", near);
	else
		diag_hint(e, "what is built into the kernel is probed with "
			  "kernel.function; a module that is not installed "
			  "is named by its path");
}

void functions_of_modules(struct functions *f, unsigned module)
{
	const struct probe_world *w = f->r->world;
	struct in_modules in = { .f = f, .arg = module };
	const char *name = resolve_string(f->r, module);
	struct sys_error *err = NULL;

	if (!functions_begin(f) || !functions_open_kernel(f))
		return;
	if (w->modules)
		err = w->modules(w->kernel_data, &in.modules);
	if (err) {
		complain(&in, err);
		return;
	}
	if (!in.modules)
		return;
	if (functions_is_pattern(name)) {
		f->flags |= STP_ROW_WILDCARD;
		modules_match(in.modules, name, take_module, &in);
	} else {
		take_module(&in, name);
	}
	if (!functions_is_of_source(f))
		functions_count_left_out(f);
	if (!in.n)
		no_module(&in);
	else if (!f->n && f->module && !functions_is_of_source(f))
		functions_refuse(f);
}
