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
	const char *after;
	uint32_t block, ins;
	bool ok;
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
/** Checks that no path leaves a function with an iteration open. */
void verify_walks(struct verify *v);

/* ---- verify_entry.c ----------------------------------------------------- */

/** Returns how many saved values the function v->f can refer to by number. */
uint64_t verify_n_saved(const struct verify *v);
/** Checks that each value that a return reads is saved at the entry, on every
 *  path and with the same type and offset. */
void verify_entries(struct verify *v);

/* ---- verify_memory.c ---------------------------------------------------- */

/** Checks that an instruction that makes a string or aggregate has memory for
 *  it, of a known size. */
void verify_slots(struct verify *v);
/** Checks that a slot is the memory of one register. */
void verify_owners(struct verify *v);
/** Checks that a reference to a global's text is used only while the text
 *  stays. */
void verify_refs(struct verify *v);
/** Checks that a link is used with the array in which MFIND found it. */
void verify_links(struct verify *v);
/** Checks that the target's memory is touched with sizes that the runtime
 *  checks, and written in guru mode only. */
void verify_memory(struct verify *v);

/* ---- verify_locks.c ----------------------------------------------------- */

/** Checks that a handler locks or freezes the set of each global that it, or a
 *  function that it calls, touches. */
void verify_locks(struct verify *v);
/** Checks that late locks are taken once, and before what they guard, on every
 *  path.  A function that freezes counters does so before all locks, so its
 *  locks are not late. */
void verify_late_locks(struct verify *v);
/** Checks that slots and iterations are inside the frame, and that recursion
 *  has a bound. */
void verify_frames(struct verify *v);

#endif
