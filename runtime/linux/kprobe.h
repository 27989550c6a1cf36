/* SPDX-License-Identifier: GPL-2.0-or-later */
/**
 * @file
 * What kprobe.c and kretprobe.c share: where a row's probe goes.
 */
#ifndef STP_LINUX_KPROBE_H
#define STP_LINUX_KPROBE_H

#include <linux/kprobes.h>

#include "runtime/core/run.h"

/** Fill a zeroed kprobe in: by address where the place has one, else by the
 *  symbol's name, which may be "module:symbol". */
void stp_kprobe_place(struct kprobe *kp, const struct stp_site *site);

static inline bool stp_kprobe_is_atomic(const struct stp_row *row)
{
	return true;
}

/**
 * Register sites[0..n) by @reg, which takes all or none; where it refuses,
 * halve until the culprits are alone.  0, or the first errno that counts.
 */
int stp_kprobe_halve(struct stp_site **sites, stp_u32 n,
		     int (*reg)(struct stp_site **sites, stp_u32 n));

#endif
