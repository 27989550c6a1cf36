/* SPDX-License-Identifier: LGPL-2.1-or-later */
/**
 * @file
 * The short way: compile, objtool, link, as the recipe says.
 */
#ifndef TRANSLATOR_MODBUILD_BUILD_H
#define TRANSLATOR_MODBUILD_BUILD_H

#include "translator/modbuild/recipe.h"

/** The linker's output in the build directory. */
#define BUILD_MODULE "module.ko"
/** The unit of trampolines, without .S or .o. */
#define BUILD_TRAMPOLINES "trampolines"

struct cache;

struct build {
	const struct recipe *recipe;
	const char *embed;	/* the unit of embedded C, or NULL */
	const char *trampolines;	/* a unit in assembler, or NULL */
	const char *prefix;	/* where its prefix lies compiled, or NULL */
	const struct modbuild_config *cfg; /* its progress() is called for long
					      work */
	struct cache *cache;	/* where late facilities are kept, or NULL */
	struct args late;	/* objects of those that the script uses */
	struct args imports;	/* what they and the embedded unit take of the
				   kernel beyond the recipe */
	const char *objects;	/* where the recipe's objects are */
	const char *dir;	/* works here; files stay */
	int opt_level;		/* 0: the recipe's, or 1 for several units */
	double *seconds;	/* [MODBUILD_N_STAGES], added to */
	struct arena *arena;	/* for argument vectors */
};

/**
 * Make DIR/module.ko, its name still the placeholder.  What is wrong with
 * the embedded unit is [embedded-c-error] or [not-exported], see modbuild.h.
 */
struct sys_error *build_module(struct build *b, const char *const *units,
			       size_t n_units, const void *blob,
			       size_t blob_n);

/**
 * Check module file @path, which build_module() made, against the recipe:
 * vermagic, a build id, nothing left open but what the kernel exports and the
 * module has checksums for.
 */
struct sys_error *build_check(const struct build *b, const char *path);

/**
 * Make @to from module file @from: @name instead of the placeholder (if it
 * is there), and a build id of its own, to @build_id.
 */
struct sys_error *build_rename(const char *from, const char *to,
			     const char *name, char build_id[41]);

/**
 * Tell cfg->progress that @what ("building the runtime for") is being done
 * (@seconds < 0) or has ended (@seconds is its duration).
 */
void build_tell(const struct modbuild_config *cfg, const struct recipe *r,
		const char *what, double seconds);

/** Seconds since some moment, for measuring. */
double build_clock(void);

#endif
