/* SPDX-License-Identifier: LGPL-2.1-or-later */
/**
 * @file
 * What the files of ir_verify() share.
 */
#ifndef IR_VERIFY_H
#define IR_VERIFY_H

#include "translator/ir/ir.h"

struct verify {
	const struct ir_unit *u;
	const struct ir_func *f;
	struct diags *d;
	const char *after;	/* name of the pass that was run last */
	uint32_t block, ins;	/* the instruction that is checked now */
	bool ok;		/* nothing was reported yet */
};

/** Reports that a rule is broken at v->block, v->ins, unless another report was
 *  made before. */
__attribute__((format(printf, 2, 3)))
void verify_broken(struct verify *v, const char *fmt, ...);
#define broken verify_broken

#define for_each_ins(v, in)                                                    \
	for ((v)->block = 0; (v)->block < (v)->f->blocks.n; (v)->block++)      \
		for ((v)->ins = 0;                                             \
		     (v)->ins < (v)->f->blocks.at[(v)->block].ins.n &&         \
		     ((in) = &(v)->f->blocks.at[(v)->block].ins.at[(v)->ins]); \
		     (v)->ins++)

static inline void bit_set(uint64_t *w, size_t i)
{
	w[i / 64] |= 1ull << (i % 64);
}

static inline bool bit_get(const uint64_t *w, size_t i)
{
	return w[i / 64] >> (i % 64) & 1;
}

/* Changes the set @now to what holds after @in; reports violations when @check
 * is set. */
typedef void (*transfer_fn)(struct verify *v, const struct ir_ins *in,
			    uint64_t *now, bool check);

/** Runs @fn over all blocks until nothing changes, then once more to check.
 *  @first is the set of @bits bits at the function's start.  Where paths meet,
 *  a bit must come from all of them (@meet_and) or from one. */
void verify_flow(struct verify *v, size_t bits, bool meet_and,
		 const uint64_t *first, transfer_fn fn);

/* ---- verify_paths.c ----------------------------------------------------- */

/** Checks that every register is set before it is used, on every path. */
void verify_defs(struct verify *v);
/** Checks that no iteration is open where a path leaves a function or takes late
 *  locks. */
void verify_walks(struct verify *v);

/* ---- verify_entry.c ----------------------------------------------------- */

/** Returns how many saved values the function v->f can refer to by number. */
uint64_t verify_n_saved(const struct verify *v);
/** Checks that each value that a return reads is saved at the entry, on every
 *  path and with the same type and offset. */
void verify_entries(struct verify *v);

/* ---- verify_memory.c ---------------------------------------------------- */

/** Checks that an instruction has a slot exactly if it makes a string or aggregate
 *  that is not used in place (STR, GREFS, EGETS), and that a string fits into its
 *  slot. */
void verify_slots(struct verify *v);
/** Checks that a slot is the memory of one register. */
void verify_owners(struct verify *v);
/** Checks that a reference to a global's text is set only once, and used only in
 *  its block and while the global cannot have changed. */
void verify_refs(struct verify *v);
/** Checks that a link is used with the array in which MFIND found it. */
void verify_links(struct verify *v);
/** Checks that loads and stores of the target's memory have 1, 2, 4 or 8 bytes,
 *  except LOADS, and that its memory and registers are written in guru mode
 *  only. */
void verify_memory(struct verify *v);

/* ---- verify_locks.c ----------------------------------------------------- */

/** Checks that a function has the set of each global that it, or a function that
 *  it calls, touches: in its locks or freezes, or, to count only, in its counts.
 *  Const globals need no set, nor do conditions without by_look.  Checks nothing
 *  before locks.c has run. */
void verify_locks(struct verify *v);
/** Checks that each path takes late locks at most once, and before what they
 *  guard.  Only handlers have late locks.  A handler that freezes counters does so
 *  before all locks, so its locks are not late. */
void verify_late_locks(struct verify *v);
/** Checks that slots and iterations are inside the frame, and the deepest frame
 *  inside the unit's; that functions from which calls go deep check the stack; and
 *  that recursion has a bound.  Checks nothing before frames.c has run. */
void verify_frames(struct verify *v);

#endif
