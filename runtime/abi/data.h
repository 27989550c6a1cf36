/* SPDX-License-Identifier: LGPL-2.1-or-later */
/**
 * @file
 * The calls of generated code on aggregates and arrays.
 */
#ifndef STP_ABI_DATA_H
#define STP_ABI_DATA_H

#include "runtime/abi/base.h"

/* ---- aggregates --------------------------------------------------------- */

enum stp_stat_op {
	STP_COUNT, STP_SUM, STP_MIN, STP_MAX, STP_AVG, STP_VARIANCE
};

/** A cell of an aggregate, to which values are added; see core/stat.h. */
struct stp_stat_cell {
	stp_s64 count, sum, min, max;
	stp_u64 sq_lo, sq_hi;	/* 128-bit sum of squares, if it is kept */
	stp_s64 bucket[];
};

/** Adds @v to count, sum, min and max of a cell that has one writer. */
static inline void stp_stat_count(struct stp_stat_cell *s, stp_s64 v)
{
	s->count++;
	s->sum = (stp_s64)((stp_u64)s->sum + (stp_u64)v);
	if (stp_unlikely(v < s->min))
		s->min = v;
	if (stp_unlikely(v > s->max))
		s->max = v;
}

/** Adds @v like stp_stat_count(), and to a histogram of powers of two: one bucket
 *  for zero, 64 below it, 63 above. */
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

/** Does `x <<< v`. */
void stp_stat_add(struct stp_ctx *c, struct stp_global *g, stp_s64 v);
/** Merges all cells of @g into @dst, STP_STAT_SIZE() bytes of the frame; returns @dst. */
const struct stp_stat *stp_stat_get(struct stp_ctx *c, struct stp_global *g,
				    void *dst);
/** Does `delete x`: empties the aggregate. */
void stp_stat_clear(struct stp_ctx *c, struct stp_global *g);
/** Returns the value of @op for @s: @count(x), @sum(x), ...  MIN, MAX, AVG and VARIANCE
 *  fail if the aggregate is empty. */
stp_s64 stp_stat_op(struct stp_ctx *c, const struct stp_stat *s,
		    enum stp_stat_op op);
/** Returns the count of bucket @i, `@hist_x(s)[i]`.  Fails if @s has no bucket @i, or
 *  is empty. */
stp_s64 stp_stat_bucket(struct stp_ctx *c, const struct stp_stat *s, stp_s64 i);
/** The count of bucket @i, which stp_stat_next() returned. */
stp_s64 stp_stat_bucket_count(const struct stp_stat *s, stp_s64 i);

/**
 * Iterates over buckets: returns the bucket after @at (-1: the first one), or -1
 * after the last.  @how: 1 ascending by number, -1 descending by number, 2 ascending by
 * count, -2 descending by count.  Buckets with equal counts come by ascending number.
 */
stp_s64 stp_stat_next(const struct stp_stat *s, stp_s64 at, int how);
/** Returns true if there is a bucket @i: `i in @hist_x(s)`. */
int stp_stat_has(const struct stp_stat *s, stp_s64 i);

/** Bytes of a merged aggregate with @buckets histogram buckets. */
#define STP_STAT_SIZE(buckets) (128 + 8 * (buckets))

/* ---- arrays ------------------------------------------------------------- */

/*
 * Access to elements.  @k points at as many keys as the array has; every call
 * packs and hashes them in the context's scratch memory.  A missing key reads as
 * 0 or "".  A call that needs a new element fails if the array is full and does not
 * wrap.  The stp_map1_ functions are for arrays with one key, a number.
 */
stp_s64 stp_map_get(struct stp_ctx *c, struct stp_map *m,
		    const struct stp_val *k);
struct stp_str stp_map_get_str(struct stp_ctx *c, struct stp_slot s,
			       struct stp_map *m, const struct stp_val *k);
