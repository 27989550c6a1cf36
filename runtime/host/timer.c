/* SPDX-License-Identifier: LGPL-2.1-or-later */
/*
 * timer.* in a process: the main loop compares the times at which timers are due.  A timer
 * that is late by whole intervals skips them, as in the kernel.
 */
#include <stdlib.h>

#include "runtime/core/handler.h"
#include "runtime/host/host.h"

#define JIFFY_NS 4000000ull	/* as with HZ=250 */

static struct stp_site **timers;
static stp_u32 n_timers;
static stp_u64 *due;	/* by timer; 0: it is off */

static stp_u64 interval(const struct stp_row *r)
{
	stp_u64 ns = r->timer.interval_ns, jitter = r->timer.jitter_ns;

	if (!ns) {
		ns = r->timer.jiffies * JIFFY_NS;
		jitter = r->timer.jitter_jiffies * JIFFY_NS;
	}
	if (jitter > ns)
		jitter = ns;
	if (jitter)
		ns = ns - jitter + stp_os_random() % (2 * jitter + 1);
	return ns ? ns : 1;
}

static int prepare(struct stp_site **sites, stp_u32 n)
{
	stp_u32 i;

	due = stp_os_alloc((stp_u64)n * sizeof(*due));
	if (!due)
		return -STP_ENOMEM;
	for (i = 0; i < n; i++)
		sites[i]->priv = &due[i];
	timers = sites;
	n_timers = n;
	return 0;
}

/* Starts a timer, with a new interval. */
static int arm(struct stp_site *site)
{
	*(stp_u64 *)site->priv = stp_os_now() + interval(site->row);
	return 0;
}

static void disarm(struct stp_site *site)
{
	*(stp_u64 *)site->priv = 0;
}

static int attach(struct stp_site **sites, stp_u32 n)
{
	stp_u32 i;

	for (i = 0; i < n; i++) {
		sites[i]->attached = 1;
		if (!sites[i]->disarmed)
			arm(sites[i]);
	}
	return 0;
}

static void detach(struct stp_site **sites, stp_u32 n)
{
	stp_os_free(due, (stp_u64)n * sizeof(*due));
	due = NULL;
	n_timers = 0;
}

stp_u64 stp_host_next_timer(void)
{
	stp_u64 next = 0;
	stp_u32 i;

	for (i = 0; i < n_timers; i++)
		if (due[i] && (!next || due[i] < next))
			next = due[i];
	return next;
}

/* The timer that has been due for longest, or -1. */
static int find_due(stp_u64 now)
{
	int best = -1;
	stp_u32 i;

	for (i = 0; i < n_timers; i++)
		if (due[i] && due[i] <= now && (best < 0 || due[i] < due[best]))
			best = (int)i;
	return best;
}

void stp_host_run_timers(stp_u64 now)
{
	int i;

	while (stp_is_running() && (i = find_due(now)) >= 0) {
		due[i] += interval(timers[i]->row);
		if (due[i] <= now)
			due[i] = now + interval(timers[i]->row);
		stp_run_serial(timers[i]);
	}
}

const struct stp_kind stp_kind_timer = {
	.id = STP_KIND_TIMER,
	.name = "timer",
	.prepare = prepare,
	.attach = attach,
	.arm = arm,
	.disarm = disarm,
	.detach = detach,
};
