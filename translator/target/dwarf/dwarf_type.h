/* SPDX-License-Identifier: LGPL-2.1-or-later */
/**
 * @file
 * The types that DWARF (versions 2 to 5) describes, as ctype nodes.
 *
 * A node is made when an entry (DIE) is first needed; each entry has one node.
 * Entries may lie in type units, in split units (.dwo) and in the shared file that
 * dwz makes.  They are found by name through the index (dwarf_index.h), without
 * reading all units.
 *
 * What C++ adds:
 *	names		"ns::outer::inner"; "(anonymous namespace)::x"
 *	inheritance	a member without name that is_base; is_virtual if only
 *			the object itself knows at run time where it lies
 *	references	CTYPE_POINTER with `reference`
 *	static members	are not members
 * What a C programmer would not expect: a pointer to a member is a `long`, one
 * to a member function an array of two.
 */
#ifndef TARGET_DWARF_TYPE_H
#define TARGET_DWARF_TYPE_H

#include <elfutils/libdw.h>

#include "translator/target/types/types.h"

struct dwarf;
struct dwarf_types;

/** Make a reader of the types of @d, which stays the caller's and must live
 *  as long; all types get @space. */
struct dwarf_types *dwarf_types_create(struct dwarf *d,
				       enum ctype_space space);
/** Free @types and all its nodes; NULL is fine. */
void dwarf_types_destroy(struct dwarf_types *types);

/**
 * The node of an entry that is a type or a function.  A function is a CTYPE_FUNCTION
 * with the parameters of its source, also those that the compiler removed.  For other
 * entries and for @die NULL, the node is void.  Never NULL.
 */
const struct ctype *dwarf_type(struct dwarf_types *types, Dwarf_Die *die);

/** The type that DW_AT_type of an entry (a variable, a parameter, a member) refers to; void if it
 *  has none. */
const struct ctype *dwarf_type_of(struct dwarf_types *types, Dwarf_Die *die);

/**
 * The first definition of that name and kind outside functions, anywhere in
 * the file: INT, BOOL, FLOAT, ENUM, STRUCT, UNION, TYPEDEF; NULL if there is
 * none.  Nested names are written with "::"; inline and anonymous namespaces
 * may be left out.
 */
const struct ctype *dwarf_type_find(struct dwarf_types *types,
				    enum ctype_kind kind, const char *name);

/**
 * Find a type as dwarf_type_find() does, but take one of the unit that @near is in, if the
 * unit has one outside namespaces and classes: different units may have different
 * structures of the same name.  @near may be NULL.
 */
const struct ctype *dwarf_type_find_near(struct dwarf_types *types,
					 Dwarf_Die *near, enum ctype_kind kind,
					 const char *name);

/**
 * Find a type as dwarf_type_find_near() does, by its name as scripts write it: "struct x",
 * "class x", "union x", "enum x", or "x": a typedef, else a basic type, else a structure,
 * union or enumeration.  @near may be NULL.
 */
const struct ctype *dwarf_type_named(struct dwarf_types *types,
				     Dwarf_Die *near, const char *spelled);

/**
 * Find the first external variable called @name that is defined anywhere in the
 * file and has a location; false: there is none, and *@ret may be changed.  Nested names are
 * written with "::".
 */
bool dwarf_types_find_variable(struct dwarf_types *types, const char *name,
			       Dwarf_Die *ret);

#endif
