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
 * What it cannot reach has a reason, in words for the user, and a hint.
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
	 * error's hint says how to have it.  May be NULL.
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

/** Answers live in @a, which must live as long as they are used. */
struct resolver *resolver_create(struct arena *a,
				 const struct resolver_world *world);

/** Frees its tables; answers that do not pass with resolver_forget() stay.
 *  NULL is fine. */
void resolver_destroy(struct resolver *r);

/**
 * What is answered from here on passes with resolver_forget(), types too that
 * were made for an answer; with it goes what was found out about @at, the
 * place (or NULL) that was asked about, for answers that were given before.
 */
void resolver_begin(struct resolver *r);
void resolver_forget(struct resolver *r, const struct target_address *at);

/**
 * Answer a query.  @at: NULL in a function, which has no variables of its own
 * but may ask for casts and values.  Never NULL.
 */
const struct path *target_resolve(struct resolver *r,
				  const struct target_address *at,
				  const struct path_query *q);
/** As path_provider says of `enumerator`. */
bool target_enumerator(struct resolver *r, const struct target_address *at,
		       const char *name, const char *module, int64_t *ret);
/** As path_provider says of `type`. */
const struct ctype *target_type(struct resolver *r,
				const struct target_address *at,
				const char *name, const char *module);

#endif
