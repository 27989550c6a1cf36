/* SPDX-License-Identifier: LGPL-2.1-or-later */
/**
 * @file
 * A table of lines while its head is read: line_table.c reads the head,
 * line_files.c the files in it.
 */
#ifndef TARGET_LINE_RAW_H
#define TARGET_LINE_RAW_H

#include "translator/target/dwarf/line_table.h"
#include "translator/target/elf/elf.h"

struct line_reader {
	struct cursor c;
	const struct line_sections *s;
	size_t offset_size;		/* 4, or 8 in 64-bit DWARF */
	unsigned address_size;
	VEC(const char *) dirs;
};

/** Append the files of a table before version 5. */
void line_read_files_old(struct line_reader *r, struct line_table *t);
/** Append the files of a table from version 5 on; false: they are damaged. */
bool line_read_files_new(struct line_reader *r, struct line_table *t);

#endif
