/* SPDX-License-Identifier: LGPL-2.1-or-later */
/*
 * The index says which units have lines of a file; their tables are decoded
 * when asked for.  A few decoded ones are kept, since questions about one
 * place come in groups.
 *
 * Rows are kept by address.  Each is valid up to the next one; where a
 * sequence ends there is a row with line 0.
 */
#include "translator/target/dwarf_line.h"

#include <dwarf.h>

#include "base/arena.h"
#include "base/buf.h"
#include "base/cleanup.h"
#include "base/error.h"
#include "translator/target/dwarf_func.h"
#include "translator/target/dwarf_index.h"
#include "translator/target/glob.h"
#include "translator/target/line_table.h"

#define KEPT 16

struct unit_lines {
	bool is_used;
	uint32_t unit;
	struct line_table table;
	const char **paths;	/* of the table's files; of the arena */
	VEC(struct line_row) rows;
};

struct dwarf_line_cache {
	struct line_sections sections;
	struct unit_lines kept[KEPT];
	size_t next;		/* the one that goes first */
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

/* Rows up to an end, whose addresses ascend. */
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

/* Sequences come in any order. */
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
	if (!line_table_rows(&u->table, add_row, u))
		return elf_file_damaged(d->debug, "the line table at offset "
					"%#llx of .debug_line is cut off",
					(unsigned long long)iu->lines);
	sort_rows(u);
	return NULL;
}

static struct sys_error *lines_of_unit(struct dwarf *d, uint32_t unit,
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

static const char *path_at(struct dwarf *d, struct unit_lines *u, uint32_t file)
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

static struct dwarf_line line_at(struct dwarf *d, struct unit_lines *u,
				 const struct line_row *r)
{
	return (struct dwarf_line){
		.addr = r->addr, .file = path_at(d, u, r->file),
		.line = r->line, .column = r->column, .unit = u->unit,
		.is_stmt = r->is_stmt,
	};
}

/* ---- the file of a declaration ------------------------------------------- */

/* A unit of the shared file (dwz): those are not in the index. */
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
		err = lines_of_unit(d, (uint32_t)number, &u);
	sys_error_free(err);
	return err || !u || file > UINT32_MAX ? "" :
		path_at(d, u, (uint32_t)file);
}

/* ---- files -------------------------------------------------------------- */

static const char *last_component(const char *path)
{
	const char *slash = strrchr(path, '/');

	return slash ? slash + 1 : path;
}

static size_t first_file(const struct dwarf_index *ix, const char *name,
			 int least)
{
	size_t low = 0, high = ix->head->n_files;

	while (low < high) {
		size_t mid = low + (high - low) / 2;
		const char *path = index_text(ix, ix->files[mid].path);

		if (strcmp(last_component(path), name) < least)
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
		i = first_file(ix, last_component(file), 0);
		end = first_file(ix, last_component(file), 1);
	}
	for (; !err && i < end; i++)
		if (dwarf_file_fits(index_text(ix, ix->files[i].path), file))
			err = fn(data, &ix->files[i]);
	return err;
}

struct file_list {
	struct dwarf *d;
	struct dwarf_paths *ret;
};

static struct sys_error *add_path(void *data, const struct index_file *f)
{
	struct file_list *l = data;

	vec_push(l->ret, index_text(l->d->index, f->path));
	return NULL;
}

struct sys_error *dwarf_files_find(struct dwarf *d, const char *file,
				   struct dwarf_paths *ret)
{
	struct file_list l = { d, ret };

	return each_file(d, file, add_path, &l);
}

/* ---- addresses of lines ------------------------------------------------- */

struct search {
	struct dwarf *d;
	unsigned first, last;
	struct dwarf_lines *ret;	/* or NULL, for the nearest: */
	unsigned wanted, nearest;
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
		vec_push(s->ret, line_at(s->d, u, r));
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
	struct sys_error *err = lines_of_unit(s->d, unit, &u);

