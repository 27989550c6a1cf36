/* SPDX-License-Identifier: LGPL-2.1-or-later */
/**
 * @file
 * Arrays of all types.  They have one struct, stp_map; the blob says how each is used.
 *
 * All memory is made at SETUP.  A node holds a packed key.  Values are in cells, in
 * memory of their own: a node has one cell (locked and const class), or one for each CPU
 * and one more (counter class), so that CPUs do not share cache lines when they count.
 * But if nodes have one cell each, for a number, it is in the node, after the key.
 * A link is the distance of a node from the node at 0, in units of 8 bytes; 0 ends a
 * list.  The node at 0 is not an element of the array: its `newer` and `older` are the
 * first and the last element in order of insertion.
 *
 * A packed key has 8 bytes for a number; for a string or a stack it has a u32 length, the
 * bytes, zeros up to a multiple of 8.  Equal keys are equal bytes.
 *
 * Counter class: any number of CPUs look up and count while one inserts
 * (under `lock`; a node is complete before its link is published).  Only a freezer
 * deletes, assigns or iterates, when no other context is inside a handler that
 * counts in the array.  The serial context counts in cell 0.  An assignment stores
 * the value in cell 0 and 0 in the other cells.
 *
 * Locked class: the caller holds the set's lock.  Const class: there are no
 * writers.
 */
#ifndef STP_CORE_MAP_H
#define STP_CORE_MAP_H

#include "runtime/core/running.h"

#define STP_MAX_WALKS 64	/* the maximum of order buffers of an array */

struct stp_node {
	stp_u32 next;		/* link: in its hash chain, or in the free list */
	stp_u32 hash;
	stp_u32 older, newer;	/* links, in order of insertion */
	stp_u64 stamp;		/* the array's next_stamp when it was inserted:
				   a later element has a larger one */
	stp_u32 key_len;
	stp_u32 cells;		/* where its cell 0 is: the distance from
				   base.cells, in units of 8 bytes; never changes */
	char key[] __attribute__((aligned(8)));
};

/** An order buffer: the links of the nodes that one iteration visits, and the values by
 *  which they are sorted. */
struct stp_order {
	stp_u32 *node;
	stp_s64 *value;		/* by which node[i] is sorted, unless is_text */
	stp_u32 size;		/* links in `node`; if sorted, those not visited
				   yet, as a heap */
	stp_u32 at;		/* link of the current node of the iteration */
	stp_u32 gen;		/* stp_map.gen when the iteration began */
	stp_s32 sort, dir;	/* those of struct stp_iter_spec */
	bool is_text;		/* sorted by strings */
};

struct stp_map {
	struct stp_map_base base;	/* first: generated code sees this */
	/* its type and its limits */
	const char *kinds;	/* of the keys */
	stp_u32 n_keys;
	stp_u8 type;		/* enum stp_global_type of the values */
	bool is_counter, wraps, is_sized;
	stp_u32 entries, shift;	/* most elements; hash >> shift: index in heads */
	stp_u32 shift1;		/* hash >> shift1: index for a hash of 64 bits */
	stp_u32 key_bytes, value_bytes;
	struct stp_hist hist;
	/* its memory */
	stp_u32 *heads;		/* the first link of each hash chain */
	stp_u32 node_size, cell_size, n_cells;	/* bytes, bytes, cells per node */
	stp_u64 cells_size;	/* bytes of one cell of every node; 0: cells are
				   in the nodes */
	/* its content */
	stp_u32 n, high;	/* elements; nodes that were used since the last
				   stp_map_clear() */
	stp_u32 free;		/* the first link of the free list */
	stp_u32 gen;		/* grows when elements are deleted */
	stp_u64 next_stamp;	/* the stamp of the next element */
	struct stp_lock lock;	/* insertion into a counter array */
	/* iterations */
	stp_u32 n_orders;
	stp_u64 busy_orders;	/* bits of orders in use */
	struct stp_order *orders;
};

/** Makes an array with keys of the kinds @kinds, a string to which it keeps the pointer.
 *  NULL: there is no memory. */
struct stp_map *stp_map_create(const struct stp_global_info *g,
			       const char *kinds);
void stp_map_free(struct stp_map *m);

/* ---- between map.c, map_value.c and map_walk.c -------------------------- */

static inline struct stp_node *stp_map_node(const struct stp_map *m,
					    stp_u32 link)
{
	return (struct stp_node *)(m->base.nodes + 8 * (stp_u64)link);
}

