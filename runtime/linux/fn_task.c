/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Intrinsics about the current task as the initial namespaces see it, about its CPU
 * and about clocks; and the search for a task by its pid.
 */
#include <linux/bitops.h>
#include <linux/compat.h>
#include <linux/cred.h>
#include <linux/jiffies.h>
#include <linux/kernel.h>
#include <linux/pid.h>
#include <linux/pid_namespace.h>
#include <linux/rcupdate.h>
#include <linux/sched.h>
#include <linux/sched/clock.h>
#include <linux/timex.h>
#include <linux/uidgid.h>

#include "runtime/core/fn.h"

STP_INTRINSIC stp_s64 stp_fn_pid(struct stp_ctx *c)
{
	return current->tgid;
}

STP_INTRINSIC stp_s64 stp_fn_tid(struct stp_ctx *c)
{
	return current->pid;
}

STP_INTRINSIC stp_s64 stp_fn_ppid(struct stp_ctx *c)
{
	stp_s64 pid;

	rcu_read_lock();
	pid = rcu_dereference(current->real_parent)->tgid;
	rcu_read_unlock();
	return pid;
}

STP_INTRINSIC stp_s64 stp_fn_uid(struct stp_ctx *c)
{
	return __kuid_val(current_uid());
}

STP_INTRINSIC stp_s64 stp_fn_euid(struct stp_ctx *c)
{
	return __kuid_val(current_euid());
}

STP_INTRINSIC stp_s64 stp_fn_gid(struct stp_ctx *c)
{
	return __kgid_val(current_gid());
}

STP_INTRINSIC stp_s64 stp_fn_egid(struct stp_ctx *c)
{
	return __kgid_val(current_egid());
}

/* Returns the index of the first zero byte of @word; 8: it has none.  A task's
 * name is 16 bytes, two such words, and ends in a NUL. */
static __always_inline u32 zero_byte(u64 word)
{
	u64 hit = (word - REPEAT_BYTE(0x01)) & ~word & REPEAT_BYTE(0x80);

	return hit ? __ffs(hit) / 8 : 8;
}

static __always_inline u32 name_len(const char *p)
{
	u32 len = zero_byte(stp_get_s64(p));

	return len < 8 ? len : 8 + zero_byte(stp_get_s64(p + 8));
}

/* Returns the task's name, cut to a small slot.  A function of its own, so
 * that the usual case saves no registers for it. */
static STP_FN noinline struct stp_str cut_name(struct stp_ctx *c,
					       struct stp_slot s)
{
	return stp_str_copy(c, s, (struct stp_str){
			current->comm, strnlen(current->comm, TASK_COMM_LEN) });
}

STP_INTRINSIC struct stp_str stp_fn_execname(struct stp_ctx *c,
					     struct stp_slot s)
{
	const char *name = current->comm;

	if (unlikely(s.cap < TASK_COMM_LEN - 1))
		return cut_name(c, s);
	memcpy(s.p, name, TASK_COMM_LEN);
	s.p[TASK_COMM_LEN - 1] = 0;
	return (struct stp_str){ s.p, name_len(s.p) };
}

STP_INTRINSIC stp_s64 stp_fn_cpu(struct stp_ctx *c)
{
	return stp_os_cpu();
}

STP_INTRINSIC stp_s64 stp_fn_task_current(struct stp_ctx *c)
{
	return (stp_s64)current;
}

/* Returns the address of the task; 0: no task has this pid.  The task may end at
 * any time, so its memory may be read by checked reads only. */
STP_INTRINSIC stp_s64 stp_fn_pid2task(struct stp_ctx *c, stp_s64 pid)
{
	struct task_struct *t;

	if (pid != (pid_t)pid)
		return 0;
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
