/* SPDX-License-Identifier: LGPL-2.1-or-later */
/*
 * Opens debug information, and finds functions and lines in it.
 */
#include <dwarf.h>
#include <limits.h>
#include <stdlib.h>
#include <string.h>

#include "base/arena.h"
#include "base/error.h"
#include "translator/target/dwarf/dwarf.h"
#include "translator/target/path/source_private.h"

struct sys_error *debug_open(const char *path,
			     const struct dwarf_options *opt,
			     struct debug **ret)
{
	struct debug *d = xcalloc(1, sizeof(*d));
	struct sys_error *err = dwarf_open(path, opt, &d->dwarf);

	if (err) {
		free(d);
		return err;
	}
	d->vars = dwarf_vars_create(d->dwarf, opt && opt->is_program
				    ? DWARF_USER : DWARF_KERNEL);
	*ret = d;
	return NULL;
}

void debug_close(struct debug *d)
{
	if (!d)
		return;
	dwarf_vars_destroy(d->vars);
	dwarf_close(d->dwarf);
	free(d);
}

/* Returns a sentence about the first damage and the number of further ones; NULL if
 * there is none. */
static const char *damage(struct debug *d)
{
	const char *first;
	unsigned n = dwarf_damaged_units(d->dwarf, &first);

	if (!n)
		return NULL;
	return n == 1 ? first :
		arena_printf(d->dwarf->arena, "%s; and %u more such locations",
			     first, n - 1);
}

static const char *missing(struct debug *d)
{
	const char *first;
	unsigned n = dwarf_missing_units(d->dwarf, &first);

	return n ? arena_printf(d->dwarf->arena,
				"'%s': %u of the files with its debug "
				"information are missing: '%s'",
				d->dwarf->debug->path, n, first) : NULL;
}

const char *debug_take_gap(struct debug *d, const char **hint)
{
	const char *text = d->told_damage ? NULL : damage(d);

	*hint = NULL;
	d->told_damage = true;
	if (text || d->told_missing)
		return text;
	d->told_missing = true;
	text = missing(d);
	if (text)
		*hint = dwarf_missing_hint(d->dwarf);
	return text;
}

const char *debug_section(const struct debug *d, uint64_t addr,
			  uint64_t *offset)
{
	const struct elf_section *s = elf_file_section_at(d->dwarf->debug, addr,
						     offset);

	return s ? s->name : NULL;
}

const char *source_nearest(struct debug *d, const char *name)
{
	return dwarf_func_nearest(d->dwarf, name);
}

bool debug_has_function(struct debug *d, const char *name)
{
	struct dwarf_funcs all = { 0 };
	bool found = false;

	sys_error_free(dwarf_funcs_find(d->dwarf, name, NULL, 0, &all));
	for (size_t i = 0; i < all.n && !found; i++)
		found = all.at[i].n_bodies || all.at[i].n_copies;
	vec_free(&all);
	return found;
}

const struct dwarf_address *debug_outside(struct debug *d)
{
	if (!d->outside)
		d->outside = dwarf_address_at(d->vars, UINT64_MAX, NULL,
					    DWARF_HERE);
	return d->outside;
}

bool debug_enumerator(struct debug *d, const char *name, int64_t *ret)
{
	return dwarf_enumerator_find(d->dwarf, name, ret);
}

const struct dwarf_address *debug_function(struct debug *d, uint64_t addr,
					 enum target_when when)
{
	struct dwarf_scopes scopes = { 0 };
	const struct dwarf_address *found = NULL;
	uint64_t entry;

	dwarf_scopes_find(d->dwarf, addr, &scopes);
	for (size_t i = 0; i < scopes.n && !found; i++)
		if (dwarf_tag(&scopes.at[i]) == DW_TAG_subprogram &&
		    die_entry(&scopes.at[i], &entry) && entry == addr)
			found = dwarf_address_at(d->vars, addr, &scopes.at[i],
					       when == TARGET_RETURN
						       ? DWARF_RETURN
						       : DWARF_HERE);
	vec_free(&scopes);
	return found;
}

void debug_code_address(uint32_t code, struct target_address *at)
{
	struct debug *d = at->many;
	struct dwarf_code c = dwarf_code_numbered(d->dwarf, code);
	enum dwarf_when when = at->when == TARGET_RETURN ? DWARF_RETURN
							: DWARF_HERE;

	at->addr = c.entry;
	at->dwarf = dwarf_address_of(d->vars, &c, when);
	at->many = NULL;
}

