/* SPDX-License-Identifier: GPL-2.0-or-later */
/**
 * @file
 * Work of an interrupt that a realtime kernel must not give to a thread has an
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
