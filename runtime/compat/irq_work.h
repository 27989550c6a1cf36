/* SPDX-License-Identifier: GPL-2.0-or-later */
/**
 * @file
 * The initialiser of an irq_work that runs in the interrupt itself, also on a
 * realtime kernel, which runs other irq_works in a thread.  The kernel has this
 * initialiser since 5.11.
 */
#ifndef STP_COMPAT_IRQ_WORK_H
#define STP_COMPAT_IRQ_WORK_H

#include <linux/irq_work.h>

#ifndef IRQ_WORK_INIT_HARD
#define IRQ_WORK_INIT_HARD(fn)                                                 \
	{ .flags = ATOMIC_INIT(IRQ_WORK_HARD_IRQ), .func = (fn) }
#endif

#endif
