/* SPDX-License-Identifier: LGPL-2.1-or-later */
/**
 * @file
 * The lines of one unit, decoded, for dwarf_line.c and dwarf_line_at.c, which search them.
 */
#ifndef TARGET_UNIT_LINES_H
#define TARGET_UNIT_LINES_H

#include "translator/target/dwarf/dwarf_line.h"
#include "translator/target/dwarf/line_table.h"

/**
 * The decoded lines of one unit.  Rows are sorted by address; each is valid up
 * to the next one.  Where a sequence ends there is a row with line 0.
 */
struct unit_lines {
	bool is_used;
	uint32_t unit;
	struct line_table table;
	const char **paths;	/* of the table's files, in the arena; NULL: not made yet */
	VEC(struct line_row) rows;
};

/**
 * Get the lines of unit number @unit.  They are valid until this function was called for
 * KEPT (see unit_lines.c) other units.  The index must have been made.  A damaged table
 * is error [bad-image].
 */
struct sys_error *unit_lines_get(struct dwarf *d, uint32_t unit,
				 struct unit_lines **ret)
	__attribute__((warn_unused_result));
/** The whole path of file number @file of the table; "" if it has no such file. */
const char *unit_lines_path(struct dwarf *d, struct unit_lines *u,
			    uint32_t file);
/** Makes a struct dwarf_line of a row. */
struct dwarf_line unit_lines_line(struct dwarf *d, struct unit_lines *u,
				  const struct line_row *r);

#endif
