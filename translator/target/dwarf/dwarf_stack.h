/* SPDX-License-Identifier: LGPL-2.1-or-later */
/**
 * @file
 * The stack of the machine that DWARF expressions are for, over ops instead
 * of numbers; for dwarf_expr.c.
 *
 * An element is the list of ops that computes it.  Constants are folded, so
 * that what is left is about as long as a programmer would have written it.  On
 * failure a function says why in run.why and returns false.
 */
#ifndef TARGET_DWARF_STACK_H
#define TARGET_DWARF_STACK_H

#include "base/vec.h"
#include "translator/target/dwarf/dwarf_expr.h"

#define STACK_MAX 32		/* elements */
#define OPS_MAX 128		/* of one value */

/** An element of the stack; a constant has no ops. */
struct value {
	struct path_op *ops;
	size_t n;
	size_t aside;		/* the most values that its ops set aside at a time */
	int64_t k;
	unsigned size;		/* bytes of its type; 0: an address's */
	bool is_unsigned;
};

/** What the object is after the ops since the last piece: in memory at the address on top of
 *  the stack, the register on top, the value on top, or the bytes in run.bytes. */
enum form { MEMORY, REGISTER, VALUE, BYTES };

/** One expression that is evaluated, and what it has made so far. */
struct run {
	struct arena *arena;
	const struct dwarf_at *at;
	Dwarf_Attribute *attr;
	struct value stack[STACK_MAX];
	size_t n;
	size_t steps;		/* ops done, also in inner expressions */
	int depth;		/* expressions around this one */
	unsigned forks;		/* conditions whose ways are run now */
	unsigned risks;		/* number of path ops so far that may fail */
	unsigned choices;	/* number of calls that were looked at */
	enum form form;
	bool is_empty;		/* no op since the last piece: the next piece is
				   absent */
	const char *absent;	/* why it is; NULL: dwarf_expr_gone */
	Dwarf_Block bytes;	/* of form BYTES */
	VEC(struct location_piece) pieces;
	uint64_t bits;		/* of the pieces */
	const char *why, *hint;
};

/** Sets run.why to @why; returns false. */
bool stack_refuse(struct run *r, const char *why);
/** Refuses what no compiler writes; returns false. */
bool stack_damaged(struct run *r);

/* Functions that pop fail if the stack is empty; those that push, if it is full. */
bool stack_push(struct run *r, struct value v);
bool stack_push_constant(struct run *r, int64_t k);
bool stack_push_op(struct run *r, struct path_op op);
bool stack_pop(struct run *r, struct value *ret);

/** Appends an op to a copy of the ops of @v, because elements of the stack may share ops. */
bool stack_append(struct run *r, struct value *v, struct path_op op);
/** Makes an op of a constant, so that another op can follow it. */
bool stack_as_ops(struct run *r, struct value *v);
/** Narrows @v to a number of its type; addresses have all 64 bits. */
bool stack_narrow(struct run *r, struct value *v);
/** Adds @k to @v, as an address: the type of @v does not matter. */
bool stack_add_constant(struct run *r, struct value *v, int64_t k);

/** Replaces the two on top by the result of @math. */
bool stack_math(struct run *r, enum path_math math);
/** Replaces the two on top, the first entry of the loader's list and, above it, the address
 *  of a library's dynamic section, by the result of PATH_LOADED with @k. */
bool stack_loaded(struct run *r, int64_t k);
/** Replaces the top by stack_math() of the top and the constant @k. */
bool stack_math_constant(struct run *r, int64_t k, enum path_math math);

#endif
