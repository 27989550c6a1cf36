/* SPDX-License-Identifier: LGPL-2.1-or-later */
/*
 * Arithmetic on numbers of IEEE 754, without floating-point instructions.  Each
 * result is the exact one, rounded once.  If bits are lost that are not all 0, the lowest
 * bit is set.  Because frac has ten bits more than the result, rounding then still knows
 * whether the value is above or below a half.
 */
#include "runtime/core/float.h"
#include "runtime/core/fn.h"

#define TOP 62			/* where the highest bit of frac is */
#define BITS 52			/* of a fraction, as it is stored */
#define SPARE (TOP - BITS)
#define MAX_EXP 1023
#define MIN_EXP (-1022)
#define NOT_A_NUMBER 0x7ff8000000000000ull
#define INFINITE 0x7ff0000000000000ull
#define SIGN (1ull << 63)

/* ---- taking apart, putting together ------------------------------------- */

static STP_FN bool is_num(struct stp_float f)
{
	return f.kind == STP_FLOAT_NUM;
}

static STP_FN stp_u64 shift_down(stp_u64 v, int n)
{
	if (n > 63)
		return !!v;
	return n ? v >> n | !!(v << (64 - n)) : v;
}

/* Moves the highest bit of @f.frac to TOP. */
static STP_FN struct stp_float normal(struct stp_float f)
{
	int up;

	if (!f.frac) {
		f.kind = STP_FLOAT_ZERO;
		return f;
	}
	up = __builtin_clzll(f.frac) - (63 - TOP);
	f.frac = up < 0 ? shift_down(f.frac, -up) : f.frac << up;
	f.exp -= up;
	return f;
}

STP_FN struct stp_float stp_float_split(stp_s64 bits)
{
	stp_u64 u = bits, frac = u & ((1ull << BITS) - 1);
	int exp = u >> BITS & 0x7ff;
	struct stp_float f = { STP_FLOAT_NUM, u >> 63, exp - MAX_EXP, 0 };

	if (exp == 0x7ff) {
		f.kind = frac ? STP_FLOAT_NAN : STP_FLOAT_INF;
		return f;
	}
	if (exp)
		frac |= 1ull << BITS;
	else
		f.exp = MIN_EXP;
	f.frac = frac << SPARE;
	return normal(f);
}

static STP_FN stp_s64 with_sign(bool neg, stp_u64 bits)
{
	return (stp_s64)(neg ? bits | SIGN : bits);
}

static STP_FN stp_u64 to_even(stp_u64 v, int drop)
{
	stp_u64 half = 1ull << (drop - 1), rest = v & (2 * half - 1);

	v >>= drop;
	return v + (rest > half || (rest == half && (v & 1)));
}

STP_FN stp_s64 stp_float_join(struct stp_float f)
{
	stp_u64 bits;

	if (is_num(f))
		f = normal(f);
	switch (f.kind) {
	case STP_FLOAT_NAN:
		return NOT_A_NUMBER;
	case STP_FLOAT_INF:
		return with_sign(f.neg, INFINITE);
	case STP_FLOAT_ZERO:
		return with_sign(f.neg, 0);
	default:
		break;
	}
	if (f.exp > MAX_EXP)
		return with_sign(f.neg, INFINITE);
	if (f.exp < MIN_EXP)
		return with_sign(f.neg, to_even(shift_down(f.frac,
							   MIN_EXP - f.exp),
						SPARE));
	/* the highest bit, which is not stored, adds one to the exponent; a
	 * carry of rounding adds one, too */
	bits = (stp_u64)(f.exp + MAX_EXP - 1) << BITS;
	return with_sign(f.neg, bits + to_even(f.frac, SPARE));
}

STP_FN struct stp_float stp_float_of(bool neg, stp_u64 v)
{
	return normal((struct stp_float){ STP_FLOAT_NUM, neg, TOP, v });
}

/* ---- sums --------------------------------------------------------------- */

static STP_FN struct stp_float nan_float(void)
{
	return (struct stp_float){ .kind = STP_FLOAT_NAN };
}

/* Adds two numbers of kind NUM; without signs, @a is not smaller than @b. */
static STP_FN struct stp_float sum(struct stp_float a, struct stp_float b)
{
	stp_u64 small = shift_down(b.frac, a.exp - b.exp);

	if (a.neg == b.neg)
		a.frac += small;
	else
		a.frac -= small;
	a = normal(a);
	if (a.kind == STP_FLOAT_ZERO)
		a.neg = false;
	return a;
}

static STP_FN bool is_smaller(struct stp_float a, struct stp_float b)
{
	return a.exp != b.exp ? a.exp < b.exp : a.frac < b.frac;
}

