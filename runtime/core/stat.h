/* SPDX-License-Identifier: LGPL-2.1-or-later */
/**
 * @file
 * Aggregates: what `x <<< v` keeps and what @count(x) asks.
 *
 * Two shapes.  A *cell* (struct stp_stat_cell, abi/data.h) is where values
 * are added: one per context (scalars), one per CPU (array elements of counter
 * class), or a single one (locked class).  A *struct stp_stat* (uapi/wire.h) is the merge of all cells plus a
 * description of the histogram; it travels in records and formats itself.
 *
 * An empty cell has min = S64_MAX and max = S64_MIN, so that adding needs no
 * test for the first value; a merged empty aggregate has zeros there.
 */
#ifndef STP_CORE_STAT_H
#define STP_CORE_STAT_H

#include "runtime/core/blob.h"

/** The histogram of an aggregate, as the blob says it. */
struct stp_hist {
	stp_u32 kind;		/* enum stp_hist_kind */
	stp_u32 n;		/* buckets */
	stp_s64 lo, hi, step;	/* linear */
	bool squares;		/* kept: somebody asks for a variance */
};

void stp_hist_init(struct stp_hist *h, const struct stp_global_info *g);

/** Bytes of a cell. */
static inline stp_u32 stp_cell_size(const struct stp_hist *h)
{
	return sizeof(struct stp_stat_cell) + h->n * sizeof(stp_s64);
}

/** The bucket for a value; < h->n.  Only with a histogram. */
stp_u32 stp_hist_bucket(const struct stp_hist *h, stp_s64 v);

void stp_cell_reset(struct stp_stat_cell *c, const struct stp_hist *h);

/** Make @dst the empty aggregate. */
void stp_stat_init(struct stp_stat *dst, const struct stp_hist *h);
/** Add a cell's content to @dst. */
void stp_stat_merge(struct stp_stat *dst, const struct stp_stat_cell *c);
/** Once all cells are merged. */
void stp_stat_finish(struct stp_stat *dst);

/** @op of @s; false if it is empty and the op has no value then. */
bool stp_stat_value(const struct stp_stat *s, enum stp_stat_op op,
		    stp_s64 *ret);

/** Bytes of @s with its buckets. */
static inline stp_u32 stp_stat_bytes(const struct stp_stat *s)
{
	return sizeof(*s) + s->n_buckets * sizeof(stp_s64);
}

/** Is @s, of @len bytes from somewhere else, whole? */
bool stp_stat_check(const struct stp_stat *s, stp_u32 len);

/**
 * The values that bucket @i of @s stands for: [*lo, *hi].  The buckets of a
 * linear histogram's ends reach to S64_MIN and S64_MAX.
 */
void stp_stat_bucket_range(const struct stp_stat *s, stp_u32 i, stp_s64 *lo,
			   stp_s64 *hi);

#endif
