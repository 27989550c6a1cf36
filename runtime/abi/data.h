/* SPDX-License-Identifier: LGPL-2.1-or-later */
/**
 * @file
 * Aggregates and arrays.
 */
#ifndef STP_ABI_DATA_H
#define STP_ABI_DATA_H

#include "runtime/abi/base.h"

/* ---- aggregates --------------------------------------------------------- */

enum stp_stat_op {
	STP_COUNT, STP_SUM, STP_MIN, STP_MAX, STP_AVG, STP_VARIANCE
};

/** Where values are added; see core/stat.h. */
struct stp_stat_cell {
	stp_s64 count, sum, min, max;
	stp_u64 sq_lo, sq_hi;	/* 128-bit sum of squares, if it is kept */
	stp_s64 bucket[];
};

/** Adds a value to what every aggregate keeps, in a cell with one writer. */
static inline void stp_stat_count(struct stp_stat_cell *s, stp_s64 v)
{
	s->count++;
	s->sum = (stp_s64)((stp_u64)s->sum + (stp_u64)v);
	if (stp_unlikely(v < s->min))
		s->min = v;
	if (stp_unlikely(v > s->max))
		s->max = v;
}

/** The same with a histogram of powers of two: one bucket of zero, 64 on
 *  either side. */
static inline void stp_stat_count_log(struct stp_stat_cell *s, stp_s64 v)
{
	stp_u32 at = 64;

	stp_stat_count(s, v);
	if (stp_likely(v > 0))
		at = 128 - __builtin_clzll((stp_u64)v);
	else if (v)
		at = __builtin_clzll(-(stp_u64)v);
	s->bucket[at]++;
}

/** x <<< v */
void stp_stat_add(struct stp_ctx *c, struct stp_global *g, stp_s64 v);
/** Merge all cells into @dst (stp_stat_size() bytes of the frame). */
const struct stp_stat *stp_stat_get(struct stp_ctx *c, struct stp_global *g,
				    void *dst);
/** delete x: empty it. */
void stp_stat_clear(struct stp_ctx *c, struct stp_global *g);
/** @count(x) ...; MIN, MAX, AVG and VARIANCE of an empty one fail. */
stp_s64 stp_stat_op(struct stp_ctx *c, const struct stp_stat *s,
		    enum stp_stat_op op);
/** @hist_x(s)[i]; fails outside the buckets, and of an empty one. */
stp_s64 stp_stat_bucket(struct stp_ctx *c, const struct stp_stat *s, stp_s64 i);
/** The count of bucket @i, which stp_stat_next() returned. */
stp_s64 stp_stat_bucket_count(const struct stp_stat *s, stp_s64 i);

/**
 * Iterates over buckets: returns the one after @at (-1: the first), or -1.
 * @how: 1 by number, 2 by count, then by number; negative: downwards.
 */
stp_s64 stp_stat_next(const struct stp_stat *s, stp_s64 at, int how);
/** i in @hist_x(s): is there such a bucket? */
int stp_stat_has(const struct stp_stat *s, stp_s64 i);

/** Bytes of a merged aggregate with @buckets histogram buckets. */
#define STP_STAT_SIZE(buckets) (128 + 8 * (buckets))

/* ---- arrays ------------------------------------------------------------- */

/*
 * @k points at as many keys as the array has; every call packs and hashes
 * them in the context's scratch memory.  stp_map1_ forms: one long key.
 */
stp_s64 stp_map_get(struct stp_ctx *c, struct stp_map *m,
		    const struct stp_val *k);
struct stp_str stp_map_get_str(struct stp_ctx *c, struct stp_slot s,
			       struct stp_map *m, const struct stp_val *k);
void stp_map_set(struct stp_ctx *c, struct stp_map *m, const struct stp_val *k,
		 stp_s64 v);
void stp_map_set_str(struct stp_ctx *c, struct stp_map *m,
		     const struct stp_val *k, struct stp_str v);
/** a[k] += d under the lock; returns the new value. */
stp_s64 stp_map_add(struct stp_ctx *c, struct stp_map *m,
		    const struct stp_val *k, stp_s64 d);
/** a[k] += d of a counter array: no lock, per-CPU cells. */
void stp_map_count(struct stp_ctx *c, struct stp_map *m,
		   const struct stp_val *k, stp_s64 d);
/** a[k] <<< v (counter class or locked: the map knows). */
void stp_map_stat_add(struct stp_ctx *c, struct stp_map *m,
		      const struct stp_val *k, stp_s64 v);
