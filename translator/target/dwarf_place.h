/* SPDX-License-Identifier: LGPL-2.1-or-later */
/**
 * @file
 * For dwarf_scope.c, which finds the scopes at an address, and
 * dwarf_variable.c, which finds the variables in them.
 */
#ifndef TARGET_DWARF_PLACE_H
#define TARGET_DWARF_PLACE_H

#include "base/vec.h"
#include "translator/target/dwarf_loc.h"
#include "translator/target/dwarf_scope.h"

struct dwarf_vars {
	struct dwarf *d;
	struct dwarf_types *types;
	struct arena *arena;
	Dwarf_CFI *cfi[2];
	Dwarf_CFI *own_cfi;	/* that of the two that is ours to end */
	enum dwarf_space space;
};

typedef VEC(Dwarf_Die) die_vec;

struct dwarf_place {
	struct dwarf_vars *vars;
	struct dwarf_at at;
	enum dwarf_when when;
	Dwarf_Die asked;	/* the function that is meant, or .addr NULL */
	bool is_whole;		/* what follows is there: see below */
	die_vec scopes;		/* of one function, from the outside in; the
				   first is the function itself */
	Dwarf_Die unit;		/* of its source; .addr NULL: none */
	/* dwarf_list_variables(): made at the first question, then not NULL */
	struct dwarf_variable *list;
	size_t n_list;
};

/**
 * Scopes are looked for at the first question, since most places of a pattern
 * are never asked: @at with scopes, unit, and all of at->at.
 */
const struct dwarf_place *dwarf_place_whole(const struct dwarf_place *at);

/** The entry that others refer to as their origin or declaration. */
Dwarf_Die dwarf_origin(Dwarf_Die *die);
/** Is the place the first instruction of a function that is no copy? */
bool dwarf_place_is_entry(const struct dwarf_place *at);

#endif
