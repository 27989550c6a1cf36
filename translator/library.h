/* SPDX-License-Identifier: LGPL-2.1-or-later */
/**
 * @file
 * The tapset: which file declares what, and loading only those.
 *
 * Directories are scanned once: each .stp is skimmed (not parsed) for the
 * names it declares at the top level.  A file is parsed when a script names
 * something in it.  Directories given first win.
 */
#ifndef TRANSLATOR_LIBRARY_H
#define TRANSLATOR_LIBRARY_H

#include "base/source.h"
#include "base/vec.h"

struct arena;
struct library;
struct sources;
struct sys_error;

enum library_kind { LIBRARY_FUNCTION, LIBRARY_GLOBAL, LIBRARY_ALIAS };

/** A file of the library, known by its path. */
struct library_file {
	const char *path;
	enum source_kind kind;		/* TAPSET or EXTRA (-I) */
	bool loaded;			/* the user of the library sets it */
};

struct library *library_create(struct arena *a);
void library_destroy(struct library *lib);

/** Skim all *.stp and list all *.stpm in @dir; NULL = fine. */
struct sys_error *library_add_dir(struct library *lib, const char *dir,
				  enum source_kind kind);

/**
 * A tapset directory with those of its subdirectories that are for this
 * kernel: linux/, then for each of them RELEASE (6.1.0-9-amd64, 6.1.0, 6.1,
 * 6) and ARCH, the special ones first.  @release may be NULL.
 */
struct sys_error *library_add_tree(struct library *lib, const char *dir,
				   const char *release, const char *arch,
				   enum source_kind kind);

/**
 * The files that declare @name (of aliases: the first component), not loaded
 * yet; the next one at each call; NULL when there are no more.
 */
struct library_file *library_next(struct library *lib, enum library_kind kind,
				  const char *name);

/** The .stpm files, in order; NULL after the last. */
struct library_file *library_macros(struct library *lib, size_t i);

/** All names of one kind, for suggestions; *@n_ret of them. */
const char *const *library_names(struct library *lib, enum library_kind kind,
				 size_t *n_ret);

/**
 * Calls @fn for each declaration that a skim finds in @text.  Exported for its
 * test.
 */
void library_skim(const char *text, size_t len,
		  void (*fn)(void *data, enum library_kind kind,
			     const char *name, size_t n),
		  void *data);

#endif
