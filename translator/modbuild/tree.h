/* SPDX-License-Identifier: LGPL-2.1-or-later */
/**
 * @file
 * The runtime's sources.  They are read once, hashed, and written out as the
 * same bytes, so that the hashed sources are those that are compiled.
 */
#ifndef TRANSLATOR_MODBUILD_TREE_H
#define TRANSLATOR_MODBUILD_TREE_H

#include <stdbool.h>

#include "base/hash.h"
#include "base/vec.h"

struct arena;
struct sys_error;

/** A file of the runtime, with its contents. */
struct tree_file {
	const char *name;	/* "linux/module.c" */
	const char *p;		/* @n bytes and a NUL */
	size_t n;
};

/** A line of facilities.def. */
struct facility {
	const char *name;
	VEC(const char *) files;	/* the .c files, in order */
	struct tree_file unit;	/* "units/NAME.c": all files, one after the
				   other, for one run of the compiler */
	VEC(const char *) calls;	/* symbols that need this late facility,
					   or "stp_fn_*"; none: it is not late */
};

struct tree {
	VEC(struct tree_file) files;
	VEC(struct facility) facilities; /* the first is "core" */
};

/** The stub that replaces the script while kbuild builds the runtime. */
#define TREE_STUB "linux/stub.c"

/**
 * The directory of the files, below the @dir of tree_write().  The files include
 * each other as "runtime/core/map.h"; a script includes "abi.h".
 */
#define TREE_PREFIX "runtime"

/**
 * Reads the .c .h .def .S files below @dir, without host/, and the list of
 * facilities, and makes their units.  Static names must differ between the files
 * of one facility.  All memory is from the arena.  Fails with [no-runtime] if @dir
 * is not a runtime, or the list names a missing file, or a file twice.
 */
struct sys_error *tree_read(struct arena *a, const char *dir,
			    struct tree *ret);

/** Adds the names and contents of all files to @s. */
void tree_stamp(const struct tree *t, struct sha256 *s);

/** Returns true if the facility is compiled only when a script first uses
 *  it. */
bool tree_is_late(const struct facility *f);

/** Returns the late facility that a script with the symbol @symbol needs, or NULL. */
const struct facility *tree_late(const struct tree *t, const char *symbol);

/** Returns true if @facility's text seems to define @symbol: the word is on a line
 *  that begins with a letter, but not with `extern`. */
bool tree_mentions(const struct tree *t, const char *facility,
		   const char *symbol);

/** Writes all files and units, or with @headers_only the headers alone, below
 *  @dir/runtime. */
struct sys_error *tree_write(const struct tree *t, const char *dir,
			     bool headers_only);

/** Parses the text of facilities.def; exported for its tests. */
struct sys_error *tree_parse_facilities(struct arena *a, const char *text,
					struct tree *ret);

#endif
