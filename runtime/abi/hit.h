/* SPDX-License-Identifier: LGPL-2.1-or-later */
/**
 * @file
 * The calls of generated code during a hit: errors, budget, the end, calls of
 * functions; and arithmetic, which may fail.
 */
#ifndef STP_ABI_RUN_H
#define STP_ABI_RUN_H

#include "runtime/abi/base.h"

/* ---- errors, budget, end ------------------------------------------------ */

/** Run-time errors: X(symbol, text).  %lld or %llx in a text shows the detail.  An error
 *  SCRIPT has the script's own text. */
#define STP_ERRORS(X)                                                          \
	X(DIV_ZERO, "division by 0")                                           \
	X(MAP_FULL, "Array overflow, check MAXMAPENTRIES")                     \
	X(MAP_SIZE, "Array overflow, check size limit (%lld)")                 \
	X(NESTING, "MAXNESTING exceeded (-DMAXNESTING=N raises it)")           \
	X(ACTION, "MAXACTION exceeded (%lld; -DMAXACTION=N raises it)")        \
	X(TIME, "MAXTIME exceeded (%lld ms; -DMAXTIME=N raises it)")           \
	X(EMPTY_STAT, "empty aggregate")                                       \
	X(BUCKET, "histogram index out of range")                              \
	X(READ, "cannot read target memory at 0x%llx")                         \
	X(WRITE, "cannot write target memory at 0x%llx")                       \
	X(NO_REGS, "no registers in this probe")                               \
	X(NO_PROGRAM, "no registers of a program: a thread of the kernel runs") \
	X(REG, "there is no register %lld")                                    \
	X(ITERS, "too many nested foreach loops over one array")                       \
	X(MODIFIED, "array modified during a foreach loop over it")                       \
	X(NO_MATCH, "matched() or ngroups() without a match before it")        \
	X(NO_GROUP, "matched(%lld): the last pattern has no such group")       \
	X(ABORT, "abort() was called")                                         \
	X(ATTACH, "cannot attach a probe")                                     \
	X(SCRIPT, "%s")

/** Error numbers, see STP_ERRORS. */
enum stp_err {
	STP_OK,
#define STP_ERROR_DEF(sym, text) STP_ERR_##sym,
	STP_ERRORS(STP_ERROR_DEF)
#undef STP_ERROR_DEF
	STP_N_ERRS
};

/** Fails with @err, unless there is an error already.  @detail is the number that the
 *  text of @err shows, if it shows one. */
void stp_fail(struct stp_ctx *c, enum stp_err err, stp_s64 detail);
/** Fails with the script's own words: error(). */
void stp_fail_str(struct stp_ctx *c, struct stp_str text);
/** Sets the source location of the pending error, if none is set yet. */
static inline void stp_at(struct stp_ctx *c, stp_u32 loc)
{
	if (!c->err_loc)
		c->err_loc = loc + 1;
}
/** Called after a failed call at @loc: sets the location like stp_at(); if that is
 *  set already, records @loc as one of the calls around the error. */
void stp_at_call(struct stp_ctx *c, stp_u32 loc);
/** Called after a call of a tapset function has failed: sets @loc, where the script
 *  calls it, as stp_ctx.err_from, if that is not set yet. */
static inline void stp_from(struct stp_ctx *c, stp_u32 loc)
{
	if (!c->err_from)
		c->err_from = loc + 1;
}
/** Enters a catch block: returns the error's text, in @s, and clears the error.  After
 *  abort() it returns "" and the error remains. */
struct stp_str stp_caught(struct stp_ctx *c, struct stp_slot s);
/** Refills the budget when a chunk is used up.  Returns 0; 1 with an error if
 *  MAXACTION or MAXTIME is reached. */
int stp_refill(struct stp_ctx *c);
/** Does exit(): ends the run.  This handler still runs to its end. */
void stp_exit(struct stp_ctx *c);
/** Takes the locks of a STP_H_LATE_LOCKS handler.  Returns 1; 0 if a lock is busy:
 *  the hit is then counted as skipped. */
int stp_take_locks(struct stp_ctx *c);
/** Cleans a dirty context: errors, output, locks, exit. */
void stp_leave(struct stp_ctx *c);

/** Ends a hit whose context is clean, and frees the context.  Generated code calls it
 *  for a handler that can neither fail nor print nor spend its budget. */
static inline int stp_done(struct stp_ctx *c)
{
	__atomic_store_n(&c->site, (const struct stp_site *)0,
			 __ATOMIC_RELEASE);
	return 0;
}

