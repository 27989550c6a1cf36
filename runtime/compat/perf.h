/* SPDX-License-Identifier: GPL-2.0-or-later */
/**
 * @file
 * A task's perf events.  Before 6.2 they are in two lists, one of software
 * events and one of hardware events; since 6.2 in one.  Since 5.13 an event can
 * be made to end when its task executes a program.
 */
#ifndef STP_COMPAT_PERF_H
#define STP_COMPAT_PERF_H

#include <linux/perf_event.h>
#include <linux/sched.h>
#include <linux/version.h>

#if LINUX_VERSION_CODE >= KERNEL_VERSION(6, 2, 0)
#define STP_PERF_LISTS 1
#else
#define STP_PERF_LISTS perf_nr_task_contexts
#endif

/** Returns list @i of @task's events, or NULL if there is none.  @i is below
 *  STP_PERF_LISTS. */
static __always_inline struct perf_event_context *
stp_perf_list(const struct task_struct *task, unsigned int i)
{
#if LINUX_VERSION_CODE >= KERNEL_VERSION(6, 2, 0)
	return task->perf_event_ctxp;
#else
	return task->perf_event_ctxp[i];
#endif
}

/** Limits the event of @attr to the tasks of one program or, if @alone, of one
 *  process.  Returns 0 or -ENOSYS. */
static inline int stp_perf_of_one_program(struct perf_event_attr *attr,
					  bool alone)
{
#if LINUX_VERSION_CODE >= KERNEL_VERSION(5, 13, 0)
	attr->remove_on_exec = 1;
	attr->inherit_thread = alone;
	return 0;
#else
	return -ENOSYS;
#endif
}

#endif
