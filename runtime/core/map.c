/* SPDX-License-Identifier: LGPL-2.1-or-later */
/*
 * The memory of arrays, and their nodes: packed keys, hash chains, the order of insertion.
 * Finds, makes and removes elements.
 */
#include "runtime/core/handler.h"
#include "runtime/core/map.h"

/* ---- keys --------------------------------------------------------------- */

static STP_FN stp_u32 pack_str(struct stp_workspace *c, char *to, stp_u32 room,
			       const struct stp_val *v)
{
	stp_u32 n = v->len, size;

	if (stp_unlikely(n > room - 4)) {
		n = room - 4;
		stp_count(c, STP_CAUSE_STRING_CUT);
	}
	size = STP_ALIGN8(4 + n);
	memset(to + size - 8, 0, 8);
	memcpy(to, &n, 4);
	stp_copy(to + 4, v->p, n);
	return size;
}

STP_FN stp_u32 stp_map_pack(struct stp_workspace *c, struct stp_map *m,
			    const struct stp_val *k)
{
	stp_u32 i, n = 0;

	for (i = 0; i < m->n_keys; i++) {
		if (m->kinds[i] == 'n') {
			memcpy(c->key + n, &k[i].n, 8);
			n += 8;
		} else {
			/* the keys after it need 8 bytes each at least */
			n += pack_str(c, c->key + n,
				      m->key_bytes - n -
					      8 * (m->n_keys - i - 1),
				      &k[i]);
		}
	}
	return n;
}

STP_FN struct stp_val stp_map_key(const struct stp_map *m, stp_u32 link,
				  stp_u32 i)
{
	const char *p = stp_map_node(m, link)->key;
	struct stp_val v = { { 0 }, 0 };
	stp_u32 k;

	for (k = 0; k < i; k++)
		p += m->kinds[k] == 'n' ? 8 : STP_ALIGN8(4 + stp_get_u32(p));
	if (m->kinds[i] == 'n') {
		v.n = stp_get_s64(p);
	} else {
		v.len = stp_get_u32(p);
		v.p = p + 4;
	}
	return v;
}

static STP_FN bool same_key(char kind, const struct stp_val *a,
			    const struct stp_val *b)
{
	if (kind == 'n')
		return a->n == b->n;
	return a->len == b->len && !memcmp(a->p, b->p, a->len);
}

STP_FN bool stp_map_matches(const struct stp_map *m, stp_u32 link,
			    const struct stp_val *k, stp_u32 any)
{
	struct stp_val v;
	stp_u32 i;

	for (i = 0; i < m->n_keys; i++) {
		if (i < 32 && (any >> i & 1))
			continue;
		v = stp_map_key(m, link, i);
		if (!same_key(m->kinds[i], &v, &k[i]))
			return false;
	}
	return true;
}

static inline bool same_bytes(const char *a, const char *b, stp_u32 len)
{
	stp_u32 i;

	for (i = 0; i < len; i += 8)
		if (stp_get_s64(a + i) != stp_get_s64(b + i))
			return false;
	return true;
}

/* ---- finding ------------------------------------------------------------ */

/*
 * Finds the element with the packed key @key and its hash @h.  In counter class an
 * insertion may go on at the same time: a chain read from its published head is
 * always complete.  The guard ends the search after as many nodes as the array has: a
 * chain that changed meanwhile might lead anywhere.  The locks prevent such changes.
 */
static inline __attribute__((__always_inline__)) stp_u32
find_hashed(const struct stp_map *m, const char *key, stp_u32 len, stp_u32 h)
{
	stp_u32 link = stp_map_head(m, h), guard = m->entries;
	const struct stp_node *n;

	for (; link && guard; link = n->next, guard--) {
		n = stp_map_node(m, link);
		if (n->hash == h && n->key_len == len &&
		    same_bytes(n->key, key, len))
			return link;
	}
	return 0;
}

STP_FN stp_u32 stp_map_find(const struct stp_map *m, const char *key,
			    stp_u32 len)
{
	return find_hashed(m, key, len, stp_hash(key, len));
}

/* ---- making ------------------------------------------------------------- */

