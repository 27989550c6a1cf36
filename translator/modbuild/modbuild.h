/* SPDX-License-Identifier: LGPL-2.1-or-later */
/**
 * @file
 * Builds a kernel module from C text and a blob.
 *
 * The runtime is compiled once per kernel build, by kbuild.  This also shows how
 * a module of this kernel is compiled, checked and linked: the recipe.  The module
 * of a script then takes only runs of the compiler, of objtool and of the linker
 * with the recipe's argument vectors, because the script's C includes abi.h alone.
 * If the recipe fails its own check, or on request, the whole module goes through
 * kbuild instead, which is slower and always right.
 *
 *	modbuild_prime(&cfg, &recipe)	find or make the kernel's recipe
 *	modbuild_module(&cfg, recipe, units, n, blob, blob_n, &result)
 *	use(result.path)		a module, cached by its inputs
 *	modbuild_result_deinit(&result); modbuild_recipe_destroy(recipe);
 *
 * The room knows kernels' build trees, compilers and module files.  It knows
 * nothing of the language, and of the runtime only facilities.def and the names
 * of a few files.
 *
 * runtime_dir/facilities.def has one facility a line, `name: file.c file.c ...`;
 * `#` begins a comment.  The objects of the facility `core` are in every module.
 * Of the other facilities a module gets the objects it needs, as from a library.
 * A facility whose line ends in `for SYMBOL ...` is compiled when a script first
 * uses one of these symbols, and kept.
 * linux/stub.c replaces the script while kbuild compiles the runtime.
 *
 * Every function here fails by sys_error: [bad-kernel-release],
 * [no-kernel-headers], [no-compiler], [no-runtime], [kbuild-failed],
 * [not-on-this-kernel], [undefined-symbol], [bad-module-name], [cache-unsafe],
 * [disk-full], [sign-failed], [internal-error] (the generated C is wrong).
 */
#ifndef TRANSLATOR_MODBUILD_MODBUILD_H
#define TRANSLATOR_MODBUILD_MODBUILD_H

#include <stdbool.h>
#include <stddef.h>
#include "translator/modbuild/cache.h"

struct recipe;
struct sys_error;

/** The length of the longest name that a module of a 64-bit kernel can have,
 *  without the NUL. */
#define MODULE_NAME_MAX 55

/** The options of a build. */
struct modbuild_config {
	const char *release;	 /* kernel release, as uname -r prints it */
	const char *headers_dir; /* its build tree; NULL: see headers_find() */
	const char *runtime_dir; /* our runtime/, installed or in the tree */
	const char *cache_dir;	 /* NULL: $TAPSTER_CACHE_DIR, or see cache.h */
	bool no_cache;		 /* look up nothing, keep nothing */
	bool use_kbuild;	 /* build the whole module by kbuild */
	/* with use_kbuild: NAME=VALUE for its command line, NULL at the end */
	const char *const *kbuild_args;
	const char *sign_key;	 /* with sign_cert: sign the module */
	const char *sign_cert;
	const char *module_name; /* [A-Za-z0-9_], at most MODULE_NAME_MAX;
				    NULL: stp_ and 16 digits of the key */
	const char *output_dir;	 /* put a copy NAME.ko there; NULL: don't */
	/*
	 * The unit of embedded C, which includes "runtime/linux/embed.h";
	 * NULL: none.  If the compiler refuses it, the error is
	 * [embedded-c-error] with the compiler's whole output as its text.  If
	 * it needs symbols that the kernel does not export, the error is
	 * [not-exported] with the symbols, one per line.  The caller makes
	 * messages of both.
	 */
	const char *embed;
	const char *trampolines; /* a unit in assembler, or NULL; it includes
				    headers of runtime/linux/ */
	int opt_level;		 /* 1..3; 0: the kernel's, or 1 for several
				    units */
	/*
	 * Called with @seconds < 0 when long work @what begins, and with its
	 * duration when it ends.  May be NULL.
	 */
	void (*progress)(void *data, const char *what, double seconds);
	void *progress_data;
};

