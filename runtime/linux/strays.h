/* SPDX-License-Identifier: GPL-2.0-or-later */
/**
 * @file
 * Counts strays: hits of the function tracer at addresses where no site is
 * known.  They are reported at the end.
 */
#ifndef STP_LINUX_STRAYS_H
#define STP_LINUX_STRAYS_H

#include "runtime/core/running.h"

static inline void stp_count_stray(void)
{
	__atomic_add_fetch(&stp_strays, 1, __ATOMIC_RELAXED);
}

/** Returns true if a test has set one of @bits in STP_UNPLUG (uapi/rows.h). */
static inline bool stp_is_unplugged(u64 bits)
{
	return stp_run.limits[STP_LIM_UNPLUG] & bits;
}

/** Returns the key by which a table finds the function that calls the tracer at
 *  @ip: @ip itself, unless one of @bits is unplugged. */
static inline unsigned long stp_key_of_hook(unsigned long ip, u64 bits)
{
	return ip + (stp_run.limits[STP_LIM_UNPLUG] & bits);
}

static inline unsigned long stp_hook_of_key(unsigned long key, u64 bits)
{
	return key - (stp_run.limits[STP_LIM_UNPLUG] & bits);
}

#endif
