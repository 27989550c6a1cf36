/* SPDX-License-Identifier: LGPL-2.1-or-later */
/**
 * @file
 * Builds a module the short way, without kbuild: compiler, objtool and linker
 * run as the recipe says.
 */
#ifndef TRANSLATOR_MODBUILD_BUILD_H
#define TRANSLATOR_MODBUILD_BUILD_H

#include "translator/modbuild/recipe.h"

/** The linker's output in the build directory. */
#define BUILD_MODULE "module.ko"
/** The unit of trampolines, without .S or .o. */
#define BUILD_TRAMPOLINES "trampolines"

struct cache;

/** One build of a module. */
struct build {
	const struct recipe *recipe;
	const char *embed;	/* the unit of embedded C, or NULL */
	const char *trampolines;	/* a unit in assembler, or NULL */
	const char *prefix;	/* directory of the compiled prefix of embedded
				   C, or NULL */
	const struct modbuild_config *cfg; /* its progress() is called for long
					      work */
	struct cache *cache;	/* where late facilities are kept, or NULL */
	struct args late;	/* objects of the late facilities in use */
	struct args imports;	/* kernel symbols that these objects and the
				   embedded unit need and that are not in
				   recipe->imports */
	const char *objects;	/* directory of the recipe's objects */
	const char *dir;	/* the build directory; its files stay */
	int opt_level;		/* 0: the recipe's, or 1 for several units */
	double *seconds;	/* [MODBUILD_N_STAGES], added to */
	struct arena *arena;	/* for argument vectors */
};

/**
 * Makes DIR/module.ko, whose name is still the placeholder.  Errors of the
 * embedded unit are [embedded-c-error] or [not-exported], see modbuild.h.
 */
struct sys_error *build_module(struct build *b, const char *const *units,
			       size_t n_units, const void *blob,
			       size_t blob_n);

/**
 * Checks module file @path, which build_module() made, against the recipe: it
 * has the vermagic and a build id, and its undefined symbols are only those that
 * the kernel exports and the module has checksums for.
 */
struct sys_error *build_check(const struct build *b, const char *path);

/**
 * Makes module file @to from @from: with @name instead of the placeholder (if
 * @from has it), and with its own build id, which also goes to @build_id.
 */
struct sys_error *build_rename(const char *from, const char *to,
			     const char *name, char build_id[41]);

/**
 * Tells cfg->progress that @what ("building the runtime for", to which it adds the
 * kernel) begins (@seconds < 0) or has ended (@seconds is its duration).  @cfg may
 * be NULL.
 */
void build_tell(const struct modbuild_config *cfg, const struct recipe *r,
		const char *what, double seconds);

/** Returns seconds of a monotonic clock, for measuring. */
double build_clock(void);

#endif
