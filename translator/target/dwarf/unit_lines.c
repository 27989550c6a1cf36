/* SPDX-License-Identifier: LGPL-2.1-or-later */
/*
 * Decodes the tables of units when they are needed.  A few decoded ones are
 * kept, since questions about addresses of one unit come in groups.
 */
#include <dwarf.h>
#include <stdlib.h>

#include "base/arena.h"
#include "base/buf.h"
#include "base/cleanup.h"
#include "base/error.h"
#include "translator/target/dwarf/dwarf_index.h"
#include "translator/target/dwarf/unit_lines.h"

#define KEPT 16

struct dwarf_line_cache {
	struct line_sections sections;
	struct unit_lines kept[KEPT];
	size_t next;		/* the one that is replaced next */
};

static void unit_lines_free(struct unit_lines *u)
{
	line_table_free(&u->table);
	vec_free(&u->rows);
	free(u->paths);
	*u = (struct unit_lines){ 0 };
}

void dwarf_line_cache_free(struct dwarf_line_cache *c)
{
	for (size_t i = 0; c && i < KEPT; i++)
		unit_lines_free(&c->kept[i]);
	free(c);
}

static struct dwarf_line_cache *cache_of(struct dwarf *d)
{
	if (!d->lines) {
		d->lines = xcalloc(1, sizeof(*d->lines));
		line_sections_init(&d->lines->sections, d->debug);
	}
	return d->lines;
}

/* ---- decoding a unit ---------------------------------------------------- */

static bool add_row(void *data, const struct line_row *row)
{
	struct unit_lines *u = data;
	struct line_row r = *row;

	if (r.is_end)
		r.line = 0;
	vec_push(&u->rows, r);
	return true;
}

/* A sequence: rows up to an end, with ascending addresses. */
struct sequence {
	uint64_t low;
	size_t first, n;
};

static int by_low(const void *a, const void *b)
{
	const struct sequence *x = a, *y = b;

	if (x->low != y->low)
		return x->low < y->low ? -1 : 1;
	return x->first < y->first ? -1 : x->first > y->first;
}

/* Sorts the rows by sequence; sequences come in any order. */
static void sort_rows(struct unit_lines *u)
{
	VEC(struct sequence) all = { 0 };
	struct line_row *rows = xcalloc(u->rows.n + 1, sizeof(*rows));
	size_t n = 0, first = 0;

	for (size_t i = 0; i < u->rows.n; i++) {
		if (!u->rows.at[i].is_end)
			continue;
		vec_push(&all, ((struct sequence){ u->rows.at[first].addr,
						   first, i + 1 - first }));
		first = i + 1;
	}
	if (all.n)
		qsort(all.at, all.n, sizeof(*all.at), by_low);
	for (size_t i = 0; i < all.n; n += all.at[i++].n)
		memcpy(rows + n, u->rows.at + all.at[i].first,
		       all.at[i].n * sizeof(*rows));
	vec_free(&all);
	vec_free(&u->rows);
	u->rows.at = rows;
	u->rows.n = n;
	u->rows.cap = n + 1;
}

static struct sys_error *decode(struct dwarf *d, struct unit_lines *u,
				uint32_t unit)
{
	const struct index_unit *iu = &d->index->units[unit];
	struct sys_error *err;

	u->unit = unit;
	u->is_used = true;
	if (iu->lines == INDEX_NO_LINES)
		return NULL;
	err = line_table_read(&u->table, d->debug, &cache_of(d)->sections,
			      iu->lines);
	if (err)
		return err;
	u->paths = xcalloc(u->table.files.n + 1, sizeof(*u->paths));
	/* a table that is cut off has the sequences up to there */
	line_table_rows(&u->table, add_row, u);
	sort_rows(u);
	return NULL;
}

struct sys_error *unit_lines_get(struct dwarf *d, uint32_t unit,
				 struct unit_lines **ret)
{
	struct dwarf_line_cache *c = cache_of(d);
	struct sys_error *err;

	for (size_t i = 0; i < KEPT; i++)
		if (c->kept[i].is_used && c->kept[i].unit == unit) {
			*ret = &c->kept[i];
			return NULL;
		}
	*ret = &c->kept[c->next++ % KEPT];
	unit_lines_free(*ret);
	err = decode(d, *ret, unit);
	if (err)
		unit_lines_free(*ret);
	return err;
}

const char *unit_lines_path(struct dwarf *d, struct unit_lines *u,
			    uint32_t file)
{
	const struct index_unit *unit = &d->index->units[u->unit];
	_cleanup_buf_ struct buf b = BUF_INIT;

	if (file >= u->table.files.n)
		return "";
	if (!u->paths[file]) {
		line_file_path(&b, index_text(d->index, unit->comp_dir),
			       &u->table.files.at[file]);
		u->paths[file] = arena_strdup(d->arena, b.p);
	}
	return u->paths[file];
}

struct dwarf_line unit_lines_line(struct dwarf *d, struct unit_lines *u,
				  const struct line_row *r)
{
	return (struct dwarf_line){
		.addr = r->addr, .file = unit_lines_path(d, u, r->file),
		.line = r->line, .column = r->column, .unit = u->unit,
		.is_stmt = r->is_stmt,
	};
}

/* ---- the file of a declaration ------------------------------------------- */

/* Returns the path of file number @file of a unit of the shared file (dwz),
 * whose table is in that file, too. */
static const char *alt_path(struct dwarf *d, Dwarf_Die *unit, Dwarf_Word file)
{
	_cleanup_buf_ struct buf b = BUF_INIT;
	struct line_sections sections;
	struct line_table t;
	Dwarf_Attribute a;
	Dwarf_Word offset;
	struct sys_error *err;

	if (!dwarf_attr(unit, DW_AT_stmt_list, &a) ||
	    dwarf_formudata(&a, &offset))
		return "";
	line_sections_init(&sections, d->alt_elf);
	err = line_table_read(&t, d->alt_elf, &sections, offset);
	if (err) {
		sys_error_free(err);
		return "";
	}
	if (file < t.files.n)
		line_file_path(&b, "", &t.files.at[file]);
	line_table_free(&t);
	return arena_strdup(d->arena, b.p);
}

const char *dwarf_decl_path(struct dwarf *d, Dwarf_Die *die)
{
	const struct dwarf_index *ix;
	struct unit_lines *u = NULL;
	Dwarf_Attribute a;
	Dwarf_Die unit;
	Dwarf_Word file;
	struct sys_error *err;
	int64_t number;

	if (!dwarf_attr_integrate(die, DW_AT_decl_file, &a) ||
	    dwarf_formudata(&a, &file) ||
	    dwarf_cu_info(a.cu, NULL, NULL, &unit, NULL, NULL, NULL, NULL))
		return "";
	if (d->alt && dwarf_cu_getdwarf(a.cu) == d->alt)
		return alt_path(d, &unit, file);
	err = dwarf_index_get(d, &ix);
	number = err ? -1 : dwarf_index_unit_of(d, &unit);
	if (number >= 0)
		err = unit_lines_get(d, (uint32_t)number, &u);
	sys_error_free(err);
	return err || !u || file > UINT32_MAX ? "" :
		unit_lines_path(d, u, (uint32_t)file);
}
