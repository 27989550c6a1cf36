/* SPDX-License-Identifier: LGPL-2.1-or-later */
/**
 * @file
 * One table of .debug_line, DWARF 2 to 5: the files it names, and its rows.
 *
 * libdw has such a reader, too, but it keeps every row of every table in memory
 * until it is closed, even if only the files are needed.  This one keeps the
 * files, and passes rows to the caller as they are decoded.
 *
 * The format is that of the DWARF 5 standard, section 6.2.
 */
#ifndef TARGET_LINE_TABLE_H
#define TARGET_LINE_TABLE_H

#include "base/vec.h"
#include "translator/target/elf/elf.h"

struct buf;
struct elf_file;
struct sys_error;

struct line_row {
	uint64_t addr;
	uint32_t file;		/* index in the table's files */
	uint32_t line;		/* 0: code that belongs to no line */
	uint32_t column;
	bool is_stmt;		/* a good address to stop at */
	bool is_end;		/* the first address after a sequence */
	bool prologue_end;
};

struct line_file {
	const char *dir;	/* "" or the directory, as in the table */
	const char *name;
};

/** The sections that a table may refer to. */
struct line_sections {
	struct range line, line_str, str;
};

struct line_table {
	unsigned version;
	/* before version 5 the first file is 1, and [0] is empty */
	VEC(struct line_file) files;
	struct range program;
	unsigned min_length, line_range, opcode_base;
	int line_base;
	bool is_stmt;
	unsigned char lengths[256];	/* arguments of standard opcodes */
};

/** Find the sections of @e, which may be a .dwo file; those that it lacks are empty. */
void line_sections_init(struct line_sections *s, const struct elf_file *e);

/**
 * Read the head of the table at @offset of .debug_line.  @e is only for the
 * message.  A damaged one is error [bad-image].  The strings belong to the
 * sections; line_table_free(@ret), except on error.
 */
struct sys_error *line_table_read(struct line_table *ret,
				  const struct elf_file *e,
				  const struct line_sections *s,
				  uint64_t offset)
	__attribute__((warn_unused_result));
void line_table_free(struct line_table *t);

/**
 * Append the file's whole path, without . and .. in it; @comp_dir, where the
 * compiler ran, is for files and directories that are not absolute.
 */
void line_file_path(struct buf *out, const char *comp_dir,
		    const struct line_file *f);

/**
 * Decode the rows in the order of the table; stop when @fn returns false.
 * Returns false if the program is cut off; the rows before that were passed to
 * @fn.
 */
bool line_table_rows(const struct line_table *t,
		     bool (*fn)(void *data, const struct line_row *row),
		     void *data);

#endif
