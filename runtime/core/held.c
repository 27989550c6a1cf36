/* SPDX-License-Identifier: LGPL-2.1-or-later */
/*
 * What a handler holds while it runs: locks of locked sets, and counter sets
 * frozen so that nothing is counted while they are read, assigned or deleted.
 *
 * Order: interrupts off, wait for frozen sets that this handler counts in,
 * freeze, lock.  A freezer holds no lock while it waits for others to leave
 * their handlers, and the context of a handler that waits for a freezer has the
 * site `waiting` instead of its own, so they never wait for each other.  All
 * waiting is bounded.
 *
 * A counter set of a single number is read without a freeze ("solo").  Handlers only
 * ever add to its cells.  A reader adds the cells up and afterwards moves the base
 * by what it changed; what is counted meanwhile stays in the cells.
 */
#include "runtime/core/handler.h"

static const struct stp_site waiting;

/* ---- locks -------------------------------------------------------------- */

static inline bool lock_once(struct stp_lock *l, stp_u32 me)
{
	stp_u32 free = 0;

	return __atomic_compare_exchange_n(&l->owner, &free, me, false,
					   __ATOMIC_ACQUIRE, __ATOMIC_RELAXED);
}

static STP_FN stp_u64 lock_patience(void)
{
	return stp_run.limits[STP_LIM_TRYLOCK] *
	       stp_run.limits[STP_LIM_TRYLOCKDELAY] * 1000;
}

STP_FN bool stp_lock_wait(struct stp_lock *l, stp_u32 patience)
{
	stp_u32 me = stp_os_cpu() + 1;
	stp_u64 end = 0;

	while (!lock_once(l, me)) {
		if (__atomic_load_n(&l->owner, __ATOMIC_RELAXED) == me)
			return false;
		stp_os_relax();
		if (!end)
			end = stp_os_now() + patience * lock_patience();
		else if (stp_os_now() > end)
			return lock_once(l, me);
	}
	return true;
}

STP_FN bool stp_lock_try(struct stp_workspace *c, struct stp_lock *l,
			 stp_u32 patience)
{
	if (c->pub.level == STP_NMI)
		return lock_once(l, stp_os_cpu() + 1);
	return stp_lock_wait(l, patience);
}

STP_FN void stp_lock_drop(struct stp_lock *l)
{
	__atomic_store_n(&l->owner, 0, __ATOMIC_RELEASE);
}

static STP_FN void unlock_sets(struct stp_workspace *c)
{
	while (c->held) {
		stp_u32 i = 63 - __builtin_clzll(c->held);

		stp_lock_drop(&stp_script.locks[i]);
		c->held &= ~(1ull << i);
	}
}

/* Takes the locks of @sets.  Returns false if a lock stays busy; the caller's stp_unhold()
 * then releases those that were taken. */
static STP_FN bool lock_sets(struct stp_workspace *c, stp_u64 sets)
{
	for (; sets; sets &= sets - 1) {
		stp_u32 i = __builtin_ctzll(sets);

		if (!lock_once(&stp_script.locks[i], stp_os_cpu() + 1) &&
		    !stp_lock_try(c, &stp_script.locks[i], 1))
			return false;
		c->held |= 1ull << i;
	}
	return true;
}

/* ---- waiting for a freezer ---------------------------------------------- */

static STP_FN bool is_frozen(stp_u64 sets)
{
	return __atomic_load_n(&stp_run.gate, __ATOMIC_SEQ_CST) & sets;
}

/* Returns true if this handler must not wait for a thaw: in an NMI, or if it has
 * interrupted the freezer, which cannot continue meanwhile. */
static STP_FN bool is_hopeless(const struct stp_workspace *c)
{
	return c->pub.level == STP_NMI ||
	       __atomic_load_n(&stp_run.freezer.owner, __ATOMIC_RELAXED) ==
		       stp_os_cpu() + 1;
}

static STP_FN bool wait_thaw(struct stp_workspace *c,
			     const struct stp_site *site)
{
	stp_u64 end = 0;

	while (is_frozen(site->counts)) {
		if (is_hopeless(c))
			return false;
		__atomic_store_n(&c->pub.site, &waiting, __ATOMIC_RELEASE);
		stp_os_relax();
		if (is_frozen(site->counts) && end && stp_os_now() > end) {
			__atomic_store_n(&c->pub.site, site, __ATOMIC_SEQ_CST);
			return false;
		}
		if (!end)
			end = stp_os_now() + STP_PATIENT * lock_patience();
		__atomic_store_n(&c->pub.site, site, __ATOMIC_SEQ_CST);
	}
	return true;
}

/* ---- freezing ----------------------------------------------------------- */

static STP_FN bool is_inside(const struct stp_workspace *c, stp_u64 sets)
{
	const struct stp_site *site =
		__atomic_load_n(&c->pub.site, __ATOMIC_SEQ_CST);

	return site && (site->counts & sets);
}

/* Waits until context @o has left its handler.  Returns false if that takes too long.
 * Returns false at once if @o is of the same CPU as @c: then @c may have interrupted it,
 * and it cannot leave.  The serial context counts as one of CPU 0, wherever it runs. */
static STP_FN bool wait_outside(struct stp_workspace *c,
				struct stp_workspace *o, stp_u64 sets,
				stp_u64 *end)
{
	while (is_inside(o, sets)) {
		if (!c->is_serial && o->cpu == c->cpu)
			return false;
		stp_os_relax();
		if (!*end)
			*end = stp_os_now() + 100 * lock_patience();
		else if (stp_os_now() > *end && is_inside(o, sets))
			return false;
	}
	return true;
}

