/* SPDX-License-Identifier: LGPL-2.1-or-later */
/**
 * @file
 * The life of a hit in generated C: errors, budget, the end, calls; and
 * arithmetic, which may fail.
 */
#ifndef STP_ABI_RUN_H
#define STP_ABI_RUN_H

#include "runtime/abi/base.h"

/* ---- errors, budget, end ------------------------------------------------ */

/** Run-time errors: X(symbol, text).  %lld in a text shows the detail. */
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

/** Fail with @err; @detail is a number that its text may show. */
void stp_fail(struct stp_ctx *c, enum stp_err err, stp_s64 detail);
/** error(): fail with the script's own words. */
void stp_fail_str(struct stp_ctx *c, struct stp_str text);
/** Sets the source location of the pending error, if none is set yet. */
static inline void stp_at(struct stp_ctx *c, stp_u32 loc)
{
	if (!c->err_loc)
		c->err_loc = loc + 1;
}
/** The same after a failed call; if the location is set already, records the
 *  call as one of those around it. */
void stp_at_call(struct stp_ctx *c, stp_u32 loc);
/** A call of a tapset function failed: sets the script's location that led
 *  there, if none is set yet. */
static inline void stp_from(struct stp_ctx *c, stp_u32 loc)
{
	if (!c->err_from)
		c->err_from = loc + 1;
}
/** Enters a catch block: the error's text goes to @s and the error is cleared,
 *  unless abort() has begun. */
struct stp_str stp_caught(struct stp_ctx *c, struct stp_slot s);
/** A budget chunk is used up: 0 = go on (refilled), else failed. */
int stp_refill(struct stp_ctx *c);
/** exit(): the run stops after this handler. */
void stp_exit(struct stp_ctx *c);
/** STP_H_LATE_LOCKS: take them; 0: busy, the hit is skipped. */
int stp_take_locks(struct stp_ctx *c);
/** Clean a dirty context: errors, output, locks, exit. */
void stp_leave(struct stp_ctx *c);

/** Ends a hit and frees the context, for a handler that can neither fail nor
 *  print nor spend its budget, so that the context is clean. */
static inline int stp_done(struct stp_ctx *c)
{
	__atomic_store_n(&c->site, (const struct stp_site *)0,
			 __ATOMIC_RELEASE);
	return 0;
}

/** The end of any hit. */
static inline int stp_finish(struct stp_ctx *c)
{
	if (stp_unlikely(c->dirty))
		stp_leave(c);
	return stp_done(c);
}

/*
 * The same of a handler that needs one lock and nothing else, in one piece:
 * interrupts off, the lock, the handler, and back.  Where interrupts are not
 * the CPU's own (stp_os_owns_irqs()) it is never called.
 */

/** Does all of such a hit if its lock is busy. */
int stp_hit_locked(struct stp_ctx *c);
/** Cleans the context while the lock is held and interrupts are off. */
void stp_leave_locked(struct stp_ctx *c);

/** 0: the lock is busy, for stp_hit_locked(). */
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

/** The same of a handler that may leave the context dirty. */
static inline int stp_finish_own(struct stp_ctx *c, struct stp_lock *l)
{
	if (stp_likely(!c->dirty))
		return stp_unlock_own(c, l);
	stp_leave_locked(c);
	return stp_done(c);
}

/** Returns whether the function just called said `next`, and resets the
 *  answer. */
static inline stp_s64 stp_nexted(struct stp_ctx *c)
{
	stp_u8 next = c->next;

	c->next = 0;
	return next;
}

/**
 * Enter a function whose own frame is @size bytes (a multiple of 16): its
 * base, or NULL and an error (MAXNESTING).  Leave by c->frame = base.
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
 * stp_enter() for a function below which calls may go deep: an error, too,
 * when the machine's stack gets short.  Leave by c->frame = base, c->deep--.
 */
char *stp_enter_deep(struct stp_ctx *c, stp_u32 size);

/**
 * The same for a function that can be called while it runs: an error, too, for
 * call @max + 1 within each other.  Leave by c->frame = base, c->nesting--,
 * c->deep--.
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

/** Stops the handler at once; no catch block catches it. */
void stp_fn_abort(struct stp_ctx *c);

static inline void stp_fn_error(struct stp_ctx *c, struct stp_str text)
{
	stp_fail_str(c, text);
}

#endif
