/* SPDX-License-Identifier: LGPL-2.1-or-later */
/*
 * Scalar aggregates.  In counter class each context has a cell of its own; in locked
 * class there is one cell, under a lock.  A cell never has two writers at a time, so
 * adding a value takes only plain additions.
 */
#include "runtime/core/handler.h"

static STP_FN struct stp_gstat *gstat(const struct stp_global *g)
{
	return (struct stp_gstat *)g->stat;
}

STP_FN void stp_stat_add(struct stp_ctx *c, struct stp_global *g, stp_s64 v)
{
	struct stp_gstat *s = gstat(g);
	struct stp_stat_cell *cell = stp_gstat_cell(s, stp_workspace(c)->slot);

	stp_stat_count(cell, v);
	if (s->hist.squares)
		stp_os_add_sq(&cell->sq_lo, v);
	if (s->hist.n)
		cell->bucket[stp_hist_bucket(&s->hist, v)]++;
}

STP_FN const struct stp_stat *stp_stat_get(struct stp_ctx *c,
					   struct stp_global *g, void *dst)
{
	struct stp_gstat *s = gstat(g);
	stp_u32 i;

	stp_stat_init(dst, &s->hist);
	for (i = 0; i < s->n_cells; i++)
		stp_stat_merge(dst, stp_gstat_cell(s, i));
	stp_stat_finish(dst);
	return dst;
}

STP_FN void stp_stat_clear(struct stp_ctx *c, struct stp_global *g)
{
	stp_gstat_clear(gstat(g));
}

STP_FN stp_s64 stp_stat_op(struct stp_ctx *c, const struct stp_stat *s,
			   enum stp_stat_op op)
{
	stp_s64 v;

	if (!stp_stat_value(s, op, &v))
		if (op != STP_COUNT && op != STP_SUM)
			stp_fail(c, STP_ERR_EMPTY_STAT, 0);
	return v;
}

STP_FN stp_s64 stp_stat_bucket(struct stp_ctx *c, const struct stp_stat *s,
			       stp_s64 i)
{
	if (s->count && i >= 0 && i < s->n_buckets)
		return s->bucket[i];
	if (s->count)
		stp_fail(c, STP_ERR_BUCKET, 0);
	else
		stp_fail(c, STP_ERR_EMPTY_STAT, 0);
	return 0;
}

STP_FN stp_s64 stp_stat_bucket_count(const struct stp_stat *s, stp_s64 i)
{
	return s->bucket[i];
}

STP_FN int stp_stat_has(const struct stp_stat *s, stp_s64 i)
{
	return i >= 0 && i < s->n_buckets;
}

/* Returns true if bucket a comes before bucket b in an iteration by count. */
static STP_FN bool is_bucket_before(const struct stp_stat *s, stp_s64 a, stp_s64 b,
			     int how)
{
	stp_s64 x = s->bucket[a], y = s->bucket[b];

	if (x != y)
		return how < 0 ? x > y : x < y;
	return a < b;
}

STP_FN stp_s64 stp_stat_next(const struct stp_stat *s, stp_s64 at, int how)
{
	stp_s64 i, best = -1, n = s->n_buckets;

	if (how == 1)
		return at + 1 < n ? at + 1 : -1;
	if (how == -1)
		return at < 0 ? n - 1 : at - 1;
	for (i = 0; i < n; i++)
		if ((at < 0 || is_bucket_before(s, at, i, how)) &&
		    (best < 0 || is_bucket_before(s, i, best, how)))
			best = i;
	return best;
}
