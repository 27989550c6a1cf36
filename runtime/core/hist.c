/* SPDX-License-Identifier: LGPL-2.1-or-later */
/*
 * A histogram as text:
 *
 *	value |-------------------------------------------------- count
 *	    0 |                                                    0
 *	    1 |@@@@@@@@@                                           9
 *	    2 |@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@     46
 *	    4 |                                                    0
 *	    8 |                                                    0
 *	      ~
 *
 * Each row is a bucket; a bucket with a count is in use.  The rows reach from two before
 * the first bucket in use to two after the last.  A row is omitted if neither it nor one
 * of the next hist_elision rows on either side is in use; a `~` stands for the gap.
 */
#include "runtime/core/fmt.h"
#include "runtime/core/stat.h"

#define MARGIN 2

struct table {
	const struct stp_stat *st;
	stp_u32 lo, hi;		/* first and last row */
	stp_s64 max;		/* largest count */
	stp_u32 label_width, count_width;
};

static STP_FN stp_u32 put_dec(char *buf, stp_s64 v)
{
	struct stp_sink s = { buf, 0, 24, false, NULL, NULL };

	stp_sink_put_dec(&s, v);
	buf[s.len] = 0;
	return s.len;
}

static STP_FN stp_s64 row_value(const struct stp_stat *st, stp_u32 i)
{
	stp_u64 step = (stp_u64)st->step;

	if (st->hist == STP_HIST_LINEAR) {
		if (!i)
			return st->lo;
		if (i == st->n_buckets - 1)
			return st->lo + (stp_s64)((i - 2) * step);
		return st->lo + (stp_s64)((i - 1) * step);
	}
	if (i > STP_HIST_LOG_ZERO)
		return (stp_s64)(1ull << (i - STP_HIST_LOG_ZERO - 1));
	if (i < STP_HIST_LOG_ZERO)
		return (stp_s64)-(1ull << (STP_HIST_LOG_ZERO - 1 - i));
	return 0;
}

STP_FN stp_u32 stp_hist_label(const struct stp_stat *st, stp_u32 i,
			      char buf[25])
{
	stp_u32 n = 0;

	if (st->hist == STP_HIST_LINEAR && !i)
		buf[n++] = '<';
	else if (st->hist == STP_HIST_LINEAR && i == st->n_buckets - 1)
		buf[n++] = '>';
	return n + put_dec(buf + n, row_value(st, i));
}

/* The lowest row that the margin may reach. */
static STP_FN stp_u32 floor_row(const struct table *t)
{
	const struct stp_stat *st = t->st;

	if (st->hist == STP_HIST_LOG && t->lo >= STP_HIST_LOG_ZERO)
		return STP_HIST_LOG_ZERO;	/* nothing was negative */
	return st->hist == STP_HIST_LINEAR && !st->bucket[0] ? 1 : 0;
}

static STP_FN stp_u32 ceil_row(const struct table *t)
{
	const struct stp_stat *st = t->st;
	stp_u32 last = st->n_buckets - 1;

	return st->hist == STP_HIST_LINEAR && !st->bucket[last] ? last - 1
								 : last;
}

static STP_FN bool find_rows(struct table *t)
{
	const struct stp_stat *st = t->st;
	stp_u32 i, floor, ceil;

	t->lo = st->n_buckets;
	for (i = 0; i < st->n_buckets; i++) {
		if (!st->bucket[i])
			continue;
		if (t->lo > i)
			t->lo = i;
		t->hi = i;
		if (st->bucket[i] > t->max)
			t->max = st->bucket[i];
	}
	if (t->lo == st->n_buckets)
		return false;
	floor = floor_row(t);
	ceil = ceil_row(t);
	t->lo = t->lo > floor + MARGIN ? t->lo - MARGIN : floor;
	t->hi = t->hi + MARGIN < ceil ? t->hi + MARGIN : ceil;
	return true;
}

static STP_FN void measure(struct table *t)
{
	char buf[25];
	stp_u32 i, n;

	t->label_width = strlen("value");
	t->count_width = put_dec(buf, t->max);
	for (i = t->lo; i <= t->hi; i++) {
		n = stp_hist_label(t->st, i, buf);
		if (n > t->label_width)
			t->label_width = n;
	}
}

static STP_FN void put_right(struct stp_sink *s, const char *p, stp_u32 n,
			     stp_u32 width)
{
	stp_sink_fill(s, ' ', width > n ? width - n : 0);
	stp_sink_put(s, p, n);
}

static STP_FN void put_row(struct stp_sink *s, const struct table *t,
			   stp_u32 i, stp_u32 width)
{
	stp_u64 n = t->st->bucket[i], scale = 1;
	stp_u32 bar;
	char buf[25];

	if ((stp_u64)t->max > width)
		scale = ((stp_u64)t->max + width - 1) / width;
	bar = stp_min_u32(n / scale, width);
	put_right(s, buf, stp_hist_label(t->st, i, buf), t->label_width);
	stp_sink_puts(s, " |");
	stp_sink_fill(s, '@', bar);
	stp_sink_fill(s, ' ', width - bar + 1);
	put_right(s, buf, put_dec(buf, n), t->count_width);
	stp_sink_putc(s, '\n');
}

static STP_FN bool is_shown(const struct table *t, stp_u32 i, stp_u32 elision)
{
	stp_u32 from = i > elision ? i - elision : 0;
	stp_u32 to = stp_min_u32(i + elision, t->st->n_buckets - 1);

	for (; from <= to; from++)
		if (t->st->bucket[from])
			return true;
	return false;
}

STP_FN void stp_hist_print(struct stp_sink *s, const struct stp_stat *st,
			   const struct stp_fmt_opts *opts)
{
	stp_u32 width = opts->hist_width ? stp_min_u32(opts->hist_width, 4096)
					 : 1;
	stp_u32 elision = stp_min_u32(opts->hist_elision, 4096), i;
	struct table t = { .st = st };
	bool gap = false;

	if (!st->n_buckets || !find_rows(&t))
		return;
	measure(&t);
	put_right(s, "value", 5, t.label_width);
	stp_sink_puts(s, " |");
	stp_sink_fill(s, '-', width);
	stp_sink_puts(s, " count\n");
	for (i = t.lo; i <= t.hi; i++) {
		if (is_shown(&t, i, elision)) {
			put_row(s, &t, i, width);
			gap = false;
		} else if (!gap) {
			stp_sink_fill(s, ' ', t.label_width);
			stp_sink_puts(s, " ~\n");
			gap = true;
		}
	}
	stp_sink_putc(s, '\n');
}
