/* SPDX-License-Identifier: LGPL-2.1-or-later */
/*
 * What is inside of functions: labels, and what they call.
 */
#include <string.h>

#include "base/arena.h"
#include "base/error.h"
#include "translator/target/dwarf_line.h"
#include "translator/target/dwarf_scope.h"
#include "translator/target/source_debug.h"

struct inside {
	struct debug *d;
	const struct source_spec *spec;
	source_point_vec *ret;
};

/* ---- labels ------------------------------------------------------------- */

static void add_labels(void *data, const struct dwarf_func *f,
		       struct dwarf_code *code)
{
	struct inside *x = data;
	struct dwarf_labels all = { 0 };

	if (dwarf_code_die(x->d->dwarf, code))
		dwarf_labels_find(x->d->dwarf, &code->die, x->spec->inner,
				  &all);
	for (size_t i = 0; i < all.n; i++) {
		struct source_point p = source_point_of(x->d, f,
							all.at[i].addr);

		p.line = all.at[i].line;
		p.what = SOURCE_STATEMENT;
		p.inner = all.at[i].name;
		p.place = dwarf_place_at(x->d->vars, p.addr, &code->die,
					 DWARF_HERE);
		vec_push(x->ret, p);
	}
	vec_free(&all);
}

struct sys_error *source_labels(struct debug *d,
				const struct source_spec *spec,
				source_point_vec *ret)
{
	struct inside x = { .d = d, .spec = spec, .ret = ret };

	return source_each(d, spec, add_labels, &x);
}

/* ---- calls -------------------------------------------------------------- */

static const char *callee_name(struct inside *x, const struct dwarf_func *f)
{
	return arena_printf(x->d->dwarf->arena, "%s@%s:%u", f->name,
			    dwarf_short_path(x->d->dwarf, f->file), f->line);
}

static void add_inlined(struct inside *x, struct source_point p,
			const struct dwarf_call *c)
{
	Dwarf_Die copy = c->die, die = c->callee;
	struct dwarf_func callee;

	if (!dwarf_func_of(x->d->dwarf, &die, &callee))
		return;
	p.addr = c->addr;
	p.what = SOURCE_COPY;
	p.inner = callee_name(x, &callee);
	p.place = dwarf_place_at(x->d->vars, c->addr, &copy, DWARF_HERE);
	vec_push(x->ret, p);
}

static void add_called(struct inside *x, struct source_point p,
		       const struct dwarf_call *c)
{
	struct dwarf_func callee;
	struct dwarf_code code;
	Dwarf_Die die = c->callee;
	enum dwarf_when when = x->spec->at == SOURCE_AT_RETURN ? DWARF_RETURN
							       : DWARF_HERE;

	p.caller = c->addr;
	p.what = SOURCE_SYMBOL;
	p.inner = c->name;
	if (!dwarf_func_of(x->d->dwarf, &die, &callee) || !callee.n_bodies) {
		vec_push(x->ret, p);
		return;
	}
	p.what = SOURCE_ENTRY;
	p.inner = callee_name(x, &callee);
	for (size_t i = 0; i < callee.n_bodies; i++) {
		code = dwarf_func_code(x->d->dwarf, &callee, i);
		p.addr = code.entry;
		p.place = dwarf_place_of(x->d->vars, &code, when);
		vec_push(x->ret, p);
	}
}

static void add_calls(void *data, const struct dwarf_func *f,
		      struct dwarf_code *code)
{
	struct inside *x = data;
	struct dwarf_calls all = { 0 };

	if (dwarf_code_die(x->d->dwarf, code))
		dwarf_calls_find(x->d->dwarf, &code->die, x->spec->inner,
				 &all);
	for (size_t i = 0; i < all.n; i++) {
		struct source_point p = source_point_of(x->d, f, 0);

		if (all.at[i].kind == DWARF_CALL_INLINED)
			add_inlined(x, p, &all.at[i]);
		else if (all.at[i].kind == DWARF_CALL)
			add_called(x, p, &all.at[i]);
	}
	vec_free(&all);
}

struct sys_error *source_calls(struct debug *d,
			       const struct source_spec *spec,
			       source_point_vec *ret)
{
	struct inside x = { .d = d, .spec = spec, .ret = ret };

	return source_each(d, spec, add_calls, &x);
}
