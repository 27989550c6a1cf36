/* SPDX-License-Identifier: LGPL-2.1-or-later */
/**
 * @file
 * The index of the tapset: which file declares which names.  Only files that a
 * script needs are loaded.
 *
 * Directories are scanned once: each .stp is skimmed (not parsed) for the
 * names it declares at the top level.  A file is parsed when a script names
 * something in it.  Files of directories that were added earlier come first.
 */
#ifndef TRANSLATOR_LIBRARY_H
#define TRANSLATOR_LIBRARY_H

#include "base/source.h"
#include "base/vec.h"

struct arena;
struct library;
struct sources;
struct sys_error;

/** The kinds of names that a file declares. */
enum library_kind { LIBRARY_FUNCTION, LIBRARY_GLOBAL, LIBRARY_ALIAS };

/** A file of the library, known by its path. */
struct library_file {
	const char *path;
	enum source_kind kind;		/* TAPSET or EXTRA (-I) */
	bool loaded;			/* set by callers of library_next() */
};

/** Creates an empty index in @a.  library_destroy() frees its tables, which are not
 *  in @a; NULL is allowed. */
struct library *library_create(struct arena *a);
void library_destroy(struct library *lib);

/** Skims all *.stp and notes all *.stpm in @dir.  Returns NULL or an error. */
struct sys_error *library_add_dir(struct library *lib, const char *dir,
				  enum source_kind kind);

/**
 * Adds the tapset directory @dir, which must exist, and those of its subdirectories
 * that exist and are for this kernel: linux/; in @dir and in linux/ those named after
 * the release (6.1.0-9-amd64, 6.1.0, 6.1, 6); in each of these directories the one
 * named @arch.  More special directories are added earlier.  @release may be NULL.
 * Returns NULL or an error.
 */
struct sys_error *library_add_tree(struct library *lib, const char *dir,
				   const char *release, const char *arch,
				   enum source_kind kind);

/**
 * Returns the first file that declares @name (of an alias: the first component of
 * its name) and is not loaded yet, or NULL.  The caller sets `loaded` before the next
 * call.
 */
struct library_file *library_next(struct library *lib, enum library_kind kind,
				  const char *name);

/** Returns .stpm file @i, in the order in which they were added; NULL after the
 *  last. */
struct library_file *library_macros(struct library *lib, size_t i);

/** Returns all names of one kind; *@n_ret is their number.  The array belongs to
 *  @lib and is valid until more files are added. */
const char *const *library_names(struct library *lib, enum library_kind kind,
				 size_t *n_ret);

/**
 * Calls @fn, with @data, for each declaration at the top level of @text, which has
 * @len bytes.  The @name that @fn gets has @n bytes and no NUL after them.  Exported
 * for its test.
 */
void library_skim(const char *text, size_t len,
		  void (*fn)(void *data, enum library_kind kind,
			     const char *name, size_t n),
		  void *data);

#endif
