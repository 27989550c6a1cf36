/* SPDX-License-Identifier: LGPL-2.1-or-later */
/**
 * @file
 * Lives: the part of a function in which a slot holds something that may still
 * be read.
 *
 * Instructions are numbered from 1 on, block after block.  A life is a range of
 * these numbers.  It begins with the first instruction, and ends with the last, at
 * which the slot is set, used, or still needed.  All numbers between the two belong
 * to it, so slots whose lives do not overlap are never in use at the same time.
 */
#ifndef IR_LIVES_H
#define IR_LIVES_H

#include "translator/ir/ir.h"

struct ir_life {
	uint32_t first, last;	/* first > last: it is never used */
};

/** Returns an array with the life of each slot of @f; the caller frees it. */
struct ir_life *ir_slot_lives(const struct ir_func *f);

#endif
