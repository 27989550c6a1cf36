/* SPDX-License-Identifier: LGPL-2.1-or-later */
/*
 * Walks over all units, once.
 *
 * libdw keeps the abbreviations that it has read until it is closed.  For a kernel they would
 * take more memory than all other data, so libdw is opened anew every few units.
 *
 * A damaged unit is used up to the damage; the first damage is remembered, for
 * a warning.
 */
#include <dwarf.h>

#include "base/arena.h"
#include "base/cleanup.h"
#include "base/error.h"
#include "translator/target/dwarf/die.h"
#include "translator/target/dwarf/dwarf_scan_private.h"

/* Units between two openings of libdw. */
#define UNITS_AT_ONCE 128

/* ---- which files have lines here ---------------------------------------- */

struct line_marks {
	unsigned char *seen;
	size_t n;
};

static bool mark_file(void *data, const struct line_row *row)
{
	struct line_marks *m = data;

	if (row->file < m->n && !row->is_end)
		m->seen[row->file] = 1;
	return true;
}

static void note_files(struct scan *s)
{
	struct line_marks m = { .n = s->files.table.files.n };
	_cleanup_free_ unsigned char *seen = xcalloc(m.n + 1, 1);

	m.seen = seen;
	if (!line_table_rows(&s->files.table, mark_file, &m))
		scan_note_damage(s, elf_file_damaged(
			s->d->debug, "the line table at offset %#llx of "
			".debug_line is cut off", (unsigned long long)
			s->raw->units.at[s->unit].lines));
	for (size_t i = 0; i < m.n; i++) {
		uint32_t path = seen[i] ? scan_path(s, &s->files, i) : 0;

		if (path)
			vec_push(&s->raw->uses,
				 ((struct raw_use){ path, s->unit }));
	}
}

/* ---- units -------------------------------------------------------------- */

void scan_note_damage(struct scan *s, struct sys_error *err)
{
	if (!s->raw->n_damaged++)
		s->raw->damage = scan_text(s, err->text);
	sys_error_free(err);
}

bool scan_damaged(struct scan *s, Dwarf_Die *die)
{
	int code = dwarf_errno();

	scan_note_damage(s, elf_file_damaged(
		scan_elf(s, dwarf_cu_getdwarf(die->cu)),
		"the DIE at offset %#llx of .debug_info: %s",
		(unsigned long long)dwarf_dieoffset(die),
		code ? dwarf_errmsg(code) : "it is nested too deeply"));
	return false;
}

/* Returns the size of the unit that @die is in, in bytes; 0: not known. */
static uint64_t unit_size(Dwarf_Die *die, uint32_t where)
{
	Dwarf_Off at = dwarf_dieoffset(die) - dwarf_cuoffset(die), next;
	uint64_t signature, *types = NULL;

	/* libdw reads .debug_types if it gets a pointer for the signature */
	if (where == INDEX_IN_TYPES)
		types = &signature;
	if (dwarf_next_unit(dwarf_cu_getdwarf(die->cu), at, &next, NULL, NULL,
			    NULL, NULL, NULL, types, NULL) || next < at)
		return 0;
	return next - at;
}

/* Adds a unit and begins to read it.  @die: of the unit; @whole: of its
 * split unit if it is a skeleton, else the same. */
static void begin_unit(struct scan *s, Dwarf_Die *die, Dwarf_Die *whole,
		       uint32_t where)
{
	struct index_unit u = {
		.die = dwarf_dieoffset(die), .lines = unit_lines_offset(die),
		.language = (uint32_t)dwarf_srclang(whole), .where = where,
	};

	u.name = scan_text(s, scan_string(whole, DW_AT_name));
	u.comp_dir = scan_text(s, scan_string(die, DW_AT_comp_dir));
	s->unit = (uint32_t)s->raw->units.n;
	vec_push(&s->raw->units, u);
	s->raw->n_info += where == INDEX_IN_INFO;
	s->has_classes = !die_is_c_language((int)u.language);
	s->budget = unit_size(whole, where);
	s->scope_list.n = 0;
	vec_push(&s->scope_list, ((struct scan_scope){ 0 }));
}

static void scan_unit(struct scan *s, Dwarf_Die *die, Dwarf_Die *whole,
		      uint32_t where)
{
	size_t spans = s->raw->spans.n;

	begin_unit(s, die, whole, where);
	scan_note_spans(s, die);
	s->needs_spans = s->raw->spans.n == spans;
	scan_files_read(s, &s->files, die);
	/* what a split unit declares is numbered by its skeleton's table */
	s->files.unit = whole->cu;
	/* a unit that others only refer to has no lines of its own */
	if (dwarf_tag(die) == DW_TAG_compile_unit ||
	    dwarf_tag(die) == DW_TAG_skeleton_unit)
		note_files(s);
	scan_walk(s, whole);
	unit_files_free(&s->files);
}

/* Forgets all that is known by the address of a DIE, or of libdw's units. */
static void forget(struct scan *s)
{
	for (size_t i = 0; i < s->others.n; i++)
		unit_files_free(&s->others.at[i]);
	s->others.n = 0;
	number_map_clear(&s->roots);
	number_map_clear(&s->scopes);
}

