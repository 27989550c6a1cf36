/* SPDX-License-Identifier: GPL-2.0-or-later */
/**
 * @file
 * Counts strays: hits of the function tracer at addresses where no site is
 * known.  They are reported at the end.
 */
#ifndef STP_LINUX_STRAYS_H
#define STP_LINUX_STRAYS_H

#include "runtime/core/running.h"

/** Counts a stray.  Any context. */
static inline void stp_count_stray(void)
{
	__atomic_add_fetch(&stp_strays, 1, __ATOMIC_RELAXED);
}

/** Returns true if one of @bits (enum stp_unplug) is set in STP_UNPLUG, which only
 *  tests do. */
static inline bool stp_is_unplugged(u64 bits)
{
	return stp_run.limits[STP_LIM_UNPLUG] & bits;
}

/** Returns the key by which a table finds the function that calls the tracer at
 *  @ip.  It is @ip itself, unless some of @bits are set in STP_UNPLUG: these are
 *  added, so that hits are not found. */
static inline unsigned long stp_key_of_hook(unsigned long ip, u64 bits)
{
	return ip + (stp_run.limits[STP_LIM_UNPLUG] & bits);
}

/** Returns @ip of stp_key_of_hook(), of which @key is the result. */
static inline unsigned long stp_hook_of_key(unsigned long key, u64 bits)
{
	return key - (stp_run.limits[STP_LIM_UNPLUG] & bits);
}

#endif
