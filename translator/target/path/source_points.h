/* SPDX-License-Identifier: LGPL-2.1-or-later */
/**
 * @file
 * Finds locations that a source text names: functions of a file, copies that
 * the compiler put into callers, lines, labels, calls.  They come from the debug
 * information of a kernel, a module or a program.
 */
#ifndef TARGET_SOURCE_POINTS_H
#define TARGET_SOURCE_POINTS_H

#include "base/vec.h"
#include "translator/target/types/types.h"

#include <stdbool.h>
#include <stdint.h>

struct debug;
struct dwarf_options;
struct dwarf_address;
struct elf_file;
struct sys_error;

/** Opens debug information, for many queries; debug_close(*@ret). */
struct sys_error *debug_open(const char *path,
			     const struct dwarf_options *opt,
			     struct debug **ret)
	__attribute__((warn_unused_result));
/** Closes @d, which may be NULL. */
void debug_close(struct debug *d);

/**
 * The code address of the function whose code begins at @addr: at its entry or
 * return, by @when; NULL if no function begins there.
 */
const struct dwarf_address *debug_function(struct debug *d, uint64_t addr,
					 enum target_when when);

/** The function that holds an instruction. */
struct debug_code {
	const char *function;
	uint64_t entry;
	bool is_copy;		/* the code is an inlined copy of the function */
	const struct dwarf_address *address;	/* of its entry or return */
};

/** Whether inlined copies count as functions. */
enum debug_copies { DEBUG_NO_COPIES, DEBUG_COPIES };
/** Finds the innermost function that has @addr; with DEBUG_COPIES, that may be an inlined
 *  copy.  @when: of ret->address; copies have only an entry.  False: there is none. */
bool debug_code_at(struct debug *d, uint64_t addr, enum debug_copies copies,
		   enum target_when when, struct debug_code *ret);
/** The code address of the instruction at @addr; NULL: it is in no function. */
const struct dwarf_address *debug_instruction(struct debug *d, uint64_t addr);
/** Finds the source line of the instruction at @addr, with its file as in struct
 *  source_point; false: no line has it. */
bool debug_line(struct debug *d, uint64_t addr, const char **file,
		unsigned *line);
/** Lists the names of the functions whose inlined copies have @addr, the innermost
 *  first, @max at most.  The rest of a split function (dwarf_is_rest()) in that function
 *  itself is left out.  Returns how many. */
size_t debug_inlined(struct debug *d, uint64_t addr, const char **names,
		     size_t max);
/** Finds the address of the line table's row that has @addr; false: no line has it. */
bool debug_statement(struct debug *d, uint64_t addr, uint64_t *ret);

/**
 * Sets addr and dwarf of @at to those of the code with number @code in the debug
 * information at->many, and clears `many`.  dwarf lives until debug_forget().
 */
void debug_code_address(uint32_t code, struct target_address *at);
/** Drops what was found out about code addresses, and the addresses that
 *  debug_code_address() made; others stay. */
void debug_forget(struct debug *d);
/** Drops pages as elf_file_drop_pages() does, for use after very many functions were
 *  read. */
void debug_drop_pages(struct debug *d);
/** The number of bytes of mapped files that count as our memory; 0: not known. */
size_t debug_mapped_pages(void);

/** The code address outside all functions. */
const struct dwarf_address *debug_outside(struct debug *d);
/** Returns true if there is code, inlined or not, of a function called @name (a glob). */
bool debug_has_function(struct debug *d, const char *name);
/** Finds the value of an enumerator of any type outside functions; false: none. */
bool debug_enumerator(struct debug *d, const char *name, int64_t *ret);

/** The lines first to last. */
struct source_range {
	unsigned first, last;
};

