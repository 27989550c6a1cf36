/* SPDX-License-Identifier: LGPL-2.1-or-later */
/**
 * @file
 * Finds where a variable of DWARF is when the program is at some address.
 *
 * DWARF answers with programs for a stack machine, one for each range of
 * addresses.  They are run here, at compile time, over symbols instead of
 * values; the result is straight-line ops over registers and memory
 * (access_path.h).  A location that cannot be put so has a reason: it depends
 * on a branch, on arguments that the function has forgotten, or on registers
 * that a probe does not see.
 */
#ifndef TARGET_DWARF_LOC_H
#define TARGET_DWARF_LOC_H

#include <elfutils/libdw.h>
#include <stdbool.h>

#include "translator/target/types/types.h"

struct arena;
struct dwarf;

/** The code address at which a variable is looked at. */
struct dwarf_at {
	Dwarf_Addr pc;		/* an instruction about to be executed */
	Dwarf_Addr entry;	/* the first one of the function it is in */
	Dwarf_Die function;	/* the DW_TAG_subprogram of that; .addr NULL: none */
	/**
	 * Unwind tables in the order to ask: dwarf_getcfi() of the debug
	 * file, dwarf_getcfi_elf() of the binary; each may be NULL.
	 */
	Dwarf_CFI *cfi[2];
	/**
	 * PATH_REG; or PATH_ENTRY_SAVED in a return probe, with pc = entry:
	 * the variable as it was when the function was entered.
	 */
	enum path_op_kind reg;
	bool user;		/* memory is user space */
	struct elf_file *elf;	/* the file that runs; NULL: not known */
	struct dwarf *d;	/* whose calls may be read; NULL: none */
	/**
	 * Not NULL: `pc` is in a call, and this is the code address in the called
	 * function.  Registers at `pc` are then found by the unwind tables at
	 * callee->pc.
	 */
	const struct dwarf_at *callee;
	unsigned n_callees;	/* calls from here to the probed address */
};

/**
 * The location of a variable or parameter (its own DIE, not that of its
 * abstract origin); @size: of its type in bytes, 0 if that is not known.
 * Ops are allocated from @a, reasons too.
 */
struct location dwarf_location(struct arena *a, const struct dwarf_at *at,
			       Dwarf_Die *variable, uint64_t size);

/**
 * The hint for a location that is_elsewhere: the (at most three) ranges of addresses
 * nearest to @at where the value can be read, with their lines, allocated from @a; NULL:
 * there is none.  It reads lines, so it is called only for a message that is shown.
 */
const char *dwarf_location_elsewhere(struct arena *a, const struct dwarf_at *at,
				     Dwarf_Die *variable);

#endif
