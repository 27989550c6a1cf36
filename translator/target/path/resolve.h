/* SPDX-License-Identifier: LGPL-2.1-or-later */
/**
 * @file
 * Resolves target variables: what `$file->f_path.dentry` means at a location.
 *
 * A resolver answers for the locations of one kernel.  It takes a root (a
 * parameter, a result, a variable of the kernel, a value with a type), walks
 * the steps, and ends as the query wants it.
 *
 *	resolve.c	takes a query apart, and keeps the answers
 *	entry.c		roots: parameters and results, by the convention
 *	type_names.c	types and enumerators by name
 *	candidates.c	functions of one name that differ
 *	walk.c		members, elements, loads
 *	pretty.c	$x$, $$vars and their like
 *
 * If it cannot reach a value, the answer has a reason, in words for the user, and
 * a hint.
 */
#ifndef TARGET_RESOLVE_H
#define TARGET_RESOLVE_H

#include "translator/target/dwarf/dwarf.h"
#include "translator/target/types/types.h"

struct arena;
struct btf;
struct debug;
struct kernel;
struct module;
struct resolver;
struct sys_error;

/** Where the resolver gets types and symbols from. */
struct resolver_world {
	void *data;
	/**
	 * The types of a module, whose base are the kernel's; @module NULL:
	 * those of the kernel itself.  *@ret stays the owner's.
	 */
	struct sys_error *(*types)(void *data, const char *module,
				   const struct btf **ret);
	/** The kernel's symbols.  May be NULL: there are none. */
	struct sys_error *(*kernel)(void *data, struct kernel **ret);
	/**
	 * Debug information of the kernel (@module NULL) or a module; the
	 * error's hint says how to get it.  May be NULL.
	 */
	struct sys_error *(*debug)(void *data, const char *module,
				   enum debug_reach reach,
				   struct debug **ret);
	/** The module called @module.  May be NULL. */
	struct sys_error *(*module)(void *data, const char *module,
				    struct module **ret);
	/**
	 * The types of C headers as a script names them, compiled:
	 * "<stdio.h>", "kernel<linux/fs.h><linux/mm.h>".  May be NULL.
	 */
	struct sys_error *(*headers)(void *data, const char *text,
				     struct debug **ret);
};

/** Returns true if what a script names as a module is a path, but not that of a
 *  module. */
bool resolver_is_program(const char *module);

/** Creates a resolver in @a.  @a must live as long as the resolver's answers are used,
 *  which are in it. */
struct resolver *resolver_create(struct arena *a,
				 const struct resolver_world *world);

/** Destroys @r, which may be NULL; answers that do not pass with resolver_forget()
 *  stay. */
void resolver_destroy(struct resolver *r);

/**
 * Begins answers that live only until resolver_forget(); so do types that are
 * made for them.
 */
void resolver_begin(struct resolver *r);
/**
 * Drops the answers since resolver_begin(), and what was found out about @at, the
 * code address (or NULL) that was asked about, also for answers given before.
 */
void resolver_forget(struct resolver *r, const struct target_address *at);

/**
 * Answers a query; never NULL.  @at is NULL in a function of the script, which has
 * no target variables but may ask for casts and values.
 */
const struct path *target_resolve(struct resolver *r,
				  const struct target_address *at,
				  const struct path_query *q);
/** Finds the value of an enumerator, see `enumerator` of path_provider. */
bool target_enumerator(struct resolver *r, const struct target_address *at,
		       const char *name, const char *module, int64_t *ret);
/** Finds a type by its name, see `type` of path_provider. */
const struct ctype *target_type(struct resolver *r,
				const struct target_address *at,
				const char *name, const char *module);

#endif
