/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Intrinsics on tasks and clocks that few scripts use.
 */
#include <linux/compat.h>
#include <linux/jiffies.h>
#include <linux/pid.h>
#include <linux/pid_namespace.h>
#include <linux/rcupdate.h>
#include <linux/sched.h>
#include <linux/sched/clock.h>
#include <linux/timex.h>

#include "runtime/core/fn.h"

STP_INTRINSIC stp_s64 stp_fn_task_current(struct stp_ctx *c)
{
	return (stp_s64)current;
}

/* It may go as soon as it was found: what is read of it is read checked. */
STP_INTRINSIC stp_s64 stp_fn_pid2task(struct stp_ctx *c, stp_s64 pid)
{
	struct task_struct *t;

	rcu_read_lock();
	t = pid_task(find_pid_ns(pid, &init_pid_ns), PIDTYPE_PID);
	rcu_read_unlock();
	return (stp_s64)t;
}

STP_INTRINSIC stp_s64 stp_fn_probing_32bit_app(struct stp_ctx *c)
{
	return current->mm && test_thread_flag(TIF_ADDR32);
}

STP_INTRINSIC stp_s64 stp_fn_jiffies(struct stp_ctx *c)
{
	return jiffies;
}

STP_INTRINSIC stp_s64 stp_fn_hz(struct stp_ctx *c)
{
	return HZ;
}

STP_INTRINSIC stp_s64 stp_fn_get_cycles(struct stp_ctx *c)
{
	return get_cycles();
}

STP_INTRINSIC stp_s64 stp_fn_cpu_clock_ns(struct stp_ctx *c, stp_s64 cpu)
{
	if (cpu >= 0 && cpu < nr_cpu_ids && cpu_possible(cpu))
		return cpu_clock(cpu);
	stp_fail_str(c, STP_LIT("cpu_clock: there is no such CPU"));
	return 0;
}
