/* SPDX-License-Identifier: LGPL-2.1-or-later */
/*
 * Reads and sets values of array elements: numbers, strings, aggregates; one cell or many.
 * Arrays whose only key is a number have functions of their own, which are faster:
 * stp_map1_*().
 */
#include "runtime/core/handler.h"
#include "runtime/core/map.h"

static STP_FN stp_u32 find(struct stp_ctx *ctx, struct stp_map *m,
			   const struct stp_val *k)
{
	struct stp_workspace *c = stp_workspace(ctx);

	return stp_map_find(m, c->key, stp_map_pack(c, m, k));
}

static STP_FN stp_u32 make(struct stp_ctx *ctx, struct stp_map *m,
			   const struct stp_val *k)
{
	struct stp_workspace *c = stp_workspace(ctx);

	return stp_map_make(c, m, c->key, stp_map_pack(c, m, k));
}

/* Returns true if the key of @n is @k: a single number is its own packed key. */
static inline bool is_key1(const struct stp_node *n, stp_s64 k)
{
	return *(const stp_s64 *)n->key == k;
}

/* Searches a chain from its second node on; the guard is that of find_hashed()
 * in map.c. */
static STP_FN __attribute__((__noinline__)) stp_u32
find1_after(const struct stp_map *m, stp_u32 link, stp_s64 k)
{
	stp_u32 guard = m->entries;

	for (; guard; guard--) {
		link = stp_map_node(m, link)->next;
		if (!link || is_key1(stp_map_node(m, link), k))
			return link;
	}
	return 0;
}

static inline stp_u32 find1(const struct stp_map *m, stp_s64 k)
{
	stp_u32 link = stp_map_head1(m, stp_hash1(k));

	if (!link || stp_likely(is_key1(stp_map_node(m, link), k)))
		return link;
	return find1_after(m, link, k);
}

/*
 * Finds or makes the element with key @k.  The chain needs no guard against changes
 * here: nothing unlinks nodes of a counter array while handlers count in it, and in
 * other arrays elements are made under the lock.
 */
static inline stp_u32 make1(struct stp_ctx *c, struct stp_map *m, stp_s64 k)
{
	stp_u32 link = stp_map_head1(m, stp_hash1(k));
	const struct stp_node *n;

	for (; stp_likely(link); link = n->next) {
		n = stp_map_node(m, link);
		if (stp_likely(is_key1(n, k)))
			return link;
	}
	return stp_map_make1(stp_workspace(c), m, k);
}

/* ---- numbers ------------------------------------------------------------ */

static inline stp_s64 num(const struct stp_map *m, stp_u32 link)
{
	stp_u64 sum = *(const stp_u64 *)stp_map_cell(m, link, 0);
	stp_u32 i;

	for (i = 1; stp_unlikely(i < m->n_cells); i++)
		sum += *(const stp_u64 *)stp_map_cell(m, link, i);
	return (stp_s64)sum;
}

STP_FN stp_s64 stp_map_num(const struct stp_map *m, stp_u32 link)
{
	return num(m, link);
}

static inline void set_num(struct stp_map *m, stp_u32 link, stp_s64 v)
{
	stp_u32 i;

	*(stp_s64 *)stp_map_cell(m, link, 0) = v;
	for (i = 1; stp_unlikely(i < m->n_cells); i++)
		*(stp_s64 *)stp_map_cell(m, link, i) = 0;
}

static STP_FN stp_s64 add_num(struct stp_map *m, stp_u32 link, stp_s64 d)
{
	stp_s64 v = (stp_s64)((stp_u64)stp_map_num(m, link) + (stp_u64)d);

	set_num(m, link, v);
	return v;
}

STP_FN stp_s64 stp_map_get(struct stp_ctx *c, struct stp_map *m,
			   const struct stp_val *k)
{
	stp_u32 link = find(c, m, k);

	return link ? stp_map_num(m, link) : 0;
}

STP_FN void stp_map_set(struct stp_ctx *c, struct stp_map *m,
			const struct stp_val *k, stp_s64 v)
{
	stp_u32 link = make(c, m, k);

	if (link)
		set_num(m, link, v);
}

STP_FN stp_s64 stp_map_add(struct stp_ctx *c, struct stp_map *m,
			   const struct stp_val *k, stp_s64 d)
{
	stp_u32 link = make(c, m, k);

	return link ? add_num(m, link, d) : 0;
}

STP_FN void stp_map_count(struct stp_ctx *c, struct stp_map *m,
			  const struct stp_val *k, stp_s64 d)
{
	stp_u32 link = make(c, m, k);

	if (link)
		stp_os_add(stp_map_cell(m, link, stp_workspace(c)->cell), d);
}

STP_FN int stp_map1_has(struct stp_ctx *c, struct stp_map *m, stp_s64 k)
{
	return find1(m, k) != 0;
}

STP_FN void stp_map1_del(struct stp_ctx *c, struct stp_map *m, stp_s64 k)
{
	stp_map_del_at(c, m, find1(m, k));
}

STP_FN STP_CALLED stp_u32 stp_map1_find(struct stp_ctx *c, struct stp_map *m,
					stp_s64 k)
{
	return find1(m, k);
}

STP_FN STP_CALLED stp_s64 stp_map1_get(struct stp_ctx *c, struct stp_map *m,
				       stp_s64 k)
{
	stp_u32 link = find1(m, k);

	return stp_likely(link) ? num(m, link) : 0;
}