/** The source text of a probe point, "func@file:line", taken apart. */
struct source_spec {
	const char *function;	/* a glob */
	const char *file;	/* NULL: not said */
	enum {
		SOURCE_NO_LINE,
		SOURCE_LINES,	/* those in ranges */
		SOURCE_OFFSET,	/* counted from the function's own line */
		SOURCE_ALL,	/* :* */
	} lines;
	const struct source_range *ranges;	/* by line, none overlap */
	size_t n_ranges;
	unsigned offset;
	/** Inside of functions: a glob of labels; or globs of callees, one per
	 *  level, from the outside in.  Calls that match the last glob are
	 *  found, at its level or deeper. */
	const char *const *inner;
	size_t n_inner;
	/** Of calls: the number of levels (calls in calls), at least n_inner. */
	unsigned depth;
};

/** A call between the function of the probe point and the callee that is probed. */
struct source_call {
	const char *name;		/* its callee: "x@file:line" */
	const struct source_call *by;	/* the call that leads to its caller; NULL:
					   its caller is the function */
};

/** A location that was found. */
struct source_point {
	const char *function;
	const char *file;	/* "fs/read_write.c" */
	unsigned line;
	uint64_t addr;		/* see dwarf_file.h on modules */
	enum {
		SOURCE_ENTRY,
		SOURCE_COPY,
		SOURCE_STATEMENT,
		SOURCE_SYMBOL,	/* code of `inner`, which has no DWARF; no addr */
	} what;
	/* NULL for a SYMBOL, and for an ENTRY or COPY with a number in `code`,
	   of which debug_code_address() makes the address */
	const struct dwarf_address *address;
	uint32_t code;
	/* The label; or the callee, as "x@file:line" */
	const char *inner;
	const struct source_call *by;	/* the caller of `inner`, if it is not
					   the function itself */
	/* Of calls: the addresses that they return to, inside out.  Inlined
	   copies, which are not called, have none of their own.  n_callers is
	   0 for code that is part of the function's own. */
	const uint64_t *callers;
	unsigned n_callers;
};

typedef VEC(struct source_point) source_point_vec;

/** Appends the bodies of the functions and their inlined copies.  A line in @spec
 *  selects the function that has it. */
struct sys_error *source_functions(struct debug *d,
				   const struct source_spec *spec,
				   source_point_vec *ret)
	__attribute__((warn_unused_result));

/** Appends the labels in code of the functions and of their inlined copies. */
struct sys_error *source_labels(struct debug *d,
				const struct source_spec *spec,
				source_point_vec *ret)
	__attribute__((warn_unused_result));

/**
 * Appends the callees of the functions: for each call one point with the address of the
 * callee's entry (several, if the callee has several bodies), and one for each inlined
 * copy.  The same is done in the callees, to the depth of @spec.  Calls through pointers
 * are not known.  Jumps to functions do not count, because they do not return.  More than
 * 10 000 points in calls of calls are an error.
 */
struct sys_error *source_calls(struct debug *d,
			       const struct source_spec *spec,
			       source_point_vec *ret)
	__attribute__((warn_unused_result));

/**
 * Appends the statements at the lines of @spec, one for each function, copy or block
 * that has the line.  *@near: if @ret is empty and @spec means one line, the nearest line
 * with code; else 0.
 */
struct sys_error *source_statements(struct debug *d,
				    const struct source_spec *spec,
				    source_point_vec *ret, unsigned *near)
	__attribute__((warn_unused_result));

/** The function name that is nearest to @name ("vfs_raed"), or NULL. */
const char *source_nearest(struct debug *d, const char *name);

/**
 * Returns a sentence for the user about debug information that cannot be used;
 * *@hint: what would help, or NULL.  There are two sentences at most; each is
 * returned by one call, then NULL.
 */
const char *debug_take_gap(struct debug *d, const char **hint);

/** The section of a module that holds @addr, or NULL; *@offset: bytes from its start. */
const char *debug_section(const struct debug *d, uint64_t addr,
			  uint64_t *offset);
/** The address of @offset in @section, the inverse of debug_section(); 0: there is no
 *  such section, or it is shorter. */
uint64_t debug_address(const struct debug *d, const char *section,
		       uint64_t offset);

#endif