static STP_FN void reset_cells(struct stp_map *m, stp_u32 link)
{
	stp_u32 i;

	for (i = 0; i < m->n_cells; i++) {
		void *cell = stp_map_cell(m, link, i);

		if (m->type == STP_G_STAT)
			stp_cell_reset(cell, &m->hist);
		else
			memset(cell, 0, 8);
	}
}

/* Takes the next node that was not used since the last stp_map_clear(), and sets its
 * `cells`, which are the same after each clear. */
static STP_FN stp_u32 first_use(struct stp_map *m)
{
	stp_u32 i = ++m->high, link = i * (m->node_size / 8);

	stp_map_node(m, link)->cells = m->cells_size
		? (i - 1) * (m->cell_size / 8) : link;
	return link;
}

static STP_FN stp_u32 take_node(struct stp_map *m)
{
	stp_u32 link = m->free;

	if (link)
		m->free = stp_map_node(m, link)->next;
	else if (m->high < m->entries)
		link = first_use(m);
	else if (m->wraps && stp_map_first(m)) {
		stp_map_remove(m, stp_map_first(m));
		return take_node(m);
	}
	return link;
}

static STP_FN stp_u32 insert(struct stp_map *m, const char *key, stp_u32 len,
			     stp_u32 h)
{
	stp_u32 link = take_node(m), *head = stp_map_head_at(m, h);
	struct stp_node *n;

	if (!link)
		return 0;
	n = stp_map_node(m, link);
	n->hash = h;
	n->key_len = len;
	stp_copy(n->key, key, len);
	reset_cells(m, link);
	stp_map_append(m, link, n);
	n->next = *head;
	__atomic_store_n(head, link, __ATOMIC_RELEASE);
	return link;
}

/* Finds or inserts an element while other CPUs may insert.  Returns 0 if there is no
 * room or, with *@busy, if the lock is busy.  Interrupts are off, so that an interrupt of
 * this CPU does not find the lock taken.  Breakpoints and NMIs wait for other CPUs, too:
 * they must count here, because the other statements of the handler count. */
static STP_FN stp_u32 insert_shared(struct stp_map *m, const char *key,
				    stp_u32 len, stp_u32 h, bool *busy)
{
	unsigned long flags = stp_os_irq_off();
	stp_u32 link = 0;

	*busy = !stp_lock_wait(&m->lock, STP_PATIENT);
	if (!*busy) {
		link = stp_map_find(m, key, len);
		if (!link)
			link = insert(m, key, len, h);
		stp_lock_drop(&m->lock);
	}
	stp_os_irq_on(flags);
	return link;
}

/* Makes the element of a key that is missing.  In a counter array another CPU may just
 * have made the element: then returns its link.  Returns 0 like stp_map_make(). */
static STP_FN __attribute__((__noinline__)) stp_u32
make_new(struct stp_workspace *c, struct stp_map *m, const char *key,
	 stp_u32 len, stp_u32 h)
{
	bool busy = false;
	stp_u32 link;

	if (m->is_counter)
		link = insert_shared(m, key, len, h, &busy);
	else
		link = insert(m, key, len, h);
	if (busy) {
		c->unmade++;
		stp_skip(c, STP_CAUSE_LOCK);
	} else if (!link) {
		stp_fail(&c->pub, m->is_sized ? STP_ERR_MAP_SIZE
						: STP_ERR_MAP_FULL, m->entries);
	}
	return link;
}

STP_FN stp_u32 stp_map_make(struct stp_workspace *c, struct stp_map *m,
			    const char *key, stp_u32 len)
{
	stp_u32 h = stp_hash(key, len), link = find_hashed(m, key, len, h);

	return stp_likely(link) ? link : make_new(c, m, key, len, h);
}

STP_FN stp_u32 stp_map_make1(struct stp_workspace *c, struct stp_map *m,
			     stp_s64 k)
{
	return make_new(c, m, (const char *)&k, 8, stp_hash1(k) >> 32);
}

/* ---- removing ----------------------------------------------------------- */