	for (size_t i = 0; !err && i < u->rows.n; i++) {
		const struct line_row *r = &u->rows.at[i];

		if (r->line && r->line >= s->first &&
		    r->line <= s->last &&
		    elf_file_is_code(s->d->debug, r->addr) &&
		    !strcmp(path_at(s->d, u, r->file), path))
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

/*
 * Sorts what is behind the first @n and drops doubles there; and addresses
 * that are not recommended, of lines that have some that are.
 */
static void tidy(struct dwarf_lines *l, size_t n)
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

	tidy(ret, n);
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

/* The function or copy around an address; 0: none. */
static uint64_t owner_of(struct dwarf *d, uint64_t addr)
{
	struct dwarf_scopes scopes = { 0 };
	uint64_t owner = 0;

	dwarf_scopes_find(d, addr, &scopes);
	for (size_t i = 0; !owner && i < scopes.n; i++) {
		int tag = dwarf_tag(&scopes.at[i]);

		if (tag == DW_TAG_subprogram ||
		    tag == DW_TAG_inlined_subroutine)
			owner = (uint64_t)(uintptr_t)scopes.at[i].addr;
	}
	vec_free(&scopes);
	return owner;
}

void dwarf_lines_thin(struct dwarf *d, struct dwarf_lines *l)
{
	VEC(uint64_t) owners = { 0 };
	size_t kept = 0;

	tidy(l, 0);
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

/* ---- from addresses ----------------------------------------------------- */

/* The number of the first row behind @addr. */
static size_t first_behind(const struct unit_lines *u, uint64_t addr)
{
	size_t low = 0, high = u->rows.n;

	while (low < high) {
		size_t mid = low + (high - low) / 2;

		if (u->rows.at[mid].addr <= addr)
			low = mid + 1;
		else
			high = mid;
	}
	return low;
}

static struct sys_error *lines_around(struct dwarf *d, uint64_t addr,
				      struct unit_lines **ret)
{
	const struct dwarf_index *ix;
	struct sys_error *err = dwarf_index_get(d, &ix);
	int64_t unit;

	*ret = NULL;
	if (err)
		return err;
	unit = dwarf_index_unit_at(ix, addr);
	return unit < 0 ? NULL : lines_of_unit(d, (uint32_t)unit, ret);
}

bool dwarf_line_at(struct dwarf *d, uint64_t addr, struct dwarf_line *ret)
{
	struct unit_lines *u;
	struct sys_error *err = lines_around(d, addr, &u);
	size_t n;

	sys_error_free(err);
	n = err || !u ? 0 : first_behind(u, addr);
	if (!n || !u->rows.at[n - 1].line)
		return false;
	*ret = line_at(d, u, &u->rows.at[n - 1]);
	return true;
}

struct sys_error *dwarf_lines_of(struct dwarf *d, Dwarf_Die *code,
				 struct dwarf_lines *ret)
{
	struct dwarf_spans spans = { 0 };
	struct sys_error *err = NULL;

	dwarf_spans_of(code, &spans);
	for (size_t i = 0; !err && i < spans.n; i++) {
		struct unit_lines *u;
		size_t at;

		err = lines_around(d, spans.at[i].low, &u);
		if (err || !u)
			break;
		at = spans.at[i].low ? first_behind(u, spans.at[i].low - 1) : 0;
		for (; at < u->rows.n && u->rows.at[at].addr <
		     spans.at[i].high; at++)
			if (u->rows.at[at].line && u->rows.at[at].is_stmt)
				vec_push(ret, line_at(d, u, &u->rows.at[at]));
	}
	vec_free(&spans);
	return err;
}

/*
 * A compiler that optimises says where the prologue ends, or there is none
 * worth the name.  GCC does not say it, but code without optimisation has a
 * second row of the same function where its first line begins.
 */
static bool is_optimised(Dwarf_Die *body)
{
	Dwarf_Attribute a;
	Dwarf_Die unit;
	const char *producer;
	bool optimised = false;

	if (!dwarf_diecu(body, &unit, NULL, NULL) ||
	    !dwarf_attr(&unit, DW_AT_producer, &a))
		return true;
	producer = dwarf_formstring(&a);
	/* others do not write down their options: the entry is safe */
	if (!producer || !strstr(producer, "GNU"))
		return true;
	while ((producer = strstr(producer, " -O"))) {
		producer += strlen(" -O");
		optimised = *producer != '0';
	}
	return optimised;
}

uint64_t dwarf_behind_prologue(struct dwarf *d, Dwarf_Die *body)
{
	struct dwarf_spans spans = { 0 };
	struct unit_lines *u = NULL;
	uint64_t entry = 0, ret;
	size_t at, met = 0;

	if (!dwarf_entry_of(body, &entry))
		return 0;
	ret = entry;
	dwarf_spans_of(body, &spans);
	sys_error_free(lines_around(d, entry, &u));
	at = u ? first_behind(u, entry) : 0;
	for (size_t i = at; u && spans.n && i < u->rows.n &&
	     u->rows.at[i].addr < spans.at[0].high; i++) {
		const struct line_row *r = &u->rows.at[i];

		if (!r->line || !r->is_stmt)
			continue;
		if (r->prologue_end || (!met++ && !is_optimised(body))) {
			ret = r->addr;
			break;
		}
	}
	vec_free(&spans);
	return ret;
}
