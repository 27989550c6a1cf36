/* SPDX-License-Identifier: LGPL-2.1-or-later */
/**
 * @file
 * Inside the resolver: what its files share, such as resolve.c, entry.c and
 * type_names.c.
 */
#ifndef TARGET_RESOLVER_H
#define TARGET_RESOLVER_H

#include "base/arena.h"
#include "translator/target/path/resolve.h"
#include "translator/target/path/walk.h"

struct hash;
struct kernel;

struct resolver {
	struct arena *arena;		/* of answers: one of the next two */
	struct arena *kept, *passing;
	struct arena_mark none;		/* of passing, when it has no answers */
	const struct resolver_world *world;
	struct hash *enumerators;	/* see type_names.c; NULL: not read yet */
};

/** A query that is being answered. */
struct asked {
	struct resolver *r;
	const struct target_address *at;
	const struct path_query *q;
	struct walk w;
	size_t step;		/* number of the step at hand, for failed_step */
	const char *provider;	/* see struct path */
};

/** Returns true for what means the kernel: NULL, "", "kernel", and lists of headers
 *  such as "<stdio.h>" and "kernel<linux/fs.h>". */
bool resolver_is_kernel(const char *module);

/** Names @module in a message: "the kernel", "the module 'xfs'", or the path of
 *  a program in quotes. */
const char *resolver_owner_words(struct arena *a, const char *module);

/** The kernel's symbols, or NULL. */
struct kernel *resolver_kernel(struct resolver *r);

/**
 * Debug information of the kernel, a module or a program, from files of this host
 * only; NULL if there is none.  *@hint: then how to get it, if that is known; else NULL.
 */
struct debug *resolver_debug(struct resolver *r, const char *module,
			     const char **hint);

/**
 * A code address that is in no function, in the debug information that
 * resolver_debug() returns; NULL if there is none.  From there, variables outside
 * functions are found; static ones of one name by their source files.
 */
const struct dwarf_address *resolver_scope(struct resolver *r,
					 const char *module,
					 const char **hint);
/** Does the same as resolver_scope(), but also asks servers. */
const struct dwarf_address *resolver_far_scope(struct resolver *r,
					     const char *module,
					     const char **hint);

/* ---- static_variable.c -------------------------------------------------- */

/** Begins a walk at the variable of a @var (PATH_VAR); if it is refused, the walk has a
 *  reason.  *@provider: what has found it, "DWARF" or "symbols". */
struct walk variable_root(struct resolver *r, const struct target_address *at,
			  const struct path_query *q, const char **provider);

/* ---- candidates.c ------------------------------------------------------- */

/**
 * The answer for a code address with candidates: what they agree on, or a refusal
 * that lists them.  @one answers for a code address with one function.
 */
const struct path *candidates_resolve(
	struct resolver *r, const struct target_address *at,
	const struct path_query *q,
	const struct path *(*one)(struct resolver *r,
				  const struct target_address *at,
				  const struct path_query *q));

/* ---- entry.c ------------------------------------------------------------ */

/**
 * Begins a walk at the variable @name (with its dollar) of @at.  If there is none,
 * the walk has a reason.
 */
struct walk entry_root(struct resolver *r, const struct target_address *at,
		       const char *name);

/** Begins a walk at a known number, a `long`. */
struct walk entry_number(struct resolver *r, int64_t value);

/** Refuses the variable @name (with its dollar) at a probe point that has no target
 *  variables: a walk with a reason. */
struct walk entry_nowhere(struct resolver *r, const char *name);

/** The hint for a location without types; NULL: nothing is known to help. */
const char *entry_hint(struct resolver *r, const struct target_address *at);

/**
 * Returns how many variables @at is known to have: given arguments, or parameters and
 * then what debug information adds; 0 if its types are not known.
 */
size_t entry_count(const struct target_address *at);
/** The name of the @i-th variable, "file", @i < entry_count(); "" if it has none. */
const char *entry_name(const struct target_address *at, size_t i);
/** Returns true if the @i-th variable is a local one, not a parameter. */
bool entry_is_local(const struct target_address *at, size_t i);
/** The code address, in debug information, of the marker at @at; NULL if there is none,
 *  or if @at is no marker. */
const struct dwarf_address *entry_around(struct resolver *r,
				       const struct target_address *at);
/** Begins a walk at the @i-th variable; if it is refused, the walk has a reason. */
struct walk entry_variable(struct resolver *r, const struct target_address *at,
			   size_t i);
/** Returns true if the function at @at returns something. */
bool entry_has_result(const struct target_address *at);

