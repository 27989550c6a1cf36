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
	uint8_t *of;		/* [function]: EFFECT_*, EFFECT_SETS too */
	size_t n;		/* functions that came later may do anything */
};

/**
 * The effects of all functions of @p, which is bound.  They are found at the
 * first call and kept: later passes only remove text, so what is known here
 * of a function is never too little.
 */
const struct effects *effects_of(struct program *p);
/** intrinsics.c: what the intrinsic @name does: EFFECT_*. */
unsigned effects_intrinsic(const char *name);
/** What @s does but change locals: EFFECT_*. */
unsigned effects_stmt(const struct effects *fx, struct ast_stmt *s);
/** What @e does but give its value: EFFECT_*. */
unsigned effects_expr(const struct effects *fx, struct ast_expr *e);

/**
 * Returns true if evaluating @e has no effect, except perhaps an error.  Calls
 * of functions that set locals do not count as such, as in SystemTap.
 */
bool effects_can_drop(const struct effects *fx, struct ast_expr *e);

/** guards.c: moves the first condition of probes before what their aliases
 *  compute. */
void effects_guards(const struct effects *fx, struct program *p);

#endif
