/* SPDX-License-Identifier: LGPL-2.1-or-later */
/**
 * @file
 * What lower_tape.c, lower_record.c and lower_replay.c share: reads and their
 * keys.
 */
#ifndef IR_LOWER_TAPE_H
#define IR_LOWER_TAPE_H

#include "translator/ir/lower.h"

/** Returns true if the value of @e is not the script's own. */
bool tape_is_read(struct lower *l, const struct ast_expr *e);
/** Returns true if the value of @e is the same in the whole handler. */
bool tape_is_closed(struct lower *l, struct ast_expr *e);
bool tape_is_string(const struct ast_expr *e);
/** The key of a read at the start of a hit: n or s, then its text. */
const char *tape_key(struct lower *l, const struct ast_expr *e);
/** That of one where it happens, without the values of its parts. */
const char *tape_shape(struct lower *l, const struct ast_expr *e);
/** Those parts: arguments, what a path starts from, its indexes. */
struct ast_exprs tape_parts(struct lower *l, const struct ast_expr *e);
/** The letter of a register in the kinds of a format. */
char tape_kind_of(const struct lower *l, ir_reg r);

/** Lowers the read @e: recorded, or looked up. */
ir_reg tape_record(struct lower *l, struct ast_expr *e);
ir_reg tape_replay(struct lower *l, struct ast_expr *e);

#endif