static STP_FN void thaw(struct stp_workspace *c)
{
	stp_globals_thaw(c->frozen);
	__atomic_and_fetch(&stp_run.gate, ~c->frozen, __ATOMIC_SEQ_CST);
	c->frozen = 0;
	stp_lock_drop(&stp_run.freezer);
}

static STP_FN bool freeze_others(struct stp_workspace *c, stp_u64 sets)
{
	stp_u64 end = 0;
	stp_u32 i;

	__atomic_or_fetch(&stp_run.gate, sets, __ATOMIC_SEQ_CST);
	for (i = 0; i < stp_run.n_workspaces; i++) {
		struct stp_workspace *o = stp_run.workspaces[i];

		if (o != c && !wait_outside(c, o, sets, &end))
			return false;
	}
	return true;
}

static STP_FN bool freeze(struct stp_workspace *c, stp_u64 sets)
{
	stp_u64 others = sets & ~stp_run.solo;

	if (!stp_lock_try(c, &stp_run.freezer, 1))
		return false;
	if (others && !freeze_others(c, others)) {
		__atomic_and_fetch(&stp_run.gate, ~others, __ATOMIC_SEQ_CST);
		stp_lock_drop(&stp_run.freezer);
		return false;
	}
	c->frozen = sets;
	stp_globals_read(c, sets);
	return true;
}

/* ---- both --------------------------------------------------------------- */

/* Does stp_try_hold() for handlers that take no locks: nothing else runs. */
static enum stp_cause hold_alone(struct stp_workspace *c,
				 const struct stp_site *site)
{
	c->frozen = site->freezes;
	if (c->frozen) {
		c->pub.dirty |= STP_D_HELD;
		stp_globals_read(c, c->frozen);
	}
	return STP_N_CAUSES;
}

/* Switches interrupts off; a second call keeps the state from before the first. */
static STP_FN void irqs_off(struct stp_workspace *c)
{
	c->pub.dirty |= STP_D_HELD;
	if (!c->pub.irqs)
		c->pub.irqs = stp_os_irq_off();
}

/* Tries once to take all locks and freezes.  Returns STP_N_CAUSES, or the cause of a
 * failure. */
static STP_FN enum stp_cause hold_once(struct stp_workspace *c,
				       const struct stp_site *site)
{
	stp_u64 locks = stp_locks_first(site->handler);

	if (locks | site->freezes)
		irqs_off(c);
	if (!wait_thaw(c, site))
		return STP_CAUSE_FROZEN;
	if (site->freezes && !freeze(c, site->freezes))
		return STP_CAUSE_FROZEN;
	if (!lock_sets(c, locks))
		return STP_CAUSE_LOCK;
	return STP_N_CAUSES;
}

#define SERIAL_TRIES 20

STP_FN enum stp_cause stp_try_hold(struct stp_workspace *c,
				   const struct stp_site *site)
{
	int tries = c->is_serial ? SERIAL_TRIES : 1;
	enum stp_cause cause;

	if (site->alone)
		return hold_alone(c, site);
	for (;;) {
		cause = hold_once(c, site);
		if (cause == STP_N_CAUSES || !--tries)
			return cause;
		stp_unhold(c);
		stp_os_pause();
	}
}

STP_FN bool stp_hold(struct stp_workspace *c, const struct stp_site *site)
{
	enum stp_cause cause = stp_try_hold(c, site);

	if (cause == STP_N_CAUSES)
		return true;
	if (cause == STP_CAUSE_LOCK)
		stp_skip(c, cause);
	else
		stp_count(c, cause);	/* our own reading is the cause: no MAXSKIPPED */
	return false;		/* leaving releases what is held */
}

/* Does not wait for a freezer: the gate has checked that none of the handler's sets is
 * frozen, and a context that freezes one later waits for this handler to end. */
STP_FN int stp_hit_locked(struct stp_ctx *ctx)
{
	struct stp_workspace *c = stp_workspace(ctx);
	const struct stp_site *site = ctx->site;

	irqs_off(c);
	if (stp_likely(lock_sets(c, site->handler->locks))) {
		c->pub.budget = STP_CHUNK;
		site->fn(&c->pub);
	} else {
		stp_skip(c, STP_CAUSE_LOCK);
	}
	return stp_finish(ctx);
}

/* First records in the context that the lock is held, which stp_lock_own() has not done,
 * so that stp_leave() releases the lock. */
STP_FN void stp_leave_locked(struct stp_ctx *ctx)
{
	stp_workspace(ctx)->held = ctx->site->handler->locks;
	ctx->dirty |= STP_D_HELD;
	stp_leave(ctx);
}

STP_FN int stp_take_locks(struct stp_ctx *ctx)
{
	struct stp_workspace *c = stp_workspace(ctx);
	int tries = c->is_serial ? SERIAL_TRIES : 1;

	for (;;) {
		irqs_off(c);
		if (lock_sets(c, c->pub.site->handler->locks))
			return 1;
		if (!--tries)
			break;
		stp_unhold(c);
		stp_os_pause();
	}
	stp_skip(c, STP_CAUSE_LOCK);
	return 0;		/* leaving releases what is held */
}

STP_FN void stp_unhold(struct stp_workspace *c)
{
	unlock_sets(c);
	if (c->pub.site->alone) {
		stp_globals_thaw(c->frozen);
		c->frozen = 0;
	} else if (c->frozen) {
		thaw(c);
	}
	if (c->pub.irqs) {
		unsigned long was = c->pub.irqs;

		c->pub.irqs = 0;
		stp_os_irq_on(was);
	}
	c->pub.dirty &= ~STP_D_HELD;
}
