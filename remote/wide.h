/* SPDX-License-Identifier: LGPL-2.1-or-later */
/**
 * @file
 * Unsigned integers of 256 bits: sums of squares of many hosts, and the
 * variance that follows from them, without rounding.
 */
#ifndef REMOTE_WIDE_H
#define REMOTE_WIDE_H

#include <stdint.h>

typedef unsigned __int128 u128;
typedef __int128 s128;

/** An integer of 256 bits; w[0] has the lowest 64.  Sums and products that need more
 *  bits lose the highest ones. */
struct wide {
	uint64_t w[4];
};

/** Returns @v as 256 bits. */
struct wide wide_of(u128 v);
struct wide wide_add(struct wide a, struct wide b);
/** Returns @a - @b, or 0 if @b is larger. */
struct wide wide_sub(struct wide a, struct wide b);
struct wide wide_square(u128 v);
struct wide wide_mul(struct wide a, uint64_t b);
/** Returns @a / @b, rounded down; @b is not 0. */
struct wide wide_div(struct wide a, uint64_t b);

#endif