void debug_forget(struct debug *d)
{
	dwarf_vars_forget(d->vars);
}

void debug_drop_pages(struct debug *d)
{
	elf_file_drop_pages(d->dwarf->debug);
	if (d->dwarf->index)
		dwarf_index_drop_pages(d->dwarf->index);
}

size_t debug_mapped_pages(void)
{
	return elf_file_mapped_pages();
}

/* ---- functions ---------------------------------------------------------- */

void source_each_code(struct debug *d, const struct dwarf_func *f,
		      source_code_fn *fn, void *data)
{
	for (size_t i = 0; i < f->n_bodies + f->n_copies; i++) {
		struct dwarf_code code = dwarf_func_code(d->dwarf, f, i);

		fn(data, f, &code);
	}
}

/* Compares by file, then by number: the lines of a unit are decoded only once if its
 * functions follow each other. */
static int by_file(const void *a, const void *b)
{
	const struct dwarf_func *x = a, *y = b;
	int c = x->file == y->file ? 0 : strcmp(x->file, y->file);

	return c ? c : x->number < y->number ? -1 : x->number > y->number;
}

/* Returns the line where the function of @file that has line @line is declared: the last one up
 * to it at which any function of that file is.  0: there is none. */
static unsigned own_line(const struct dwarf_funcs *all, const char *file,
			 unsigned line)
{
	unsigned ret = 0;

	for (size_t i = 0; i < all->n; i++) {
		const struct dwarf_func *f = &all->at[i];

		if (f->line <= line && f->line > ret &&
		    (f->file == file || !strcmp(f->file, file)))
			ret = f->line;
	}
	return ret;
}

/* Leaves only the functions of @all that have the line of the spec, "f@file:12", in each of
 * the files that fit. */
static struct sys_error *keep_own(struct debug *d,
				  const struct source_spec *spec,
				  struct dwarf_funcs *all)
{
	struct dwarf_funcs any = { 0 };
	struct sys_error *err = dwarf_funcs_find(d->dwarf, "*", spec->file, 0,
						 &any);
	const char *file = "";
	unsigned line = 0;
	size_t n = 0;

	if (all->n)
		qsort(all->at, all->n, sizeof(*all->at), by_file);
	for (size_t i = 0; i < all->n; i++) {
		if (strcmp(all->at[i].file, file) != 0)
			line = own_line(&any, all->at[i].file,
					spec->ranges[0].first);
		file = all->at[i].file;
		if (line && all->at[i].line == line)
			all->at[n++] = all->at[i];
	}
	all->n = n;
	vec_free(&any);
	return err;
}

struct sys_error *source_each(struct debug *d, const struct source_spec *spec,
			      source_code_fn *fn, void *data)
{
	struct dwarf_funcs all = { 0 };
	struct sys_error *err = dwarf_funcs_find(d->dwarf, spec->function,
						 spec->file, 0, &all);

	if (!err && spec->lines == SOURCE_LINES)
		err = keep_own(d, spec, &all);
	for (size_t i = 0; !err && i < all.n; i++)
		source_each_code(d, &all.at[i], fn, data);
	vec_free(&all);
	return err;
}

struct source_point source_point_of(struct debug *d,
				    const struct dwarf_func *f, uint64_t addr)
{
	return (struct source_point){
		.function = f->name,
		.file = dwarf_short_path(d->dwarf, f->file),
		.line = f->line,
		.addr = addr,
	};
}

struct collector {
	struct debug *d;
	source_point_vec *ret;
	const struct dwarf_func *last;	/* the function of `point` */
	struct source_point point;
};

static void add_code(void *data, const struct dwarf_func *f,
		     struct dwarf_code *code)
{
	struct collector *c = data;
	struct source_point p;

	/* copies of one function follow each other */
	if (c->last != f)
		c->point = source_point_of(c->d, f, 0);
	c->last = f;
	p = c->point;
	p.addr = code->entry;
	p.what = code->is_copy ? SOURCE_COPY : SOURCE_ENTRY;
	p.code = code->number;
	vec_push(c->ret, p);
}

struct sys_error *source_functions(struct debug *d,
				   const struct source_spec *spec,
				   source_point_vec *ret)
{
	struct collector c = { .d = d, .ret = ret };

	return source_each(d, spec, add_code, &c);
}

/* ---- lines -------------------------------------------------------------- */

struct finder {
	struct debug *d;
	const struct source_spec *spec;
	source_point_vec *ret;
	unsigned near;
};

