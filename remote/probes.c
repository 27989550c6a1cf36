/* SPDX-License-Identifier: LGPL-2.1-or-later */
/*
 * Makes one table of the probes of all hosts.  Probes with the same probe point,
 * mechanism and source location are one row.  The names of a row are stored once for
 * all hosts; a host has only numbers.  Names come from targets, so their number and
 * length are limited: a probe beyond the limits has no row.
 */
#include <stdlib.h>
#include <string.h>

#include "remote/remote_private.h"

#define ROWS_LIMIT 65536
#define NAME_LIMIT 512

/* Creates a row with the names of @p, made safe, and zeros as numbers. */
static struct tapster_probe *make_row(struct remote *r,
				      const struct tapster_probe *p,
				      const struct buf *key)
{
	struct tapster_probe *row = arena_new(r->arena, struct tapster_probe);

	row->name = say_safe(r->arena, p->name);
	row->mechanism = say_safe(r->arena, p->mechanism);
	row->location = p->location;
	row->location.file = say_safe(r->arena, p->location.file);
	hash_set(r->probes, arena_memdup(r->arena, key->p, key->n), key->n,
		 row);
	return row;
}

static struct tapster_probe *row_of(struct remote *r,
				    const struct tapster_probe *p)
{
	_cleanup_buf_ struct buf key = BUF_INIT;
	struct tapster_probe *row;

	buf_printf(&key, "%s %s %u:%u %s", p->name, p->mechanism, p->location.line,
		   p->location.col, p->location.file);
	row = hash_find(r->probes, key.p, key.n);
	if (row || hash_count(r->probes) >= ROWS_LIMIT || key.n > NAME_LIMIT)
		return row;
	return make_row(r, p, &key);
}

/* Returns true if @row has the names and the location of @p.  If say_safe() has changed
 * a name, this is false, and the caller looks the row up by its key. */
static bool is_row_of(const struct tapster_probe *row,
		      const struct tapster_probe *p)
{
	return row->location.line == p->location.line &&
	       row->location.col == p->location.col && !strcmp(row->name, p->name) &&
	       !strcmp(row->mechanism, p->mechanism) &&
	       !strcmp(row->location.file, p->location.file);
}

/*
 * Returns the row of @p, the probe with index @i of a host; NULL beyond the limits.
 * Stores the row in `order`.  Hosts with one script have the same probes in the same
 * order, so the row is mostly the one that the previous host has stored at @i.
 */
static struct tapster_probe *find_row(struct remote *r, size_t i,
				      const struct tapster_probe *p)
{
	struct tapster_probe *row = i < r->order.n ? r->order.at[i] : NULL;

	if (row && is_row_of(row, p))
		return row;
	row = row_of(r, p);
	if (i < r->order.n)
		r->order.at[i] = row;
	else if (i == r->order.n && row)
		vec_push(&r->order, row);
	return row;
}

void probes_keep(struct host *h, const struct tapster_state *st)
{
	h->probes.n = 0;
	for (size_t i = 0; i < st->n_probes; i++) {
		const struct tapster_probe *p = &st->probes[i];
		struct probe_numbers n = {
			find_row(h->r, i, p), p->state, p->hits, p->missed,
			p->timed, p->total_ns, p->min_ns, p->max_ns,
		};

		if (n.row)
			vec_push(&h->probes, n);
	}
}

/* ---- all of them -------------------------------------------------------- */

static void add(const struct probe_numbers *n)
{
	struct tapster_probe *row = n->row;

	/* a probe that is armed on one host is shown as armed */
	if (row->state != TAPSTER_PROBE_ARMED)
		row->state = n->state;
	row->hits += n->hits;
	row->missed += n->missed;
	if (n->timed && (!row->timed || n->min_ns < row->min_ns))
		row->min_ns = n->min_ns;
	if (n->max_ns > row->max_ns)
		row->max_ns = n->max_ns;
	row->timed += n->timed;
	row->total_ns += n->total_ns;
}

static void clear(struct tapster_probe *row)
{
	*row = (struct tapster_probe){
		.name = row->name, .mechanism = row->mechanism, .location = row->location,
	};
}

struct tapster_probe *probes_sum(struct remote *r, size_t *n_ret)
{
	size_t n = hash_count(r->probes);
	struct tapster_probe *all = xcalloc(n + 1, sizeof(*all));

	for (size_t i = 0; i < n; i++)
		clear(hash_at(r->probes, i, NULL, NULL));
	for (size_t i = 0; i < r->n_hosts; i++)
		for (size_t k = 0; k < r->hosts[i].probes.n; k++)
			add(&r->hosts[i].probes.at[k]);
	for (size_t i = 0; i < n; i++)
		all[i] = *(struct tapster_probe *)hash_at(r->probes, i, NULL,
							  NULL);
	*n_ret = n;
	return all;
}
