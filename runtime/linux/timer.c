/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Rows of kind timer.  From one millisecond up they run in the session
 * context, in a thread of high priority, so that they may walk large arrays
 * and wait for room in the output; shorter ones run in the interrupt of an
 * hrtimer.  A timer that is late by whole intervals skips them.
 */
#include <linux/jiffies.h>
#include <linux/kthread.h>
#include <linux/module.h>
#include <linux/sched.h>

#include "runtime/compat/hrtimer.h"
#include "runtime/linux/gate.h"

#define SLOW_NS 1000000ull
#define SHORTEST_NS 10000ull

struct timer {
	struct hrtimer hrtimer;		/* of a fast one */
	struct stp_site *site;
	u64 due;			/* of a slow one */
};

static struct timer *timers;
static u32 n_timers;
static struct task_struct *thread;

/* ---- intervals ---------------------------------------------------------- */

static u64 base_ns(const struct stp_row *row)
{
	u64 ns = row->timer.interval_ns;

	return ns ? ns : row->timer.jiffies * (NSEC_PER_SEC / HZ);
}

static u64 jitter_ns(const struct stp_row *row)
{
	u64 ns = row->timer.jitter_ns;

	if (!row->timer.interval_ns)
		ns = row->timer.jitter_jiffies * (NSEC_PER_SEC / HZ);
	return min(ns, base_ns(row));
}

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

static struct timer *earliest(void)
{
	struct timer *best = NULL;
	u32 i;

	for (i = 0; i < n_timers; i++) {
		struct timer *t = &timers[i];

		if (!is_fast(t->site->row) && (!best || t->due < best->due))
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
		stp_run_session(t->site);
}

static int run_thread(void *unused)
{
	struct timer *t = earliest();
	ktime_t due;
	u64 now;

	sched_set_fifo(current);
	while (!kthread_should_stop()) {
		now = stp_os_now();
		if (t->due <= now) {
			run_slow(t, now);
			t = earliest();
			continue;
		}
		due = ns_to_ktime(t->due);
		set_current_state(TASK_INTERRUPTIBLE);
		if (!kthread_should_stop())
			schedule_hrtimeout(&due, HRTIMER_MODE_ABS);
		__set_current_state(TASK_RUNNING);
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
	stp_hrtimer_init(&t->hrtimer, on_expiry);
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

static int attach(struct stp_site **sites, u32 n)
{
	u64 now = stp_os_now();
	u32 i;

	timers = stp_os_alloc((u64)n * sizeof(*timers));
	if (!timers)
		return -ENOMEM;
	n_timers = n;
	for (i = 0; i < n; i++) {
		timers[i].site = sites[i];
		timers[i].due = now + next_ns(sites[i]->row);
		sites[i]->priv = &timers[i];
		sites[i]->attached = 1;
	}
	for (i = 0; i < n; i++)
		if (is_fast(sites[i]->row))
			start_fast(&timers[i]);
	return earliest() ? start_slow() : 0;
}

static void detach(struct stp_site **sites, u32 n)
{
	u32 i;

	if (thread)
		kthread_stop(thread);
	thread = NULL;
	for (i = 0; timers && i < n; i++)
		if (is_fast(sites[i]->row))
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
	.attach = attach,
	.detach = detach,
	.free = give_back,
};