/* Opens libdw anew.  @unit, if not NULL, is a unit whose DIE is at @offset: *@unit becomes
 * the same unit in the new Dwarf. */
static bool reopen(struct scan *s, Dwarf_CU **unit, uint64_t offset)
{
	Dwarf_Die die;

	forget(s);
	dwarf_end(s->dw);
	s->dw = dwarf_begin_elf(s->d->debug->elf, DWARF_C_READ, NULL);
	if (s->dw && s->d->alt)
		dwarf_setalt(s->dw, s->d->alt);
	if (s->dw && (!unit || dwarf_offdie(s->dw, offset, &die))) {
		if (unit)
			*unit = die.cu;
		return true;
	}
	scan_note_damage(s, elf_file_damaged(s->d->debug, "%s",
					     dwarf_errmsg(-1)));
	return false;
}

static void show_progress(const struct scan *s, uint64_t at, uint64_t size)
{
	if (s->d->progress && size)
		s->d->progress(s->d->progress_data,
			       (unsigned)(100 * at / size));
}

/* Notes that the file of a split unit is not where it was when it was compiled. */
static void note_missing(struct scan *s, Dwarf_Die *die)
{
	const char *name = scan_string(die, DW_AT_dwo_name);

	if (!*name)
		name = scan_string(die, DW_AT_GNU_dwo_name);
	if (!s->raw->n_missing++)
		s->raw->missing = scan_text(s, name);
}

/* Notes damage of which libdw cannot find the end: all units after it are
 * lost. */
static void note_end(struct scan *s, Dwarf *dw, Dwarf_CU *last)
{
	Dwarf_Die die = { 0 };

	if (last)
		dwarf_cu_die(last, &die, NULL, NULL, NULL, NULL, NULL, NULL);
	scan_note_damage(s, elf_file_damaged(
		scan_elf(s, dw),
		"what follows offset %#llx of .debug_info: %s",
		(unsigned long long)(last ? dwarf_dieoffset(&die) : 0),
		dwarf_errmsg(-1)));
}

/* Moves *@cu to the next unit and scans it; @ret is its DIE.  False at the end. */
static bool next_unit(struct scan *s, Dwarf *dw, Dwarf_CU **cu,
		      Dwarf_Die *ret)
{
	Dwarf_CU *last = *cu;
	Dwarf_Half version;
	Dwarf_Die split;
	uint32_t where = dw == s->d->alt ? INDEX_IN_ALT : INDEX_IN_INFO;
	uint8_t type;
	int rc = dwarf_get_units(dw, last, cu, &version, &type, ret, &split);

	if (rc < 0)
		note_end(s, dw, last);
	if (rc)
		return false;
	/* a kind that libdw does not know has no DIE */
	if (!ret->addr || type == DW_UT_split_type)
		return true;
	if (type == DW_UT_type && version < 5)
		where = INDEX_IN_TYPES;
	if (type == DW_UT_skeleton && !split.cu)
		note_missing(s, ret);
	scan_unit(s, ret, type == DW_UT_skeleton && split.cu ? &split : ret,
		  where);
	return true;
}

static uint64_t debug_info_size(const struct elf_file *e)
{
	struct range r;

	return elf_file_bytes(e, ".debug_info", &r) ? r.n : 0;
}

static void scan_main(struct scan *s)
{
	uint64_t size = debug_info_size(s->d->debug);
	Dwarf_CU *cu = NULL;
	Dwarf_Die die;

	while (next_unit(s, s->dw, &cu, &die)) {
		if (s->raw->n_info != s->raw->units.n || !die.addr)
			continue;
		show_progress(s, dwarf_dieoffset(&die), size);
		if (!(s->raw->n_info % UNITS_AT_ONCE) &&
		    !reopen(s, &cu, dwarf_dieoffset(&die)))
			break;
	}
	show_progress(s, 1, 1);
}

static void scan_alt(struct scan *s)
{
	Dwarf_CU *cu = NULL;
	Dwarf_Die die;

	while (next_unit(s, s->d->alt, &cu, &die))
		;
}

void dwarf_index_scan(struct dwarf *d, struct index_raw *ret)
{
	struct scan s = { .d = d, .raw = ret };

	line_sections_init(&s.sections, d->debug);
	if (d->alt)
		line_sections_init(&s.alt_sections, d->alt_elf);
	if (reopen(&s, NULL, 0))
		scan_main(&s);
	if (d->alt)
		scan_alt(&s);
	forget(&s);
	dwarf_end(s.dw);
	vec_free(&s.others);
	vec_free(&s.scope_list);
	vec_free(&s.pending);
	vec_free(&s.later);
	vec_free(&s.parts);
	number_map_free(&s.roots);
	number_map_free(&s.scopes);
	number_map_free(&s.identities);
	number_map_free(&s.types);
}

void dwarf_index_raw_free(struct index_raw *raw)
{
	text_pool_free(&raw->texts);
	vec_free(&raw->units);
	vec_free(&raw->spans);
	vec_free(&raw->funcs);
	vec_free(&raw->bodies);
	vec_free(&raw->uses);
	vec_free(&raw->things);
}
