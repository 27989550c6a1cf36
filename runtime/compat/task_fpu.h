/* SPDX-License-Identifier: GPL-2.0-or-later */
/**
 * @file
 * The floating point registers of a task that are saved in memory.  Until 6.15
 * the FPU state is in the task's thread.  Since 6.16 it follows the task
 * itself; a kernel with debugging checks finds it by a function that modules
 * may not call.  Until 5.15 the registers are in the state; since then the
 * state points to them.
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
