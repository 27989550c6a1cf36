/* SPDX-License-Identifier: LGPL-2.1-or-later */
/**
 * @file
 * The recipe: how a script becomes a module of one kernel build.
 *
 * Its cache entry has the file `recipe`, the runtime's objects that the file
 * names, and the headers that a script's C includes, below include/.  The file
 * is lines of `word value`; a list is the same word on several lines.  Every
 * value is checked when it is read.
 */
#ifndef TRANSLATOR_MODBUILD_RECIPE_H
#define TRANSLATOR_MODBUILD_RECIPE_H

#include <stdbool.h>

#include "translator/modbuild/args.h"
#include "translator/modbuild/modbuild.h"
#include "translator/modbuild/tree.h"

#define RECIPE_FILE "recipe"
/** The library of runtime objects that are linked when they are needed. */
#define RECIPE_LIBRARY "rt.a"
/** Headers that a script's C may include: abi.h and what it needs. */
#define RECIPE_INCLUDE "include"

/** A symbol of the runtime that is not available on this kernel. */
struct absent {
	const char *symbol;
	const char *facility;
	const char *missing;	/* a kernel symbol that the facility needs */
};

/** A facility that does not compile for this kernel. */
struct broken {
	const char *facility;
	const char *why;	/* the compiler's first error */
};

/** A file that the recipe depends on: if it changes, the recipe is not used. */
struct recipe_input {
	const char *path;
	const char *stamp;	/* headers_file_stamp() */
};

/** A recipe.  recipe_create() fills in the first part, prime() or recipe_load() the
 *  contents of the file. */
struct recipe {
	struct arena *arena;
	char key[65];		/* hash of its inputs */
	char id[65];		/* hash of its inputs and its contents; without
				   contents the same as `key` */
	const char *release;
	const char *headers;	/* the build tree, absolute */
	struct tree tree;	/* the runtime's sources */
	struct args make;	/* more arguments of kbuild: NAME=VALUE */
	const char *dir;	/* where the objects are; NULL: no contents */
	bool is_temp;		/* dir is removed with the recipe */

	/* The contents of the file. */
	const char *vermagic;
	const char *bad;	/* why the recipe cannot be used, or NULL */
	struct args cc, objtool, ld;
	struct args world;	/* paths and macros of the kernel's headers */
	struct args core;	/* objects of every module */
	struct args tail;	/* objects of modpost, which are linked last */
	struct args imports;	/* kernel symbols that a module may import;
				   sorted */
	VEC(struct absent) absent;
	VEC(struct broken) broken;
	VEC(struct recipe_input) inputs;
};

/** Makes a recipe for the configuration, with headers, sources and key, and no
 *  contents yet.  modbuild_recipe_destroy() frees it. */
struct sys_error *recipe_create(const struct modbuild_config *cfg,
				struct recipe **ret);

/** Clears the contents of @r: what the file has. */
void recipe_clear(struct recipe *r);

/** Reads the contents of @r from DIR/recipe, and sets r->dir and r->id.  If the file
 *  is not valid or an input has changed, clears the contents and returns false. */
bool recipe_load(struct recipe *r, const char *dir);

/** Writes DIR/recipe. */
struct sys_error *recipe_save(const struct recipe *r, const char *dir);

/** Parses the text of a recipe file.  Returns false at the first bad line, or if
 *  a part is missing and r->bad is not set. */
bool recipe_parse(struct recipe *r, const char *text);

/**
 * Appends the compiler, its flags and our include paths, for any unit of a script.
 * @objects is the directory of the recipe's objects.  @opt_level is the N of -ON; 0:
 * the recipe's level.
 */
void recipe_add_cc(const struct recipe *r, const char *objects, int opt_level,
		   struct args *ret);

/** Returns true if a module may import @symbol from the kernel. */
bool recipe_imports(const struct recipe *r, const char *symbol);

/** Returns the entry of @symbol in r->absent; NULL if it is not absent. */
const struct absent *recipe_absent(const struct recipe *r,
				   const char *symbol);

/** Adds @path, with its present stamp, as an input of the recipe. */
void recipe_add_input(struct recipe *r, const char *path);

/** Returns the entry in r->broken of a facility that defines @symbol, or NULL. */
const struct broken *recipe_broken(const struct recipe *r, const char *symbol);

/** Returns the error [not-on-this-kernel] for @facility.  It names the CONFIG_x that
 *  @facility needs and the kernel lacks; if there is none, it says that @facility
 *  does not compile, and @why. */
struct sys_error *recipe_broken_error(const struct recipe *r,
				      const char *facility, const char *why);

#endif
