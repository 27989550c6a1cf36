/* SPDX-License-Identifier: LGPL-2.1-or-later */
/**
 * @file
 * The files that a unit's DIEs and lines refer to by number, while an index
 * is made: the head of its line table, and the paths that were needed so far.
 */
#ifndef TARGET_UNIT_FILES_H
#define TARGET_UNIT_FILES_H

#include <elfutils/libdw.h>

#include "translator/target/dwarf/line_table.h"

struct text_pool;

struct unit_files {
	const void *unit;	/* its Dwarf_CU */
	struct line_table table;
	const char *comp_dir;
	uint32_t *paths;	/* a text for each file, made when it is needed */
};

/** The offset of a unit's table in .debug_line, or INDEX_NO_LINES. */
uint64_t unit_lines_offset(Dwarf_Die *unit);

/**
 * Read the files of the unit with the DIE @unit; a unit without lines has none.
 * @e is for messages.  unit_files_free() also after an error.
 */
struct sys_error *unit_files_read(struct unit_files *ret,
				  const struct elf_file *e,
				  const struct line_sections *s,
				  Dwarf_Die *unit)
	__attribute__((warn_unused_result));
void unit_files_free(struct unit_files *f);

/** The whole path of file @i as a text of the pool; 0 if there is none. */
uint32_t unit_files_path(struct unit_files *f, uint64_t i,
			 struct text_pool *texts);

#endif
