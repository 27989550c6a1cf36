/* SPDX-License-Identifier: LGPL-2.1-or-later */
/*
 * The one walk over all units.
 *
 * Only what can hold code is entered: functions, blocks, inlined copies,
 * namespaces, and classes where the language puts functions into them; types
 * and variables are noted in passing, outside functions.  A
 * function's name is at its root (see dwarf_root_die()), which many copies
 * share and which may come later in the unit; so bodies are first noted with
 * the DIE that leads there, and named when the unit is through.
 *
 * libdw keeps what it has read of abbreviations until the end.  On a kernel
 * that would be more than all the rest, so every few units it is opened anew.
 *
 * Hostile DWARF can make lists of children overlap, so that a walk would take
 * exponential time: a unit has no more DIEs than bytes, and that is counted.
 */
#include <dwarf.h>

#include "base/arena.h"
#include "base/cleanup.h"
#include "base/error.h"
#include "translator/target/dwarf_index_scan.h"
#include "translator/target/elf_symbols.h"

#define DEPTH_MAX 256
/* Units between two openings of libdw. */
#define UNITS_AT_ONCE 128

static bool fail(struct scan *s, Dwarf_Die *die)
{
	int code = dwarf_errno();

	if (!s->err)
		s->err = elf_file_damaged(
			s->d->debug, "the DIE at offset %#llx of .debug_info: "
			"%s", (unsigned long long)dwarf_dieoffset(die),
			code ? dwarf_errmsg(code) : "too much is inside it");
	return false;
}

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
	line_table_rows(&s->files.table, mark_file, &m);
	for (size_t i = 0; i < m.n; i++) {
		uint32_t path = seen[i] ? scan_path(s, &s->files, i) : 0;

		if (path)
			vec_push(&s->raw->uses,
				 ((struct raw_use){ path, s->unit }));
	}
}

/* ---- bodies ------------------------------------------------------------- */

static void note_span(struct scan *s, Dwarf_Addr low, Dwarf_Addr high)
{
	struct index_span span = { .low = low, .high = high,
				   .unit = s->unit };

	/* 0: thrown away by the linker */
	if (low && low < high)
		vec_push(&s->raw->spans, span);
}

static void note_spans(struct scan *s, Dwarf_Die *die)
{
	Dwarf_Addr base, low, high;
	ptrdiff_t at = 0;

	while ((at = dwarf_ranges(die, at, &base, &low, &high)) > 0)
		note_span(s, low, high);
}

static bool first_address(Dwarf_Die *die, const struct facts *f,
			  Dwarf_Addr *ret)
{
	Dwarf_Addr base, high;
	ptrdiff_t at = 0;

	*ret = f->low;
	if (!f->has_ranges)
		return f->has_low;
	while ((at = dwarf_ranges(die, at, &base, ret, &high)) > 0)
		if (*ret < high)
			return true;
	return false;
}

static void note_body(struct scan *s, Dwarf_Die *die, const struct facts *f,
		      Dwarf_Addr entry, bool is_copy)
{
	struct pending p = {
		.body = { .entry = entry, .unit = s->unit,
			  .at = (uint32_t)dwarf_cuoffset(die),
			  .is_copy = is_copy },
		.towards = f->has_towards && is_copy ? f->towards : *die,
	};

	vec_push(&s->pending, p);
}

/*
 * Of a weak function that another one replaced the code is still there, but
 * its name belongs to the other one: nothing ever calls it.
 */
static bool is_replaced(struct scan *s, const struct raw_body *b)
{
	const struct raw_func *f = &s->raw->funcs.at[b->func];
	const char *name = s->raw->texts.bytes.p +
		(f->linkage ? f->linkage : f->plain);
	const struct elf_symbol *there;
	size_t first;

	if (b->is_copy || !(f->flags & INDEX_EXTERNAL) ||
	    !elf_symbols_named(s->d->debug, name, &first))
		return false;
	/* a part of it that was split off has a symbol of its own */
	there = elf_symbol_at(s->d->debug, b->entry);
	return !there || there->addr != b->entry;
}

static void name_pending(struct scan *s)
{
	for (size_t i = 0; i < s->pending.n && !s->err; i++) {
		struct pending *p = &s->pending.at[i];

		p->body.func = scan_func(s, &p->towards);
		if (p->body.func != SCAN_NONE && !is_replaced(s, &p->body))
			vec_push(&s->raw->bodies, p->body);
	}
	s->pending.n = 0;
}

/* ---- types and variables ------------------------------------------------ */

static void note_thing(struct scan *s, Dwarf_Die *die, uint32_t name)
{
	struct index_thing t = {
		.name = name, .unit = s->unit,
		.at = (uint32_t)dwarf_cuoffset(die),
		.tag = (uint32_t)dwarf_tag(die),
	};

	vec_push(&s->raw->things, t);
}

