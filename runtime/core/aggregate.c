/* SPDX-License-Identifier: LGPL-2.1-or-later */
/*
 * Scalar aggregates.  A context has its own cell, which nobody else writes,
 * so adding needs nothing but additions.
 */
#include "runtime/core/run.h"

static STP_FN struct stp_gstat *gstat(const struct stp_global *g)
{
	return (struct stp_gstat *)g->stat;
}

STP_FN void stp_stat_add(struct stp_ctx *c, struct stp_global *g, stp_s64 v)
{
	struct stp_gstat *s = gstat(g);
	struct stp_stat_cell *cell = stp_gstat_cell(s, stp_cxt(c)->slot);

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
	if (i >= 0 && i < s->n_buckets)
		return s->bucket[i];
	stp_fail(c, STP_ERR_BUCKET, i);
	return 0;
}
