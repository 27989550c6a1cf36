/* SPDX-License-Identifier: GPL-2.0-or-later */
/**
 * @file
 * Tells lockdep that interrupts are about to be on.  Until 5.20, which became
 * 6.0, the kernel's call also takes the code address.
 */
#ifndef STP_COMPAT_LOCKDEP_H
#define STP_COMPAT_LOCKDEP_H

#include <linux/irqflags.h>
#include <linux/version.h>

#include "runtime/compat/this_ip.h"

static __always_inline void stp_lockdep_irqs_on(void)
{
#if LINUX_VERSION_CODE >= KERNEL_VERSION(6, 0, 0)
	lockdep_hardirqs_on_prepare();
#else
	lockdep_hardirqs_on_prepare(_THIS_IP_);
#endif
	lockdep_hardirqs_on(_THIS_IP_);
}

#endif
