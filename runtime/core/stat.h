/* SPDX-License-Identifier: LGPL-2.1-or-later */
/**
 * @file
 * Aggregates, to which `x <<< v` adds, and which @count(x) and other operators read.
 *
 * There are two forms.  A *cell* (struct stp_stat_cell, abi/data.h) is where values
 * are added: one per context (scalars), one per CPU (array elements of counter
 * class), or a single one (locked class).  A *struct stp_stat* (uapi/wire.h) is
 * the merge of all cells plus a description of the histogram, so readers of
 * records need nothing else to format it.
 *
 * An empty cell has min = S64_MAX and max = S64_MIN, so that adding needs no
 * test for the first value.  In a merged empty aggregate both are 0.
 */
#ifndef STP_CORE_STAT_H
#define STP_CORE_STAT_H

#include "runtime/core/blob.h"

/** The histogram of an aggregate, as the blob describes it. */
struct stp_hist {
	stp_u32 kind;		/* enum stp_hist_kind */
	stp_u32 n;		/* buckets */
	stp_s64 lo, hi, step;	/* linear */
	bool squares;		/* cells keep the sum of squares, for a variance */
};

void stp_hist_init(struct stp_hist *h, const struct stp_global_info *g);

/** The bytes of a cell. */
static inline stp_u32 stp_cell_size(const struct stp_hist *h)
{
	return sizeof(struct stp_stat_cell) + h->n * sizeof(stp_s64);
}

/** The index of the bucket for @v, below h->n.  Only for an aggregate with a histogram. */
stp_u32 stp_hist_bucket(const struct stp_hist *h, stp_s64 v);

void stp_cell_reset(struct stp_stat_cell *c, const struct stp_hist *h);

/** Makes @dst, which has room for h->n buckets, an empty aggregate for
 *  stp_stat_merge(). */
void stp_stat_init(struct stp_stat *dst, const struct stp_hist *h);
/** Adds the values of the cell @c to @dst. */
void stp_stat_merge(struct stp_stat *dst, const struct stp_stat_cell *c);
/** Completes @dst when all cells are merged: if it is empty, min and max become 0. */
void stp_stat_finish(struct stp_stat *dst);

/** Computes @op of @s in *@ret.  Returns false if @op has no value for an empty @s. */
bool stp_stat_value(const struct stp_stat *s, enum stp_stat_op op,
		    stp_s64 *ret);

/** The bytes of @s with its buckets. */
static inline stp_u32 stp_stat_bytes(const struct stp_stat *s)
{
	return sizeof(*s) + s->n_buckets * sizeof(stp_s64);
}

/** Returns true if @s, @len bytes that are not trusted, is well formed. */
bool stp_stat_check(const struct stp_stat *s, stp_u32 len);

/**
 * Returns the values that bucket @i of @s counts: from *@lo to *@hi.  The first bucket
 * begins at S64_MIN, the last one ends at S64_MAX.
 */
void stp_stat_bucket_range(const struct stp_stat *s, stp_u32 i, stp_s64 *lo,
			   stp_s64 *hi);

#endif
