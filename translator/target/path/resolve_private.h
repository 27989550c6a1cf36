/* SPDX-License-Identifier: LGPL-2.1-or-later */
/**
 * @file
 * Inside the resolver: what resolve.c, entry.c, type_names.c and pretty.c share.
 */
#ifndef TARGET_RESOLVER_H
#define TARGET_RESOLVER_H

#include "base/arena.h"
#include "translator/target/path/resolve.h"
#include "translator/target/path/walk.h"

struct hash;
struct kernel;

struct resolver {
	struct arena *arena;		/* of answers: one of these */
	struct arena *kept, *passing;
	struct arena_mark none;		/* of those that pass */
	const struct resolver_world *world;
	struct hash *enumerators;	/* see type_names.c; NULL: not read yet */
};

/** A query that is being answered. */
struct asked {
	struct resolver *r;
	const struct target_address *at;
	const struct path_query *q;
	struct walk w;
	size_t step;		/* the one that is done, for failed_step */
	const char *provider;
};

/** "kernel" and NULL; a module's name stands alone. */
bool resolver_is_kernel(const char *module);

/** Names @module in a message: "the kernel", "the module 'xfs'", or the path of
 *  a program in quotes. */
const char *resolver_owner_words(struct arena *a, const char *module);

/** The kernel's symbols, or NULL. */
struct kernel *resolver_kernel(struct resolver *r);

/**
 * Debug information of the kernel or a module; NULL if there is none, and then
 * what brings it in *@hint, or NULL.
 */
struct debug *resolver_debug(struct resolver *r, const char *module,
			     const char **hint);

/**
 * The same as a place outside all functions, which sees what files export and,
 * by file, what they keep to themselves.
 */
const struct dwarf_address *resolver_scope(struct resolver *r,
					 const char *module,
					 const char **hint);
/** The same; servers are asked, too. */
const struct dwarf_address *resolver_far_scope(struct resolver *r,
					     const char *module,
					     const char **hint);

/* ---- static_variable.c -------------------------------------------------- */

/** Begin a walk at a variable outside functions (PATH_VAR). */
struct walk variable_root(struct resolver *r, const struct target_address *at,
			  const struct path_query *q, const char **provider);

/* ---- candidates.c ------------------------------------------------------- */

/**
 * The answer for a place with candidates: what they all say, or a refusal that
 * lists them.  @one answers for a place with one function.
 */
const struct path *candidates_resolve(
	struct resolver *r, const struct target_address *at,
	const struct path_query *q,
	const struct path *(*one)(struct resolver *r,
				  const struct target_address *at,
				  const struct path_query *q));

/* ---- entry.c ------------------------------------------------------------ */

/**
 * Begin a walk at the variable @name (with its dollar) of @at.  A walk with a
 * reason if there is none.
 */
struct walk entry_root(struct resolver *r, const struct target_address *at,
		       const char *name);

/** A number that is known, as a `long`. */
struct walk entry_number(struct resolver *r, int64_t value);

/** The same at a probe point that has no location. */
struct walk entry_nowhere(struct resolver *r, const char *name);

/** What would help at a location without types; NULL: nothing known. */
const char *entry_hint(struct resolver *r, const struct target_address *at);

/**
 * How many variables of its own @at is known to have: parameters, then what
 * debug information adds; 0 if its types are not known.
 */
size_t entry_count(const struct target_address *at);
/** "file" of the @i-th, @i < entry_count(); "" if it has none. */
const char *entry_name(const struct target_address *at, size_t i);
bool entry_is_local(const struct target_address *at, size_t i);
/** The instruction of a marker as debug information has it, or NULL. */
const struct dwarf_address *entry_around(struct resolver *r,
				       const struct target_address *at);
/** Begin a walk at the @i-th; it may have a reason. */
struct walk entry_variable(struct resolver *r, const struct target_address *at,
			   size_t i);
/** Returns true if the function at @at returns something. */
bool entry_has_result(const struct target_address *at);

/* ---- scope_entry.c: the same of places with debug information ----------- */

struct dwarf_address;

/** Drops what was found out about the location and others of its file. */
void scope_forget(const struct dwarf_address *at);
bool scope_is_user(const struct dwarf_address *at);
size_t scope_count(const struct dwarf_address *at);
const char *scope_name(const struct dwarf_address *at, size_t i);
const struct ctype *scope_type_of(const struct dwarf_address *at, size_t i);
const struct ctype *scope_result_type(const struct dwarf_address *at);
bool scope_is_local(const struct dwarf_address *at, size_t i);
struct walk scope_variable(struct resolver *r, const struct dwarf_address *at,
			   size_t i);
bool scope_has_result(const struct dwarf_address *at);
struct walk scope_result(struct resolver *r, const struct dwarf_address *at);
/** The variable that @name (no dollar) means there; false: none does. */
bool scope_find(struct resolver *r, const struct dwarf_address *at,
		const char *name, struct walk *ret);
const char *scope_nearest(const struct dwarf_address *at, const char *name);
/** "name@file", or "name" if there is but one: a variable outside functions
 *  of the place's binary. */
bool scope_find_global(struct resolver *r, const struct dwarf_address *at,
		       const char *text, struct walk *ret);
/** Finds what the unit around @at declares and the compiler removed: of file
 *  scope, without a location. */
bool scope_find_removed(struct resolver *r, const struct dwarf_address *at,
			const char *name, struct walk *ret);
/** The value of an enumerator that the place's function declares, in it or in
 *  blocks or structures of its. */
bool scope_enumerator(const struct dwarf_address *at, const char *name,
		      int64_t *ret);
/** The path of the place's binary. */
const char *scope_file(struct resolver *r, const struct dwarf_address *at);
/** A type of the place's file, or NULL. */
const struct ctype *scope_type(const struct dwarf_address *at,
			       const char *spelled);

/* ---- type_names.c ------------------------------------------------------- */

/** A type that was looked for. */
struct named {
	const struct ctype *type;	/* NULL: there is none, why, hint */
	const char *why, *hint;
	const char *provider;
};

/**
 * The type called @name in C text: "struct file", "pid_t", "char *", "file"
 * for a structure if no typedef has that name.  @at: whose module is meant
 * if @module is NULL; may be NULL.
 */
struct named names_type(struct resolver *r, const struct target_address *at,
			const char *name, const char *module);
/** The type of a variable of the kernel; void if it is not known. */
const struct ctype *names_variable(struct resolver *r, const char *name);
/** The value of an enumerator at a place (or NULL), of its function or of what
 *  @module, or its own one, has; false if there is none. */
bool names_enumerator_at(struct resolver *r, const struct target_address *at,
			 const char *name, const char *module, int64_t *ret);
/** The same without a place. */
bool names_enumerator(struct resolver *r, const char *name,
		      const char *module, int64_t *ret);

/* ---- pretty.c, pretty_all.c --------------------------------------------- */

/** The string of the object that @w is at. */
const struct path *pretty_object(struct resolver *r, struct walk *w,
				 const struct path_query *q);
/** $$vars, $$parms, $$locals, $$return, $$name. */
const struct path *pretty_special(struct resolver *r,
				  const struct target_address *at,
				  const struct path_query *q);

/* ---- path_text.c -------------------------------------------------------- */

/** See struct path, `row_text`: what is put into rows of a text of numbers
 *  (%#x); NULL: it cannot be. */
const char *row_text_of(struct arena *a, const struct path *path);

#endif
