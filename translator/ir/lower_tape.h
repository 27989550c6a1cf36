/* SPDX-License-Identifier: LGPL-2.1-or-later */
/**
 * @file
 * What lower_tape.c, lower_record.c and lower_replay.c share: reads and their
 * keys.
 */
#ifndef IR_LOWER_TAPE_H
#define IR_LOWER_TAPE_H

#include "translator/ir/lower.h"

/** Returns true if @e is a read: its value comes from the traced system. */
bool tape_is_read(struct lower *l, const struct ast_expr *e);
/** Returns true if the value of @e depends on nothing of the script, and is the same
 *  in the whole handler. */
bool tape_is_closed(struct lower *l, struct ast_expr *e);
bool tape_is_string(const struct ast_expr *e);
/** Returns the key of a read at the start of a hit: n or s, then its text. */
const char *tape_key(struct lower *l, const struct ast_expr *e);
/** Returns the key of a read where it happens: N or S, then its text with # for
 *  each part. */
const char *tape_shape(struct lower *l, const struct ast_expr *e);
/** Returns the parts of a read: arguments, what a path starts from, its
 *  indexes. */
struct ast_exprs tape_parts(struct lower *l, const struct ast_expr *e);
/** Returns the letter of a register in the kinds of a format: n or s. */
char tape_kind_of(const struct lower *l, ir_reg r);

/** tape_record() lowers the read @e so that its value is recorded, tape_replay() so
 *  that it is looked up in the recording.  Both return the value's register. */
ir_reg tape_record(struct lower *l, struct ast_expr *e);
ir_reg tape_replay(struct lower *l, struct ast_expr *e);

#endif
