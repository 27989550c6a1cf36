/* SPDX-License-Identifier: LGPL-2.1-or-later */
/*
 * Finds functions in the index, and reads the DIEs that the index points to.
 */
#include "translator/target/dwarf/dwarf_func.h"

#include <dwarf.h>

#include "base/buf.h"
#include "base/error.h"
#include "base/glob.h"
#include "base/nearest.h"
#include "translator/target/dwarf/die.h"
#include "translator/target/dwarf/dwarf_index.h"
#include "translator/target/dwarf/dwarf_line.h"

/* ---- finding ------------------------------------------------------------ */

static bool has_wildcard(const char *s)
{
	return s[glob_literal(s)];
}

static struct dwarf_func func_at(const struct dwarf_index *ix, uint32_t i)
{
	const struct index_func *f = &ix->funcs[i];

	return (struct dwarf_func){
		.name = index_text(ix, f->name),
		.linkage = index_text(ix, f->linkage),
		.file = index_text(ix, f->file), .line = f->line,
		.is_external = f->flags & INDEX_EXTERNAL,
		.n_bodies = f->n_bodies, .n_copies = f->n_copies,
		.number = i,
	};
}

struct question {
	const struct dwarf_index *ix;
	const char *name, *file;
	unsigned line;
};

static bool is_asked(const struct question *q, const struct index_func *f)
{
	if (q->line && q->line != f->line)
		return false;
	return !q->file || dwarf_file_fits(index_text(q->ix, f->file), q->file);
}

static void find_named(const struct question *q, struct dwarf_funcs *ret)
{
	size_t first, end = dwarf_index_named(q->ix, q->name, &first);

	for (size_t i = first; i < end; i++) {
		uint32_t func = q->ix->names[i].func;

		if (is_asked(q, &q->ix->funcs[func]))
			vec_push(ret, func_at(q->ix, func));
	}
}

/*
 * Returns true if the pattern matches this name of a function, and the function is to be found
 * by it.  A function has its whole name, the part after the last ::, and its mangled name.  It is
 * found by its whole name; by another one only if the pattern has no :: and does not match that.
 */
static bool fits_name(const struct question *q, const struct index_name *name)
{
	const struct index_func *f = &q->ix->funcs[name->func];

	if (!glob_match(q->name, index_text(q->ix, name->name)))
		return false;
	return name->name == f->name ||
	       (!strstr(q->name, "::") &&
		!glob_match(q->name, index_text(q->ix, f->name)));
}

static void find_matching(const struct question *q, struct dwarf_funcs *ret)
{
	size_t first, n = glob_literal(q->name);
	size_t end = dwarf_index_prefixed(q->ix, q->name, n, &first);

	for (size_t i = first; i < end; i++) {
		const struct index_name *name = &q->ix->names[i];

		if (fits_name(q, name) &&
		    is_asked(q, &q->ix->funcs[name->func]))
			vec_push(ret, func_at(q->ix, name->func));
	}
}

/* Finds functions by the end of their names: "square::area" is shapes::square::area,
 * too. */
static void find_ending(const struct question *q, struct dwarf_funcs *ret)
{
	_cleanup_buf_ struct buf b = BUF_INIT;
	struct question of = *q;

	if (!strstr(q->name, "::") || *q->name == ':')
		return;
	buf_printf(&b, "*::%s", q->name);
	of.name = b.p;
	find_matching(&of, ret);
}

struct sys_error *dwarf_funcs_find(struct dwarf *d, const char *name,
				   const char *file, unsigned line,
				   struct dwarf_funcs *ret)
{
	struct question q = { .name = name, .file = file, .line = line };
	struct sys_error *err = dwarf_index_get(d, &q.ix);
	size_t before = ret->n;

	if (err)
		return err;
	if (has_wildcard(name))
		find_matching(&q, ret);
	else
		find_named(&q, ret);
	if (ret->n == before)
		find_ending(&q, ret);
	return NULL;
}

static const struct dwarf_index *index_or_none(struct dwarf *d)
{
	const struct dwarf_index *ix = NULL;

	sys_error_free(dwarf_index_get(d, &ix));
	return ix;
}

const char *dwarf_func_nearest(struct dwarf *d, const char *name)
{
	const struct dwarf_index *ix = index_or_none(d);
	const char *best = NULL;
	struct nearest w;

	if (!ix || !nearest_init(&w, name))
		return NULL;
	for (size_t i = 0; i < ix->head->n_names; i++) {
		const char *s = index_text(ix, ix->names[i].name);
		size_t distance = nearest_distance(&w, s, strlen(s));

		if (distance > w.limit || !distance)
			continue;
		best = s;
		w.limit = distance - 1;
	}
	return best;
}

