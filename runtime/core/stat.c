/* SPDX-License-Identifier: LGPL-2.1-or-later */
/*
 * Computes aggregates, exactly.  The variance is computed from a 128-bit sum of
 * squares, so it depends neither on the order of values nor on how they were
 * spread over the cells.
 */
#include "runtime/core/stat.h"

typedef unsigned __int128 u128;

void stp_hist_init(struct stp_hist *h, const struct stp_global_info *g)
{
	h->kind = g->hist;
	h->n = stp_global_buckets(g);
	h->lo = g->lo;
	h->hi = g->hi;
	h->step = g->step;
	h->squares = !g->no_squares;
}

/* The number of bits of v: 0 for 0, 1 for 1, 2 for 2..3. */
static STP_FN stp_u32 bits(stp_u64 v)
{
	return v ? 64 - (stp_u32)__builtin_clzll(v) : 0;
}

STP_FN stp_u32 stp_hist_bucket(const struct stp_hist *h, stp_s64 v)
{
	stp_u64 i;

	if (h->kind == STP_HIST_LOG)
		return v >= 0 ? STP_HIST_LOG_ZERO + bits(v)
			      : STP_HIST_LOG_ZERO - bits(-(stp_u64)v);
	if (v < h->lo)
		return 0;
	i = ((stp_u64)v - (stp_u64)h->lo) / (stp_u64)h->step + 1;
	return i < h->n - 1 ? (stp_u32)i : h->n - 1;
}

STP_FN void stp_cell_reset(struct stp_stat_cell *c, const struct stp_hist *h)
{
	memset(c, 0, stp_cell_size(h));
	c->min = STP_S64_MAX;
	c->max = STP_S64_MIN;
}

/* ---- merging ------------------------------------------------------------ */

STP_FN void stp_stat_init(struct stp_stat *dst, const struct stp_hist *h)
{
	memset(dst, 0, sizeof(*dst) + h->n * sizeof(stp_s64));
	dst->min = STP_S64_MAX;
	dst->max = STP_S64_MIN;
	dst->hist = h->kind;
	dst->n_buckets = h->n;
	dst->lo = h->lo;
	dst->hi = h->hi;
	dst->step = h->step;
}

STP_FN void stp_stat_merge(struct stp_stat *dst, const struct stp_stat_cell *c)
{
	stp_u64 lo;
	stp_u32 i;

	if (!c->count)
		return;
	dst->count += c->count;
	dst->sum = (stp_s64)((stp_u64)dst->sum + (stp_u64)c->sum);
	if (c->min < dst->min)
		dst->min = c->min;
	if (c->max > dst->max)
		dst->max = c->max;
	lo = dst->sq_lo + c->sq_lo;
	dst->sq_hi += c->sq_hi + (lo < dst->sq_lo);
	dst->sq_lo = lo;
	for (i = 0; i < dst->n_buckets; i++)
		dst->bucket[i] += c->bucket[i];
}

STP_FN void stp_stat_finish(struct stp_stat *dst)
{
	if (!dst->count)
		dst->min = dst->max = 0;
}

/* ---- questions ---------------------------------------------------------- */

/* Divides a number of 128 bits by one of 64 bits, for which the kernel has no library.
 * Returns the lower 64 bits of the quotient. */
static STP_FN stp_u64 div128(u128 a, stp_u64 b, stp_u64 *rem)
{
	u128 r = 0;
	stp_u64 q = 0;
	int i;

	for (i = 127; i >= 0; i--) {
		r = r << 1 | ((a >> i) & 1);
		q <<= 1;
		if (r >= b) {
			r -= b;
			q |= 1;
		}
	}
	*rem = (stp_u64)r;
	return q;
}

/*
 * The variance: (sum of squares - sum^2 / n) / (n - 1).  sum^2 / n is split as
 * q * sum + r * sum / n with sum = q * n + r, which never exceeds 128 bits.  If the
 * variance itself is too large for a number, it is the largest number.
 */
static STP_FN stp_s64 variance(const struct stp_stat *s)
{
	u128 sq = (u128)s->sq_hi << 64 | s->sq_lo;
	stp_u64 n = (stp_u64)s->count, sum, rem, mean_sq;
	u128 whole;

	if (n < 2)
		return 0;
	sum = s->sum < 0 ? -(stp_u64)s->sum : (stp_u64)s->sum;
	whole = (u128)(sum / n) * sum;
	mean_sq = div128((u128)(sum % n) * sum, n, &rem);
	sq -= whole;
	sq -= mean_sq;
	/* sum^2 / n was rounded down, so sq is too large by less than one */
	if (rem && sq)
		sq -= 1;
	if (sq >> 63 >= n - 1)		/* it has more than 63 bits */
		return STP_S64_MAX;
	return (stp_s64)div128(sq, n - 1, &rem);
}

STP_FN bool stp_stat_value(const struct stp_stat *s, enum stp_stat_op op,
			   stp_s64 *ret)
{
	*ret = 0;
	switch (op) {
	case STP_COUNT:
		*ret = s->count;
		return true;
	case STP_SUM:
		*ret = s->sum;
		return true;
	case STP_MIN:
		*ret = s->min;
		break;
	case STP_MAX:
		*ret = s->max;
		break;
	case STP_AVG:
		*ret = s->count ? s->sum / s->count : 0;
		break;
	case STP_VARIANCE:
		*ret = variance(s);
		break;
	}
	return s->count != 0;
}

bool stp_stat_check(const struct stp_stat *s, stp_u32 len)
{
	if (len < sizeof(*s) || s->n_buckets > 4096 ||
	    len != stp_stat_bytes(s))
		return false;
	switch (s->hist) {
	case STP_HIST_NONE:
		return s->n_buckets == 0;
	case STP_HIST_LOG:
		return s->n_buckets == STP_HIST_LOG_BUCKETS;
	case STP_HIST_LINEAR:
		return s->step > 0 && s->hi >= s->lo && s->n_buckets >= 3 &&
		       (stp_u64)(s->n_buckets - 3) ==
			       ((stp_u64)s->hi - (stp_u64)s->lo) /
				       (stp_u64)s->step;
	}
	return false;
}

static stp_s64 log_lo(stp_u32 i)
{
	if (i > STP_HIST_LOG_ZERO)
		return (stp_s64)(1ull << (i - STP_HIST_LOG_ZERO - 1));
	if (i < STP_HIST_LOG_ZERO)
		return (stp_s64)-(1ull << (STP_HIST_LOG_ZERO - 1 - i));
	return 0;
}

void stp_stat_bucket_range(const struct stp_stat *s, stp_u32 i, stp_s64 *lo,
			   stp_s64 *hi)
{
	stp_u32 last = s->n_buckets - 1;

	if (s->hist == STP_HIST_LOG) {
		/* below zero a bucket's label is its end near zero */
		*lo = *hi = log_lo(i);
		if (i > STP_HIST_LOG_ZERO)
			*hi = i == last ? STP_S64_MAX : log_lo(i + 1) - 1;
		if (i < STP_HIST_LOG_ZERO)
			*lo = i ? log_lo(i - 1) + 1 : STP_S64_MIN;
		return;
	}
	*lo = i ? s->lo + (stp_s64)((i - 1) * (stp_u64)s->step) : STP_S64_MIN;
	*hi = i == last ? STP_S64_MAX
			: s->lo + (stp_s64)(i * (stp_u64)s->step) - 1;
	if (!i)
		*hi = s->lo - 1;
}
