/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Intrinsics about ids of processes, users and groups in the namespaces of one
 * process.  Its pid is the run's parameter ("limit") STP_LIM_NAMESPACES; 0: the
 * initial namespaces.  The run holds a reference to the namespaces until the run
 * ends, so that they stay valid when the process has ended.
 */
#include <linux/cred.h>
#include <linux/pid_namespace.h>
#include <linux/rcupdate.h>
#include <linux/sched.h>
#include <linux/sched/signal.h>
#include <linux/sched/task.h>
#include <linux/uidgid.h>
#include <linux/user_namespace.h>

#include "runtime/core/fn.h"
#include "runtime/linux/gate.h"

static struct pid_namespace *pids;	/* NULL: the initial namespace */
static struct user_namespace *users;	/* likewise */

static int begin(void)
{
	pid_t nr = stp_run.limits[STP_LIM_NAMESPACES];
	struct task_struct *t;

	if (!nr)
		return 0;
	rcu_read_lock();
	t = pid_task(find_pid_ns(nr, &init_pid_ns), PIDTYPE_PID);
	if (t && task_active_pid_ns(t)) {
		pids = get_pid_ns(task_active_pid_ns(t));
		users = get_user_ns(__task_cred(t)->user_ns);
	}
	rcu_read_unlock();
	return pids ? 0 : -ESRCH;
}

static void end(void)
{
	if (!pids)
		return;
	put_pid_ns(pids);
	put_user_ns(users);
	pids = NULL;
	users = NULL;
}

const struct stp_namespaces stp_namespaces = { begin, end };

/* ---- the task that runs ------------------------------------------------- */

/* The values of @which that tapsets/namespaces.stp passes to stp_fn_ns_id(). */
enum { PID, TID, PPID, PGRP, SID };

STP_INTRINSIC stp_s64 stp_fn_ns_id(struct stp_ctx *c, stp_s64 which)
{
	struct pid_namespace *ns = pids ? pids : &init_pid_ns;
	s64 ret;

	rcu_read_lock();
	switch (which) {
	case PID:
		ret = task_tgid_nr_ns(current, ns);
		break;
	case TID:
		ret = task_pid_nr_ns(current, ns);
		break;
	case PPID:
		ret = task_tgid_nr_ns(rcu_dereference(current->real_parent),
				      ns);
		break;
	case PGRP:
		ret = task_pgrp_nr_ns(current, ns);
		break;
	default:
		ret = task_session_nr_ns(current, ns);
	}
	rcu_read_unlock();
	return ret;
}

/* ---- ids of others ------------------------------------------------------ */

STP_INTRINSIC stp_s64 stp_fn_ns_level(struct stp_ctx *c)
{
	return pids ? pids->level : 0;
}

STP_INTRINSIC stp_s64 stp_fn_ns_pids(struct stp_ctx *c)
{
	return (stp_s64)(unsigned long)(pids ? pids : &init_pid_ns);
}

STP_INTRINSIC stp_s64 stp_fn_ns_user(struct stp_ctx *c, stp_s64 uid)
{
	return from_kuid_munged(users ? users : &init_user_ns,
				KUIDT_INIT((uid_t)uid));
}

STP_INTRINSIC stp_s64 stp_fn_ns_group(struct stp_ctx *c, stp_s64 gid)
{
	return from_kgid_munged(users ? users : &init_user_ns,
				KGIDT_INIT((gid_t)gid));
}
