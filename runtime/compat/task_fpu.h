/* SPDX-License-Identifier: GPL-2.0-or-later */
/**
 * @file
 * The floating point registers of a task that are in memory.  Until 6.15 its
 * state is in its thread; since then it follows the task itself, and a kernel
 * with debugging checks finds it by a function that modules may not call.  The
 * registers are in the state until 5.15, and elsewhere since.
 */
#ifndef STP_COMPAT_TASK_FPU_H
#define STP_COMPAT_TASK_FPU_H

#include <linux/sched.h>
#include <linux/version.h>
#include <asm/fpu/types.h>

static __always_inline const union fpregs_state *
stp_task_fpregs(const struct task_struct *task)
{
#if LINUX_VERSION_CODE >= KERNEL_VERSION(6, 16, 0)
	return &((const struct fpu *)(task + 1))->fpstate->regs;
#elif LINUX_VERSION_CODE >= KERNEL_VERSION(5, 16, 0)
	return &task->thread.fpu.fpstate->regs;
#else
	return &task->thread.fpu.state;
#endif
}

#endif
