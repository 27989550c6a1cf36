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

#define STACK_MAX 32
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

/** What the ops so far say about the object. */
enum form { MEMORY, REGISTER, VALUE, BYTES };

struct run {
	struct arena *arena;
	const struct dwarf_at *at;
	Dwarf_Attribute *attr;
	struct value stack[STACK_MAX];
	size_t n;
	size_t steps;
	int depth;
	unsigned forks;		/* conditions whose ways are run now */
	unsigned risks;		/* ops that may fail */
	unsigned choices;	/* calls that were looked at */
	enum form form;
	bool is_empty;		/* no op since the last piece ... */
	const char *absent;	/* ... but this says why it is not there */
	Dwarf_Block bytes;
	VEC(struct location_piece) pieces;
	uint64_t bits;		/* of the pieces */
	const char *why, *hint;
};

/** Sets run.why to @why; returns false. */
bool stack_refuse(struct run *r, const char *why);
/** Refuses what no compiler writes; returns false. */
bool stack_damaged(struct run *r);

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
bool stack_add_constant(struct run *r, struct value *v, int64_t k);

/** Replaces the two on top by the result of @math. */
bool stack_math(struct run *r, enum path_math math);
/** Replaces the two on top, the loader's list and a library's dynamic
 *  section, by PATH_LOADED of them. */
bool stack_loaded(struct run *r, int64_t k);
/** Replaces the top by stack_math() of the top and the constant @k. */
bool stack_math_constant(struct run *r, int64_t k, enum path_math math);

#endif
