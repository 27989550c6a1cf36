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
	TARGET_RETURN,		/* the caller's next one: the result by the ABI */
	TARGET_INSIDE,		/* statement, label, inlined copy: DWARF only */
	TARGET_TRACEPOINT,	/* arguments are given one by one */
	TARGET_GIVEN,		/* what there is, is in `given` */
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
	uint64_t addr;		/* in the image as it is linked */
	/**
	 * The FUNCTION: parameters with names ("buf|page": one of these),
	 * result.  Of a tracepoint: what it calls, whose first parameter is
	 * not the script's.  NULL: `no_types` says why, in a sentence for the
	 * user, and `hint`, if not NULL, what would help.
	 */
	const struct ctype *proto;
	const char *no_types, *hint;
	/** Without proto: a FUNCTION whose result this one has; or NULL. */
	const struct ctype *returns;
	/**
	 * Without proto: FUNCTIONs of that name that differ, each once.  It
	 * is one of them, and nothing says which.
	 */
	const struct ctype *const *candidates;
	size_t n_candidates;
	const struct target_given *given;
	size_t n_given;
	const char *what;	/* of GIVEN, in messages: "marker" */
	bool is_unnamed;	/* of GIVEN: there is no $$name */
	bool is_numbered;	/* of TRACEPOINT: arguments are arg1, ... */
	/** What only DWARF knows; NULL without. */
	const struct dwarf_address *dwarf;
	/**
	 * Not NULL: it represents all code of a function, each an address of
	 * its own without `addr` and `dwarf`; debug_code_address() makes it one
	 * of these.
	 */
	struct debug *many;
};

/**
 * What is known to be there, for lists: parameters, then what debug
 * information adds, @i below target_variables().  A name may be "".
 */
size_t target_variables(const struct target_address *at);
const char *target_variable(const struct target_address *at, size_t i,
			   const struct ctype **ret_type);
/** The type of the result where a function returns; NULL: there is none. */
const struct ctype *target_result(const struct target_address *at);

#endif
