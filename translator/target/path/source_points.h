/* SPDX-License-Identifier: LGPL-2.1-or-later */
/**
 * @file
 * Finds locations that a source text names: functions of a file, copies that
 * the compiler put into callers, lines.  They come from the debug information
 * of a kernel or a module.
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

/** Debug information that is open, for many questions. */
struct sys_error *debug_open(const char *path,
			     const struct dwarf_options *opt,
			     struct debug **ret)
	__attribute__((warn_unused_result));
/** NULL is fine. */
void debug_close(struct debug *d);

/**
 * The function whose code begins at @addr, as the place @when says; NULL if no
 * function does.
 */
const struct dwarf_address *debug_function(struct debug *d, uint64_t addr,
					 enum target_when when);

/** What holds an instruction. */
struct debug_code {
	const char *function;
	uint64_t entry;
	bool is_copy;		/* that was inlined */
	const struct dwarf_address *address;	/* of the entry, as asked */
};

/** The innermost function that has @addr; a copy only if @copies is so. */
enum debug_copies { DEBUG_NO_COPIES, DEBUG_COPIES };
bool debug_code_at(struct debug *d, uint64_t addr, enum debug_copies copies,
		   enum target_when when, struct debug_code *ret);
/** The location of the instruction at @addr; NULL: in no function. */
const struct dwarf_address *debug_instruction(struct debug *d, uint64_t addr);
/** The source of the instruction at @addr, its file as places of points have
 *  it; false: no line has it. */
bool debug_line(struct debug *d, uint64_t addr, const char **file,
		unsigned *line);
/** The names of the functions whose inlined copies have @addr, the innermost
 *  first, @max at most.  Returns how many. */
size_t debug_inlined(struct debug *d, uint64_t addr, const char **names,
		     size_t max);
/** Where the statement that has @addr begins; false: no line has it. */
bool debug_statement(struct debug *d, uint64_t addr, uint64_t *ret);

/**
 * The place that @at->many stands for with number @code: its address and
 * @at->dwarf, which passes with debug_forget().
 */
void debug_code_address(uint32_t code, struct target_address *at);
/** What was found out about places is gone; places that were not made by
 *  debug_code_address() stay. */
void debug_forget(struct debug *d);
/** Drops pages as elf_file_drop_pages() does: after reading very many
 *  functions. */
void debug_drop_pages(struct debug *d);
/** How many bytes of files count as memory of ours; 0: not known. */
size_t debug_mapped_pages(void);

/** The scope outside all functions. */
const struct dwarf_address *debug_outside(struct debug *d);
/** Returns true if it has code of a function with that name, inlined or not. */
bool debug_has_function(struct debug *d, const char *name);
/** The value of an enumerator of any type. */
bool debug_enumerator(struct debug *d, const char *name, int64_t *ret);

/** Lines first..last. */
struct source_range {
	unsigned first, last;
};

/** What a probe point says, taken apart: "func@file:line". */
struct source_spec {
	const char *function;	/* a glob */
	const char *file;	/* NULL: not said */
	enum {
		SOURCE_NO_LINE,
		SOURCE_LINES,	/* those in ranges */
		SOURCE_OFFSET,	/* counted from the function's own */
		SOURCE_ALL,	/* :* */
	} lines;
	const struct source_range *ranges;	/* by line, apart */
	size_t n_ranges;
	unsigned offset;
	/** Inside of functions: a glob of labels; or of calls, one a level,
	 *  from the outside in.  Those of the last, and below, are wanted. */
	const char *const *inner;
	size_t n_inner;
	/** Of calls: how many levels, calls in calls; at least n_inner. */
	unsigned depth;
};

/** A call between the function and what is called in the end. */
struct source_call {
	const char *name;		/* "x@file:line" */
	const struct source_call *by;	/* nearer to the function; or NULL */
};

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
	/* NULL: of a SYMBOL, and of an ENTRY or COPY that has a number, by
	   which debug_code_address() makes it */
	const struct dwarf_address *address;
	uint32_t code;
	/* The label; or what is called, as "x@file:line" */
	const char *inner;
	const struct source_call *by;	/* what has called that, if it is not
					   the function itself */
	/* Of calls: where they return to, inside out; inlined copies, which
	   are not called, have none of their own.  n_callers is 0 for what
	   is part of the function's own code. */
	const uint64_t *callers;
	unsigned n_callers;
};

typedef VEC(struct source_point) source_point_vec;

/** Bodies of the functions (line: their own, if said) and their copies. */
struct sys_error *source_functions(struct debug *d,
				   const struct source_spec *spec,
				   source_point_vec *ret)
	__attribute__((warn_unused_result));

/** Labels in code of the functions, their copies included. */
struct sys_error *source_labels(struct debug *d,
				const struct source_spec *spec,
				source_point_vec *ret)
	__attribute__((warn_unused_result));

/**
 * What code of the functions calls: one point for each call, whose address
 * is the entry of what is called; inlined copies in it; and so on in what is
 * called, to this depth.  Calls through pointers are not known, jumps
 * do not return.
 */
struct sys_error *source_calls(struct debug *d,
			       const struct source_spec *spec,
			       source_point_vec *ret)
	__attribute__((warn_unused_result));

/**
 * The statements that @spec says, one for each function or copy that has the
 * line.  @near: if none, the line with code that is nearest, or 0.
 */
struct sys_error *source_statements(struct debug *d,
				    const struct source_spec *spec,
				    source_point_vec *ret, unsigned *near)
	__attribute__((warn_unused_result));

/** "vfs_raed": the name of a function that is nearest, or NULL. */
const char *source_nearest(struct debug *d, const char *name);

/**
 * Returns a sentence for the user about a part that cannot be used; *@hint:
 * what would help, or NULL. Each is returned once, then NULL.
 */
const char *debug_take_gap(struct debug *d, const char **hint);

/** The section of a module that holds an address, and where in it. */
const char *debug_section(const struct debug *d, uint64_t addr,
			  uint64_t *offset);
/** The inverse: the address of @offset in @section; 0: it has no such
 *  section. */
uint64_t debug_address(const struct debug *d, const char *section,
		       uint64_t offset);

#endif
