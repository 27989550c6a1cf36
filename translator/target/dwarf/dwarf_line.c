/* SPDX-License-Identifier: LGPL-2.1-or-later */
/*
 * Finds the addresses of lines.  The index says which units have lines of a
 * file; unit_lines.c reads the lines of one unit.
 */
#include "translator/target/dwarf/dwarf_line.h"

#include <dwarf.h>
#include <string.h>

#include "base/arena.h"
#include "base/buf.h"
#include "base/cleanup.h"
#include "base/error.h"
#include "base/glob.h"
#include "translator/target/dwarf/dwarf_func.h"
#include "translator/target/dwarf/dwarf_index.h"
#include "translator/target/dwarf/unit_lines.h"

/* ---- files -------------------------------------------------------------- */

static size_t first_file(const struct dwarf_index *ix, const char *name,
			 int least)
{
	size_t low = 0, high = ix->head->n_files;

	while (low < high) {
		size_t mid = low + (high - low) / 2;
		const char *path = index_text(ix, ix->files[mid].path);

		if (strcmp(basename(path), name) < least)
			low = mid + 1;
		else
			high = mid;
	}
	return low;
}

/* Calls @fn for each file that fits, until it returns an error. */
static struct sys_error *each_file(
	struct dwarf *d, const char *file,
	struct sys_error *(*fn)(void *data, const struct index_file *f),
	void *data)
{
	const struct dwarf_index *ix;
	struct sys_error *err = dwarf_index_get(d, &ix);
	size_t i = 0, end;

	if (err)
		return err;
	end = ix->head->n_files;
	if (!file[glob_literal(file)]) {
		i = first_file(ix, basename(file), 0);
		end = first_file(ix, basename(file), 1);
	}
	for (; !err && i < end; i++)
		if (dwarf_file_fits(index_text(ix, ix->files[i].path), file))
			err = fn(data, &ix->files[i]);
	return err;
}

/* ---- addresses of lines ------------------------------------------------- */

struct search {
	struct dwarf *d;
	unsigned first, last;
	struct dwarf_lines *ret;	/* NULL: only `nearest` is searched */
	unsigned wanted, nearest;	/* nearest: to `wanted`; 0: none yet */
};

static unsigned distance(unsigned a, unsigned b)
{
	return a > b ? a - b : b - a;
}

static void meet(struct search *s, struct unit_lines *u,
		 const struct line_row *r)
{
	unsigned now, best;

	if (s->ret) {
		vec_push(s->ret, unit_lines_line(s->d, u, r));
		return;
	}
	now = distance(r->line, s->wanted);
	best = distance(s->nearest, s->wanted);
	if (!s->nearest || now < best ||
	    (now == best && r->line > s->nearest))
		s->nearest = r->line;
}

static struct sys_error *search_unit(struct search *s, uint32_t unit,
				     const char *path)
{
	struct unit_lines *u;
	struct sys_error *err = unit_lines_get(s->d, unit, &u);

	for (size_t i = 0; !err && i < u->rows.n; i++) {
		const struct line_row *r = &u->rows.at[i];

		if (r->line && r->line >= s->first &&
		    r->line <= s->last &&
		    elf_file_is_code(s->d->debug, r->addr) &&
		    !strcmp(unit_lines_path(s->d, u, r->file), path))
			meet(s, u, r);
	}
	return err;
}

static struct sys_error *search_file(void *data, const struct index_file *f)
{
	struct search *s = data;
	const struct dwarf_index *ix = s->d->index;
	struct sys_error *err = NULL;

	for (uint32_t i = 0; !err && i < f->n; i++)
		err = search_unit(s, ix->file_units[f->first + i],
				  index_text(ix, f->path));
	return err;
}

static int by_line(const void *a, const void *b)
{
	const struct dwarf_line *x = a, *y = b;
	int c = strcmp(x->file, y->file);

	if (c)
		return c;
	if (x->line != y->line)
		return x->line < y->line ? -1 : 1;
	return x->addr < y->addr ? -1 : x->addr > y->addr;
}

static bool is_one_line(const struct dwarf_line *a, const struct dwarf_line *b)
{
	return a->line == b->line && !strcmp(a->file, b->file);
}

void dwarf_lines_tidy(struct dwarf_lines *l, size_t n)
{
	size_t kept = n, end;
	bool has_stmt;

	if (l->n > n)
		qsort(l->at + n, l->n - n, sizeof(*l->at), by_line);
	for (size_t i = n; i < l->n; i = end) {
		has_stmt = false;
		for (end = i; end < l->n &&
		     is_one_line(&l->at[i], &l->at[end]); end++)
			has_stmt |= l->at[end].is_stmt;
		for (; i < end; i++)
			if (l->at[i].is_stmt == has_stmt &&
			    (kept == n || by_line(&l->at[kept - 1],
						  &l->at[i])))
				l->at[kept++] = l->at[i];
	}
	l->n = kept;
}

struct sys_error *dwarf_lines_find(struct dwarf *d, const char *file,
				   unsigned first, unsigned last,
				   struct dwarf_lines *ret)
{
	struct search s = { .d = d, .first = first, .last = last, .ret = ret };
	size_t n = ret->n;
	struct sys_error *err = each_file(d, file, search_file, &s);

	dwarf_lines_tidy(ret, n);
	return err;
}

struct sys_error *dwarf_line_nearest(struct dwarf *d, const char *file,
				     unsigned line, unsigned *ret)
{
	struct search s = { .d = d, .last = UINT32_MAX, .wanted = line };
	struct sys_error *err = each_file(d, file, search_file, &s);

	*ret = s.nearest;
	return err;
}

/* ---- thinning ----------------------------------------------------------- */

/* Returns true if a block declares variables.  One that declares none may be
 * there only for a range of addresses. */
static bool has_names(Dwarf_Die *block)
{
	Dwarf_Die die;
	int rc = dwarf_child(block, &die);

	for (; !rc; rc = dwarf_siblingof(&die, &die))
		if (dwarf_tag(&die) == DW_TAG_variable)
			return true;
	return false;
}

/* Returns the address of the DIE of the innermost function, copy or block with names around
 * @addr; 0: none. */
static uint64_t owner_of(struct dwarf *d, uint64_t addr)
{
	struct dwarf_scopes scopes = { 0 };
	uint64_t owner = 0;

	dwarf_scopes_find(d, addr, &scopes);
	for (size_t i = 0; !owner && i + 1 < scopes.n; i++)
		if (dwarf_tag(&scopes.at[i]) != DW_TAG_lexical_block ||
		    has_names(&scopes.at[i]))
			owner = (uint64_t)(uintptr_t)scopes.at[i].addr;
	vec_free(&scopes);
	return owner;
}

void dwarf_lines_thin(struct dwarf *d, struct dwarf_lines *l)
{
	VEC(uint64_t) owners = { 0 };
	size_t kept = 0;

	dwarf_lines_tidy(l, 0);
	for (size_t i = 0; i < l->n; i++) {
		uint64_t owner = owner_of(d, l->at[i].addr);
		bool is_new = true;

		for (size_t k = kept; is_new && k &&
		     is_one_line(&l->at[k - 1], &l->at[i]); k--)
			is_new = owners.at[k - 1] != owner;
		if (!is_new)
			continue;
		l->at[kept++] = l->at[i];
		vec_push(&owners, owner);
	}
	l->n = kept;
	vec_free(&owners);
}
