/* SPDX-License-Identifier: LGPL-2.1-or-later */
/**
 * @file
 * What the files of type inference share; infer.c drives them.
 */
#ifndef SEMA_INFER_H
#define SEMA_INFER_H

#include "translator/program/program.h"

struct infer {
	struct program *p;
	struct function *fn;	/* NULL: in a probe */
};

/** Infers the type of @e and of its operands.  Returns NULL if @e has none: a
 *  histogram. */
struct type_var *infer_expr(struct infer *in, struct ast_expr *e);
/** Infers the type of @e, which must be @base. */
void infer_want(struct infer *in, struct ast_expr *e, enum base_type base);

/** Unifies @t, the type of the expression at @sp, with @wanted; reports a
 *  mismatch. */
void infer_unify(struct infer *in, struct type_var *t,
		 struct type_var *wanted, struct span sp);
/** Reports a mismatch at @sp.  Returns NULL if one of the two types was in a
 *  reported mismatch before. */
struct diag *infer_mismatch(struct infer *in, struct span sp,
			    struct type_var *found, struct type_var *wanted);
/** Adds a hint to @d, the error that the number @e is used where a string is
 *  needed; @d may be NULL.  @next is the expression that a dot joins @e with, or
 *  NULL. */
void infer_hint_text(struct diag *d, const struct ast_expr *e,
		     const struct ast_expr *next);
/** Returns a new type variable of the known type @base.  Known types are not
 *  shared, so that each remembers its own location. */
struct type_var *infer_known(struct infer *in, enum base_type base,
			     struct span why);
/** Returns the type of something that binding has refused already: it fits
 *  everywhere. */
struct type_var *infer_refused(struct infer *in);

/** Infers that @arg, the operand of an operator of aggregates, is an aggregate. */
void infer_want_stats(struct infer *in, struct ast_expr *arg);
/** Infers @hist_log(e) and @hist_linear(e, ...); a variable can have only one
 *  histogram. */
void infer_hist(struct infer *in, struct ast_expr *e);
/** Infers @count(e) and its like; a variable can have only one shift for its
 *  variance. */
void infer_stat(struct infer *in, struct ast_expr *e);

#endif
