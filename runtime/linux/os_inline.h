/* SPDX-License-Identifier: GPL-2.0-or-later */
/**
 * @file
 * Inline services of os.h in the kernel, without tracing hooks.
 *
 * Every file of the runtime includes this: each header more costs a tenth of
 * a second a file when a kernel is primed.
 */
#ifndef STP_LINUX_OS_INLINE_H
#define STP_LINUX_OS_INLINE_H

#include <asm/local64.h>
#include <linux/irqflags.h>
#include <linux/preempt.h>
#include <linux/processor.h>
#include <linux/smp.h>

#include "runtime/arch/square.h"

static __always_inline stp_u32 stp_os_cpu(void)
{
	return raw_smp_processor_id();
}

static __always_inline unsigned long stp_os_irq_off(void)
{
	unsigned long flags;

	raw_local_irq_save(flags);
	return flags;		/* a bit of it is always set */
}

static __always_inline void stp_os_irq_on(unsigned long flags)
{
	raw_local_irq_restore(flags);
}

static __always_inline void stp_os_relax(void)
{
	cpu_relax();
}

static __always_inline void stp_os_add(stp_s64 *p, stp_s64 d)
{
	local64_add(d, (local64_t *)p);
}

static __always_inline void stp_os_add_sq(stp_u64 *p, stp_s64 v)
{
	stp_arch_add_sq(p, v);
}

static __always_inline bool stp_os_swap(stp_s64 *p, stp_s64 old, stp_s64 new)
{
	return local64_cmpxchg((local64_t *)p, old, new) == old;
}

#endif
