/* SPDX-License-Identifier: LGPL-2.1-or-later */
/**
 * @file
 * The manual of the library: what gen reads from the files of tapsets/, and the
 * functions that write it.
 *
 * A block of documentation begins with "sfunction NAME - what it is", "probe
 * NAME - when it comes" or "macro NAME - what it stands for", then has
 * "@name: what that is" for each parameter or variable, then paragraphs, of
 * which some begin with Returns:, Errors:, Context: and Example:.
 * testsuite/lint/tapsets.py sees to it that they are there.
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
	PART_EXAMPLE,
};

/** One of them; the text is plain, in one line. */
struct piece {
	enum part part;
	const char *name;
	const char *text;
};

/** A function, a probe point or a macro. */
struct entry {
	const char *kind;	/* "function", "probe", "macro" */
	const char *name;
	const char *title;	/* what it is, a line */
	const char *declared;	/* as a script sees it: pid:long () */
	VEC(struct piece) pieces;
};

/** A file of the library, with the .stpm file of the same name. */
struct page {
	const char *name;	/* without .stp */
	const char *about;	/* a line or more; "" if nothing is said */
	VEC(struct entry) entries;
};

struct library {
	struct arena *arena;	/* owns all of it */
	VEC(struct page) pages;
};

/** The page @name, which is made if it is not there. */
struct page *library_page(struct library *lib, const char *name);

/** Blocks of a .stp or .stpm file; a complaint and exit if it is not there. */
void library_read_blocks(struct library *lib, const char *path);

/** The system calls of syscalls.tbl, as the page "syscalls". */
void library_read_calls(struct library *lib, const char *path);

/** The contents of the file, with a NUL after them; owned by the arena. */
char *library_read_file(struct library *lib, const char *path);

/** One page of HTML about all, on the standard output. */
void library_write_html(const struct library *lib);

/**
 * Man pages into the directory @dir: KIND::NAME.3stap of each entry, all of
 * the same name in one, and tapset::NAME.3stap of each file.
 */
void library_write_man(const struct library *lib, const char *dir);

#endif
