/* SPDX-License-Identifier: LGPL-2.1-or-later */
/**
 * @file
 * The state of the walk that makes an index: dwarf_index_scan.c walks,
 * dwarf_index_names.c finds out what things are called and where they are
 * declared.  Only they include this.
 */
#ifndef TARGET_DWARF_INDEX_SCAN_H
#define TARGET_DWARF_INDEX_SCAN_H

#include "translator/target/dwarf_index_raw.h"
#include "translator/target/unit_files.h"

#define SCAN_NONE UINT32_MAX

/* A body whose function is not named yet. */
struct pending {
	struct raw_body body;
	Dwarf_Die towards;	/* itself, or the next DIE on the way */
};

struct scan {
	struct dwarf *d;
	Dwarf *dw;
	struct index_raw *raw;
	struct line_sections sections, alt_sections;
	struct sys_error *err;
	/* of the unit at hand */
	uint32_t unit;
	bool has_classes;
	bool needs_spans;	/* its DIE does not say where its code is */
	unsigned inside;	/* functions around the DIE */
	uint64_t budget;	/* DIEs that it may still have */
	VEC(struct pending) pending;
	struct unit_files files;
	/* while one Dwarf is open */
	VEC(struct unit_files) others;	/* of units that roots are in */
	struct number_map roots;	/* DIE -> func */
	struct number_map scopes;	/* DIE -> the text before its name */
	/* these two are never cleared: */
	struct number_map identities;	/* hash -> func */
	struct number_map types;	/* tag and text -> 1 */
};

/* What a walk wants to know of a DIE, read in one go. */
struct facts {
	const char *name, *linkage;
	uint64_t file, line;
	Dwarf_Addr low;
	Dwarf_Die towards;
	bool has_low, has_ranges, has_towards, has_file;
	bool is_declaration, is_external;
};

/** A DIE as the key of a map: valid while one Dwarf is open. */
static inline uint64_t scan_key(const Dwarf_Die *die)
{
	return (uint64_t)(uintptr_t)die->addr;
}

struct facts scan_facts(Dwarf_Die *die);
/** A string attribute, or "". */
const char *scan_string(Dwarf_Die *die, unsigned name);

/** NULL is "". */
uint32_t scan_text(struct scan *s, const char *t);
/** "scope::name", or the name alone if there is no scope. */
uint32_t scan_scoped(struct scan *s, uint32_t scope, const char *name);

/** @unit: its DIE (of the skeleton, if it is split); false: see s->err. */
bool scan_files_read(struct scan *s, struct unit_files *f, Dwarf_Die *unit);
uint32_t scan_path(struct scan *s, struct unit_files *f, uint64_t i);

/** The function that a body, or a step from it to its root, is of. */
uint32_t scan_func(struct scan *s, Dwarf_Die *die);

#endif
