/* SPDX-License-Identifier: LGPL-2.1-or-later */
/**
 * @file
 * Types, enumerators and variables outside functions, by name, from the
 * index: where to find one in a kernel of two thousand units without reading
 * them.
 */
#ifndef TARGET_DWARF_THING_H
#define TARGET_DWARF_THING_H

#include "base/vec.h"
#include "translator/target/dwarf/dwarf_file.h"

struct dwarf_thing {
	int tag;		/* DW_TAG_structure_type, _variable, ... */
	Dwarf_Die die;
	const char *unit;	/* the source file that was compiled */
	bool is_external;	/* of a variable: not static */
};

struct dwarf_things {
	VEC(struct dwarf_thing);
};

/**
 * Definitions with that name, which is qualified ("ns::box<int>") where the
 * language does that; inline and anonymous namespaces may be left out.  Of
 * types and enumerators the first of each kind; of variables all, so static
 * ones can be told by their unit.  Appends; none is no error.
 */
struct sys_error *dwarf_things_find(struct dwarf *d, const char *name,
				    struct dwarf_things *ret)
	__attribute__((warn_unused_result));

/** The value of an enumerator of any type outside functions. */
bool dwarf_enumerator_find(struct dwarf *d, const char *name, int64_t *ret);

#endif
