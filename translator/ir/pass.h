/* SPDX-License-Identifier: LGPL-2.1-or-later */
/**
 * @file
 * The passes over the IR, and what they share.
 *
 * A pass takes a correct unit and leaves a correct one that means the same: the
 * same output, the same errors at the same locations, the same budget spent.
 * What is not known to be harmless is left alone: an op says what may be done
 * with it by its flags in ir_ops.def (ir_is_droppable, ir_may_fail).
 *
 * Registers are set more than once.  Two facts make that easy: a register that
 * only one instruction sets holds the same value wherever it is used
 * (verify_defs(): the set comes before each use on every path); and inside a
 * block, or a chain of blocks with one way in, values are followed from one
 * instruction to the next.
 */
#ifndef IR_PASS_H
#define IR_PASS_H

#include "translator/ir/ir.h"

/** Merges handlers whose code is equal; rows are redirected. */
void ir_merge(struct ir_unit *u);
/** Replaces computations by constants and copies. */
void ir_fold(struct ir_unit *u);
/** Removes code whose result is not needed. */
void ir_dead(struct ir_unit *u);
/** Inlines small functions into their callers. */
void ir_inline(struct ir_unit *u);
/** Makes values where they are needed, and uses strings in place. */
void ir_copies(struct ir_unit *u);
/** Keeps addresses that are only printed as addresses, not as text. */
void ir_symbols(struct ir_unit *u);
/** Makes slots no larger than their strings can get. */
void ir_bounds(struct ir_unit *u);
/** Joins blocks that follow each other, and renumbers what is left. */
void ir_tidy(struct ir_unit *u);

/** Computes the sizes of frames, and recursion: fills frame, deep_frame,
 *  off. */
void ir_frames(struct ir_unit *u);
/** Computes the classes of globals, sets, cells. */
void ir_locks(struct ir_unit *u);
/** Makes one lookup of all operations with one key of an array. */
void ir_lookups(struct ir_unit *u);
/** Takes locks only on the paths that need them. */
void ir_narrow(struct ir_unit *u);
/** Decides how each row is attached.  Its location has alternatives; which is
 *  best depends on the handler. */
void ir_attach(struct ir_unit *u);

/* ---- shared ------------------------------------------------------------- */

/** Drop blocks that nothing reaches; renumber. */
void ir_prune(const struct ir_unit *u, struct ir_func *f);
/** Drop functions that no handler or condition calls; renumber. */
void ir_drop_uncalled(struct ir_unit *u);
/** How often each register is set; parameters once more.  Heap memory. */
uint32_t *ir_count_sets(const struct ir_func *f);
/** The number of edges into each block.  A failure edge counts twice, and so
 *  does the entry of the function. */
uint32_t *ir_count_entries(const struct ir_func *f);

/** The successors of @b, failures included.  Returns their number. */
unsigned ir_ways_out(const struct ir_block *b, uint32_t ret[3]);
/** Fills @ret with the blocks that are reached, in reverse postorder.  Returns
 *  their number. */
size_t ir_order(const struct ir_func *f, uint32_t *ret);

/** Append what @f does to @key: equal for functions that do the same. */
void ir_put_key(struct buf *key, const struct ir_unit *u,
		const struct ir_func *f);

/** The value of a numeric op on constants; false: it has none. */
bool ir_eval(enum ir_op op, int64_t a, int64_t b, int64_t *ret);

#endif