static STP_FN struct stp_float add(struct stp_float a, struct stp_float b)
{
	if (a.kind == STP_FLOAT_NAN || b.kind == STP_FLOAT_NAN)
		return nan_float();
	if (a.kind == STP_FLOAT_INF)
		return b.kind == STP_FLOAT_INF && a.neg != b.neg ? nan_float()
								 : a;
	if (b.kind == STP_FLOAT_INF || a.kind == STP_FLOAT_ZERO) {
		if (b.kind == STP_FLOAT_ZERO)
			b.neg &= a.neg;
		return b;
	}
	if (b.kind == STP_FLOAT_ZERO)
		return a;
	return is_smaller(a, b) ? sum(b, a) : sum(a, b);
}

STP_INTRINSIC stp_s64 stp_fn_fp_add(struct stp_ctx *c, stp_s64 a, stp_s64 b)
{
	return stp_float_join(add(stp_float_split(a), stp_float_split(b)));
}

STP_INTRINSIC stp_s64 stp_fn_fp_sub(struct stp_ctx *c, stp_s64 a, stp_s64 b)
{
	struct stp_float minus = stp_float_split(b);

	minus.neg = !minus.neg;
	return stp_float_join(add(stp_float_split(a), minus));
}

/* ---- products ----------------------------------------------------------- */

STP_FN struct stp_float stp_float_times(struct stp_float a,
					struct stp_float b)
{
	unsigned __int128 p = (unsigned __int128)a.frac * b.frac;
	stp_u64 low = (stp_u64)p << 2;

	return (struct stp_float){ STP_FLOAT_NUM, a.neg ^ b.neg,
				   a.exp + b.exp,
				   (stp_u64)(p >> TOP) | !!low };
}

STP_INTRINSIC stp_s64 stp_fn_fp_mul(struct stp_ctx *c, stp_s64 a, stp_s64 b)
{
	struct stp_float x = stp_float_split(a), y = stp_float_split(b);
	bool neg = x.neg ^ y.neg;

	if (is_num(x) && is_num(y))
		return stp_float_join(stp_float_times(x, y));
	if (x.kind == STP_FLOAT_NAN || y.kind == STP_FLOAT_NAN)
		return NOT_A_NUMBER;
	if (x.kind == STP_FLOAT_INF || y.kind == STP_FLOAT_INF)
		return x.kind == STP_FLOAT_ZERO || y.kind == STP_FLOAT_ZERO
			       ? (stp_s64)NOT_A_NUMBER
			       : with_sign(neg, INFINITE);
	return with_sign(neg, 0);
}

STP_FN struct stp_float stp_float_over(struct stp_float a, struct stp_float b)
{
	stp_u64 rest = a.frac, q = 0;
	int i;

	for (i = 0; i <= TOP; i++) {
		q <<= 1;
		if (rest >= b.frac) {
			rest -= b.frac;
			q |= 1;
		}
		rest <<= 1;
	}
	return (struct stp_float){ STP_FLOAT_NUM, a.neg ^ b.neg,
				   a.exp - b.exp, q | !!rest };
}

STP_INTRINSIC stp_s64 stp_fn_fp_div(struct stp_ctx *c, stp_s64 a, stp_s64 b)
{
	struct stp_float x = stp_float_split(a), y = stp_float_split(b);
	bool neg = x.neg ^ y.neg;

	if (is_num(x) && is_num(y))
		return stp_float_join(stp_float_over(x, y));
	if (x.kind == STP_FLOAT_NAN || y.kind == STP_FLOAT_NAN ||
	    (x.kind == y.kind && !is_num(x)))
		return NOT_A_NUMBER;
	if (x.kind == STP_FLOAT_INF || y.kind == STP_FLOAT_ZERO)
		return with_sign(neg, INFINITE);
	return with_sign(neg, 0);
}

/* Returns x minus the nearest multiple of y, of two the even one. */
static STP_FN stp_s64 rest_of(struct stp_float x, struct stp_float y)
{
	bool odd = false;
	int i;

	if (x.exp < y.exp - 1)
		return stp_float_join(x);
	/* in units of the smaller exponent; one bit of the quotient a turn */
	if (x.exp < y.exp) {
		y.frac <<= 1;
		y.exp--;
	}
	for (i = x.exp - y.exp; i >= 0; i--) {
		odd = x.frac >= y.frac;
		if (odd)
			x.frac -= y.frac;
		if (i)
			x.frac <<= 1;
	}
	x.exp = y.exp;
	if (2 * x.frac > y.frac || (2 * x.frac == y.frac && odd)) {
		x.frac = y.frac - x.frac;
		x.neg = !x.neg;
	}
	return stp_float_join(x);
}

STP_INTRINSIC stp_s64 stp_fn_fp_rem(struct stp_ctx *c, stp_s64 a, stp_s64 b)
{
	struct stp_float x = stp_float_split(a), y = stp_float_split(b);

	if (is_num(x) && is_num(y))
		return rest_of(x, y);
	if (x.kind == STP_FLOAT_NAN || y.kind == STP_FLOAT_NAN ||
	    x.kind == STP_FLOAT_INF || y.kind == STP_FLOAT_ZERO)
		return NOT_A_NUMBER;
	return a;
}

