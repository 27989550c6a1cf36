/* SPDX-License-Identifier: LGPL-2.1-or-later */
/**
 * @file
 * The calls in a file that debug information describes: where each returns
 * to, what it calls, and what it passes (DW_TAG_call_site).
 */
#ifndef TARGET_DWARF_CALLS_H
#define TARGET_DWARF_CALLS_H

#include <elfutils/libdw.h>
#include <stdbool.h>
#include <stddef.h>

#include "base/vec.h"

struct dwarf;

/** A call site, and what is known about it. */
struct dwarf_call {
	Dwarf_Die site;
	Dwarf_Die caller;	/* the DW_TAG_subprogram whose code the call is in */
	Dwarf_Die from;		/* the origin of the caller ... */
	const char *from_name;	/* ... and its symbol, if other files see it; or NULL */
	Dwarf_Addr after;	/* address that the call returns to; 0: not known */
	Dwarf_Die to;		/* the origin of the function that is called; .addr
				   NULL: a call through a pointer */
	const char *name;	/* the symbol of `to`, if other files see it; or NULL */
	bool is_tail;		/* a jump: it leaves no return address */
};
typedef VEC(struct dwarf_call) dwarf_calls;

/** What dwarf_calls_of() keeps of the units that it has read.  dwarf_call_units_free() frees
 *  it; NULL is fine. */
struct dwarf_call_units;
void dwarf_call_units_free(struct dwarf_call_units *units);

/**
 * Add to @ret the calls that lead to @function (a DW_TAG_subprogram with code), without
 * tail calls and calls whose return address is not known.  False, with the reason in
 * *@why: not all calls are known, or the return address does not tell them apart, because
 * tail calls may lead back to @function.  @is_large: only the function's own unit is read,
 * because the file is a kernel.
 */
bool dwarf_calls_of(struct dwarf *d, Dwarf_Die *function, bool is_large,
		    dwarf_calls *ret, const char **why);

/** Find the expression of what @call passes in the DWARF register @reg; false: none. */
bool dwarf_call_value(const struct dwarf_call *call, unsigned reg,
		      Dwarf_Attribute *ret);

#endif