/** Ends any hit: cleans the context if necessary, and frees it. */
static inline int stp_finish(struct stp_ctx *c)
{
	if (stp_unlikely(c->dirty))
		stp_leave(c);
	return stp_done(c);
}

/*
 * Generated code calls these at hits of a STP_H_OWN_LOCK handler: it switches interrupts
 * off, takes the lock, runs the handler, and undoes both.  They are not used where
 * stp_os_owns_irqs() is false, because there the CPU's instructions are not enough.
 */

/** Runs a hit, of a handler with locks and no freeze, to its end: takes the locks, runs
 *  the handler, releases the locks.  Also called after stp_lock_own() has failed. */
int stp_hit_locked(struct stp_ctx *c);
/** Cleans a dirty context after the handler, releases the lock and restores
 *  interrupts. */
void stp_leave_locked(struct stp_ctx *c);

/** Switches interrupts off and takes the lock.  Returns 0 if it is busy: then call
 *  stp_hit_locked(). */
static inline int stp_lock_own(struct stp_ctx *c, struct stp_lock *l)
{
	stp_u32 free = 0;

	__asm__ __volatile__("pushf\n\tpopq %0\n\tcli"
			 : "=m"(c->irqs) : : "memory");
	return __atomic_compare_exchange_n(&l->owner, &free, c->me, 0,
					   __ATOMIC_ACQUIRE, __ATOMIC_RELAXED);
}

/** Releases the lock, restores interrupts, and ends the hit. */
static inline int stp_unlock_own(struct stp_ctx *c, struct stp_lock *l)
{
	stp_u64 irqs = c->irqs;

	__atomic_store_n(&l->owner, 0, __ATOMIC_RELEASE);
	c->irqs = 0;
	if (stp_likely(irqs & 0x200))
		__asm__ __volatile__("sti" : : : "memory");
	return stp_done(c);
}

/** Does stp_unlock_own() after a handler that may leave the context dirty. */
static inline int stp_finish_own(struct stp_ctx *c, struct stp_lock *l)
{
	if (stp_likely(!c->dirty))
		return stp_unlock_own(c, l);
	stp_leave_locked(c);
	return stp_done(c);
}

/** Returns true if the function that has just returned did `next`, and resets
 *  stp_ctx.next. */
static inline stp_s64 stp_nexted(struct stp_ctx *c)
{
	stp_u8 next = c->next;

	c->next = 0;
	return next;
}

/**
 * Enters a function that needs @size bytes of the frame (a multiple of 16).  Returns
 * their address, the base; or NULL, with the error NESTING, if they are not free.  To
 * leave: c->frame = base.
 */
static inline char *stp_enter(struct stp_ctx *c, stp_u32 size)
{
	char *f = c->frame;

	if (stp_unlikely((stp_u64)(c->frame_end - f) < size)) {
		stp_fail(c, STP_ERR_NESTING, 0);
		return (char *)0;
	}
	c->frame = f + size;
	return f;
}

/**
 * Does stp_enter() for a function that may lead to many nested calls.  Fails also, with
 * NESTING, when the machine's stack gets short.  To leave: c->frame = base, c->deep--.
 */
char *stp_enter_deep(struct stp_ctx *c, stp_u32 size);

/**
 * Does stp_enter_deep() for a function that can be called while it runs.  Fails also if
 * @max calls of such functions have not ended yet.  To leave: c->frame = base,
 * c->nesting--, c->deep--.
 */
char *stp_enter_again(struct stp_ctx *c, stp_u32 size, stp_u32 max);

/* ---- arithmetic that can fail or trap ----------------------------------- */

stp_s64 stp_div(struct stp_ctx *c, stp_s64 a, stp_s64 b);
stp_s64 stp_mod(struct stp_ctx *c, stp_s64 a, stp_s64 b);
/** Shifts take the count modulo 64, so they never trap. */
static inline stp_s64 stp_shl(stp_s64 a, stp_s64 n)
{
	return (stp_s64)((stp_u64)a << (n & 63));
}
static inline stp_s64 stp_shr(stp_s64 a, stp_s64 n)
{
	return a >> (n & 63);
}
static inline stp_s64 stp_ushr(stp_s64 a, stp_s64 n)
{
	return (stp_s64)((stp_u64)a >> (n & 63));
}

/* ---- intrinsics; most are declared from intrinsics.def in script.c ------ */

static inline void stp_fn_exit(struct stp_ctx *c)
{
	stp_exit(c);
}

/** Does abort(): ends the handler at once, which no catch block prevents, and the run. */
void stp_fn_abort(struct stp_ctx *c);

static inline void stp_fn_error(struct stp_ctx *c, struct stp_str text)
{
	stp_fail_str(c, text);
}

#endif
