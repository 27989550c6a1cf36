/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Intrinsics on the current task, as the initial namespaces see it.
 */
#include <linux/cred.h>
#include <linux/rcupdate.h>
#include <linux/sched.h>
#include <linux/uidgid.h>

#include "runtime/core/fn.h"

STP_FN stp_s64 stp_fn_pid(struct stp_ctx *c)
{
	return current->tgid;
}

STP_FN stp_s64 stp_fn_tid(struct stp_ctx *c)
{
	return current->pid;
}

STP_FN stp_s64 stp_fn_ppid(struct stp_ctx *c)
{
	stp_s64 pid;

	rcu_read_lock();
	pid = rcu_dereference(current->real_parent)->tgid;
	rcu_read_unlock();
	return pid;
}

STP_FN stp_s64 stp_fn_uid(struct stp_ctx *c)
{
	return __kuid_val(current_uid());
}

STP_FN stp_s64 stp_fn_euid(struct stp_ctx *c)
{
	return __kuid_val(current_euid());
}

STP_FN stp_s64 stp_fn_gid(struct stp_ctx *c)
{
	return __kgid_val(current_gid());
}

STP_FN stp_s64 stp_fn_egid(struct stp_ctx *c)
{
	return __kgid_val(current_egid());
}

STP_FN struct stp_str stp_fn_execname(struct stp_ctx *c, struct stp_slot s)
{
	const char *p = current->comm;

	return stp_str_copy(c, s,
			    (struct stp_str){ p, strnlen(p, TASK_COMM_LEN) });
}

STP_FN stp_s64 stp_fn_cpu(struct stp_ctx *c)
{
	return stp_os_cpu();
}
