/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Decides when conditions are evaluated again.  The evaluation is requested in
 * any context, passed on by an interrupt of our own (irq_work), and done in a
 * work item, at most once per STP_ON_THE_FLY_INTERVAL.
 */
#include <linux/irq_work.h>
#include <linux/workqueue.h>

#include "runtime/core/handler.h"

static u64 last_look;		/* when the last evaluation began, ns */

static void run_look(struct work_struct *work)
{
	WRITE_ONCE(last_look, stp_os_now());
	stp_arm.look();
}

static DECLARE_DELAYED_WORK(look_work, run_look);

/* Queues the work item, for the end of the interval since the last look. */
static void plan(struct irq_work *work)
{
	u64 next = READ_ONCE(last_look) +
		   stp_run.limits[STP_LIM_ON_THE_FLY_MS] * NSEC_PER_MSEC;
	u64 now = stp_os_now();
	u64 ms = next > now ? (next - now) / NSEC_PER_MSEC + 1 : 0;

	schedule_delayed_work(&look_work,
			      msecs_to_jiffies(min_t(u64, ms, INT_MAX)));
}

static DEFINE_IRQ_WORK(plan_work, plan);

STP_FN void stp_os_look_soon(void)
{
	irq_work_queue(&plan_work);
}

void stp_os_look_never(void)
{
	irq_work_sync(&plan_work);
	cancel_delayed_work_sync(&look_work);
}
