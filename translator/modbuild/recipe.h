/* SPDX-License-Identifier: LGPL-2.1-or-later */
/**
 * @file
 * The recipe: how a script becomes a module of one kernel build.
 *
 * A cache entry: the file `recipe`, the runtime's objects that it names, and
 * the headers that a script's C includes, below include/.  The file is lines
 * of `word value`, a list being one word on several lines; every value is
 * checked when it is read, argument by argument.
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
	const char *missing;	/* the kernel's symbol it would need */
};

/** A facility that does not compile for this kernel. */
struct broken {
	const char *facility;
	const char *why;	/* the compiler's first error */
};

/** A file whose change makes the recipe worthless. */
struct recipe_input {
	const char *path;
	const char *stamp;	/* headers_file_stamp() */
};

struct recipe {
	struct arena *arena;
	char key[65];		/* hash of what it is made from */
	char id[65];		/* hash of what it says, too */
	const char *release;
	const char *headers;	/* the build tree, absolute */
	struct tree tree;	/* the runtime's sources */
	struct args make;	/* more arguments of kbuild: NAME=VALUE */
	const char *dir;	/* where the objects are */
	bool is_temp;		/* dir is removed with the recipe */

	/* The contents of the file. */
	const char *vermagic;
	const char *bad;	/* why it is not to be used, or NULL */
	struct args cc, objtool, ld;
	struct args world;	/* paths and macros of the kernel's headers */
	struct args core;	/* objects of every module */
	struct args tail;	/* what modpost made: linked last */
	struct args imports;	/* kernel symbols that may stay open; sorted */
	VEC(struct absent) absent;
	VEC(struct broken) broken;
	VEC(struct recipe_input) inputs;
};

/** An empty recipe for the configuration: headers, sources and key known. */
struct sys_error *recipe_create(const struct modbuild_config *cfg,
				struct recipe **ret);

/** Clear everything that the file holds. */
void recipe_clear(struct recipe *r);

/** Read DIR/recipe; false if it is not to be trusted or out of date. */
bool recipe_load(struct recipe *r, const char *dir);

/** Write DIR/recipe. */
struct sys_error *recipe_save(const struct recipe *r, const char *dir);

/** Parse the text of a recipe file; false at the first bad line. */
bool recipe_parse(struct recipe *r, const char *text);

/**
 * Append the compiler and its flags, as every unit of a script gets them.
 * @objects: where the recipe's objects are; @opt_level 0: the recipe's.
 */
void recipe_add_cc(const struct recipe *r, const char *objects, int opt_level,
		   struct args *ret);

/** Returns true if a module may leave @symbol to the kernel. */
bool recipe_imports(const struct recipe *r, const char *symbol);

/** The entry of an absent symbol, or NULL. */
const struct absent *recipe_absent(const struct recipe *r,
				   const char *symbol);

/** Remember @path with its present state as an input of the recipe. */
void recipe_add_input(struct recipe *r, const char *path);

/** The facility that does not compile and has @symbol, or NULL. */
const struct broken *recipe_broken(const struct recipe *r, const char *symbol);

/** [not-on-this-kernel]: @facility of the runtime does not compile. */
struct sys_error *recipe_broken_error(const struct recipe *r,
				      const char *facility, const char *why);

#endif
