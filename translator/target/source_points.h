/* SPDX-License-Identifier: LGPL-2.1-or-later */
/**
 * @file
 * Places that a source text names: functions of a file, copies that the
 * compiler put into callers, lines.  They come from the debug information of
 * a kernel or a module.
 */
#ifndef TARGET_SOURCE_POINTS_H
#define TARGET_SOURCE_POINTS_H

#include "base/vec.h"
#include "translator/target/place.h"

#include <stdbool.h>
#include <stdint.h>

struct debug;
struct dwarf_options;
struct dwarf_place;
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
const struct dwarf_place *debug_function(struct debug *d, uint64_t addr,
					 enum place_when when);

/** What a probe point says, taken apart: "func@file:line". */
struct source_spec {
	const char *function;	/* a glob */
	const char *file;	/* NULL: not said */
	enum {
		SOURCE_NO_LINE,
		SOURCE_LINES,	/* first..last */
		SOURCE_OFFSET,	/* first lines behind the function's own */
		SOURCE_ALL,	/* :* */
	} lines;
	unsigned first, last;
	/** Of functions: the variables are asked for where they return. */
	enum { SOURCE_AT_ENTRY, SOURCE_AT_RETURN } at;
};

struct source_point {
	const char *function;
	const char *file;	/* "fs/read_write.c" */
	unsigned line;
	uint64_t addr;		/* see dwarf.h on modules */
	enum { SOURCE_ENTRY, SOURCE_COPY, SOURCE_STATEMENT } what;
	const struct dwarf_place *place;
};

typedef VEC(struct source_point) source_point_vec;

/** Bodies of the functions (line: their own, if said) and their copies. */
struct sys_error *source_functions(struct debug *d,
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
 * What of it cannot be used, as a sentence for the user; *@hint: what would
 * help, or NULL.  Each is told once, then comes NULL.
 */
const char *debug_take_gap(struct debug *d, const char **hint);

/** The section of a module that holds an address, and where in it. */
const char *debug_section(const struct debug *d, uint64_t addr,
			  uint64_t *offset);

#endif