/** The link of the oldest element; 0: the array is empty. */
static inline stp_u32 stp_map_first(const struct stp_map *m)
{
	return stp_map_node(m, 0)->newer;
}

/** Cell @cell of the node @link. */
static inline void *stp_map_cell(const struct stp_map *m, stp_u32 link,
				 stp_u32 cell)
{
	return m->base.cells + cell * m->cells_size +
	       8 * (stp_u64)stp_map_node(m, link)->cells;
}

/* ---- hashing: each bit of a number changes the high bits of its product -- */

#define STP_HASH_FACTOR 0x9e3779b97f4a7c15ull

/** The hash of 64 bits of a number.  Its upper half equals stp_hash() of the packed
 *  number. */
static inline stp_u64 stp_hash1(stp_s64 k)
{
	return (stp_run.seed ^ (stp_u64)k) * STP_HASH_FACTOR;
}

/** The hash of a packed key. */
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

/** Where the first link of the chain for a hash is stored. */
static inline stp_u32 *stp_map_head_at(const struct stp_map *m, stp_u32 hash)
{
	return &m->heads[hash >> m->shift];
}

/** Does stp_map_head_at() for a hash of stp_hash1(). */
static inline stp_u32 *stp_map_head1_at(const struct stp_map *m, stp_u64 hash)
{
	return &m->heads[hash >> m->shift1];
}

/** The first link of the chain for a hash. */
static inline stp_u32 stp_map_head(const struct stp_map *m, stp_u32 hash)
{
	return __atomic_load_n(stp_map_head_at(m, hash), __ATOMIC_ACQUIRE);
}

/** The first link of the chain for a hash of stp_hash1(). */
static inline stp_u32 stp_map_head1(const struct stp_map *m, stp_u64 hash)
{
	return __atomic_load_n(stp_map_head1_at(m, hash), __ATOMIC_ACQUIRE);
}

/* ---- the order of insertion, and nodes that are free --------------------- */

/** Makes @n, which is node @link, the newest element, sets its stamp, and counts it in
 *  m->n. */
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

/** Removes the element @link, which is in no hash chain any more, and frees its node. */
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

/** Takes @link, the first free node, for an element with the key @k, a number and the
 *  array's only key.  Makes it the only node of the chain at @head, which is empty.  The
 *  caller sets its value. */
static inline void stp_map_reuse1(struct stp_map *m, stp_u32 *head,
				  stp_u32 link, stp_u32 hash, stp_s64 k)
{
	struct stp_node *n = stp_map_node(m, link);

	m->free = n->next;
	n->hash = hash;
	*(stp_s64 *)n->key = k;		/* n->key_len is right: it was used before */
	stp_map_append(m, link, n);
	n->next = 0;
	__atomic_store_n(head, link, __ATOMIC_RELEASE);
}

/** The cell of a string value. */
struct stp_str_cell {
	stp_u32 len;
	char p[];
};

/** Packs the keys @k into c->key, and returns the length of the packed key.  A string that
 *  does not fit is cut and counted. */
stp_u32 stp_map_pack(struct stp_workspace *c, struct stp_map *m,
		     const struct stp_val *k);
/** The link of the element with the packed key @key, or 0. */
stp_u32 stp_map_find(const struct stp_map *m, const char *key, stp_u32 len);
/** Finds the element like stp_map_find(), or makes it.  Returns its link.  Returns 0 with
 *  an error if the array is full; 0 without an error, but counted like a skipped hit, if
 *  the lock of a counter array is busy. */
stp_u32 stp_map_make(struct stp_workspace *c, struct stp_map *m,
		     const char *key, stp_u32 len);
/** Makes the element with the key @k, a single number, after a search found none.
 *  Returns 0 like stp_map_make(). */
stp_u32 stp_map_make1(struct stp_workspace *c, struct stp_map *m, stp_s64 k);
void stp_map_remove(struct stp_map *m, stp_u32 link);
/** Returns true if the keys of the node @link equal @k; a key whose bit is set in @any is
 *  not compared. */
bool stp_map_matches(const struct stp_map *m, stp_u32 link,
		     const struct stp_val *k, stp_u32 any);
/** Key @i, from 0, of the node @link; a string points into the node, without a NUL. */
struct stp_val stp_map_key(const struct stp_map *m, stp_u32 link, stp_u32 i);
/** The number of an element: the sum of its cells. */
stp_s64 stp_map_num(const struct stp_map *m, stp_u32 link);
/** Merges the aggregate of an element into @dst; empty if @link is 0. */
void stp_map_merge(const struct stp_map *m, stp_u32 link,
		   struct stp_stat *dst);

#endif
