/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Rows of kind timer: a handler once in each interval.  Handlers of timers with one
 * millisecond or more (slow) run in the serial context, in a thread of high
 * priority, so they can iterate over large arrays and wait for room in the
 * output.  Those of shorter timers (fast) run in the interrupt of an hrtimer.  A
 * timer that is late by whole intervals skips these intervals.
 */
#include <linux/jiffies.h>
#include <linux/kthread.h>
#include <linux/module.h>
#include <linux/sched.h>

#include "runtime/compat/hrtimer.h"
#include "runtime/linux/gate.h"
#include "runtime/linux/strays.h"

#define SLOW_NS 1000000ull
#define SHORTEST_NS 10000ull

struct timer {
	struct hrtimer hrtimer;		/* of a fast timer */
	struct stp_site *site;
	u64 due;			/* of a slow timer that is on, ns */
	bool is_on;			/* of a slow timer */
};

static struct timer *timers;
static u32 n_timers;
static struct task_struct *thread;	/* of all slow timers, or NULL */

/* ---- intervals ---------------------------------------------------------- */

/* Returns the interval of the row, without jitter. */
static u64 base_ns(const struct stp_row *row)
{
	u64 ns = row->timer.interval_ns;

	return ns ? ns : row->timer.jiffies * (NSEC_PER_SEC / HZ);
}

/* Returns by how much an interval may be shorter or longer. */
static u64 jitter_ns(const struct stp_row *row)
{
	u64 ns = row->timer.jitter_ns;

	if (!row->timer.interval_ns)
		ns = row->timer.jitter_jiffies * (NSEC_PER_SEC / HZ);
	return min(ns, base_ns(row));
}

/* Returns the length of the next interval. */
static STP_FN u64 next_ns(const struct stp_row *row)
{
	u64 ns = base_ns(row), jitter = jitter_ns(row);

	if (jitter)
		ns = ns - jitter + stp_os_random() % (2 * jitter + 1);
	return max(ns, SHORTEST_NS);
}

static bool is_fast(const struct stp_row *row)
{
	return base_ns(row) < SLOW_NS;
}

/* ---- slow timers: one thread -------------------------------------------- */

/* Returns the slow timer that is due first, or NULL if none is on. */
static struct timer *earliest(void)
{
	struct timer *best = NULL;
	u32 i;

	for (i = 0; i < n_timers; i++) {
		struct timer *t = &timers[i];

		if (smp_load_acquire(&t->is_on) &&
		    (!best || t->due < best->due))
			best = t;
	}
	return best;
}

static void run_slow(struct timer *t, u64 now)
{
	t->due += next_ns(t->site->row);
	if (t->due <= now)
		t->due = now + next_ns(t->site->row);
	if (stp_is_running())
		stp_run_serial(t->site);
}

/* Returns a slow timer that is due.  If there is none, sleeps until the earliest is
 * due, a timer is switched on or the thread has to stop, and returns NULL. */
static struct timer *wait_for_due(void)
{
	struct timer *t;
	ktime_t due;

	set_current_state(TASK_INTERRUPTIBLE);
	t = earliest();
	if (!kthread_should_stop() && (!t || t->due > stp_os_now())) {
		due = ns_to_ktime(t ? t->due : 0);
		schedule_hrtimeout(t ? &due : NULL, HRTIMER_MODE_ABS);
		t = NULL;
	}
	__set_current_state(TASK_RUNNING);
	return t;
}

static int run_thread(void *unused)
{
	struct timer *t;

	sched_set_fifo(current);
	while (!kthread_should_stop()) {
		t = wait_for_due();
		if (t)
			run_slow(t, stp_os_now());
	}
	return 0;
}

/* ---- fast timers: interrupts -------------------------------------------- */

static STP_FN enum hrtimer_restart on_expiry(struct hrtimer *h)
{
	struct timer *t = container_of(h, struct timer, hrtimer);

	stp_gate(t->site, NULL);
	hrtimer_forward_now(h, ns_to_ktime(next_ns(t->site->row)));
	return stp_is_running() ? HRTIMER_RESTART : HRTIMER_NORESTART;
}

static void start_fast(struct timer *t)
{
	if (!stp_is_unplugged(STP_UNPLUG_REST))
		hrtimer_start(&t->hrtimer, ns_to_ktime(next_ns(t->site->row)),
			      HRTIMER_MODE_REL_HARD);
}

/* ---- the kind ----------------------------------------------------------- */

static int start_slow(void)
{
	struct task_struct *t = kthread_run(run_thread, NULL, "%s",
					    THIS_MODULE->name);

	if (IS_ERR(t))
		return PTR_ERR(t);
	thread = t;
	return 0;
}

static int prepare(struct stp_site **sites, u32 n)
{
	u32 i;

	timers = stp_os_alloc((u64)n * sizeof(*timers));
	if (!timers)
		return -ENOMEM;
	n_timers = n;
	for (i = 0; i < n; i++) {
		timers[i].site = sites[i];
		sites[i]->priv = &timers[i];
		stp_hrtimer_init(&timers[i].hrtimer, on_expiry);
	}
	return 0;
}

/* Switches a timer on: a new interval begins.  Returns 0. */
static int arm(struct stp_site *site)
{
	struct timer *t = site->priv;

	if (is_fast(site->row)) {
		start_fast(t);
		return 0;
	}
	t->due = stp_os_now() + next_ns(site->row);
	smp_store_release(&t->is_on, true);
	if (thread)
		wake_up_process(thread);
	return 0;
}

static void disarm(struct stp_site *site)
{
	struct timer *t = site->priv;

	if (is_fast(site->row))
		hrtimer_cancel(&t->hrtimer);
	else
		WRITE_ONCE(t->is_on, false);
}

/* Starts a timer, and refuses a fast timer that does not become active.  For slow
 * timers attach() starts the thread, and reports if that fails. */
static int start(struct stp_site *site)
{
	struct timer *t = site->priv;

	arm(site);
	return !is_fast(site->row) || hrtimer_active(&t->hrtimer)
		? 0 : stp_site_refused(site, -STP_ENOLINK);
}

static int attach(struct stp_site **sites, u32 n)
{
	bool slow = false;
	int err = 0, now;
	u32 i;

	for (i = 0; i < n; i++) {
		sites[i]->attached = 1;
		slow |= !is_fast(sites[i]->row);
		now = sites[i]->disarmed ? 0 : start(sites[i]);
		err = err ? err : now;
	}
	if (!err && slow && !thread)
		err = start_slow();
	return err;
}

static void detach(struct stp_site **sites, u32 n)
{
	u32 i;

	if (thread)
		kthread_stop(thread);
	thread = NULL;
	for (i = 0; timers && i < n; i++)
		hrtimer_cancel(&timers[i].hrtimer);
}

static void give_back(struct stp_site **sites, u32 n)
{
	stp_os_free(timers, (u64)n * sizeof(*timers));
	timers = NULL;
	n_timers = 0;
}

const struct stp_kind stp_kind_timer = {
	.id = STP_KIND_TIMER,
	.name = "timer",
	.is_atomic = is_fast,
	.prepare = prepare,
	.attach = attach,
	.arm = arm,
	.disarm = disarm,
	.detach = detach,
	.free = give_back,
};
