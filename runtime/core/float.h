/* SPDX-License-Identifier: LGPL-2.1-or-later */
/**
 * @file
 * Floating-point numbers of IEEE 754 with 64 bits, taken apart, because kernel code
 * has no registers for them.  A script holds their bits in a number.
 */
#ifndef STP_CORE_FLOAT_H
#define STP_CORE_FLOAT_H

#include "runtime/core/types.h"

enum stp_float_kind { STP_FLOAT_ZERO, STP_FLOAT_NUM, STP_FLOAT_INF,
		      STP_FLOAT_NAN };

/** A number taken apart.  exp and frac are only of kind NUM, whose value is
 *  frac * 2^(exp - 62).  The highest bit of frac is bit 62; in an argument of
 *  stp_float_join() it may be any bit. */
struct stp_float {
	enum stp_float_kind kind;
	bool neg;
	int exp;
	stp_u64 frac;
};

/** Takes apart the number with the bits @bits. */
struct stp_float stp_float_split(stp_s64 bits);

/**
 * Returns the bits of the number that is nearest to @f; of two that are equally near, the
 * even one.  The highest bit of @f.frac may be any bit.  Its lowest bit must be set if
 * lower bits were lost that are not all 0.
 */
stp_s64 stp_float_join(struct stp_float f);

/** Return @a / @b, and @a * @b, to be given to stp_float_join().  @a and @b are of kind
 *  NUM. */
struct stp_float stp_float_over(struct stp_float a, struct stp_float b);
struct stp_float stp_float_times(struct stp_float a, struct stp_float b);

/** Returns the whole number @v, negative if @neg; bits below the highest 63 are
 *  kept only as the lowest bit. */
struct stp_float stp_float_of(bool neg, stp_u64 v);

#endif
