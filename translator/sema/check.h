/* SPDX-License-Identifier: LGPL-2.1-or-later */
/**
 * @file
 * What the files of sema_check() share.
 *
 *	check.c		expressions and statements
 *	check_change.c	which arrays a function changes; iterations over them
 *	check_point.c	functions that fail in the probe that calls them
 *	check_slip.c	expressions that mean something else in other languages
 *	check_target.c	target variables and the @-words about the target
 *	check_types.c	every variable has a type that is allowed for it
 *	embedded.c	C: where it is allowed, what it names
 */
#ifndef SEMA_CHECK_H
#define SEMA_CHECK_H

#include "parser/parser.h"
#include "translator/sema/sema.h"

struct checker {
	struct ast_visitor v;
	struct program *p;
	const struct function *fn;
	const struct probe *probe;	/* the probe that is checked; NULL: a function is */
	unsigned in_entry;		/* how many @entry are around the expression */
	unsigned loops;
	bool in_condition;
	VEC(const struct global *) walked;	/* arrays of the foreach loops around */
	VEC(struct span) walked_at;	/* where these loops name them */
	bool **changes;		/* [function][global]: the function, or one it calls, writes
				   it */
};

/** Returns the array that a name or an element names, or NULL. */
const struct global *check_array(const struct ast_expr *e);

/** Returns the expression that @e assigns to or increments, or NULL. */
const struct ast_expr *check_written(const struct ast_expr *e);

/* ---- check_change.c ----------------------------------------------------- */

/** Fills ck->changes: an array by function, with an array by global. */
void check_find_changes(struct checker *ck);
/** Reports the change of @g at @sp if a foreach around it iterates over @g. */
void check_modified(struct checker *ck, const struct global *g,
		    struct span sp);
/** Reports the call @e if it changes an array over which a foreach around it
 *  iterates. */
void check_call_changes(struct checker *ck, const struct ast_expr *e);

/* ---- check_point.c ------------------------------------------------------ */

/** Refuses @pr, which is ck->probe, if each of its hits would fail: returnval()
 *  in begin. */
void check_point(struct checker *ck, struct probe *pr);

/* ---- check_slip.c ------------------------------------------------------- */

/** check_comparison() warns of a comparison that is probably a mistake,
 *  check_power() of an exclusive or that is probably meant as a power. */
void check_comparison(struct checker *ck, const struct ast_expr *e);
void check_power(struct checker *ck, const struct ast_expr *e);

/* ---- check_target.c ----------------------------------------------------- */

/** Checks the assignment to @e if @e is a target variable, x->y or an @-word.
 *  Returns false for any other @e, without a check. */
bool check_target_write(struct checker *ck, const struct ast_expr *e);
/** Checks the arguments of @kderef, @kregister and so on, and that there is
 *  guru mode if they need it. */
void check_target_atop(struct checker *ck, const struct ast_expr *e);
/** Reports a variable in @entry that has no value at a function's entry. */
void check_in_entry(struct checker *ck, const struct ast_expr *e);

/* ---- embedded.c --------------------------------------------------------- */

/** Checks the promises in comments of a function's C text, and the globals that it
 *  names. */
void check_c_function(struct checker *ck, const struct function *f);
/** Checks that the intrinsic of @f exists, and that @f is declared with its
 *  parameters and result (intrinsics.c). */
void check_intrinsic(struct checker *ck, const struct function *f);
/** Reports the C expression or @const @e, if it needs guru mode. */
void check_c_expr(struct checker *ck, const struct ast_expr *e);
/** Reports the call @e of a function in C that says "guru", in a script without -g. */
void check_c_call(struct checker *ck, const struct ast_expr *e);
/** Reports C in files that may not contain it, used or not. */
void check_c_items(struct checker *ck);
/** Sets changes[index] of each global that @f, a function in C, writes. */
void check_c_changes(const struct program *p, const struct function *f,
		     bool *changes);

/* ---- check_types.c ------------------------------------------------------ */

/** Checks the types of globals, of all functions used, of all locals. */
void check_types(struct checker *ck);

#endif
