/* SPDX-License-Identifier: LGPL-2.1-or-later */
/**
 * @file
 * What the files of sema_check() share.
 *
 *	check.c		expressions and statements
 *	check_change.c	which arrays a function changes; walks over them
 *	check_point.c	functions that mean nothing in the probe that calls them
 *	check_slip.c	what means something else in other languages
 *	check_target.c	target variables and the @-words about the target
 *	check_types.c	every variable has a type, and one that it may have
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
	const struct probe *probe;	/* whose body it is, or NULL */
	unsigned in_entry;		/* @entry around this place */
	unsigned loops;
	bool in_condition;
	VEC(const struct global *) walked;	/* arrays of the foreachs around */
	VEC(struct span) walked_at;
	bool **changes;		/* [function][global]: writes it, through calls */
};

/** The array that a name or an element of it means, or NULL. */
const struct global *check_array(const struct ast_expr *e);

/** The expression that this node writes to, or NULL. */
const struct ast_expr *check_written(const struct ast_expr *e);

/* ---- check_change.c ----------------------------------------------------- */

/** Fills ck->changes. */
void check_find_changes(struct checker *ck);
/** Reports it if a foreach around this statement iterates over @g. */
void check_modified(struct checker *ck, const struct global *g,
		    struct span sp);
/** The same for everything that the function called here changes. */
void check_call_changes(struct checker *ck, const struct ast_expr *e);

/* ---- check_point.c ------------------------------------------------------ */

/** Refuse ck->probe, which is @pr, if each hit of it fails: returnval() in begin. */
void check_point(struct checker *ck, struct probe *pr);

/* ---- check_slip.c ------------------------------------------------------- */

/** Warns of a comparison or an exclusive or that is hardly what is meant. */
void check_comparison(struct checker *ck, const struct ast_expr *e);
void check_power(struct checker *ck, const struct ast_expr *e);

/* ---- check_target.c ----------------------------------------------------- */

/** Returns true if @e, which is assigned to, is in the target, and checks
 *  it. */
bool check_target_write(struct checker *ck, const struct ast_expr *e);
/** Arguments of @kderef, @kregister and so on; what needs guru mode. */
void check_target_atop(struct checker *ck, const struct ast_expr *e);
/** Reports what has no value yet at a function's entry. */
void check_in_entry(struct checker *ck, const struct ast_expr *e);

/* ---- embedded.c --------------------------------------------------------- */

/** Checks the promises in comments of a function's C text, and what it
 *  names. */
void check_c_function(struct checker *ck, const struct function *f);
/** intrinsics.c: checks that there is such an intrinsic, with its parameters
 *  and result. */
void check_intrinsic(struct checker *ck, const struct function *f);
void check_c_expr(struct checker *ck, const struct ast_expr *e);
void check_c_call(struct checker *ck, const struct ast_expr *e);
/** Reports C in files that may not contain it, used or not. */
void check_c_items(struct checker *ck);
/** Set the globals that function @f in C writes. */
void check_c_changes(const struct program *p, const struct function *f,
		     bool *changes);

/* ---- check_types.c ------------------------------------------------------ */

/** Checks the types of globals, of all functions used, of all locals. */
void check_types(struct checker *ck);

#endif
