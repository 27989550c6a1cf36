/* SPDX-License-Identifier: GPL-2.0-or-later */
/**
 * @file
 * The kind of the current context, 0 (a task) to 3 (an NMI); the kernel has a
 * function for it since 5.16.
 */
#ifndef STP_COMPAT_INTERRUPT_LEVEL_H
#define STP_COMPAT_INTERRUPT_LEVEL_H

#include <linux/preempt.h>
#include <linux/version.h>

static __always_inline unsigned char stp_interrupt_level(void)
{
#if LINUX_VERSION_CODE >= KERNEL_VERSION(5, 16, 0)
	return interrupt_context_level();
#else
	if (in_nmi())
		return 3;
	if (hardirq_count())
		return 2;
	return in_serving_softirq() ? 1 : 0;
#endif
}

#endif
