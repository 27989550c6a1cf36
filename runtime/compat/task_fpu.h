/* SPDX-License-Identifier: GPL-2.0-or-later */
/**
 * @file
 * The floating point state of a task.  Until 6.15 it is in its thread; since
 * then it follows the task itself, and a kernel with debugging checks finds it
 * by a function that modules may not call.
 */
#ifndef STP_COMPAT_TASK_FPU_H
#define STP_COMPAT_TASK_FPU_H

#include <linux/sched.h>
#include <linux/version.h>
#include <asm/fpu/types.h>

static __always_inline struct fpu *stp_task_fpu(struct task_struct *task)
{
#if LINUX_VERSION_CODE >= KERNEL_VERSION(6, 16, 0)
	return (struct fpu *)(task + 1);
#else
	return &task->thread.fpu;
#endif
}

#endif