/** Merge the aggregate of @k into @dst; an absent key gives an empty one. */
const struct stp_stat *stp_map_stat(struct stp_ctx *c, struct stp_map *m,
				    const struct stp_val *k, void *dst);
/** Keys whose bit is set in @any match everything. */
int stp_map_has(struct stp_ctx *c, struct stp_map *m, const struct stp_val *k,
		stp_u32 any);
void stp_map_del(struct stp_ctx *c, struct stp_map *m, const struct stp_val *k,
		 stp_u32 any);
void stp_map_clear(struct stp_ctx *c, struct stp_map *m);

int stp_map1_has(struct stp_ctx *c, struct stp_map *m, stp_s64 k);
void stp_map1_del(struct stp_ctx *c, struct stp_map *m, stp_s64 k);
STP_CALLED stp_s64 stp_map1_get(struct stp_ctx *c, struct stp_map *m,
				stp_s64 k);
STP_CALLED void stp_map1_set(struct stp_ctx *c, struct stp_map *m, stp_s64 k,
			     stp_s64 v);
STP_CALLED stp_s64 stp_map1_add(struct stp_ctx *c, struct stp_map *m, stp_s64 k,
				stp_s64 d);
STP_CALLED void stp_map1_count(struct stp_ctx *c, struct stp_map *m, stp_s64 k,
			       stp_s64 d);
STP_CALLED void stp_map1_stat_add(struct stp_ctx *c, struct stp_map *m,
				  stp_s64 k, stp_s64 v);

/*
 * An array with one long key, that only the handler changes, is asked several
 * times for one key: the key is looked up once, and the link leads to the
 * element.
 */

/** What generated code sees of an array. */
struct stp_map_base {
	char *nodes, *cells;
};

/** 0: it is not there. */
STP_CALLED stp_u32 stp_map1_find(struct stp_ctx *c, struct stp_map *m,
				 stp_s64 k);
/** Where the number is, of an array that keeps one for each element. */
static inline stp_s64 *stp_map_num_at(struct stp_map *m, stp_u32 link)
{
	return (stp_s64 *)(((struct stp_map_base *)m)->cells +
			   8 * (stp_u64)link);
}
/** The number; 0 if it is not there. */
static inline stp_s64 stp_map_get_at(struct stp_map *m, stp_u32 link)
{
	return stp_likely(link) ? *stp_map_num_at(m, link) : 0;
}
/** Delete it, if it is there. */
STP_CALLED void stp_map_del_at(struct stp_ctx *c, struct stp_map *m,
			       stp_u32 link);

/** How a foreach is sorted. */
enum stp_sort {
	STP_SORT_NONE = 0,	/* insertion order */
	STP_SORT_VALUE = -1,	/* by value; aggregates by op */
	/* 1..n: by that key */
};

/**
 * An iteration over an array, in the frame.  It visits a snapshot of node
 * numbers in one of the array's order buffers (globals section: iters).
 */
struct stp_iter {
	struct stp_map *map;
	stp_u32 *order;
	stp_u32 n, i;
	stp_u32 buffer;
	stp_u32 reserved;
};

struct stp_iter_spec {
	stp_s32 sort;		/* enum stp_sort or a key's number, from 1 */
	stp_u32 op;		/* enum stp_stat_op when sorting aggregates */
	stp_s32 dir;		/* 1 ascending, -1 descending */
	stp_u32 any;		/* slice: keys that match everything */
	stp_s64 limit;		/* < 0: none */
};
/* A script's limit below zero means no elements. */
#define STP_LIMIT(v) ((v) < 0 ? 0 : (v))
/** @k: keys of a slice, or NULL.  Fails if no order buffer is free. */
void stp_iter_begin(struct stp_ctx *c, struct stp_iter *it, struct stp_map *m,
		    const struct stp_iter_spec *spec, const struct stp_val *k);
/** Advances; 0 at the end (the buffer is released then). */
int stp_iter_next(struct stp_ctx *c, struct stp_iter *it);
/** Leave early (break, return, error).  Fine to call twice. */
void stp_iter_end(struct stp_ctx *c, struct stp_iter *it);
stp_s64 stp_iter_key(struct stp_ctx *c, struct stp_iter *it, stp_u32 i);
struct stp_str stp_iter_key_str(struct stp_ctx *c, struct stp_slot s,
				struct stp_iter *it, stp_u32 i);
stp_s64 stp_iter_value(struct stp_ctx *c, struct stp_iter *it);
struct stp_str stp_iter_value_str(struct stp_ctx *c, struct stp_slot s,
				  struct stp_iter *it);
const struct stp_stat *stp_iter_stat(struct stp_ctx *c, struct stp_iter *it,
				     void *dst);

#endif
