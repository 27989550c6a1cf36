/* SPDX-License-Identifier: LGPL-2.1-or-later */
/**
 * @file
 * Finds the addresses of source lines in a binary, and the lines of addresses.
 *
 * A file is named as in dwarf_func.h: by the end of its path, or with
 * wildcards.  For each line, the addresses that the compiler recommends for
 * stopping (is_stmt) are returned; for a line that has none, all its addresses.
 */
#ifndef TARGET_DWARF_LINE_H
#define TARGET_DWARF_LINE_H

#include "base/vec.h"
#include "translator/target/dwarf/dwarf_file.h"

struct dwarf_line {
	uint64_t addr;
	const char *file;	/* whole path; lives until dwarf_close() */
	unsigned line, column;
	uint32_t unit;		/* its number in the index */
	bool is_stmt;
};

struct dwarf_lines {
	VEC(struct dwarf_line);
};

/**
 * Append all addresses of the lines @first to @last of the files that fit,
 * sorted by (file, line, address), each once.  It is not an error if there is none.
 */
struct sys_error *dwarf_lines_find(struct dwarf *d, const char *file,
				   unsigned first, unsigned last,
				   struct dwarf_lines *ret)
	__attribute__((warn_unused_result));

/**
 * Finds the line with code that is nearest to @line, before or after it (after
 * it, if both are as near), in the files that fit; 0: they have none.
 */
struct sys_error *dwarf_line_nearest(struct dwarf *d, const char *file,
				     unsigned line, unsigned *ret)
	__attribute__((warn_unused_result));

/** The wanted lines: first..last of the file with the whole path `path`. */
struct line_wish {
	const char *path;
	unsigned first, last;
};

struct dwarf_spans;

/** Append the addresses of the lines of @wish that lie in @spans, as dwarf_lines_find() does.
 *  Only the units of the spans are read, which is fast. */
struct sys_error *dwarf_lines_within(struct dwarf *d,
				     const struct dwarf_spans *spans,
				     const struct line_wish *wish,
				     struct dwarf_lines *ret)
	__attribute__((warn_unused_result));

/**
 * Sorts the elements after the first @n by (file, line, address).  Drops duplicates
 * among them, and addresses that are not recommended (is_stmt) if their line has
 * recommended ones.
 */
void dwarf_lines_tidy(struct dwarf_lines *l, size_t n);

/**
 * Keep, of each line, one address for each function, inlined copy or block that
 * has it: the lowest, as gdb does.  A line of several pieces in a block is then
 * hit once on each way through, not once for each piece.  A block that declares no
 * variables counts as part of the block or function around it.
 */
void dwarf_lines_thin(struct dwarf *d, struct dwarf_lines *lines);

/** Find the file and line of @addr; false: none.  @ret->addr is the address of the row of
 *  the line table that has @addr: the last row at or before it. */
bool dwarf_line_at(struct dwarf *d, uint64_t addr, struct dwarf_line *ret);

/** The whole path of the file that declares @die (DW_AT_decl_file); "" if unknown. */
const char *dwarf_decl_path(struct dwarf *d, Dwarf_Die *die);

/** Free @c; for dwarf_close(). */
void dwarf_line_cache_free(struct dwarf_line_cache *c);

#endif
