/* SPDX-License-Identifier: LGPL-2.1-or-later */
/**
 * @file
 * The tapset reference: the data that gen reads from the files of tapsets/, and
 * the functions that write it.
 *
 * A block of documentation begins with "sfunction NAME - title", "probe NAME -
 * title" or "macro NAME - title".  Then it has "@name: description" for each
 * parameter or variable, and paragraphs, some of which begin with Returns:,
 * Errors:, Context:, Since: or Example:.  testsuite/lint/tapsets.py requires them.
 */
#ifndef TAPSETS_GEN_H
#define TAPSETS_GEN_H

#include <base/vec.h>

struct arena;

/** Parts of a block, in the order in which pages show them. */
enum part {
	PART_PARAM,		/* a parameter or variable, with a name */
	PART_TEXT,
	PART_RETURNS,
	PART_ERRORS,
	PART_CONTEXT,
	PART_SINCE,		/* the version; none: 0.1.0 */
	PART_EXAMPLE,
};

/** One part of a block.  The text is plain, in one line. */
struct piece {
	enum part part;
	const char *name;
	const char *text;
};

/** A function, a probe point or a macro. */
struct entry {
	const char *kind;	/* "function", "probe", "macro" */
	const char *name;
	const char *title;	/* one line */
	const char *declared;	/* as in a script: pid:long () */
	VEC(struct piece) pieces;
};

/** A file of the tapset, with the .stpm file of the same name. */
struct page {
	const char *name;	/* without .stp */
	const char *about;	/* its first comment; "" if it has none */
	VEC(struct entry) entries;
};

struct library {
	struct arena *arena;	/* owns all of it */
	VEC(struct page) pages;
};

/** Returns the page @name, and creates it if necessary. */
struct page *library_page(struct library *lib, const char *name);

/** Reads the blocks of a .stp or .stpm file.  Exits if it cannot be read. */
void library_read_blocks(struct library *lib, const char *path);

/** Reads the system calls of syscalls.tbl, as the page "syscalls". */
void library_read_calls(struct library *lib, const char *path);

/** The contents of the file, with a NUL after them; owned by the arena. */
char *library_read_file(struct library *lib, const char *path);

/** Writes one page of HTML with everything to standard output. */
void library_write_html(const struct library *lib);

/**
 * Writes man pages into the directory @dir: KIND::NAME.3stap for the entries of
 * each name, and tapset::NAME.3stap for each file.
 */
void library_write_man(const struct library *lib, const char *dir);

#endif