/* ---- code --------------------------------------------------------------- */

static const char *unit_name(const struct dwarf_index *ix, uint32_t unit)
{
	return index_text(ix, ix->units[unit].name);
}

/* Returns code by its number.  Bodies have the first numbers, then copies. */
struct dwarf_code dwarf_code_numbered(struct dwarf *d, uint32_t number)
{
	const struct dwarf_index *ix = d->index;
	uint32_t n_bodies = ix->head->n_bodies;
	const struct index_body *b = number < n_bodies ?
		&ix->bodies[number] : &ix->copies[number - n_bodies];

	return (struct dwarf_code){
		.entry = b->entry, .is_copy = number >= n_bodies,
		.unit = unit_name(ix, b->unit),
		.unit_number = b->unit, .at = b->at, .number = number,
	};
}

struct dwarf_code dwarf_func_code(struct dwarf *d, const struct dwarf_func *f,
				  size_t i)
{
	const struct dwarf_index *ix = d->index;
	const struct index_func *row = &ix->funcs[f->number];

	return dwarf_code_numbered(d, i < f->n_bodies
		? row->first_body + i
		: ix->head->n_bodies + row->first_copy + i - f->n_bodies);
}

bool dwarf_code_die(struct dwarf *d, struct dwarf_code *c)
{
	return c->die.addr ||
	       dwarf_index_die(d, c->unit_number, c->at, &c->die);
}

void dwarf_spans_of(Dwarf_Die *die, struct dwarf_spans *ret)
{
	Dwarf_Addr base, low, high;
	ptrdiff_t at = 0;

	while ((at = dwarf_ranges(die, at, &base, &low, &high)) > 0)
		if (low < high)
			vec_push(ret, ((struct dwarf_span){ low, high }));
}

bool dwarf_is_rest(Dwarf_Die *copy)
{
	uint64_t line, column;
	int its_line, its_column;
	Dwarf_Die function;

	if (!die_own_ref(copy, DW_AT_abstract_origin, &function) ||
	    !die_find_number(copy, DW_AT_call_line, &line) ||
	    dwarf_decl_line(&function, &its_line) ||
	    line != (uint64_t)its_line)
		return false;
	return !die_find_number(copy, DW_AT_call_column, &column) ||
	       dwarf_decl_column(&function, &its_column) ||
	       column == (uint64_t)its_column;
}

/* ---- from a DIE to its function ----------------------------------------- */

static bool has_body(const struct dwarf_index *ix, const struct dwarf_func *f,
		     uint64_t entry)
{
	uint32_t first = ix->funcs[f->number].first_body;

	for (size_t i = 0; i < f->n_bodies; i++)
		if (ix->bodies[first + i].entry == entry)
			return true;
	return false;
}

static const char *linkage_of(Dwarf_Die *die)
{
	Dwarf_Attribute a;
	const char *s = NULL;

	if (dwarf_attr_integrate(die, DW_AT_linkage_name, &a) ||
	    dwarf_attr_integrate(die, DW_AT_MIPS_linkage_name, &a))
		s = dwarf_formstring(&a);
	return s;
}

/* Returns how well a function fits what the DIE says, up to 4; 0: not at all. */
static int fitness(struct dwarf *d, Dwarf_Die *die, const struct dwarf_func *f)
{
	uint64_t entry;
	int line = 0;

	if (!dwarf_hasattr(die, DW_AT_abstract_origin) &&
	    die_entry(die, &entry) && has_body(d->index, f, entry))
		return 4;
	if (!dwarf_decl_line(die, &line) && (unsigned)line == f->line &&
	    !strcmp(dwarf_decl_path(d, die), f->file))
		return 3;
	return f->is_external && dwarf_hasattr_integrate(die, DW_AT_external) ?
		(f->n_bodies ? 2 : 1) : 0;
}

bool dwarf_func_of(struct dwarf *d, Dwarf_Die *die, struct dwarf_func *ret)
{
	struct question q = { .ix = index_or_none(d) };
	struct dwarf_funcs all = { 0 };
	int best = 0;

	q.name = linkage_of(die);
	if (!q.name)
		q.name = dwarf_diename(die);
	if (!q.ix || !q.name)
		return false;
	find_named(&q, &all);
	for (size_t i = 0; i < all.n; i++) {
		int fit = fitness(d, die, &all.at[i]);

		if (fit <= best)
			continue;
		best = fit;
		*ret = all.at[i];
	}
	vec_free(&all);
	return best;
}
