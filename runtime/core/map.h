/* SPDX-License-Identifier: LGPL-2.1-or-later */
/**
 * @file
 * Arrays: one type, described at run time.
 *
 * All memory is made at SETUP. A node holds a packed key; values live in cells
 * beside the nodes, one cell per node (locked and const class) or one per node
 * and CPU (counter class), so that CPUs do not share cache lines when they
 * count.  The only cell of a number is in its node, after the key.  A link is
 * the distance in words from the first node; 0 ends a list, and the node there
 * is none of the array's: its `newer` and `older` are the first and the last in
 * order of insertion.
 *
 * A packed key: 8 bytes for a number; for a string u32 length, bytes, zeros
 * up to a multiple of 8.  Equal keys are equal bytes.
 *
 * Counter class: any number of CPUs look up and count while one inserts
 * (under `lock`; a node is complete before its link is published).  Nothing
 * is deleted, assigned or walked but by a freezer, when no other context is
 * inside a handler that knows the array.  The serial context has a cell of
 * its own: cell 0, which is also where assignments go.
 *
 * Locked class: the caller holds the set's lock.  Const class: nobody writes.
 */
#ifndef STP_CORE_MAP_H
#define STP_CORE_MAP_H

#include "runtime/core/running.h"

#define STP_MAX_WALKS 64	/* order buffers of one array */

struct stp_node {
	stp_u32 next;		/* in its hash chain, or in the free list */
	stp_u32 hash;
	stp_u32 older, newer;	/* in order of insertion */
	stp_u64 stamp;		/* grows with each insertion */
	stp_u32 key_len;
	stp_u32 cells;		/* where its cells lie, in words; for good */
	char key[] __attribute__((aligned(8)));
};

/** One walk's snapshot: nodes, and by what they are sorted. */
struct stp_order {
	stp_u32 *node;
	stp_s64 *value;		/* of numeric sorts, by place in `node` */
	stp_u32 size;		/* nodes left; a heap if sorted */
	stp_u32 at;		/* node the walk stands on */
	stp_u32 gen;		/* map->gen at the beginning */
	stp_s32 sort, dir;
	bool is_text;		/* sorted by strings */
};

struct stp_map {
	struct stp_map_base base;	/* first: generated code sees this */
	/* what it is */
	const char *kinds;	/* of the keys */
	stp_u32 n_keys;
	stp_u8 type;		/* enum stp_global_type of the values */
	bool is_counter, wraps, is_sized;
	stp_u32 entries, shift;	/* limit; hash >> shift is a bucket */
	stp_u32 shift1;		/* of a hash of 64 bits */
	stp_u32 key_bytes, value_bytes;
	struct stp_hist hist;
	/* where it is */
	stp_u32 *heads;
	stp_u32 node_size, cell_size, n_cells;
	stp_u64 cells_size;	/* of one cell row: all nodes */
	/* what is in it */
	stp_u32 n, high;	/* live nodes; nodes ever handed out */
	stp_u32 free;
	stp_u32 gen;		/* grows with each deletion */
	stp_u64 next_stamp;
	struct stp_lock lock;	/* insertion into a counter array */
	/* walks */
	stp_u32 n_orders;
	stp_u64 busy_orders;
	struct stp_order *orders;
};

/** NULL when there is no memory. */
struct stp_map *stp_map_create(const struct stp_global_info *g,
			       const char *kinds);
void stp_map_free(struct stp_map *m);

/* ---- between map.c, map_value.c and map_walk.c -------------------------- */

static inline struct stp_node *stp_map_node(const struct stp_map *m,
					    stp_u32 link)
{
	return (struct stp_node *)(m->base.nodes + 8 * (stp_u64)link);
}

/** The first in order of insertion; 0: it is empty. */
static inline stp_u32 stp_map_first(const struct stp_map *m)
{
	return stp_map_node(m, 0)->newer;
}

/** Cell @cell of a node. */
static inline void *stp_map_cell(const struct stp_map *m, stp_u32 link,
				 stp_u32 cell)
{
	return m->base.cells + cell * m->cells_size +
	       8 * (stp_u64)stp_map_node(m, link)->cells;
}

/* ---- hashing: the high bits of a product are those that all bits reach -- */

#define STP_HASH_FACTOR 0x9e3779b97f4a7c15ull