STP_INTRINSIC stp_s64 stp_fn_fp_sqrt(struct stp_ctx *c, stp_s64 a)
{
	struct stp_float x = stp_float_split(a);
	unsigned __int128 rest = 0, part;
	stp_u64 root = 0;
	int i;

	if (x.kind == STP_FLOAT_ZERO)
		return a;
	if (x.kind == STP_FLOAT_NAN || x.neg)
		return NOT_A_NUMBER;
	if (!is_num(x))
		return a;
	if (x.exp & 1) {
		x.frac <<= 1;
		x.exp--;
	}
	/* two bits of the square make one of the root */
	for (i = 0; i <= TOP; i++) {
		rest = rest << 2 | x.frac >> 62;
		x.frac <<= 2;
		part = (unsigned __int128)root << 2 | 1;
		root <<= 1;
		if (rest >= part) {
			rest -= part;
			root |= 1;
		}
	}
	return stp_float_join((struct stp_float){
		STP_FLOAT_NUM, false, x.exp / 2, root | !!rest });
}

/* ---- comparing ---------------------------------------------------------- */

static STP_FN bool is_nan(stp_s64 v)
{
	return ((stp_u64)v & ~SIGN) > INFINITE;
}

/* Returns a number for @v, so that these numbers have the order of the floats; it is 0 for
 * both zeros. */
static STP_FN stp_s64 order(stp_s64 v)
{
	return v < 0 ? -(stp_s64)((stp_u64)v & ~SIGN) : v;
}

STP_INTRINSIC stp_s64 stp_fn_fp_eq(struct stp_ctx *c, stp_s64 a, stp_s64 b)
{
	return !is_nan(a) && !is_nan(b) && order(a) == order(b);
}

STP_INTRINSIC stp_s64 stp_fn_fp_le(struct stp_ctx *c, stp_s64 a, stp_s64 b)
{
	return !is_nan(a) && !is_nan(b) && order(a) <= order(b);
}

STP_INTRINSIC stp_s64 stp_fn_fp_lt(struct stp_ctx *c, stp_s64 a, stp_s64 b)
{
	return !is_nan(a) && !is_nan(b) && order(a) < order(b);
}

/* ---- whole numbers ------------------------------------------------------ */

STP_INTRINSIC stp_s64 stp_fn_long_to_fp(struct stp_ctx *c, stp_s64 v)
{
	return stp_float_join(
		stp_float_of(v < 0, v < 0 ? -(stp_u64)v : (stp_u64)v));
}

enum rounding { NEAR_EVEN, TO_ZERO, DOWN, UP, NEAR_AWAY, ODD = 6 };

/* Returns true if a number between two integers is rounded away from zero. */
static STP_FN bool goes_up(stp_u64 whole, stp_u64 rest, bool neg,
			   enum rounding how)
{
	switch (how) {
	case TO_ZERO:
		return false;
	case DOWN:
		return neg;
	case UP:
		return !neg;
	case NEAR_AWAY:
		return rest >> 63;
	case ODD:
		return !(whole & 1);
	default:
		return rest > SIGN || (rest == SIGN && (whole & 1));
	}
}

STP_INTRINSIC stp_s64 stp_fn_fp_to_long(struct stp_ctx *c, stp_s64 v,
					stp_s64 how, stp_s64 exact)
{
	struct stp_float f = stp_float_split(v);
	stp_s64 most = f.neg ? (stp_s64)SIGN : (stp_s64)~SIGN;
	stp_u64 whole, rest;

	if (f.kind == STP_FLOAT_ZERO)
		return 0;
	if (f.kind == STP_FLOAT_NAN)
		return (stp_s64)SIGN;
	if (!is_num(f) || f.exp > TOP)
		return most;
	/* the part after the point, its highest bit at 63 */
	whole = f.exp < 0 ? 0 : f.frac >> (TOP - f.exp);
	if (f.exp >= 0)
		rest = f.exp == TOP ? 0 : f.frac << (f.exp + 2);
	else
		rest = shift_down(f.frac << 1, -f.exp - 1);
	if (rest)
		whole += goes_up(whole, rest, f.neg, how);
	if (whole >> 63)
		return most;
	return f.neg ? -(stp_s64)whole : (stp_s64)whole;
}

STP_INTRINSIC stp_s64 stp_fn_fp32_to_fp64(struct stp_ctx *c, stp_s64 v)
{
	struct stp_float f = { STP_FLOAT_NUM, v >> 31 & 1,
			       (int)(v >> 23 & 0xff) - 127,
			       (stp_u64)(v & 0x7fffff) << (TOP - 23) };

	if (f.exp == 128)
		f.kind = f.frac ? STP_FLOAT_NAN : STP_FLOAT_INF;
	else if (f.exp == -127)
		f.exp++;
	else
		f.frac |= 1ull << TOP;
	return stp_float_join(f);
}