/* Sets the number of a key that is missing, or not at the head of its chain. */
static STP_FN __attribute__((__noinline__)) void
set1_elsewhere(struct stp_ctx *c, struct stp_map *m, stp_s64 k, stp_s64 v)
{
	stp_u32 link = make1(c, m, k);

	if (link)
		set_num(m, link, v);
}

/* Has a fast path for a new key in an empty chain, in a node that was freed.  It is for
 * handlers that keep a value until another handler deletes it. */
STP_FN STP_CALLED void stp_map1_set(struct stp_ctx *c, struct stp_map *m,
				    stp_s64 k, stp_s64 v)
{
	stp_u64 h = stp_hash1(k);
	stp_u32 *head = stp_map_head1_at(m, h), link = *head;

	if (link) {
		if (stp_unlikely(!is_key1(stp_map_node(m, link), k))) {
			set1_elsewhere(c, m, k, v);
			return;
		}
		set_num(m, link, v);
		return;
	}
	link = m->free;
	if (stp_unlikely(!link || m->is_counter)) {
		set1_elsewhere(c, m, k, v);
		return;
	}
	stp_map_reuse1(m, head, link, h >> 32, k);
	*stp_map_num_at(m, link) = v;
}

STP_FN STP_CALLED stp_s64 stp_map1_add(struct stp_ctx *c, struct stp_map *m,
				       stp_s64 k, stp_s64 d)
{
	stp_u32 link = make1(c, m, k);

	return link ? add_num(m, link, d) : 0;
}

STP_FN STP_CALLED void stp_map1_count(struct stp_ctx *c, struct stp_map *m,
				      stp_s64 k, stp_s64 d)
{
	stp_u32 link = make1(c, m, k);

	if (stp_likely(link))
		stp_os_add(stp_map_cell(m, link, stp_workspace(c)->cell), d);
}

/* ---- strings ------------------------------------------------------------ */

STP_FN const char *stp_map_peek_str(struct stp_ctx *c, struct stp_map *m,
				    const struct stp_val *k)
{
	stp_u32 link = find(c, m, k);
	const struct stp_str_cell *cell;

	if (!link)
		return "";
	cell = stp_map_cell(m, link, 0);
	return cell->p;
}

STP_FN struct stp_str stp_map_get_str(struct stp_ctx *c, struct stp_slot s,
				      struct stp_map *m,
				      const struct stp_val *k)
{
	stp_u32 link = find(c, m, k);
	const struct stp_str_cell *cell;
	struct stp_str str = { "", 0 };

	if (link) {
		cell = stp_map_cell(m, link, 0);
		str = (struct stp_str){ cell->p, cell->len };
	}
	return stp_str_copy(c, s, str);
}

STP_FN void stp_map_set_str(struct stp_ctx *c, struct stp_map *m,
			    const struct stp_val *k, struct stp_str v)
{
	stp_u32 link = make(c, m, k);
	struct stp_str_cell *cell;
	struct stp_slot slot;

	if (!link)
		return;
	cell = stp_map_cell(m, link, 0);
	slot = (struct stp_slot){ .p = cell->p, .cap = m->value_bytes };
	cell->len = stp_str_copy(c, slot, v).len;
}

/* ---- aggregates --------------------------------------------------------- */

static STP_FN void lower(stp_s64 *p, stp_s64 v)
{
	stp_s64 old = *(volatile stp_s64 *)p;

	while (v < old && !stp_os_swap(p, old, v))
		old = *(volatile stp_s64 *)p;
}

static STP_FN void raise(stp_s64 *p, stp_s64 v)
{
	stp_s64 old = *(volatile stp_s64 *)p;

	while (v > old && !stp_os_swap(p, old, v))
		old = *(volatile stp_s64 *)p;
}

/* Adds a value to a cell of an array.  The levels of one CPU share the cell, so an
 * interrupt must find every step done or not begun. */
static STP_FN void add_value(struct stp_map *m, struct stp_stat_cell *cell,
			     stp_s64 v)
{
	lower(&cell->min, v);
	raise(&cell->max, v);
	stp_os_add(&cell->sum, v);
	if (m->hist.squares)
		stp_os_add_sq(&cell->sq_lo, v);
	if (m->hist.n)
		stp_os_add(&cell->bucket[stp_hist_bucket(&m->hist, v)], 1);
	stp_os_add(&cell->count, 1);
}

static STP_FN void stat_add(struct stp_ctx *c, struct stp_map *m,
			    stp_u32 link, stp_s64 v)
{
	if (link)
		add_value(m,
			  stp_map_cell(m, link,
				       m->is_counter ? stp_workspace(c)->cell
						     : 0),
			  v);
}

STP_FN void stp_map_stat_add(struct stp_ctx *c, struct stp_map *m,
			     const struct stp_val *k, stp_s64 v)
{
	stat_add(c, m, make(c, m, k), v);
}

STP_FN STP_CALLED void stp_map1_stat_add(struct stp_ctx *c, struct stp_map *m,
					 stp_s64 k, stp_s64 v)
{
	stat_add(c, m, make1(c, m, k), v);
}

STP_FN void stp_map_merge(const struct stp_map *m, stp_u32 link,
			  struct stp_stat *dst)
{
	stp_u32 i;

	stp_stat_init(dst, &m->hist);
	for (i = 0; link && i < m->n_cells; i++)
		stp_stat_merge(dst, stp_map_cell(m, link, i));
	stp_stat_finish(dst);
}

STP_FN const struct stp_stat *stp_map_stat(struct stp_ctx *c,
					   struct stp_map *m,
					   const struct stp_val *k, void *dst)
{
	stp_map_merge(m, find(c, m, k), dst);
	return dst;
}