/* A kernel describes each of its types some thousand times: the first does. */
static void note_type(struct scan *s, Dwarf_Die *die, uint32_t scope)
{
	const char *plain = dwarf_diename(die);
	uint32_t name, known;
	uint64_t key;

	if (!plain || !*plain)
		return;
	name = scan_scoped(s, scope, plain);
	key = (uint64_t)dwarf_tag(die) << 32 | name;
	if (number_map_find(&s->types, key, &known) ||
	    dwarf_hasattr(die, DW_AT_declaration))
		return;
	number_map_at(&s->types, key, 1);
	note_thing(s, die, name);
}

static void note_variable(struct scan *s, Dwarf_Die *die, uint32_t scope)
{
	const char *name;

	if (!dwarf_hasattr(die, DW_AT_location) &&
	    !dwarf_hasattr(die, DW_AT_const_value))
		return;
	name = dwarf_diename(die);
	if (name && *name)
		note_thing(s, die, scan_scoped(s, scope, name));
}

/* ---- the walk ----------------------------------------------------------- */

static bool walk(struct scan *s, Dwarf_Die *parent, uint32_t scope,
		 unsigned depth);

/* True: there may be more code inside. */
static bool enter_function(struct scan *s, Dwarf_Die *die, uint32_t scope)
{
	struct facts f = scan_facts(die);
	Dwarf_Addr entry;

	if (scope && !f.has_towards)
		*number_map_at(&s->scopes, scan_key(die), scope) = scope;
	if (f.is_declaration || !(f.has_low || f.has_ranges) ||
	    !first_address(die, &f, &entry) ||
	    !elf_file_is_code(s->d->debug, entry))
		return false;
	note_body(s, die, &f, entry, false);
	if (s->needs_spans)
		note_spans(s, die);
	return true;
}

static bool enter_copy(struct scan *s, Dwarf_Die *die)
{
	struct facts f = scan_facts(die);

	if (f.has_towards && (f.has_low || f.has_ranges))
		note_body(s, die, &f, 0, true);
	return true;
}

static uint32_t scope_name(struct scan *s, Dwarf_Die *die, uint32_t scope)
{
	const char *name = dwarf_diename(die);

	if (!name)
		name = dwarf_tag(die) == DW_TAG_namespace ?
			"(anonymous namespace)" : "(anonymous)";
	return scan_scoped(s, scope, name);
}

/* What is inside a function is nobody's else: only its code is looked for. */
static bool walk_function(struct scan *s, Dwarf_Die *die, unsigned depth)
{
	bool ok;

	s->inside++;
	ok = walk(s, die, 0, depth);
	s->inside--;
	return ok;
}

static bool walk_type(struct scan *s, Dwarf_Die *die, uint32_t scope,
		      unsigned depth)
{
	if (!s->inside)
		note_type(s, die, scope);
	switch (dwarf_tag(die)) {
	case DW_TAG_typedef:
	case DW_TAG_base_type:
		return true;
	default:
		return !s->has_classes ||
		       walk(s, die, scope_name(s, die, scope), depth);
	}
}

static bool walk_one(struct scan *s, Dwarf_Die *die, uint32_t scope,
		     unsigned depth)
{
	switch (dwarf_tag(die)) {
	case DW_TAG_subprogram:
		return !enter_function(s, die, scope) ||
		       walk_function(s, die, depth);
	case DW_TAG_inlined_subroutine:
		return enter_copy(s, die) && walk(s, die, 0, depth);
	case DW_TAG_lexical_block:
	case DW_TAG_try_block:
	case DW_TAG_catch_block:
		return walk(s, die, 0, depth);
	case DW_TAG_namespace:
	case DW_TAG_module:
		return walk(s, die, scope_name(s, die, scope), depth);
	case DW_TAG_class_type:
	case DW_TAG_structure_type:
	case DW_TAG_union_type:
	case DW_TAG_enumeration_type:
	case DW_TAG_typedef:
	case DW_TAG_base_type:
		return walk_type(s, die, scope, depth);
	case DW_TAG_variable:
		if (!s->inside)
			note_variable(s, die, scope);
		return true;
	default:
		return true;
	}
}

static bool walk(struct scan *s, Dwarf_Die *parent, uint32_t scope,
		 unsigned depth)
{
	Dwarf_Die die;
	int rc = dwarf_child(parent, &die);

	if (rc < 0 || depth >= DEPTH_MAX)
		return fail(s, parent);
	for (; !rc; rc = dwarf_siblingof(&die, &die)) {
		if (!s->budget--)
			return fail(s, &die);
		if (!walk_one(s, &die, scope, depth + 1))
			return false;
	}
	return rc > 0 || fail(s, parent);
}

/* ---- units -------------------------------------------------------------- */

/* Their functions, if any, are not inside structures. */
static bool is_plain_language(int language)
{
	switch (language) {
	case DW_LANG_C:
	case DW_LANG_C89:
	case DW_LANG_C99:
	case DW_LANG_C11:
	case DW_LANG_Mips_Assembler:
		return true;
	default:
		return false;
	}
}

