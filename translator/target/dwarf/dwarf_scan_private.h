/* SPDX-License-Identifier: LGPL-2.1-or-later */
/**
 * @file
 * The state of the walk that makes an index: dwarf_index_scan.c goes through
 * the units, dwarf_index_walk.c through what is in one, dwarf_index_names.c
 * finds out what things are called and where they are declared.  Only they
 * include this.
 */
#ifndef TARGET_DWARF_SCAN_PRIVATE_H
#define TARGET_DWARF_SCAN_PRIVATE_H

#include "translator/target/dwarf/dwarf_index_private.h"
#include "translator/target/dwarf/unit_files.h"

#define SCAN_NONE UINT32_MAX

/* A body whose function is not named yet. */
struct pending {
	struct raw_body body;
	Dwarf_Die towards;	/* the body's DIE, or the one that it refers to as its
				   origin: the first to look for a name in */
};

/* A variable whose declaration comes later in the unit. */
struct later {
	Dwarf_Die die;
	uint32_t scope;		/* the one that it is in itself */
};

/* A namespace or class: the prefix of the names in it. */
struct scan_scope {
	uint32_t full;
	uint32_t brief;	/* the same without anonymous and inline namespaces */
};

struct scan {
	struct dwarf *d;
	Dwarf *dw;
	struct index_raw *raw;
	struct line_sections sections, alt_sections;
	/* of the unit that is being read */
	uint32_t unit;
	bool has_classes;
	bool needs_spans;	/* its DIE does not say where its code is */
	unsigned inside;	/* how many functions are around the DIE */
	/*
	 * The abstract function whose code, of its own or inlined, is around
	 * the DIE and is noted; NULL: none.
	 */
	const void *around;
	uint64_t budget;	/* how many more DIEs the unit can have */
	VEC(struct pending) pending;
	VEC(struct raw_body) parts;	/* parts of split functions, see name_pending() */
	VEC(struct later) later;
	struct unit_files files;
	/* while one Dwarf is open */
	VEC(struct unit_files) others;	/* files of other units, which chains lead to */
	struct number_map roots;	/* first DIE of a chain -> func */
	struct number_map scopes;	/* DIE -> number of the scope it is in */
	VEC(struct scan_scope) scope_list;	/* 0: outside of all */
	/* these two are never cleared: */
	struct number_map identities;	/* hash -> func */
	struct number_map types;	/* tag and text -> 1 */
};

/* The attributes of a DIE that a walk needs, read in one go. */
struct facts {
	const char *name, *linkage;
	uint64_t file, line;
	Dwarf_Addr low;
	Dwarf_Addr entry;	/* or its offset from the first address */
	Dwarf_Die towards;
	bool has_entry, entry_is_offset;
	bool has_low, has_ranges, has_towards, has_file;
	bool is_declaration, is_external;
};

/** A DIE as the key of a map: valid while one Dwarf is open. */
static inline uint64_t scan_key(const Dwarf_Die *die)
{
	return (uint64_t)(uintptr_t)die->addr;
}

/** The attributes of @die itself. */
struct facts scan_facts(Dwarf_Die *die);
/** The string in attribute @name of @die itself, or "". */
const char *scan_string(Dwarf_Die *die, unsigned name);

/** Returns @t as a text of the pool; NULL is "". */
uint32_t scan_text(struct scan *s, const char *t);
/** The text "scope::name", or the name alone if there is no scope. */
uint32_t scan_scoped(struct scan *s, uint32_t scope, const char *name);
/** The text of scan_scoped() without anonymous and inline namespaces. */
uint32_t scan_brief(struct scan *s, uint32_t scope, const char *name);
/** Makes a scope of @die, a namespace, class or enumeration in @scope; returns its number. */
uint32_t scan_enter(struct scan *s, Dwarf_Die *die, uint32_t scope);

/** The file that has the units of @dw. */
static inline const struct elf_file *scan_elf(const struct scan *s, Dwarf *dw)
{
	return s->d->alt && dw == s->d->alt ? s->d->alt_elf : s->d->debug;
}

/**
 * Read the files of a unit to @f.  @unit: its DIE (of the skeleton, if it is
 * split).  A table that is damaged is as good as none.
 */
void scan_files_read(struct scan *s, struct unit_files *f, Dwarf_Die *unit);
/** The path of file number @i as a text; 0 if there is none. */
uint32_t scan_path(struct scan *s, struct unit_files *f, uint64_t i);

/** The number of the function of @die: a body, or a step from a body to its
 *  root; SCAN_NONE if it has no name. */
uint32_t scan_func(struct scan *s, Dwarf_Die *die);

/** Note the addresses of a unit, or of a function whose unit does not say them. */
void scan_note_spans(struct scan *s, Dwarf_Die *die);
/** Walk through a unit and note what is in it. */
void scan_walk(struct scan *s, Dwarf_Die *unit);
/** Counts as damage that what follows @die in its unit is left out.  Returns false. */
bool scan_damaged(struct scan *s, Dwarf_Die *die);
/** Counts the damage that @err describes, and keeps the text of the first one; frees @err. */
void scan_note_damage(struct scan *s, struct sys_error *err);

#endif
