/* SPDX-License-Identifier: GPL-2.0-or-later */
/**
 * @file
 * Inline services of os.h in the kernel.  The kernel's tracers do not see them.
 *
 * Every file of the runtime includes this header: each further header here
 * costs a tenth of a second per file when a kernel is primed.
 */
#ifndef STP_LINUX_OS_INLINE_H
#define STP_LINUX_OS_INLINE_H

#include <asm/local64.h>
#include <linux/irqflags.h>
#include <linux/preempt.h>
#include <linux/processor.h>
#include <linux/smp.h>

#include "runtime/arch/square.h"
#include "runtime/compat/lockdep.h"

static __always_inline stp_u32 stp_os_cpu(void)
{
	return raw_smp_processor_id();
}

static __always_inline bool stp_os_has_commands(void)
{
	return true;
}

/*
 * A bit beside the CPU's flags: set if lockdep's own account says that
 * interrupts are on.  A fault sets the account to "off", and the end of the
 * fault sets it to "on" only if interrupts are on.  So if the account stayed
 * "on" here, it would be "off" after a handler that has faulted, and the kernel
 * would warn where it expects "on".  Therefore stp_os_irq_off() sets the account
 * to "off", and stp_os_irq_on() restores it, as NMIs do.
 */
#define STP_IRQS_ACCOUNTED_ON (1ul << 63)	/* no flag of the CPU's */

static __always_inline unsigned long stp_os_irq_off(void)
{
	unsigned long flags;

	raw_local_irq_save(flags);
	if (IS_ENABLED(CONFIG_PROVE_LOCKING) && lockdep_hardirqs_enabled()) {
		flags |= STP_IRQS_ACCOUNTED_ON;
		lockdep_hardirqs_off(_THIS_IP_);
	}
	return flags;		/* at least one bit is always set */
}

static __always_inline void stp_os_irq_on(unsigned long flags)
{
	if (IS_ENABLED(CONFIG_PROVE_LOCKING) && flags & STP_IRQS_ACCOUNTED_ON)
		stp_lockdep_irqs_on();
	raw_local_irq_restore(flags & ~STP_IRQS_ACCOUNTED_ON);
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
