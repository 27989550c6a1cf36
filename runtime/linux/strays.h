/* SPDX-License-Identifier: GPL-2.0-or-later */
/**
 * @file
 * Hits of the function tracer at addresses that no site is known at: counted,
 * and told at the end.
 */
#ifndef STP_LINUX_STRAYS_H
#define STP_LINUX_STRAYS_H

#include <linux/percpu.h>

#include "runtime/core/session.h"

/** So many on this CPU; os.c adds them up. */
DECLARE_PER_CPU(unsigned long, stp_strays);

/** By what a table finds the function whose hook is at @ip: that, unless it
 *  is unplugged. */
static inline unsigned long stp_key_of_hook(unsigned long ip)
{
	return ip + (stp_session.limits[STP_LIM_UNPLUG] & STP_UNPLUG_LOOKUP);
}

static inline unsigned long stp_hook_of_key(unsigned long key)
{
	return key - (stp_session.limits[STP_LIM_UNPLUG] & STP_UNPLUG_LOOKUP);
}

#endif
