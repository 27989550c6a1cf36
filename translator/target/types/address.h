/* SPDX-License-Identifier: LGPL-2.1-or-later */
/**
 * @file
 * A code address of a kernel or program: what is known about it, and what can be
 * reached from there.
 *
 * probe/ finds probe locations (a function's entry, a return, an instruction
 * inside a function, a tracepoint) and keeps one of these with each; target
 * variables are looked up in it later.
 */
#ifndef TARGET_ADDRESS_H
#define TARGET_ADDRESS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "translator/target/types/location.h"

struct ctype;
struct debug;
struct dwarf_address;

enum target_when {
	TARGET_ENTRY,		/* the first instruction: arguments by the ABI */
	TARGET_RETURN,		/* the caller's next instruction: the result by the ABI */
	TARGET_INSIDE,		/* statement, label, inlined copy: DWARF only */
	TARGET_TRACEPOINT,	/* arguments are given one by one */
	TARGET_GIVEN,		/* the variables are those in `given` */
};

/** A variable whose location comes with the address itself: a marker's $arg1. */
struct target_given {
	const char *name;	/* without dollar */
	const struct ctype *type;
	struct location where;
};

struct target_address {
	enum target_when when;
	const char *function;	/* its name, or the tracepoint's */
	const char *group;	/* of a tracepoint: "sched"; "" if unknown; of
				   a marker its provider; else NULL */
	const char *module;	/* "kernel", a module's name, a file's path */
	uint64_t addr;		/* link address */
	/**
	 * The type of the function, a FUNCTION: its result, and its parameters with names
	 * ("buf|page": one of these).  For a tracepoint, the type of what it calls, whose
	 * first parameter the script does not see.  NULL: `no_types` says why, in a
	 * sentence for the user, and `hint`, if not NULL, what would help.
	 */
	const struct ctype *proto;
	const char *no_types, *hint;
	/** Without proto: a FUNCTION with the same result, or NULL. */
	const struct ctype *returns;
	/**
	 * Without proto: the different FUNCTIONs of that name, each once.  The
	 * address belongs to one of them; nothing says to which.
	 */
	const struct ctype *const *candidates;
	size_t n_candidates;
	const struct target_given *given;
	size_t n_given;
	const char *what;	/* GIVEN: what messages call it, "marker" */
	bool is_unnamed;	/* GIVEN: there is no $$name */
	bool is_numbered;	/* TRACEPOINT: arguments are arg1, ... */
	/** What only DWARF knows, or NULL. */
	const struct dwarf_address *dwarf;
	/**
	 * Not NULL: this stands for all code of a function, has no `addr` and
	 * `dwarf`, and debug_code_address() makes the address of one piece of
	 * code from it.
	 */
	struct debug *many;
};

/**
 * target_variables() returns the number of variables known at an address, for
 * lists; target_variable() returns the name (it may be "") and the type of
 * number @i.  Parameters come first, then what debug information adds.
 */
size_t target_variables(const struct target_address *at);
const char *target_variable(const struct target_address *at, size_t i,
			   const struct ctype **ret_type);
/** The type of the function's result at a return; NULL if there is none. */
const struct ctype *target_result(const struct target_address *at);

#endif
