/* SPDX-License-Identifier: LGPL-2.1-or-later */
/**
 * @file
 * Functions in a binary's DWARF: by name and by pattern, their code, their
 * inlined copies, and what is inside them.
 *
 * A function is a (name, file, line).  It has bodies, code of its own (one;
 * none if it is inlined everywhere; several if a header has it as static), and
 * copies, one for each call where it was inlined:
 *
 *	struct dwarf_funcs all = { 0 };
 *	struct dwarf_code code;
 *
 *	err = dwarf_funcs_find(d, "vfs_read", "read_write.c", 0, &all);
 *	for (size_t i = 0; !err && i < all.n; i++)
 *		for (size_t k = 0; k < all.at[i].n_bodies; k++) {
 *			code = dwarf_func_code(d, &all.at[i], k);
 *			if (dwarf_code_die(d, &code))
 *				use(all.at[i].name, all.at[i].file,
 *				    all.at[i].line, code.entry, &code.die);
 *		}
 *	vec_free(&all);
 *
 * Questions without a DIE are answered from the index alone, so lists of tens
 * of thousands are cheap.  Texts live until dwarf_close().
 */
#ifndef TARGET_DWARF_FUNC_H
#define TARGET_DWARF_FUNC_H

#include "base/vec.h"
#include "translator/target/dwarf/dwarf_file.h"

struct dwarf_func {
	const char *name;	/* with its namespaces and classes */
	const char *linkage;	/* the mangled name, or "" */
	const char *file;	/* that declares it, whole path; "" if unknown */
	unsigned line;		/* 0 if unknown */
	bool is_external;	/* not static */
	size_t n_bodies, n_copies;
	uint32_t number;	/* in the index; the same each time */
};

struct dwarf_funcs {
	VEC(struct dwarf_func);
};

/** Code of a function, or one of its copies. */
struct dwarf_code {
	/* DW_TAG_subprogram or _inlined_subroutine; .addr NULL: not read */
	Dwarf_Die die;
	/*
	 * The address where it begins; see dwarf_file.h on modules.  Of a copy:
	 * where the compiler says that it is entered, which may be some
	 * instructions before the first that counts as part of it.
	 */
	uint64_t entry;
	bool is_copy;
	const char *unit;	/* the source file that was compiled */
	uint32_t unit_number, at;	/* for dwarf_code_die() */
	uint32_t number;	/* of all code in the index; the same each time */
};

/** A range of addresses: [low, high). */
struct dwarf_span {
	uint64_t low, high;
};

struct dwarf_spans {
	VEC(struct dwarf_span);
};

/**
 * Returns true if the last components of @path are @file.  "read_write.c" and
 * "fs/read_write.c" fit "/usr/src/fs/read_write.c"; in a @file with `*`, `?` or
 * `[` these are wildcards, which also match '/'.
 */
bool dwarf_file_fits(const char *path, const char *file);

/**
 * Find the functions called @name: plain ("get"), qualified ("ns::C::get") or
 * mangled.  @name may have wildcards.  A @name with "::" matches qualified names
 * only or, if none matches, their ends.  @file, if not NULL, must fit
 * (see above); @line, if not 0, must be the function's.  Appends to @ret, in
 * the order of name, file, line; nothing found is no error.
 */
struct sys_error *dwarf_funcs_find(struct dwarf *d, const char *name,
				   const char *file, unsigned line,
				   struct dwarf_funcs *ret)
	__attribute__((warn_unused_result));

/** The function name that is nearest to @name ("vfs_raed"), or NULL. */
const char *dwarf_func_nearest(struct dwarf *d, const char *name);

/**
 * Returns body @i, or copy @i - n_bodies, from the index alone, so without its
 * DIE; @i is below the sum of both numbers.
 */
struct dwarf_code dwarf_func_code(struct dwarf *d, const struct dwarf_func *f,
				  size_t i);
/** Returns the code with number @number, which a struct dwarf_code has in `number`. */
struct dwarf_code dwarf_code_numbered(struct dwarf *d, uint32_t number);
/** Read the DIE of @c if that is not done yet; false if the file no longer has it. */
bool dwarf_code_die(struct dwarf *d, struct dwarf_code *c);

/** Finds the function of @die, which is the DIE of its code, of its declaration, or its
 *  abstract instance; false: none. */
