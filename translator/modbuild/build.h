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
	const char *embed;	/* the text of embedded C, or NULL */
	const char *trampolines;	/* a text in assembler, or NULL */
	const char *prefix;	/* directory of the compiled prefix of embedded
				   C, or NULL */
	const struct modbuild_config *cfg; /* its progress() is called for long
					      work; or NULL */
	struct cache *cache;	/* for late facilities; NULL: not kept */
	struct args late;	/* objects of the late facilities in use */
	struct args imports;	/* kernel symbols that these objects and the
				   embedded unit need and that are not in
				   recipe->imports */
	const char *objects;	/* directory of the recipe's objects */
	const char *dir;	/* the build directory; its files stay */
	int opt_level;		/* 0: the recipe's; for several script units, 1 */
	double *seconds;	/* [MODBUILD_N_STAGES]: build_module() adds the
				   time of each stage */
	struct arena *arena;	/* for argument vectors */
};

/**
 * Makes BUILD_MODULE in b->dir from @n_units C texts and @blob.  The module's name
 * is still KO_PLACEHOLDER.  Sets b->late and b->imports.  Errors of the embedded unit
 * are [embedded-c-error] or [not-exported], see modbuild.h.  If the compiler refuses
 * a C text, the error is [internal-error].
 */
struct sys_error *build_module(struct build *b, const char *const *units,
			       size_t n_units, const void *blob,
			       size_t blob_n);

/**
 * Checks module file @path, which build_module() made: it must have the recipe's
 * vermagic and a build id, and each undefined symbol must be in recipe->imports or
 * @b->imports.  Fails with [internal-error], or for a symbol with [undefined-symbol]
 * or [not-on-this-kernel].
 */
struct sys_error *build_check(const struct build *b, const char *path);

/**
 * Copies module file @from to @to.  @to gets @name in place of KO_PLACEHOLDER (if
 * @from has it), and its own build id, which is also written to @build_id.
 */
struct sys_error *build_rename(const char *from, const char *to,
			     const char *name, char build_id[41]);

/**
 * Reports long work to cfg->progress(), if there is one.  Its text is @what, such as
 * "building the runtime for", then the kernel.  @seconds < 0: the work begins; else
 * the work has ended, after @seconds.  @cfg may be NULL.
 */
void build_tell(const struct modbuild_config *cfg, const struct recipe *r,
		const char *what, double seconds);

/** Returns seconds of a monotonic clock, for measuring. */
double build_clock(void);

#endif
