/* SPDX-License-Identifier: LGPL-2.1-or-later */
/**
 * @file
 * Finds types, enumerators and variables outside functions by name.  The index
 * says where they are, so that the two thousand units of a kernel are not read.
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
 * Append the definitions called @name, which is qualified ("ns::box<int>")
 * where the language does that; inline and anonymous namespaces may be left
 * out.  Of types and enumerators it is the first of each kind; of variables
 * all, so that the caller can choose a static one by its unit.  If none is
 * found, that is no error.
 */
struct sys_error *dwarf_things_find(struct dwarf *d, const char *name,
				    struct dwarf_things *ret)
	__attribute__((warn_unused_result));

/** Find the value of an enumerator of any type outside functions; false: there is none. */
bool dwarf_enumerator_find(struct dwarf *d, const char *name, int64_t *ret);

#endif