void stp_map_set(struct stp_ctx *c, struct stp_map *m, const struct stp_val *k,
		 stp_s64 v);
void stp_map_set_str(struct stp_ctx *c, struct stp_map *m,
		     const struct stp_val *k, struct stp_str v);
/** Does `a[k] += d` while the array is locked or frozen.  Returns the new value; 0 if
 *  there is no element and none can be made. */
stp_s64 stp_map_add(struct stp_ctx *c, struct stp_map *m,
		    const struct stp_val *k, stp_s64 d);
/** Does `a[k] += d` in a counter array: no lock, per-CPU cells. */
void stp_map_count(struct stp_ctx *c, struct stp_map *m,
		   const struct stp_val *k, stp_s64 d);
/** Does `a[k] <<< v`, in an array of counter class or of locked class. */
void stp_map_stat_add(struct stp_ctx *c, struct stp_map *m,
		      const struct stp_val *k, stp_s64 v);
/** Merges the aggregate of @k into @dst and returns it; empty if @k is missing. */
const struct stp_stat *stp_map_stat(struct stp_ctx *c, struct stp_map *m,
				    const struct stp_val *k, void *dst);
/** Returns true if an element has the keys @k.  If bit i of @any is set, key i (from 0)
 *  is not compared.  stp_map_del() deletes all elements that match in this way. */
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
 * Several accesses to one element with one lookup: stp_map1_find() returns a link
 * that leads to the element.  These functions are for arrays with one key, a number,
 * while only the handler itself changes the array.
 */

/** The part of an array that generated code sees. */
struct stp_map_base {
	char *nodes, *cells;
};

/** Returns the link of the element @k; 0 if it is missing. */
STP_CALLED stp_u32 stp_map1_find(struct stp_ctx *c, struct stp_map *m,
				 stp_s64 k);
/** The address of an element's number, in an array with one number per element. */
static inline stp_s64 *stp_map_num_at(struct stp_map *m, stp_u32 link)
{
	return (stp_s64 *)(((struct stp_map_base *)m)->cells +
			   8 * (stp_u64)link);
}
/** The number of the element at @link; 0 if @link is 0. */
static inline stp_s64 stp_map_get_at(struct stp_map *m, stp_u32 link)
{
	return stp_likely(link) ? *stp_map_num_at(m, link) : 0;
}
/** Deletes the element at @link; nothing if @link is 0. */
STP_CALLED void stp_map_del_at(struct stp_ctx *c, struct stp_map *m,
			       stp_u32 link);

/** How a foreach is sorted. */
enum stp_sort {
	STP_SORT_NONE = 0,	/* insertion order */
	STP_SORT_VALUE = -1,	/* by value; aggregates by op */
	/* 1..n: by that key */
};

/**
 * An iteration over an array, in the handler's frame.  At its beginning it writes the
 * links of the elements to one of the array's order buffers; these elements are visited.
 * An array has stp_global_info.iters order buffers; in const class it has that many for
 * each context, but STP_MAX_WALKS at most.
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
	stp_u32 any;		/* slice: bits of keys that match everything */
	stp_s64 limit;		/* < 0: none */
};
/* stp_iter_spec.limit for a limit in the script: below zero means no elements. */
#define STP_LIMIT(v) ((v) < 0 ? 0 : (v))
/** Begins an iteration.  @k: keys of a slice, or NULL.  Fails if no order buffer is
 *  free, or if it takes more than MAXTIME; stp_iter_next() then returns 0. */
void stp_iter_begin(struct stp_ctx *c, struct stp_iter *it, struct stp_map *m,
		    const struct stp_iter_spec *spec, const struct stp_val *k);
/** Advances to the next element and returns 1.  Returns 0 and releases the buffer after
 *  the last element; also, with an error, if elements were deleted since the beginning. */
int stp_iter_next(struct stp_ctx *c, struct stp_iter *it);
/** Releases the buffer early (break, return, error).  May be called twice. */
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
