/* SPDX-License-Identifier: LGPL-2.1-or-later */
/**
 * @file
 * modbuild's door: C text and a blob become a kernel module.
 *
 * The runtime is compiled once per kernel build, by kbuild; that also tells how
 * a module of this kernel is compiled, checked and linked: the recipe.  A
 * script is then one run each of the compiler, of objtool and of the linker
 * with the recipe's argument vectors, because its C includes abi.h alone.
 * Where the recipe does not stand its own check, or on request, the whole
 * module goes through kbuild instead: slower, and always right.
 *
 *	modbuild_prime(&cfg, &recipe)	what this kernel wants: cached, or made
 *	modbuild_module(&cfg, recipe, units, n, blob, blob_n, &result)
 *	use(result.path)		a module, cached by all that went in
 *	modbuild_result_deinit(&result); modbuild_recipe_destroy(recipe);
 *
 * The room knows kernels' build trees, compilers and module files; it knows
 * nothing of the language, and of the runtime only that list:
 *
 * runtime_dir/facilities.def, one facility a line, `name: file.c file.c ...`,
 * `#` begins a comment.  The objects of the facility `core` are in every
 * module; of the others a module gets the objects it needs, as from a library.
 * What ends in `for SYMBOL ...` is compiled when a script first uses one of
 * these symbols, and kept.
 * linux/stub.c stands in for the script while kbuild looks at the runtime.
 *
 * Everything here fails by sys_error: [bad-kernel-release],
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

/** Longest name a module of a 64-bit kernel can have, without the NUL. */
#define MODULE_NAME_MAX 55

struct modbuild_config {
	const char *release;	 /* kernel release, as uname -r prints it */
	const char *headers_dir; /* its build tree; NULL: where it belongs */
	const char *runtime_dir; /* our runtime/, installed or in the tree */
	const char *cache_dir;	 /* NULL: $TAPSTER_CACHE_DIR, or the usual */
	bool no_cache;		 /* look up nothing, keep nothing */
	bool use_kbuild;	 /* the whole module through kbuild */
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
	 * [embedded-c-error] with all that the compiler said as its text; if
	 * it needs what the kernel does not export, [not-exported] with the
	 * symbols, one a line.  Both are for the caller to put into words.
	 */
	const char *embed;
	const char *trampolines; /* a unit in assembler, or NULL; it includes
				    headers of runtime/linux/ */
	int opt_level;		 /* 1..3; 0: what the kernel uses, of several
				    units 1 */
	/*
	 * Long work: called with @seconds < 0 when it begins, and with the
	 * time it took when it ends.
	 */
	void (*progress)(void *data, const char *what, double seconds);
	void *progress_data;
};

/** Where the time of a build went; all in seconds. */
enum modbuild_stage {
	MODBUILD_LOOKUP,	/* keys and cache */
	MODBUILD_COMPILE,
	MODBUILD_OBJTOOL,
	MODBUILD_LINK,
	MODBUILD_FINISH,	/* name, build id, checks, signature, store */
	MODBUILD_N_STAGES
};

struct modbuild_result {
	char *path;		/* the module: NAME.ko in its cache entry */
	char name[MODULE_NAME_MAX + 1];
	char build_id[41];	/* hex, 20 bytes */
	bool hit;		/* it was in the cache */
	char *warning;		/* or NULL: why nothing was kept, or why
				   kbuild was used */
	double seconds[MODBUILD_N_STAGES];
	char *temp;		/* a directory to remove with the result */
};

/**
 * The recipe for cfg->release: from the cache, or primed (seconds; one call
 * of progress).  The caller owns it.
 */
struct sys_error *modbuild_prime(const struct modbuild_config *cfg,
				 struct recipe **ret);
void modbuild_recipe_destroy(struct recipe *r);

/**
 * Facilities that do not compile for the recipe's kernel, one at a time:
 * the name of number @i, and in @why the compiler's first error; NULL: there
 * are no more.
 */
const char *modbuild_broken(const struct recipe *r, size_t i,
			    const char **why);

/**
 * Call @fn for each facility of the runtime, those included that would be
 * compiled later: @why is what the recipe's kernel lacks of it, or NULL.
 */
struct sys_error *modbuild_facilities(const struct modbuild_config *cfg,
				      const struct recipe *r,
				      void (*fn)(void *data, const char *name,
						 const char *why), void *data);

/**
 * Build the module of @n_units C texts (the first exports stp_script) and
 * the rows' @blob, which the C text finds as STP_BLOB_PATH for `.incbin`.
 * Units are compiled side by side.  @ret is filled on success only.
 */
struct sys_error *modbuild_module(const struct modbuild_config *cfg,
				  const struct recipe *r,
				  const char *const *units, size_t n_units,
				  const void *blob, size_t blob_n,
				  struct modbuild_result *ret);

/** Frees what the result holds; a module outside the cache goes too. */
void modbuild_result_deinit(struct modbuild_result *res);

/* ---- types of headers (types.c) ----------------------------------------- */

/**
 * The types that C headers declare, for those that no binary has: a unit that
 * includes them is compiled with debug information, and kept in the cache by
 * what it says.
 */
struct modbuild_types {
	char *path;		/* an object with DWARF */
	char *temp;		/* a directory to remove with it, or NULL */
};

/**
 * Compile the headers that @text names: "<stdio.h>" as a program of this
 * machine sees them, "kernel<linux/fs.h>" as a module of @cfg's kernel does;
 * several may follow each other: "kernel<linux/fs.h><linux/mm.h>".
 *
 * [no-target-variable]: @text is no such list, or the compiler refuses them,
 * and what it says; else as of modbuild_prime().
 */
struct sys_error *modbuild_types(const struct modbuild_config *cfg,
				 const char *text, struct modbuild_types *ret)
	__attribute__((warn_unused_result));
void modbuild_types_deinit(struct modbuild_types *t);

/** [A-Za-z0-9.+~_-], not too long: safe in a path. */
bool modbuild_release_is_valid(const char *release);

#endif
