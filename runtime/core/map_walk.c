/* SPDX-License-Identifier: LGPL-2.1-or-later */
/*
 * foreach: an iteration takes a free order buffer, writes to it the links of the nodes
 * that are to be visited, and visits the nodes one by one.  A sorted iteration makes a
 * heap of the links, and takes the first link out at each step, so with a limit not all
 * elements are sorted.  Elements with equal values come in order of insertion.
 */
#include "runtime/core/handler.h"
#include "runtime/core/map.h"

/* ---- comparing ---------------------------------------------------------- */

static STP_FN struct stp_str text_of(const struct stp_map *m,
				     const struct stp_order *o, stp_u32 link)
{
	const struct stp_str_cell *cell;
	struct stp_val v;

	if (o->sort == STP_SORT_VALUE) {
		cell = stp_map_cell(m, link, 0);
		return (struct stp_str){ cell->p, cell->len };
	}
	v = stp_map_key(m, link, o->sort - 1);
	return (struct stp_str){ v.p, v.len };
}

/* Returns true if entry a of the buffer comes before entry b. */
static STP_FN bool is_before(const struct stp_map *m,
			     const struct stp_order *o, stp_u32 a, stp_u32 b)
{
	stp_u32 na = o->node[a], nb = o->node[b];
	int d;

	if (o->is_text)
		d = stp_str_cmp(text_of(m, o, na), text_of(m, o, nb));
	else
		d = (o->value[a] > o->value[b]) - (o->value[a] < o->value[b]);
	if (d)
		return o->dir < 0 ? d > 0 : d < 0;
	return stp_map_node(m, na)->stamp < stp_map_node(m, nb)->stamp;
}

/* ---- the heap ----------------------------------------------------------- */

static STP_FN void exchange(struct stp_order *o, stp_u32 a, stp_u32 b)
{
	stp_u32 node = o->node[a];
	stp_s64 value = o->value[a];

	o->node[a] = o->node[b];
	o->value[a] = o->value[b];
	o->node[b] = node;
	o->value[b] = value;
}

static STP_FN void sift(const struct stp_map *m, struct stp_order *o,
			stp_u32 at)
{
	stp_u32 child;

	while ((child = 2 * at + 1) < o->size) {
		if (child + 1 < o->size && is_before(m, o, child + 1, child))
			child++;
		if (!is_before(m, o, child, at))
			return;
		exchange(o, child, at);
		at = child;
	}
}

static STP_FN void make_heap(struct stp_ctx *c, const struct stp_map *m,
			     struct stp_order *o)
{
	stp_u32 n = o->size / 2, i;
	stp_u64 start;

	for (i = 0; i < n && !stp_takes_long(c, &start, i); i++)
		sift(m, o, n - i - 1);
}

static STP_FN stp_u32 pop(const struct stp_map *m, struct stp_order *o)
{
	stp_u32 node = o->node[0];

	exchange(o, 0, --o->size);
	sift(m, o, 0);
	return node;
}

/* ---- order buffers ------------------------------------------------------ */

static STP_FN int take_order(struct stp_map *m)
{
	stp_u64 busy = __atomic_load_n(&m->busy_orders, __ATOMIC_RELAXED);
	stp_u32 i;

	do {
		if (busy == ~0ull)
			return -1;
		i = __builtin_ctzll(~busy);
		if (i >= m->n_orders)
			return -1;
	} while (!__atomic_compare_exchange_n(&m->busy_orders, &busy,
					      busy | 1ull << i, false,
					      __ATOMIC_ACQUIRE,
					      __ATOMIC_RELAXED));
	return i;
}

static STP_FN void give_order(struct stp_map *m, stp_u32 i)
{
	__atomic_and_fetch(&m->busy_orders, ~(1ull << i), __ATOMIC_RELEASE);
}

/* ---- beginning ---------------------------------------------------------- */

/* The number by which an element is sorted; 0 for strings, which is_before() compares, and
 * for stacks as keys, which stay in order of insertion. */
static STP_FN stp_s64 sort_value(const struct stp_map *m,
				 const struct stp_iter_spec *spec,
				 stp_u32 link)
{
	static const struct stp_hist none;
	struct stp_stat st;
	stp_s64 v;
	stp_u32 i;

	if (spec->sort > 0)
		return m->kinds[spec->sort - 1] == 'n'
			       ? stp_map_key(m, link, spec->sort - 1).n
			       : 0;
	if (m->type == STP_G_NUM)
		return stp_map_num(m, link);
	if (m->type != STP_G_STAT)
		return 0;
	stp_stat_init(&st, &none);	/* buckets would not fit the stack */
	for (i = 0; i < m->n_cells; i++)
		stp_stat_merge(&st, stp_map_cell(m, link, i));
	stp_stat_value(&st, spec->op, &v);
	return v;
}

