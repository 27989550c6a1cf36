/* SPDX-License-Identifier: LGPL-2.1-or-later */
/*
 * Finds functions of modules: module("NAME").function("NAME"), both with
 * patterns.
 *
 * A module need not be loaded: its functions are read from its file, and the rows
 * are attached when it is loaded.  Addresses of modules are in no file, so a
 * location is a symbol.  For a function that shares its name with others it is
 * another symbol, whose name is unique, and the distance from that.
 */
#include <string.h>

#include "base/arena.h"
#include "base/error.h"
#include "base/intern.h"
#include "base/tags/probe.h"
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

static void code_of(struct functions *f, const struct module_function *m,
		    struct functions_code *ret)
{
	*ret = (struct functions_code){
		.symbol = in_module(f, m->name),
		.location = { .space = STP_SPACE_MODULE },
		.build_id = module_build_id(f->module),
		.key = m->addr,
		.marks = {
			.is_init = m->is_init,
			.is_blacklisted = m->is_blacklisted,
			.is_global = m->is_global,
			.is_traced = m->is_traced,
			.is_notrace = m->is_notrace,
		},
	};
}

bool functions_module_code(struct functions *f, const char *section,
			   uint64_t offset, struct functions_code *ret)
{
	struct module_code at;

	if (!module_code_at(f->module, section, offset, &at))
		return false;
	code_of(f, &at.function, ret);
	ret->anchor = in_module(f, at.anchor);
	ret->location.addr = at.distance;
	ret->key = at.addr;
	/* the call is at the function's entry */
	ret->marks.is_traced &= at.addr == at.function.addr;
	return true;
}

bool functions_module_number(struct functions *f, uint64_t addr,
			     struct functions_code *ret)
{
	uint64_t offset;
	const char *section = module_section(f->module, addr, &offset);

	return section && functions_module_code(f, section, offset, ret);
}

static void code_by_symbol(struct functions *f,
			   const struct module_function *m,
			   struct functions_code *ret)
{
	code_of(f, m, ret);
	if (!m->anchor)
		return;
	ret->anchor = in_module(f, m->anchor);
	ret->location.addr = m->distance;
}

struct lookup {
	struct functions *f;
	struct functions_code *ret;
	bool found;
};

static void take_code(void *data, const struct module_function *m)
{
	struct lookup *l = data;

	code_by_symbol(l->f, m, l->ret);
	l->found = true;
}

bool functions_module_symbol(struct functions *f, const char *name,
			     struct functions_code *ret)
{
	struct lookup l = { .f = f, .ret = ret };

	module_match(f->module, name, take_code, &l);
	return l.found;
}

static void take(void *data, const struct module_function *m)
{
	struct functions *f = data;
	struct functions_code code;

	code_by_symbol(f, m, &code);
	functions_add_symbol(f, m->name, m->addr, &code);
}

static bool is_made_of(const struct functions *f, const char *name)
{
	return function_base_name(name) == strlen(f->text);
}

static void take_copy(void *data, const struct module_function *m)
{
	struct functions *f = data;

	if (is_made_of(f, m->name) && !strstr(m->name, FUNCTIONS_PART))
		take(f, m);
}

static void take_part(void *data, const struct module_function *m)
{
	struct functions *f = data;

	if (is_made_of(f, m->name) && strstr(m->name, FUNCTIONS_PART))
		take(f, m);
}

/* Takes all functions that a name means, and their copies, as in the kernel (see
 * kernel_functions.c). */
static void take_named(struct functions *f)
{
	const char *copies = arena_printf(f->r->p->arena, "%s.*", f->text);
	size_t n = f->n, refused = program_left_out(&f->left_out);

	module_match(f->module, f->text, take, f);
	module_match(f->module, copies, take_copy, f);
	if (f->n == n && program_left_out(&f->left_out) == refused)
		module_match(f->module, copies, take_part, f);
}

void functions_of_module(struct functions *f)
{
	if (functions_is_pattern(f->text))
		module_match(f->module, f->text, take, f);
	else
		take_named(f);
}

struct ast_point *functions_of_one(const struct resolve *r, unsigned i,
				   const char *name)
{
	struct ast_point *pt = ast_clone_point(r->p->arena, r->point);

	if (*pt->comps.at[i].text != '/')
		pt->comps.at[i].text = intern_str(r->p->names, name);
	return pt;
}

static void resolve_in(struct in_modules *in, struct module *module)
{
	struct functions *f = in->f;
	struct resolve *r = f->r, own = *r;

	own.point = functions_of_one(r, in->arg, module_name(module));
	f->r = &own;
	f->module = module;
	functions_find(f);
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
		diag_hint(e, "for code built into the kernel, use "
			     "kernel.function; for a module that is not "
			     "installed, give its path");
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
		f->is_pattern = true;
		modules_match(in.modules, name, take_module, &in);
	} else {
		take_module(&in, name);
	}
	if (!in.n)
		no_module(&in);
	else if (f->module)
		functions_end(f);
}