static void add_line(struct finder *x, const struct dwarf_line *l,
		     const char *function)
{
	struct source_point p = {
		.function = function,
		.file = dwarf_short_path(x->d->dwarf, l->file),
		.line = l->line,
		.addr = l->addr,
		.what = SOURCE_STATEMENT,
	};

	p.address = dwarf_address_in(x->d->vars, l->addr, function);
	vec_push(x->ret, p);
}

/* Adds the lines of @found, and frees it. */
static void add_lines(struct finder *x, struct dwarf_lines *found,
		      const char *function)
{
	dwarf_lines_thin(x->d->dwarf, found);
	for (size_t i = 0; i < found->n; i++)
		add_line(x, &found->at[i], function);
	vec_free(found);
}

struct spanner {
	struct debug *d;
	struct dwarf_spans spans;
};

static void add_spans(void *data, const struct dwarf_func *f,
		      struct dwarf_code *code)
{
	struct spanner *s = data;

	if (dwarf_code_die(s->d->dwarf, code))
		dwarf_spans_of(&code->die, &s->spans);
}

/* Returns the number of the line ranges that @spec means in @f, and the ranges in
 * *@ret.  A range that depends on @f is put in @own. */
static size_t ranges_of(const struct source_spec *spec,
			const struct dwarf_func *f, struct source_range *own,
			const struct source_range **ret)
{
	*ret = own;
	own->first = own->last = f->line;
	switch (spec->lines) {
	case SOURCE_LINES:
		*ret = spec->ranges;
		return spec->n_ranges;
	case SOURCE_OFFSET:
		own->first = own->last = f->line + spec->offset;
		break;
	case SOURCE_ALL:
		own->last = UINT_MAX;	/* lines before it are of inlined functions */
		break;
	default:
		break;
	}
	return 1;
}

/* Sets x->near, the nearest line with code, if nothing was found and the spec has only
 * one line. */
static struct sys_error *find_near(struct finder *x, const char *file,
				   const struct source_range *r, size_t n)
{
	if (x->ret->n || n != 1 || r->first != r->last)
		return NULL;
	return dwarf_line_nearest(x->d->dwarf, file, r->first, &x->near);
}

static struct sys_error *add_function(struct finder *x,
				      const struct dwarf_func *f)
{
	struct spanner s = { .d = x->d };
	const struct source_range *ranges;
	struct source_range own;
	struct sys_error *err = NULL;
	size_t n = ranges_of(x->spec, f, &own, &ranges);

	source_each_code(x->d, f, add_spans, &s);
	for (size_t i = 0; !err && i < n; i++) {
		struct line_wish wish = { f->file, ranges[i].first,
					  ranges[i].last };
		struct dwarf_lines lines = { 0 };

		err = dwarf_lines_within(x->d->dwarf, &s.spans, &wish, &lines);
		add_lines(x, &lines, f->name);
	}
	vec_free(&s.spans);
	return err ? err : find_near(x, f->file, ranges, n);
}

/* Finds the statements of "*@file:line": those of the line, in any function. */
static struct sys_error *find_anywhere(struct finder *x)
{
	const struct source_spec *s = x->spec;
	struct sys_error *err = NULL;

	for (size_t i = 0; !err && i < s->n_ranges; i++) {
		struct dwarf_lines lines = { 0 };

		err = dwarf_lines_find(x->d->dwarf, s->file,
				       s->ranges[i].first, s->ranges[i].last,
				       &lines);
		add_lines(x, &lines, "*");
	}
	return err ? err : find_near(x, s->file, s->ranges, s->n_ranges);
}

struct sys_error *source_statements(struct debug *d,
				    const struct source_spec *spec,
				    source_point_vec *ret, unsigned *near)
{
	struct finder x = { .d = d, .spec = spec, .ret = ret };
	struct dwarf_funcs all = { 0 };
	struct sys_error *err;

	if (spec->file && spec->lines == SOURCE_LINES &&
	    !strcmp(spec->function, "*")) {
		err = find_anywhere(&x);
		*near = x.near;
		return err;
	}
	err = dwarf_funcs_find(d->dwarf, spec->function, spec->file, 0, &all);
	if (!err && all.n)
		qsort(all.at, all.n, sizeof(*all.at), by_file);
	for (size_t i = 0; !err && i < all.n; i++)
		err = add_function(&x, &all.at[i]);
	vec_free(&all);
	*near = x.near;
	return err;
}