static STP_FN bool is_text_sort(const struct stp_map *m, stp_s32 sort)
{
	if (sort > 0)
		return m->kinds[sort - 1] == 's';
	return sort == STP_SORT_VALUE && m->type == STP_G_STR;
}

static STP_FN void fill(struct stp_ctx *c, const struct stp_map *m,
			struct stp_order *o, const struct stp_iter_spec *spec,
			const struct stp_val *k)
{
	stp_u32 link, i = 0;
	stp_u64 start;

	o->size = 0;
	for (link = stp_map_first(m); link && i < m->entries &&
			      !stp_takes_long(c, &start, i);
	     link = stp_map_node(m, link)->newer, i++) {
		if (k && !stp_map_matches(m, link, k, spec->any))
			continue;
		o->node[o->size] = link;
		if (spec->sort)
			o->value[o->size] = sort_value(m, spec, link);
		o->size++;
	}
}

STP_FN void stp_iter_begin(struct stp_ctx *c, struct stp_iter *it,
			   struct stp_map *m, const struct stp_iter_spec *spec,
			   const struct stp_val *k)
{
	int buffer = take_order(m);
	struct stp_order *o;

	*it = (struct stp_iter){ .map = m };
	if (buffer < 0) {
		it->map = NULL;
		stp_fail(c, STP_ERR_ITERS, 0);
		return;
	}
	it->buffer = buffer;
	o = &m->orders[buffer];
	o->sort = spec->sort;
	o->dir = spec->dir;
	o->is_text = is_text_sort(m, spec->sort);
	o->gen = m->gen;
	fill(c, m, o, spec, k);
	if (o->sort && !c->err)
		make_heap(c, m, o);
	if (c->err) {
		stp_iter_end(c, it);
		return;
	}
	it->order = o->node;
	it->n = o->size;
	if (spec->limit >= 0 && spec->limit < it->n)
		it->n = spec->limit;
}

/* ---- iterating ---------------------------------------------------------- */

static STP_FN struct stp_order *order_of(const struct stp_iter *it)
{
	return &it->map->orders[it->buffer];
}

STP_FN int stp_iter_next(struct stp_ctx *c, struct stp_iter *it)
{
	struct stp_order *o;

	if (!it->map)
		return 0;
	o = order_of(it);
	if (it->i >= it->n) {
		stp_iter_end(c, it);
		return 0;
	}
	if (o->gen != it->map->gen) {
		stp_fail(c, STP_ERR_MODIFIED, 0);
		stp_iter_end(c, it);
		return 0;
	}
	o->at = o->sort ? pop(it->map, o) : o->node[it->i];
	it->i++;
	return 1;
}

STP_FN void stp_iter_end(struct stp_ctx *c, struct stp_iter *it)
{
	if (it->map)
		give_order(it->map, it->buffer);
	it->map = NULL;
}

/* ---- the current element ------------------------------------------------ */

STP_FN stp_s64 stp_iter_key(struct stp_ctx *c, struct stp_iter *it, stp_u32 i)
{
	return stp_map_key(it->map, order_of(it)->at, i).n;
}

STP_FN struct stp_str stp_iter_key_str(struct stp_ctx *c, struct stp_slot s,
				       struct stp_iter *it, stp_u32 i)
{
	struct stp_val v = stp_map_key(it->map, order_of(it)->at, i);

	return stp_str_copy(c, s, (struct stp_str){ v.p, v.len });
}

STP_FN stp_s64 stp_iter_value(struct stp_ctx *c, struct stp_iter *it)
{
	return stp_map_num(it->map, order_of(it)->at);
}

STP_FN struct stp_str stp_iter_value_str(struct stp_ctx *c, struct stp_slot s,
					 struct stp_iter *it)
{
	const struct stp_str_cell *cell =
		stp_map_cell(it->map, order_of(it)->at, 0);

	return stp_str_copy(c, s, (struct stp_str){ cell->p, cell->len });
}

STP_FN const struct stp_stat *stp_iter_stat(struct stp_ctx *c,
					    struct stp_iter *it, void *dst)
{
	stp_map_merge(it->map, order_of(it)->at, dst);
	return dst;
}
