/* SPDX-License-Identifier: LGPL-2.1-or-later */
/**
 * @file
 * Lives: the part of a function in which a slot holds something that may still
 * be read.
 *
 * Instructions are numbered from 1 on, block after block.  A life is all
 * numbers from the first one to the last one at which the slot is set, used, or
 * only still needed.  What lies between belongs to it, too, so slots whose
 * lives do not overlap are never in use at the same time.
 */
#ifndef IR_LIVES_H
#define IR_LIVES_H

#include "translator/ir/ir.h"

struct ir_life {
	uint32_t first, last;	/* first > last: it is never used */
};

/** Finds the lives of @f's slots, by number; the caller frees them. */
struct ir_life *ir_slot_lives(const struct ir_func *f);

#endif
