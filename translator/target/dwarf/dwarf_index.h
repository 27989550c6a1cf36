/* SPDX-License-Identifier: LGPL-2.1-or-later */
/**
 * @file
 * The index of one binary's DWARF: names to code and back, so that nothing is scanned twice.
 *
 * One walk over all units makes the index.  It is one piece of memory without
 * pointers, which is kept in a file per build id and mapped the next time (as
 * symtab.h does it for kernels):
 *
 *	struct dwarf_index_head
 *	units[]		by offset
 *	spans[]		address ranges of units, sorted
 *	bodies[]	code of functions, sorted by function, then by address
 *	funcs[]		each (name, file, line) once, sorted
 *	names[]		plain, qualified and linkage names of funcs, sorted
 *	copies[]	inlined copies of functions, in the same order
 *	things[]	types and variables outside functions, by name
 *	files[]		files that lines come from, sorted by last component
 *	file_units[]	numbers of the units that have lines of a file
 *	strings
 *
 * An index file that is damaged, of another version or of another build is
 * ignored.  If a DIE is damaged, its unit is used up to there, and all other units
 * are used; if libdw cannot find the next unit, the units before it are used.
 * head->damage says where the first damage is.
 *
 * Numbers in the file are checked at loading, so they are used without checks.
 */
#ifndef TARGET_DWARF_INDEX_H
#define TARGET_DWARF_INDEX_H

#include "translator/target/dwarf/dwarf_file.h"

/* A text in the index is its offset in the strings: see index_text(). */

struct index_unit {
	uint64_t die;		/* offset of the unit's DIE in its section, see `where` */
	uint64_t lines;		/* offset in .debug_line; NO_LINES: none */
	uint32_t name, comp_dir;
	uint32_t language;	/* DW_LANG_x */
	uint32_t where;		/* INDEX_IN_x */
};
#define INDEX_NO_LINES UINT64_MAX

/** The section that struct index_unit.die is an offset in. */
enum {
	INDEX_IN_INFO,		/* .debug_info: the first head->n_info units */
	INDEX_IN_TYPES,		/* .debug_types, DWARF 4 */
	INDEX_IN_ALT,		/* .debug_info of the shared file */
};

struct index_span {
	uint64_t low, high;	/* high is the first address after it */
	uint32_t unit;
	uint32_t pad;
};

/** The bits of .flags in struct index_func and struct index_thing. */
enum {
	INDEX_EXTERNAL = 1,
	INDEX_QUALIFIED = 2,	/* .name has its namespaces and classes */
};

struct index_func {
	uint32_t name;
	uint32_t linkage;	/* "" if it has none */
	uint32_t file;	/* where it is declared; "" if not known */
	uint32_t line;
	uint32_t flags;
	uint32_t first_body, n_bodies;
	uint32_t first_copy, n_copies;
	uint32_t pad;
};

/** One name of a function. */
struct index_name {
	uint32_t name;
	uint32_t func;
};

/**
 * Code that begins at @entry (of a copy: see struct dwarf_code).  Its DIE is in
 * unit number @unit, @at bytes after the beginning of that unit.
 */
struct index_body {
	uint64_t entry;
	uint32_t unit, at;
};


/**
 * A type that is defined or an enumerator (the first of each kind and name), or
 * a variable that has a location (all of a name: there are static ones).  The
 * name is qualified.  A thing in an anonymous or inline namespace is here a
 * second time, without that namespace.
 */
struct index_thing {
	uint32_t name;
	uint32_t unit, at;	/* as in struct index_body */
	uint16_t tag;		/* DW_TAG_x */
	uint16_t flags;		/* variables: INDEX_EXTERNAL */
};

struct index_file {
	uint32_t path;	/* whole, without . and .. */
	uint32_t first, n;	/* in file_units */
};

struct dwarf_index_head {
	char magic[8];
	uint64_t sum;		/* of everything after it */
	uint32_t version;
	uint32_t n_strings;	/* bytes */
	uint64_t size;		/* of all */
	uint64_t debug_size;	/* of the file that it was made from */
	uint64_t debug_time;	/* when that file was written, in ns since 1970 */
	uint32_t n_units, n_spans, n_funcs, n_names, n_bodies, n_copies;
	uint32_t n_files, n_file_units, n_things, n_info;
	/* number of split units (.dwo) that are not found; the file of the first */
	uint32_t n_missing, missing;
	/* how often damage was met; a text about the first damage */
	uint32_t n_damaged, damage;
	char build_id[BUILD_ID_SIZE];
};

struct dwarf_index {
	const struct dwarf_index_head *head;
	const struct index_unit *units;
	const struct index_span *spans;
	const struct index_func *funcs;
	const struct index_name *names;
	const struct index_body *bodies;
	const struct index_body *copies;
	const struct index_thing *things;
	const struct index_file *files;
	const uint32_t *file_units;
	const char *strings;
	bool mapped;		/* else it is heap memory */
	uint32_t *by_entry;	/* numbers of bodies by address; NULL: not made yet */
	Dwarf_Die *unit_dies;	/* by number of the unit; .cu NULL: not read yet */
};

/**
 * Get the index of @d, which owns it: loaded, or made (and kept) at the first
 * call.  DWARF of which not one unit can be read is error [bad-image].
 */
struct sys_error *dwarf_index_get(struct dwarf *d,
				  const struct dwarf_index **ret)
	__attribute__((warn_unused_result));
void dwarf_index_free(struct dwarf_index *ix);
/** Give back the pages of the index, as elf_file_drop_pages() does for files. */
void dwarf_index_drop_pages(const struct dwarf_index *ix);

static inline const char *index_text(const struct dwarf_index *ix,
				     uint32_t s)
{
	return ix->strings + s;
}

/** Find the rows of names[] called @name: *@first to below the returned
 *  number, which is *@first if there are none. */
size_t dwarf_index_named(const struct dwarf_index *ix, const char *name,
			 size_t *first);
/** Find the rows of names[] that begin with the @n bytes of @prefix, likewise. */
size_t dwarf_index_prefixed(const struct dwarf_index *ix, const char *prefix,
			    size_t n, size_t *first);

/** Find the rows of things[] called @name, likewise. */
size_t dwarf_index_things(const struct dwarf_index *ix, const char *name,
			  size_t *first);

/** The number of the unit whose code is at @addr, or -1. */
int64_t dwarf_index_unit_at(const struct dwarf_index *ix, uint64_t addr);

/** Find the DIE of unit number @unit; for a skeleton that of the split unit, if its file is
 *  found.  False: it cannot be read, or dwarf_index_get() has not been called. */
bool dwarf_index_unit_die(struct dwarf *d, uint32_t unit, Dwarf_Die *ret);
/** The number of the unit with the DIE @unit, which is as dwarf_index_unit_die() finds it;
 *  or -1. */
int64_t dwarf_index_unit_of(struct dwarf *d, Dwarf_Die *unit);
/** Find the DIE that a struct index_body or index_thing describes by @unit and @at; false: it
 *  cannot be read. */
bool dwarf_index_die(struct dwarf *d, uint32_t unit, uint32_t at,
		     Dwarf_Die *ret);

/** Find the body that has @addr.  Only the last body that begins at or before @addr is
 *  examined.  False: that one does not have @addr. */
bool dwarf_index_body_at(struct dwarf *d, uint64_t addr, Dwarf_Die *ret);

#endif
