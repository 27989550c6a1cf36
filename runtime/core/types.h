/* SPDX-License-Identifier: LGPL-2.1-or-later */
/**
 * @file
 * The base of core, in the kernel and in a process: memcpy and friends, bool,
 * abi.h, and the uapi headers rows.h and wire.h.  Nothing here needs a service of os.h,
 * so files that include no more than this (blob, record, fmt, hist, stat) also run in
 * staprun and in libtapster.
 */
#ifndef STP_CORE_TYPES_H
#define STP_CORE_TYPES_H

#ifdef __KERNEL__
#include <linux/types.h>
#include <linux/stddef.h>
#include <linux/string.h>
#include <linux/ioctl.h>
#else
#include <stdbool.h>
#include <stddef.h>
#include <string.h>
#include <sys/ioctl.h>
#endif

#include "runtime/abi.h"
#include "runtime/uapi/wire.h"

/* Marks code that handlers run: no probe may be in it. */
#ifdef __KERNEL__
#define STP_FN STP_HANDLER
#else
#define STP_FN
#endif

#define STP_S64_MAX ((stp_s64)0x7fffffffffffffffll)
#define STP_S64_MIN (-STP_S64_MAX - 1)

#define STP_ALIGN8(n) (((n) + 7) & ~7u)

static inline stp_u32 stp_min_u32(stp_u32 a, stp_u32 b)
{
	return a < b ? a : b;
}

/** Reads a number at @p, which need not be aligned. */
static inline stp_u32 stp_get_u32(const void *p)
{
	stp_u32 v;

	memcpy(&v, p, sizeof(v));
	return v;
}

/**
 * Copies @n bytes, a few, such as those of a key.  It is inline, because calling memcpy()
 * costs more than copying them.  The last 8 or 4 bytes are copied as one piece that ends
 * with the last byte; some of them may have been copied already.
 */
static inline void stp_copy(char *to, const char *from, stp_u32 n)
{
	stp_u32 i;

	if (n >= 8) {
		for (i = 0; i < n - 8; i += 8)
			__builtin_memcpy(to + i, from + i, 8);
		__builtin_memcpy(to + n - 8, from + n - 8, 8);
	} else if (n >= 4) {
		__builtin_memcpy(to, from, 4);
		__builtin_memcpy(to + n - 4, from + n - 4, 4);
	} else {
		for (i = 0; i < n; i++)
			to[i] = from[i];
	}
}

static inline stp_s64 stp_get_s64(const void *p)
{
	stp_s64 v;

	memcpy(&v, p, sizeof(v));
	return v;
}

#endif
