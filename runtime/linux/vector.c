/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * The kernel itself uses no such register outside of kernel_fpu_begin() and
 * kernel_fpu_end(), and switches of tasks leave them where they are as well.
 * Code that takes them from a task saves them in the task's memory first and
 * then sets TIF_NEED_FPU_LOAD, which is reset when they are loaded again on the
 * way to user space.  So with interrupts off they are in the CPU if the flag is
 * not set, and in memory if it is.
 *
 * What is in its first state (all bits 0) need not be in memory: XSAVE's header
 * says what is.
 */
#include <linux/irqflags.h>
#include <linux/sched.h>
#include <linux/thread_info.h>
#include <asm/fpu/types.h>
#include <asm/special_insns.h>

#include "runtime/compat/task_fpu.h"
#include "runtime/linux/vector.h"

#define LIVE(n) case n: asm volatile("movq %%xmm" #n ", %0" : "=r"(v)); break

static STP_FN u64 in_cpu(u32 n)
{
	u64 v = 0;

	switch (n) {
	LIVE(0); LIVE(1); LIVE(2); LIVE(3);
	LIVE(4); LIVE(5); LIVE(6); LIVE(7);
	LIVE(8); LIVE(9); LIVE(10); LIVE(11);
	LIVE(12); LIVE(13); LIVE(14); LIVE(15);
	}
	return v;
}

static STP_FN u64 in_memory(u32 n)
{
	const struct fpstate *state = stp_task_fpu(current)->fpstate;
	const u32 *words = &state->regs.fxsave.xmm_space[4 * n];

	if ((native_read_cr4() & X86_CR4_OSXSAVE) &&
	    !(state->regs.xsave.header.xfeatures & XFEATURE_MASK_SSE))
		return 0;
	return words[0] | (u64)words[1] << 32;
}

STP_FN stp_s64 stp_vector_reg(stp_u32 n)
{
	unsigned long flags;
	u64 v;

	local_irq_save(flags);
	v = test_thread_flag(TIF_NEED_FPU_LOAD) ? in_memory(n) : in_cpu(n);
	local_irq_restore(flags);
	return v;
}
