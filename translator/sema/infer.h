/* SPDX-License-Identifier: LGPL-2.1-or-later */
/**
 * @file
 * What the files of type inference share; infer.c begins.
 */
#ifndef SEMA_INFER_H
#define SEMA_INFER_H

#include "translator/program/program.h"

struct infer {
	struct program *p;
	struct function *fn;	/* or NULL in a probe */
};

/** Infers the type of @e and of all that is in it; NULL: it has none. */
struct type_var *infer_expr(struct infer *in, struct ast_expr *e);
/** Infers the type of @e, which must be @base. */
void infer_want(struct infer *in, struct ast_expr *e, enum base_type base);

/** The expression at @sp, of type @t, must have the type @wanted. */
void infer_unify(struct infer *in, struct type_var *t,
		 struct type_var *wanted, struct span sp);
/** Reports a mismatch at @sp.  NULL if one of the two types was in a reported
 *  mismatch before. */
struct diag *infer_mismatch(struct infer *in, struct span sp,
			    struct type_var *found, struct type_var *wanted);
/** @d, or NULL: a number of the target, @e, stands where a string is needed.
 *  @next: what a dot joins it with, or NULL. */
void infer_hint_text(struct diag *d, const struct ast_expr *e,
		     const struct ast_expr *next);
/** A fresh variable of a known type: the basic ones are not shared, so that
 *  each remembers its own location. */
struct type_var *infer_known(struct infer *in, enum base_type base,
			     struct span why);
/** The type of what binding has refused already: it fits everywhere. */
struct type_var *infer_refused(struct infer *in);

/** Infers that @arg, to which an operator of aggregates is applied, is one. */
void infer_want_stats(struct infer *in, struct ast_expr *arg);
/** @hist_log(e), @hist_linear(e, ...): one histogram for each variable. */
void infer_hist(struct infer *in, struct ast_expr *e);
/** @count(e) and its like: one shift for the variance of each variable. */
void infer_stat(struct infer *in, struct ast_expr *e);

#endif
