/* SPDX-License-Identifier: LGPL-2.1-or-later */
/**
 * @file
 * For dwarf_scope.c, which finds the scopes at an address, dwarf_variable.c,
 * which finds the variables in them, and dwarf_where.c, which knows where
 * these are.
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
	struct arena *arena;	/* of addresses */
	/* what was found out about them, until dwarf_vars_forget() */
	struct arena *insides;
	struct arena_mark none;	/* of those */
	VEC(struct dwarf_address *) asked;
	Dwarf_CFI *cfi[2];
	Dwarf_CFI *own_cfi;	/* that of the two that is ours to end */
	enum dwarf_space space;
};

typedef VEC(Dwarf_Die) die_vec;

/** What is found out at the first question about an address. */
struct dwarf_inside {
	struct dwarf_at at;
	die_vec scopes;		/* of one function, from the outside in; the
				   first is the function itself */
	Dwarf_Die unit;		/* of its source; .addr NULL: none */
	/* dwarf_list_variables(): made at the first question, then not NULL */
	struct dwarf_variable *list;
	size_t n_list;
};

/** What debug information knows at one code address.  Small: a pattern has
 *  hundreds of thousands, few of which are asked. */
struct dwarf_address {
	struct dwarf_vars *vars;
	Dwarf_Addr pc;
	const Dwarf_Die *function;	/* that is meant; NULL: */
	const char *name;		/* it is called so; NULL: see code */
	uint32_t code_unit, code_at;	/* the same as in struct dwarf_code;
					   DWARF_NO_CODE: whatever is there */
	enum dwarf_when when;
	struct dwarf_inside *in;	/* NULL: not asked yet */
};
#define DWARF_NO_CODE UINT32_MAX

/** Returns what is around it, which it keeps. */
struct dwarf_inside *dwarf_address_inside(const struct dwarf_address *at);

/** The entry that others refer to as their origin or declaration. */
Dwarf_Die dwarf_origin(Dwarf_Die *die);
/**
 * Addresses in the location of the variable @name become symbols, where the
 * binary is a kernel or a module; or the location becomes a refusal.
 */
void dwarf_name_symbols(const struct dwarf_vars *vars, const char *name,
			struct location *l);
/** Returns true for the first instruction of a function that is not an inlined
 *  instance. */
bool dwarf_address_is_entry(const struct dwarf_address *at);

#endif
