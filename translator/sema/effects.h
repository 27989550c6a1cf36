/* SPDX-License-Identifier: LGPL-2.1-or-later */
/**
 * @file
 * Which functions, statements and expressions do anything; see effects.c for
 * what counts.
 */
#ifndef SEMA_EFFECTS_H
#define SEMA_EFFECTS_H

#include "translator/program.h"

struct effects {
	bool *of;		/* [function] */
};

/** Fill @fx for all functions; the program is bound. */
void effects_find(struct effects *fx, struct program *p);
/** Does @s do anything but change locals? */
bool effects_stmt(const struct effects *fx, struct ast_stmt *s);
/** Does @e do anything but give its value? */
bool effects_expr(const struct effects *fx, struct ast_expr *e);

#endif