/** Of a number; its upper half is stp_hash() of the number as a key. */
static inline stp_u64 stp_hash1(stp_s64 k)
{
	return (stp_run.seed ^ (stp_u64)k) * STP_HASH_FACTOR;
}

/** Of a packed key. */
static inline stp_u32 stp_hash(const char *p, stp_u32 len)
{
	stp_u64 h = stp_run.seed ^ (stp_u64)stp_get_s64(p);
	stp_u32 i;

	h *= STP_HASH_FACTOR;
	for (i = 8; i < len; i += 8)
		h = ((h << 25 | h >> 39) ^ (stp_u64)stp_get_s64(p + i)) *
		    STP_HASH_FACTOR;
	return h >> 32;
}

/** Where the first link of the chain for a hash stands. */
static inline stp_u32 *stp_map_head_at(const struct stp_map *m, stp_u32 hash)
{
	return &m->heads[hash >> m->shift];
}

/** The same for stp_hash1(). */
static inline stp_u32 *stp_map_head1_at(const struct stp_map *m, stp_u64 hash)
{
	return &m->heads[hash >> m->shift1];
}

/** First link of the chain for a hash. */
static inline stp_u32 stp_map_head(const struct stp_map *m, stp_u32 hash)
{
	return __atomic_load_n(stp_map_head_at(m, hash), __ATOMIC_ACQUIRE);
}

/** The same for stp_hash1(). */
static inline stp_u32 stp_map_head1(const struct stp_map *m, stp_u64 hash)
{
	return __atomic_load_n(stp_map_head1_at(m, hash), __ATOMIC_ACQUIRE);
}

/* ---- the order of insertion, and nodes that are free --------------------- */

/** @n, which is node @link, is the newest. */
static inline void stp_map_append(struct stp_map *m, stp_u32 link,
				  struct stp_node *n)
{
	struct stp_node *ends = stp_map_node(m, 0);
	stp_u32 last = ends->older;

	n->older = last;
	n->newer = 0;
	n->stamp = m->next_stamp++;
	stp_map_node(m, last)->newer = link;
	ends->older = link;
	m->n++;
}

/** Node @link, which is in no chain any more, becomes free. */
static inline void stp_map_drop(struct stp_map *m, stp_u32 link)
{
	struct stp_node *n = stp_map_node(m, link);
	stp_u32 older = n->older, newer = n->newer;

	stp_map_node(m, older)->newer = newer;
	stp_map_node(m, newer)->older = older;
	n->next = m->free;
	m->free = link;
	m->n--;
	m->gen++;
}

/** The free node @link gets key @k, a number and the only one, and becomes the
 *  only one at @head. */
static inline void stp_map_reuse1(struct stp_map *m, stp_u32 *head,
				  stp_u32 link, stp_u32 hash, stp_s64 k)
{
	struct stp_node *n = stp_map_node(m, link);

	m->free = n->next;
	n->hash = hash;
	*(stp_s64 *)n->key = k;		/* it had one of the same length */
	stp_map_append(m, link, n);
	n->next = 0;
	__atomic_store_n(head, link, __ATOMIC_RELEASE);
}

/** A string value's cell. */
struct stp_str_cell {
	stp_u32 len;
	char p[];
};

/** Pack keys into the context's scratch; returns the length. */
stp_u32 stp_map_pack(struct stp_workspace *c, struct stp_map *m,
		     const struct stp_val *k);
/** The node of the key in @key, or 0. */
stp_u32 stp_map_find(const struct stp_map *m, const char *key, stp_u32 len);
/** The same, made if it is not there: 0 and an error if there is no room. */
stp_u32 stp_map_make(struct stp_workspace *c, struct stp_map *m,
		     const char *key, stp_u32 len);
/** The same for a single number. */
stp_u32 stp_map_make1(struct stp_workspace *c, struct stp_map *m, stp_s64 k);
void stp_map_remove(struct stp_map *m, stp_u32 link);
/** Do the keys of a node equal @k, but for those in @any? */
bool stp_map_matches(const struct stp_map *m, stp_u32 link,
		     const struct stp_val *k, stp_u32 any);
/** Key @i of a node. */
struct stp_val stp_map_key(const struct stp_map *m, stp_u32 link, stp_u32 i);
/** A number value, all cells added up. */
stp_s64 stp_map_num(const struct stp_map *m, stp_u32 link);
/** An aggregate value, merged into @dst. */
void stp_map_merge(const struct stp_map *m, stp_u32 link,
		   struct stp_stat *dst);

#endif
