/* SPDX-License-Identifier: LGPL-2.1-or-later */
/*
 * Finds labels and calls inside of functions.
 */
#include <string.h>

#include "base/arena.h"
#include "base/error.h"
#include "base/tags/probe.h"
#include "translator/target/dwarf/dwarf.h"
#include "translator/target/path/source_private.h"

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
		dwarf_labels_find(x->d->dwarf, &code->die, x->spec->inner[0],
				  &all);
	for (size_t i = 0; i < all.n; i++) {
		struct source_point p = source_point_of(x->d, f,
							all.at[i].addr);

		p.line = all.at[i].line;
		p.what = SOURCE_STATEMENT;
		p.inner = all.at[i].name;
		p.address = dwarf_address_at(x->d->vars, p.addr, &code->die,
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

enum { CALLS_MAX = 10000 };

/* Code whose calls are looked for. */
struct caller {
	struct inside *x;
	struct source_point p;	/* copied for each point of its calls */
	unsigned level;		/* of its calls; 1 for those of the function */
};

static void walk_calls(struct caller *c, Dwarf_Die *code);

static const char *callee_name(struct inside *x, const struct dwarf_func *f)
{
	return arena_printf(x->d->dwarf->arena, "%s@%s:%u", f->name,
			    dwarf_short_path(x->d->dwarf, f->file), f->line);
}

static void add_point(const struct caller *from, const struct source_point *p)
{
	if (from->level >= from->x->spec->n_inner)
		vec_push(from->x->ret, *p);
}

/* Adds what the callee @p calls, unless that is deeper than the spec's depth. */
static void go_on(const struct caller *from, const struct source_point *p,
		  Dwarf_Die *code)
{
	struct caller c = { from->x, *p, from->level + 1 };
	struct source_call *by;

	if (c.level > from->x->spec->depth)
		return;
	by = arena_new(from->x->d->dwarf->arena, struct source_call);
	by->name = p->inner;
	by->by = p->by;
	c.p.by = by;
	walk_calls(&c, code);
}

static void add_inlined(struct caller *from, const struct dwarf_call *c)
{
	struct inside *x = from->x;
	struct source_point p = from->p;
	Dwarf_Die copy = c->die, die = c->callee;
	struct dwarf_func callee;

	if (!dwarf_func_of(x->d->dwarf, &die, &callee))
		return;
	p.addr = c->addr;
	p.what = SOURCE_COPY;
	p.inner = callee_name(x, &callee);
	p.address = dwarf_address_at(x->d->vars, c->addr, &copy, DWARF_HERE);
	add_point(from, &p);
	go_on(from, &p, &copy);
}

/* Adds @addr, the return address of a call, to the callers of @p, as the first. */
static void put_caller(struct inside *x, struct source_point *p, uint64_t addr)
{
	size_t n = p->n_callers;
	uint64_t *all = arena_alloc(x->d->dwarf->arena,
				    (n + 1) * sizeof(*all));

	all[0] = addr;
	if (n)
		memcpy(all + 1, p->callers, n * sizeof(*all));
	p->callers = all;
	p->n_callers++;
}

static void add_body(struct caller *from, struct source_point *p,
		     struct dwarf_code *code)
{
	struct inside *x = from->x;

	p->addr = code->entry;
	p->address = NULL;
	p->code = code->number;
	add_point(from, p);
	if (from->level < x->spec->depth && dwarf_code_die(x->d->dwarf, code))
		go_on(from, p, &code->die);
}

static void add_called(struct caller *from, const struct dwarf_call *c)
{
	struct inside *x = from->x;
	struct source_point p = from->p;
	struct dwarf_func callee;
	struct dwarf_code code;
	Dwarf_Die die = c->callee;

	put_caller(x, &p, c->addr);
	p.what = SOURCE_SYMBOL;
	p.inner = c->name;
	if (!dwarf_func_of(x->d->dwarf, &die, &callee) || !callee.n_bodies) {
		add_point(from, &p);
		return;
	}
	p.what = SOURCE_ENTRY;
	p.inner = callee_name(x, &callee);
	for (size_t i = 0; i < callee.n_bodies; i++) {
		code = dwarf_func_code(x->d->dwarf, &callee, i);
		add_body(from, &p, &code);
	}
}

/* Returns true if too many calls were found: calls in calls may be endless. */
static bool is_enough(const struct inside *x)
{
	return x->spec->depth > 1 && x->ret->n > CALLS_MAX;
}

static void walk_calls(struct caller *from, Dwarf_Die *code)
{
	struct inside *x = from->x;
	size_t n = x->spec->n_inner;
	struct dwarf_calls all = { 0 };

	dwarf_calls_find(x->d->dwarf, code,
			 x->spec->inner[(from->level < n ? from->level : n) - 1],
			 &all);
	for (size_t i = 0; i < all.n && !is_enough(x); i++) {
		if (all.at[i].kind == DWARF_CALL_INLINED)
			add_inlined(from, &all.at[i]);
		else if (all.at[i].kind == DWARF_CALL)
			add_called(from, &all.at[i]);
	}
	vec_free(&all);
}

static void add_calls(void *data, const struct dwarf_func *f,
		      struct dwarf_code *code)
{
	struct inside *x = data;
	struct caller c = { x, source_point_of(x->d, f, 0), 1 };

	if (dwarf_code_die(x->d->dwarf, code))
		walk_calls(&c, &code->die);
}

static struct sys_error *too_many(const struct source_spec *spec)
{
	return sys_error_hint(sys_error(DIAG_BAD_PROBE_ARG, 0,
					"the calls of '%s', %u levels deep, "
					"are more than %d",
					spec->function, spec->depth,
					CALLS_MAX),
			      "use fewer levels, or one callee");
}

struct sys_error *source_calls(struct debug *d,
			       const struct source_spec *spec,
			       source_point_vec *ret)
{
	struct inside x = { .d = d, .spec = spec, .ret = ret };
	struct sys_error *err = source_each(d, spec, add_calls, &x);

	return !err && is_enough(&x) ? too_many(spec) : err;
}
