/* SPDX-License-Identifier: LGPL-2.1-or-later */
/**
 * @file
 * Resolves target variables: what `$file->f_path.dentry` means at a location.
 *
 * A resolver answers for the locations of one kernel.  It takes a root (a
 * parameter, a result, a variable of the kernel, a value with a type), walks
 * the steps, then reads, writes or takes the address, as the query demands.
 *
 *	resolve.c	the whole of a query, and casts
 *	entry.c		roots: parameters and results, by calling convention
 *	scope_entry.c	roots: variables, by debug information
 *	static_variable.c	roots: @var
 *	type_names.c	types and enumerators by name
 *	candidates.c	functions of one name that differ
 *	walk.c		members, elements, loads
 *	pretty.c	$x$, $$vars and their like
 *
 * If the value cannot be reached, the answer has a reason, in words for the user,
 * and perhaps a hint.
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
	 * Gets the types of a module, which continue those of the kernel; @module
	 * NULL: those of the kernel itself.  *@ret stays the callee's.
	 */
	struct sys_error *(*types)(void *data, const char *module,
				   const struct btf **ret);
	/** Gets the kernel's symbols.  The pointer may be NULL: there are none. */
	struct sys_error *(*kernel)(void *data, struct kernel **ret);
	/**
	 * Gets the debug information of the kernel (@module NULL), a module or a
	 * program; an error has a hint how to get it.  The pointer may be NULL.
	 */
	struct sys_error *(*debug)(void *data, const char *module,
				   enum debug_reach reach,
				   struct debug **ret);
	/** Gets the module called @module.  The pointer may be NULL. */
	struct sys_error *(*module)(void *data, const char *module,
				    struct module **ret);
	/**
	 * Gets the debug information of C headers, which are compiled for it; @text
	 * is what a script writes: "<stdio.h>", "kernel<linux/fs.h><linux/mm.h>".
	 * The pointer may be NULL.
	 */
	struct sys_error *(*headers)(void *data, const char *text,
				     struct debug **ret);
};

/** Returns true if @module is the path of a program or library: it has a slash and does not
 *  end in .ko or .ko.xz and the like.  @module must not be a list of headers, which
 *  resolver_is_kernel() recognises. */
bool resolver_is_program(const char *module);

/** Creates a resolver in @a.  Its answers are in @a, too, so @a must live as long as they
 *  are used; @world must live as long as the resolver. */
struct resolver *resolver_create(struct arena *a,
				 const struct resolver_world *world);

/** Destroys @r, which may be NULL.  Answers stay, except for those given after
 *  resolver_begin(). */
void resolver_destroy(struct resolver *r);

/**
 * From now on, answers and the types that are made for them live only until
 * resolver_forget().
 */
void resolver_begin(struct resolver *r);
/**
 * Drops the answers given since resolver_begin().  If @at is not NULL and has debug
 * information, also drops what was found out there about all code addresses of its file.
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
