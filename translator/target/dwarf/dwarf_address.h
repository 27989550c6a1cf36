/* SPDX-License-Identifier: LGPL-2.1-or-later */
/**
 * @file
 * What is known at a code address; for dwarf_scope.c, which finds the scopes at
 * an address, dwarf_variable.c, which finds the variables in these scopes, and
 * dwarf_where.c, which finds where the variables are.
 */
#ifndef TARGET_DWARF_ADDRESS_H
#define TARGET_DWARF_ADDRESS_H

#include "base/arena.h"
#include "base/vec.h"
#include "translator/target/dwarf/dwarf_loc.h"
#include "translator/target/dwarf/dwarf_scope.h"

struct dwarf_vars {
	struct dwarf *d;
	struct dwarf_types *types;
	struct arena *arena;	/* for addresses; lives as long as this */
	/* for what was found out about addresses; emptied by dwarf_vars_forget() */
	struct arena *insides;
	struct arena_mark none;	/* of `insides`, when it is empty */
	VEC(struct dwarf_address *) asked;	/* those whose `in` is set */
	Dwarf_CFI *cfi[2];
	Dwarf_CFI *own_cfi;	/* the one of `cfi` that dwarf_vars_destroy() frees */
	enum dwarf_space space;
};

/** A list of DIEs. */
typedef VEC(Dwarf_Die) die_vec;

/** What is around an address, found out at the first question about it. */
struct dwarf_inside {
	struct dwarf_at at;
	die_vec scopes;		/* of one function, from the outside in; the
				   first is the function itself */
	Dwarf_Die unit;		/* the one with the function's source; .addr NULL: none */
	/* dwarf_list_variables(): made at the first question, then not NULL */
	struct dwarf_variable *list;
	size_t n_list;
};

/** One code address, for questions about what debug information knows there.
 *  Small: a pattern has hundreds of thousands, few of which are asked about. */
struct dwarf_address {
	struct dwarf_vars *vars;
	Dwarf_Addr pc;
	/* the function that is meant: its DIE, or its name, or its code as in struct
	   dwarf_code; if none of them is given, the innermost function at pc */
	const Dwarf_Die *function;	/* or NULL */
	const char *name;		/* or NULL */
	uint32_t code_unit, code_at;	/* code_unit: or DWARF_NO_CODE */
	enum dwarf_when when;
	struct dwarf_inside *in;	/* NULL: not found out yet */
};
#define DWARF_NO_CODE UINT32_MAX

/** Returns what is around @at, which is kept until dwarf_vars_forget(). */
struct dwarf_inside *dwarf_address_inside(const struct dwarf_address *at);

/** Returns the entry that @die refers to as its origin or declaration, at
 *  the end of the chain; @die if there is none. */
Dwarf_Die dwarf_origin(Dwarf_Die *die);
/**
 * Replace addresses in the location of the variable @name by symbols, if the binary is a
 * kernel or a module.  If that is not possible, *@l becomes a location with a reason.
 */
void dwarf_name_symbols(const struct dwarf_vars *vars, const char *name,
			struct location *l);
/** Returns true for the first instruction of a function that is not an inlined
 *  instance. */
bool dwarf_address_is_entry(const struct dwarf_address *at);

#endif
