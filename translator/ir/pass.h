/* SPDX-License-Identifier: LGPL-2.1-or-later */
/**
 * @file
 * The passes over the IR, and what they share.
 *
 * A pass takes a correct unit and leaves a correct one that means the same: the
 * same output, the same errors at the same locations, the same budget spent.
 * What is not known to be harmless is left alone: the flags of an op in
 * ir_ops.def say what may be done with it (ir_is_droppable, ir_may_fail).
 *
 * A register may be set more than once.  Two facts keep that easy.  A register
 * that only one instruction sets holds the same value wherever it is used:
 * verify_defs() ensures that the set comes before each use on every path.
 * Inside a block, or a chain of blocks with one way in, values are followed
 * from one instruction to the next.
 */
#ifndef IR_PASS_H
#define IR_PASS_H

#include "translator/ir/ir.h"

/** Merges handlers whose code is equal: rows then refer to the one that is kept. */
void ir_merge(struct ir_unit *u);
/** Replaces computations by constants and copies. */
void ir_fold(struct ir_unit *u);
/** Removes code whose result is not needed. */
void ir_dead(struct ir_unit *u);
/** Inlines small functions into their callers. */
void ir_inline(struct ir_unit *u);
/** Makes values where they are needed, and uses strings in place. */
void ir_copies(struct ir_unit *u);
/** Keeps addresses as addresses, not as text, if they are only printed. */
void ir_symbols(struct ir_unit *u);
/** Makes slots no larger than their strings can get. */
void ir_bounds(struct ir_unit *u);
/** Joins blocks that follow each other, and renumbers what is left. */
void ir_tidy(struct ir_unit *u);

/** Computes the sizes of frames and finds recursion: fills frame, deep_frame,
 *  off. */
void ir_frames(struct ir_unit *u);
/** Decides the classes of globals, the sets to lock or freeze, and the
 *  counters' cells. */
void ir_locks(struct ir_unit *u);
/** Replaces operations with the same key of an array by one lookup and uses of its
 *  result. */
void ir_lookups(struct ir_unit *u);
/** Takes locks only on the paths that need them. */
void ir_narrow(struct ir_unit *u);
/** Decides how each row is attached.  A location has alternatives; which is
 *  best depends on the handler. */
void ir_attach(struct ir_unit *u);

/* ---- shared ------------------------------------------------------------- */

/** Clears the error edges of blocks that cannot fail.  Then removes blocks that
 *  nothing reaches, and renumbers the others. */
void ir_prune(const struct ir_unit *u, struct ir_func *f);
/** Removes functions that no handler or condition calls, and renumbers the
 *  others. */
void ir_drop_uncalled(struct ir_unit *u);
/** Counts how often each register is set; a parameter counts once more, because
 *  the call sets it.  The caller frees the table. */
uint32_t *ir_count_sets(const struct ir_func *f);
/** Counts the edges into each block.  A failure edge counts twice, and so does
 *  the entry of the function.  The caller frees the table. */
uint32_t *ir_count_entries(const struct ir_func *f);

/** Fills @ret with the successors of @b, failures included.  Returns their
 *  number. */
unsigned ir_ways_out(const struct ir_block *b, uint32_t ret[3]);
/** Fills @ret with the blocks that are reached, in reverse postorder.  Returns
 *  their number. */
size_t ir_order(const struct ir_func *f, uint32_t *ret);

/** Appends to @key the code of @f as bytes: equal bytes for functions with equal
 *  code, whatever their variables are called. */
void ir_put_key(struct buf *key, const struct ir_unit *u,
		const struct ir_func *f);

/** Computes a numeric op on constants.  Returns false for a division by 0, and
 *  for an op that is not arithmetic. */
bool ir_eval(enum ir_op op, int64_t a, int64_t b, int64_t *ret);

#endif
