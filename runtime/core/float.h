/* SPDX-License-Identifier: LGPL-2.1-or-later */
/**
 * @file
 * Numbers of IEEE 754 with 64 bits, taken apart: kernels have no registers
 * for them.  A script holds their bits as a number.
 */
#ifndef STP_CORE_FLOAT_H
#define STP_CORE_FLOAT_H

#include "runtime/core/types.h"

enum stp_float_kind { STP_FLOAT_ZERO, STP_FLOAT_NUM, STP_FLOAT_INF,
		      STP_FLOAT_NAN };

/** NUM is frac * 2^(exp - 62), and frac has its highest bit at 62, but for
 *  what stp_float_join() is given. */
struct stp_float {
	enum stp_float_kind kind;
	bool neg;
	int exp;
	stp_u64 frac;
};

struct stp_float stp_float_split(stp_s64 bits);

/**
 * Bits of the number that is nearest, of two the even one.  @f may have its
 * highest bit anywhere; the lowest stands for all that is lost, if there was
 * more.
 */
stp_s64 stp_float_join(struct stp_float f);

/** @a / @b and @a * @b, for stp_float_join(); both not 0. */
struct stp_float stp_float_over(struct stp_float a, struct stp_float b);
struct stp_float stp_float_times(struct stp_float a, struct stp_float b);

/** A whole number. */
struct stp_float stp_float_of(bool neg, stp_u64 v);

#endif