/* @die: of the unit; @whole: of what it stands for, if it is a skeleton. */
static bool scan_unit(struct scan *s, Dwarf_Die *die, Dwarf_Die *whole,
		      uint64_t size)
{
	struct index_unit u = {
		.die = dwarf_dieoffset(die), .lines = unit_lines_offset(die),
		.language = (uint32_t)dwarf_srclang(whole),
	};
	size_t spans = s->raw->spans.n;

	u.name = scan_text(s, scan_string(whole, DW_AT_name));
	u.comp_dir = scan_text(s, scan_string(die, DW_AT_comp_dir));
	s->unit = (uint32_t)s->raw->units.n;
	vec_push(&s->raw->units, u);
	s->has_classes = !is_plain_language((int)u.language);
	s->budget = size;
	note_spans(s, die);
	s->needs_spans = s->raw->spans.n == spans;
	if (!scan_files_read(s, &s->files, die))
		return false;
	/* what a split unit declares is numbered by its skeleton's table */
	s->files.unit = whole->cu;
	if (dwarf_tag(die) != DW_TAG_partial_unit)
		note_files(s);
	if (walk(s, whole, 0, 0))
		name_pending(s);
	unit_files_free(&s->files);
	return !s->err;
}

/* All that is known by the address of a DIE, or of libdw's units. */
static void forget(struct scan *s)
{
	for (size_t i = 0; i < s->others.n; i++)
		unit_files_free(&s->others.at[i]);
	s->others.n = 0;
	number_map_clear(&s->roots);
	number_map_clear(&s->scopes);
}

/* Opens libdw anew; @unit, if not NULL, becomes the same unit there. */
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
	s->err = elf_file_damaged(s->d->debug, "%s", dwarf_errmsg(-1));
	return false;
}

/* Bytes of the unit that @die is in. */
static uint64_t unit_size(Dwarf_Die *die)
{
	Dwarf_Off at = dwarf_dieoffset(die) - dwarf_cuoffset(die), next;

	if (dwarf_next_unit(dwarf_cu_getdwarf(die->cu), at, &next, NULL, NULL,
			    NULL, NULL, NULL, NULL, NULL) || next < at)
		return 0;
	return next - at;
}

static void show_progress(const struct scan *s, uint64_t at, uint64_t size)
{
	if (s->d->progress && size)
		s->d->progress(s->d->progress_data,
			       (unsigned)(100 * at / size));
}

/* The file of a split unit is not where it was when it was compiled. */
static void note_missing(struct scan *s, Dwarf_Die *die)
{
	const char *name = scan_string(die, DW_AT_dwo_name);

	if (!*name)
		name = scan_string(die, DW_AT_GNU_dwo_name);
	if (!s->raw->n_missing++)
		s->raw->missing = scan_text(s, name);
}

static bool next_unit(struct scan *s, Dwarf_CU **cu, uint64_t size)
{
	Dwarf_Die die, split, *whole;
	Dwarf_Half version;
	uint8_t type;
	int rc = dwarf_get_units(s->dw, *cu, cu, &version, &type, &die,
				 &split);

	if (rc) {
		if (rc < 0)
			s->err = elf_file_damaged(s->d->debug,
						  "its units: %s",
						  dwarf_errmsg(-1));
		return false;
	}
	if (type == DW_UT_type || type == DW_UT_split_type)
		return true;
	show_progress(s, dwarf_dieoffset(&die), size);
	if (type == DW_UT_skeleton && !split.cu)
		note_missing(s, &die);
	whole = type == DW_UT_skeleton && split.cu ? &split : &die;
	return scan_unit(s, &die, whole, unit_size(whole)) &&
	       (s->raw->units.n % UNITS_AT_ONCE ||
		reopen(s, cu, dwarf_dieoffset(&die)));
}

static uint64_t debug_info_size(const struct elf_file *e)
{
	struct range r;

	return elf_file_bytes(e, ".debug_info", &r) ? r.n : 0;
}

struct sys_error *dwarf_index_scan(struct dwarf *d, struct index_raw *ret)
{
	struct scan s = { .d = d, .raw = ret };
	uint64_t size = debug_info_size(d->debug);
	Dwarf_CU *cu = NULL;

	line_sections_init(&s.sections, d->debug);
	if (d->alt_elf)
		line_sections_init(&s.alt_sections, d->alt_elf);
	if (reopen(&s, NULL, 0))
		while (next_unit(&s, &cu, size))
			;
	show_progress(&s, 1, 1);
	forget(&s);
	dwarf_end(s.dw);
	vec_free(&s.others);
	vec_free(&s.pending);
	number_map_free(&s.roots);
	number_map_free(&s.scopes);
	number_map_free(&s.identities);
	number_map_free(&s.types);
	return s.err;
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