bool dwarf_func_of(struct dwarf *d, Dwarf_Die *die, struct dwarf_func *ret);

/** Append the ranges of addresses of a DIE, in the order of DWARF, without empty ones. */
void dwarf_spans_of(Dwarf_Die *die, struct dwarf_spans *ret);
/**
 * Returns true if an inlined copy is the rest of its function.  gcc splits a
 * function that often returns early: it inlines the first lines into callers,
 * and calls the rest ("f.part.0"), which it may inline, too.  Both have the
 * function's name.  The call of the rest has the line and the column where the
 * function is declared.  A call in the source has both only if one macro makes the
 * caller and the callee; that is not told apart here.
 */
bool dwarf_is_rest(Dwarf_Die *copy);

/**
 * Returns how many units of the binary are split off into files (.dwo) that are
 * not found, and are therefore unknown here; *@first is the file of the first
 * one.  libdw looks in the binary's directory and where the compiler wrote
 * them; it reads packages of such files (.dwp) from version 0.191 on.
 */
unsigned dwarf_missing_units(struct dwarf *d, const char **first);
/** Returns true if this libdw reads packages. */
bool dwarf_reads_packages(void);
/** A sentence that says where the missing units are, if this libdw cannot read the package
 *  that has them; or NULL. */
const char *dwarf_missing_hint(struct dwarf *d);

/**
 * Returns how often damage was met when the index was made.  After a damaged DIE, what
 * follows it in its unit is left out; if a unit cannot be found, all units after it are
 * left out; a line table may be damaged, too.  *@first describes the first damage.
 */
unsigned dwarf_damaged_units(struct dwarf *d, const char **first);

/**
 * The part of @path from the top of its source tree on: "fs/read_write.c"; the whole
 * @path if the top is not known.  This is how people name files of a kernel.
 */
const char *dwarf_short_path(struct dwarf *d, const char *path);

/* ---- inside a function -------------------------------------------------- */

struct dwarf_label {
	const char *name;
	const char *file;
	unsigned line;
	uint64_t addr;
	Dwarf_Die die;
};

struct dwarf_labels {
	VEC(struct dwarf_label);
};

/** Append the labels of a body or copy whose names match @glob. */
void dwarf_labels_find(struct dwarf *d, Dwarf_Die *code, const char *glob,
		       struct dwarf_labels *ret);

enum dwarf_call_kind {
	DWARF_CALL,
	DWARF_CALL_TAIL,	/* a jump: nothing returns here */
	DWARF_CALL_INLINED,	/* a copy of the callee is here */
};

struct dwarf_call {
	enum dwarf_call_kind kind;
	/*
	 * CALL: the address after the call instruction; TAIL: the one after the
	 * jump, or 0; INLINED: where the copy begins.
	 */
	uint64_t addr;
	const char *name;	/* of the callee, as in DWARF */
	Dwarf_Die callee;	/* abstract instance or declaration, for dwarf_func_of() */
	Dwarf_Die die;		/* the call site, or the copy */
	unsigned line;		/* of the call, INLINED only; else 0 */
};

struct dwarf_calls {
	VEC(struct dwarf_call);
};

/**
 * Append the calls of a body or copy to functions whose names match @glob: its
 * own calls, and functions inlined into it directly; not what these call.
 * Calls through pointers have no name and are left out.
 */
void dwarf_calls_find(struct dwarf *d, Dwarf_Die *code, const char *glob,
		      struct dwarf_calls *ret);

/* ---- from an address ---------------------------------------------------- */

/**
 * Find the unit that has the code at @addr; if that is a skeleton, its split
 * unit.  False: no unit has it.
 */
bool dwarf_unit_at(struct dwarf *d, uint64_t addr, Dwarf_Die *ret);

struct dwarf_scopes {
	VEC(Dwarf_Die);
};

/**
 * Append the DIEs around @addr: the innermost block first, then outwards over
 * inlined copies to the function, and the unit last.  The DIE of a copy is its
 * DW_TAG_inlined_subroutine, not its origin.  Outside a copy is the code it was
 * inlined into, whose names are not visible in the copy.  Appends nothing if no
 * function is there.
 */
void dwarf_scopes_find(struct dwarf *d, uint64_t addr,
		       struct dwarf_scopes *ret);

#endif