/* ---- scope_entry.c: the same for addresses with debug information ------- */

/* scope_NAME() does for @at what entry_NAME() does for an address without debug information. */

struct dwarf_address;

/** Drops what was found out about @at and other addresses of its file. */
void scope_forget(const struct dwarf_address *at);
/** Returns true if the variables at @at are in the memory of a program. */
bool scope_is_user(const struct dwarf_address *at);
size_t scope_count(const struct dwarf_address *at);
const char *scope_name(const struct dwarf_address *at, size_t i);
/** The type of the @i-th variable. */
const struct ctype *scope_type_of(const struct dwarf_address *at, size_t i);
/** The type of the result of the function at @at; NULL outside functions. */
const struct ctype *scope_result_type(const struct dwarf_address *at);
bool scope_is_local(const struct dwarf_address *at, size_t i);
struct walk scope_variable(struct resolver *r, const struct dwarf_address *at,
			   size_t i);
bool scope_has_result(const struct dwarf_address *at);
/** Begins a walk at the result; if it is refused, the walk has a reason. */
struct walk scope_result(struct resolver *r, const struct dwarf_address *at);
/** Begins a walk at the variable that @name (no dollar) means at @at; false: there is
 *  none. */
bool scope_find(struct resolver *r, const struct dwarf_address *at,
		const char *name, struct walk *ret);
/** The name nearest to @name that is visible at @at, or NULL. */
const char *scope_nearest(const struct dwarf_address *at, const char *name);
/** Begins a walk at a variable outside functions, in the file of @at: "name@file", or
 *  "name" if there is only one; false: there is none. */
bool scope_find_global(struct resolver *r, const struct dwarf_address *at,
		       const char *text, struct walk *ret);
/** Begins a walk at the variable outside functions that @name means at @at, also one without
 *  a location because the compiler removed it; false: there is none.  It is for names that
 *  scope_find_global() did not find. */
bool scope_find_removed(struct resolver *r, const struct dwarf_address *at,
			const char *name, struct walk *ret);
/** Finds the value of an enumerator that the function of @at declares, itself or in
 *  its blocks or structures; false: there is none. */
bool scope_enumerator(const struct dwarf_address *at, const char *name,
		      int64_t *ret);
/** The absolute path of the program or library that @at is in. */
const char *scope_file(struct resolver *r, const struct dwarf_address *at);
/** The type @spelled in the file of @at, or NULL. */
const struct ctype *scope_type(const struct dwarf_address *at,
			       const char *spelled);

/* ---- type_names.c ------------------------------------------------------- */

/** The result of a search for a type. */
struct named {
	const struct ctype *type;	/* NULL: not found, see why and hint */
	const char *why, *hint;	/* hint: or NULL */
	const char *provider;	/* see struct path */
};

/**
 * The type called @name in C text: "struct file", "pid_t", "char *", "file"
 * for a structure if no typedef has that name.  If @module is NULL, it is searched
 * in the module of @at, which may be NULL, then in the kernel.
 */
struct named names_type(struct resolver *r, const struct target_address *at,
			const char *name, const char *module);
/** The type of the kernel's variable @name; void if it is not known. */
const struct ctype *names_variable(struct resolver *r, const char *name);
/** Finds the value of an enumerator of @module.  If @module is NULL, the function at @at is
 *  searched, then the module of @at; if @at is NULL, too, the kernel.  False: there is none. */
bool names_enumerator_at(struct resolver *r, const struct target_address *at,
			 const char *name, const char *module, int64_t *ret);
/** Finds the value of an enumerator of @module (NULL: the kernel), first by BTF, then by
 *  debug information of this host; false if there is none. */
bool names_enumerator(struct resolver *r, const char *name,
		      const char *module, int64_t *ret);

/* ---- pretty.c, pretty_all.c --------------------------------------------- */

/** A path that makes the string of the object that @w is at; NULL with a reason in @w. */
const struct path *pretty_object(struct resolver *r, struct walk *w,
				 const struct path_query *q);
/** A path that makes the string of $$vars, $$parms, $$locals, $$return, $$name and the like;
 *  never NULL, but the path may have a reason. */
const struct path *pretty_special(struct resolver *r,
				  const struct target_address *at,
				  const struct path_query *q);

/* ---- path_text.c -------------------------------------------------------- */

/** Describes the string that @path makes, see `row_text` of struct path; NULL: it
 *  cannot be described, for example because a value is not shown by %#x. */
const char *row_text_of(struct arena *a, const struct path *path);

#endif