static STP_FN void unchain(struct stp_map *m, stp_u32 link)
{
	stp_u32 *at = &m->heads[stp_map_node(m, link)->hash >> m->shift];

	while (*at != link)
		at = &stp_map_node(m, *at)->next;
	*at = stp_map_node(m, link)->next;
}

STP_FN void stp_map_remove(struct stp_map *m, stp_u32 link)
{
	unchain(m, link);
	stp_map_drop(m, link);
}

static STP_FN stp_u64 heads_size(const struct stp_map *m)
{
	return (1ull << (32 - m->shift)) * sizeof(*m->heads);
}

STP_FN STP_CALLED void stp_map_del_at(struct stp_ctx *c, struct stp_map *m,
				      stp_u32 link)
{
	struct stp_node *n = stp_map_node(m, link);
	stp_u32 *head;

	if (!link)
		return;
	head = stp_map_head_at(m, n->hash);
	if (stp_unlikely(*head != link)) {
		stp_map_remove(m, link);
		return;
	}
	*head = n->next;
	stp_map_drop(m, link);
}

STP_FN void stp_map_clear(struct stp_ctx *c, struct stp_map *m)
{
	memset(m->heads, 0, heads_size(m));
	m->n = m->high = m->free = 0;
	stp_map_node(m, 0)->newer = stp_map_node(m, 0)->older = 0;
	m->gen++;
}

/* Removes the elements that match @k, whose keys in @any match everything. */
static STP_FN void remove_matching(struct stp_ctx *c, struct stp_map *m,
				   const struct stp_val *k, stp_u32 any)
{
	stp_u32 link, next, i = 0;
	stp_u64 start;

	for (link = stp_map_first(m); link && !stp_takes_long(c, &start, i++);
	     link = next) {
		next = stp_map_node(m, link)->newer;
		if (stp_map_matches(m, link, k, any))
			stp_map_remove(m, link);
	}
}

STP_FN void stp_map_del(struct stp_ctx *ctx, struct stp_map *m,
			const struct stp_val *k, stp_u32 any)
{
	struct stp_workspace *c = stp_workspace(ctx);
	stp_u32 link;

	if (any) {
		remove_matching(ctx, m, k, any);
		return;
	}
	link = stp_map_find(m, c->key, stp_map_pack(c, m, k));
	if (link)
		stp_map_remove(m, link);
}

STP_FN int stp_map_has(struct stp_ctx *ctx, struct stp_map *m,
		       const struct stp_val *k, stp_u32 any)
{
	struct stp_workspace *c = stp_workspace(ctx);
	stp_u32 link, i = 0;
	stp_u64 start;

	if (!any)
		return stp_map_find(m, c->key, stp_map_pack(c, m, k)) != 0;
	for (link = stp_map_first(m); link && !stp_takes_long(ctx, &start, i++);
	     link = stp_map_node(m, link)->newer)
		if (stp_map_matches(m, link, k, any))
			return 1;
	return 0;
}

/* ---- memory ------------------------------------------------------------- */

static stp_u32 default_key_bytes(const char *kinds)
{
	stp_u64 text = 4 + stp_run.limits[STP_LIM_STRINGLEN];
	stp_u32 n = 0;

	for (; *kinds; kinds++)
		n += *kinds == 'n' ? 8 : STP_ALIGN8(text);
	return n;
}

static stp_u32 min_key_bytes(const char *kinds)
{
	return 8 * strlen(kinds);
}

static stp_u32 value_size(const struct stp_map *m)
{
	switch (m->type) {
	case STP_G_STAT:
		return stp_cell_size(&m->hist);
	case STP_G_STR:
		return STP_ALIGN8(sizeof(struct stp_str_cell) +
				  m->value_bytes + 1);
	default:
		return 8;
	}
}