/** The parts of a build whose time is measured. */
enum modbuild_stage {
	MODBUILD_LOOKUP,	/* keys and cache */
	MODBUILD_COMPILE,
	MODBUILD_OBJTOOL,
	MODBUILD_LINK,
	MODBUILD_FINISH,	/* name, build id, checks, signature, store */
	MODBUILD_N_STAGES
};

/** The module that a build made or found. */
struct modbuild_result {
	char *path;		/* the module: NAME.ko in its cache entry */
	char name[MODULE_NAME_MAX + 1];
	char build_id[41];	/* hex, 20 bytes */
	bool hit;		/* the module was in the cache */
	char *warning;		/* why nothing was kept, or why kbuild was used;
				   or NULL */
	double seconds[MODBUILD_N_STAGES];	/* the duration of each stage */
	char *temp;		/* a directory to remove with the result, or
				   NULL */
};

/**
 * Finds the recipe for cfg->release in the cache, or makes it: priming takes
 * seconds, and progress() is called when it begins and ends.  With cfg->use_kbuild it
 * does neither, and the recipe only names the headers and the runtime.  The caller
 * frees *@ret with modbuild_recipe_destroy().
 */
struct sys_error *modbuild_prime(const struct modbuild_config *cfg,
				 struct recipe **ret);
void modbuild_recipe_destroy(struct recipe *r);

/**
 * Returns the name of facility @i of those that did not compile while priming;
 * *@why is the compiler's first error.  Returns NULL after the last.
 */
const char *modbuild_broken(const struct recipe *r, size_t i,
			    const char **why);

/**
 * Calls @fn for each facility of the runtime.  @why is the reason why the recipe's
 * kernel cannot have the facility, or NULL.  To find it, late facilities are compiled
 * that are not in the cache.  The recipe must be a primed one.
 */
struct sys_error *modbuild_facilities(const struct modbuild_config *cfg,
				      const struct recipe *r,
				      void (*fn)(void *data, const char *name,
						 const char *why), void *data);

/**
 * Builds the module of @n_units C texts (the first exports stp_script) and of
 * the rows' @blob, which the C text includes by `.incbin` of STP_BLOB_PATH.
 * Units are compiled side by side.  After success, the caller frees @ret with
 * modbuild_result_deinit(); after an error @ret has nothing to free.
 */
struct sys_error *modbuild_module(const struct modbuild_config *cfg,
				  const struct recipe *r,
				  const char *const *units, size_t n_units,
				  const void *blob, size_t blob_n,
				  struct modbuild_result *ret);

/** Frees the result; removes a module that is not in the cache. */
void modbuild_result_deinit(struct modbuild_result *res);

/* ---- types of headers (types.c) ----------------------------------------- */

/**
 * The types that C headers declare, for types of which no program has debug
 * information.  A unit that includes the headers is compiled with debug information;
 * the unit's text is its key in the cache.
 */
struct modbuild_types {
	char *path;		/* an object with DWARF */
	char *temp;		/* a directory to remove with it, or NULL */
};

/**
 * Compiles the headers that @text names: "<stdio.h>" as a program of this host
 * sees them, "kernel<linux/fs.h>" as a module of @cfg's kernel does.  Several
 * may follow each other: "kernel<linux/fs.h><linux/mm.h>".
 *
 * Fails with [no-target-variable] if @text is no such list, if the compiler refuses
 * the headers (with its first error), or for kernel headers with cfg->use_kbuild; else
 * like modbuild_prime().
 */
struct sys_error *modbuild_types(const struct modbuild_config *cfg,
				 const char *text, struct modbuild_types *ret)
	__attribute__((warn_unused_result));
void modbuild_types_deinit(struct modbuild_types *t);

/** Returns true if @release is safe in a path: at most 64 characters of
 *  [A-Za-z0-9.+~_-], the first a letter or digit. */
bool modbuild_release_is_valid(const char *release);

#endif
