/* SPDX-License-Identifier: GPL-2.0-or-later */
/**
 * @file
 * Initialises an hrtimer of CLOCK_MONOTONIC, whose callback runs in the hard
 * interrupt.  Since 6.13 the kernel's call for it, hrtimer_setup(), takes the
 * callback, too.
 */
#ifndef STP_COMPAT_HRTIMER_H
#define STP_COMPAT_HRTIMER_H

#include <linux/hrtimer.h>
#include <linux/version.h>

typedef enum hrtimer_restart (*stp_hrtimer_fn)(struct hrtimer *t);

static inline void stp_hrtimer_init(struct hrtimer *t, stp_hrtimer_fn fn)
{
#if LINUX_VERSION_CODE >= KERNEL_VERSION(6, 13, 0)
	hrtimer_setup(t, fn, CLOCK_MONOTONIC, HRTIMER_MODE_REL_HARD);
#else
	hrtimer_init(t, CLOCK_MONOTONIC, HRTIMER_MODE_REL_HARD);
	t->function = fn;
#endif
}

#endif