static void describe(struct stp_map *m, const struct stp_global_info *g,
		     const char *kinds)
{
	stp_u64 *limits = stp_run.limits;
	stp_u32 bits = 1;

	m->kinds = kinds;
	m->n_keys = strlen(kinds);
	m->type = g->type;
	m->is_counter = g->class == STP_C_COUNTER;
	m->wraps = g->wraps;
	m->is_sized = g->entries;
	m->entries = g->entries ? g->entries : limits[STP_LIM_MAPENTRIES];
	while (1u << bits < m->entries && bits < 30)
		bits++;
	m->shift = 32 - bits;
	m->shift1 = 64 - bits;
	m->key_bytes = STP_ALIGN8(g->key_bytes ? g->key_bytes
					       : default_key_bytes(kinds));
	if (m->key_bytes < min_key_bytes(kinds))
		m->key_bytes = min_key_bytes(kinds);
	m->value_bytes = g->value_bytes ? g->value_bytes
					: limits[STP_LIM_STRINGLEN];
	stp_hist_init(&m->hist, g);
	m->node_size = sizeof(struct stp_node) + m->key_bytes;
	m->cell_size = value_size(m);
	m->n_cells = m->is_counter ? stp_run.n_cpus + 1 : 1;
	/* all contexts may iterate over a const array at the same time */
	m->n_orders = g->iters;
	if (g->class == STP_C_CONST)
		m->n_orders *= stp_run.n_workspaces;
	m->n_orders = stp_min_u32(m->n_orders, STP_MAX_WALKS);
	if (m->n_cells == 1 && m->type == STP_G_NUM)
		m->node_size += m->cell_size;
	else
		m->cells_size = ((stp_u64)m->entries * m->cell_size + 63) &
				~63ull;
}

static bool alloc_orders(struct stp_map *m)
{
	stp_u32 i;

	m->orders = stp_os_alloc((stp_u64)m->n_orders * sizeof(*m->orders));
	if (!m->orders)
		return false;
	for (i = 0; i < m->n_orders; i++) {
		struct stp_order *o = &m->orders[i];

		o->node = stp_os_alloc((stp_u64)m->entries * 4);
		o->value = stp_os_alloc((stp_u64)m->entries * 8);
		if (!o->node || !o->value)
			return false;
	}
	return true;
}

/* The bytes of all nodes, with the one at link 0, which is not an element. */
static stp_u64 nodes_size(const struct stp_map *m)
{
	return (m->entries + 1ull) * m->node_size;
}

/* Returns NULL if there are too many nodes for links of 32 bits, too. */
static char *alloc_nodes(const struct stp_map *m)
{
	return nodes_size(m) / 8 >> 32 ? NULL : stp_os_alloc(nodes_size(m));
}

/* Returns NULL if there are too many cells for stp_node.cells, of 32 bits, too. */
static char *alloc_cells(const struct stp_map *m)
{
	if (m->cells_size / 8 >> 32)
		return NULL;
	return m->cells_size
		? stp_os_alloc(m->cells_size * m->n_cells)
		: m->base.nodes + sizeof(struct stp_node) + m->key_bytes;
}

struct stp_map *stp_map_create(const struct stp_global_info *g,
			       const char *kinds)
{
	struct stp_map *m = stp_os_alloc(sizeof(*m));

	if (!m)
		return NULL;
	describe(m, g, kinds);
	m->heads = stp_os_alloc(heads_size(m));
	m->base.nodes = alloc_nodes(m);
	if (m->base.nodes)
		m->base.cells = alloc_cells(m);
	if (m->heads && m->base.cells && (!m->n_orders || alloc_orders(m)))
		return m;
	stp_map_free(m);
	return NULL;
}

static void free_orders(struct stp_map *m)
{
	stp_u32 i;

	for (i = 0; m->orders && i < m->n_orders; i++) {
		stp_os_free(m->orders[i].node, (stp_u64)m->entries * 4);
		stp_os_free(m->orders[i].value, (stp_u64)m->entries * 8);
	}
	stp_os_free(m->orders, (stp_u64)m->n_orders * sizeof(*m->orders));
}

void stp_map_free(struct stp_map *m)
{
	if (!m)
		return;
	free_orders(m);
	stp_os_free(m->heads, heads_size(m));
	stp_os_free(m->base.nodes, nodes_size(m));
	if (m->cells_size)
		stp_os_free(m->base.cells, m->cells_size * m->n_cells);
	stp_os_free(m, sizeof(*m));
}
