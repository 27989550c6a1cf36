/* SPDX-License-Identifier: LGPL-2.1-or-later */
/**
 * @file
 * The effects of functions, statements and expressions; see effects.c for what
 * counts.
 */
#ifndef SEMA_EFFECTS_H
#define SEMA_EFFECTS_H

#include "translator/program/program.h"

enum {
	EFFECT_LASTS = 1,	/* prints, changes a global or the target */
	EFFECT_ENDS = 2,	/* may fail, may run for ever */
	EFFECT_ALL = EFFECT_LASTS | EFFECT_ENDS,
	EFFECT_SETS = 4,	/* of a function: it sets locals of its own */
};

struct effects {
	uint8_t *of;		/* [function]: bits of EFFECT_ALL and EFFECT_SETS */
	size_t n;		/* how many functions there were when `of` was made; later
				   functions may do anything */
};

/**
 * Returns the effects of all functions of @p, which is bound.  They are found
 * at the first call and kept.  Later passes only remove code, so a function
 * never has more effects than are known here.
 */
const struct effects *effects_of(struct program *p);
/** Returns the effects of the intrinsic @name, in EFFECT_ALL (intrinsics.c). */
unsigned effects_intrinsic(const char *name);
/** Returns the effects of @s, in EFFECT_ALL.  Changes of locals do not count. */
unsigned effects_stmt(const struct effects *fx, struct ast_stmt *s);
/** Returns the effects of evaluating @e, in EFFECT_ALL.  Changing a local counts as
 *  EFFECT_LASTS. */
unsigned effects_expr(const struct effects *fx, struct ast_expr *e);

/** Returns true if the operation @op divides by @by and may fail: a literal divisor
 *  that is not 0 cannot. */
bool effects_divides(enum ast_op op, const struct ast_expr *by);

/**
 * Returns true if evaluating @e has no lasting effect; it may have EFFECT_ENDS.  A
 * call of a function that sets locals counts as an effect, as in SystemTap.
 */
bool effects_can_drop(const struct effects *fx, struct ast_expr *e);

/** Moves the first condition of probes before the statements with which their
 *  aliases compute variables (guards.c). */
void effects_guards(const struct effects *fx, struct program *p);

#endif
