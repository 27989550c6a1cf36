/* SPDX-License-Identifier: LGPL-2.1-or-later */
/*
 * Reads the value of a global while the script runs, as items of MAP records.  It is
 * read as a handler would read it: in the serial context, under its lock or freeze.
 */
#include "runtime/core/handler.h"
#include "runtime/core/map.h"
#include "runtime/core/record.h"

struct out {
	char *p;
	stp_u64 cap, need;	/* bytes at p, bytes of all items so far */
};

/* Returns room for @n bytes, and counts them in o->need; NULL if they do not fit. */
static char *claim(struct out *o, stp_u64 n)
{
	char *p = o->need + n <= o->cap ? o->p + o->need : NULL;

	o->need += n;
	return p;
}

static void put_item(struct out *o, stp_u32 global, const char *kinds,
		     const struct stp_val *v)
{
	stp_u32 len = 0, i;
	struct stp_item *it;
	char *p;

	for (i = 0; kinds[i]; i++)
		len += stp_arg_size(kinds[i], &v[i]);
	it = (struct stp_item *)claim(o, sizeof(*it) + len);
	if (!it)
		return;
	it->id = global;
	it->len = len;
	for (p = (char *)(it + 1), i = 0; kinds[i]; i++)
		p += stp_arg_encode(p, kinds[i], &v[i]);
}

/* ---- values ------------------------------------------------------------- */

/* Where aggregates are merged: there is only one snapshot at a time. */
static struct {
	struct stp_stat st;
	stp_s64 bucket[STP_HIST_LOG_BUCKETS + 3];
} merged;

static struct stp_val element(const struct stp_map *m, stp_u32 link)
{
	const struct stp_str_cell *cell = stp_map_cell(m, link, 0);

	switch (m->type) {
	case STP_G_STAT:
		stp_map_merge(m, link, &merged.st);
		return STP_AGG(&merged.st);
	case STP_G_STR:
		return (struct stp_val){ { .p = cell->p }, cell->len };
	default:
		return STP_NUM(stp_map_num(m, link));
	}
}

static void put_map(struct out *o, stp_u32 global, const char *kinds)
{
	const struct stp_map *m = stp_script.globals[global].map;
	struct stp_val v[STP_MAX_KEYS + 1];
	stp_u32 link, i;

	for (link = stp_map_first(m); link; link = stp_map_node(m, link)->newer) {
		for (i = 0; i < m->n_keys; i++)
			v[i] = stp_map_key(m, link, i);
		v[i] = element(m, link);
		put_item(o, global, kinds, v);
	}
}

static void put_scalar(struct stp_workspace *c, struct out *o, stp_u32 global,
		       const char *kinds)
{
	struct stp_global *g = &stp_script.globals[global];
	struct stp_val v = STP_NUM(g->num);

	if (*kinds == 's')
		v = (struct stp_val){ { .p = g->str }, g->len };
	else if (*kinds == 'a')
		v = STP_AGG(stp_stat_get(&c->pub, g, &merged));
	put_item(o, global, kinds, &v);
}

/* ---- taking it ---------------------------------------------------------- */

/* The handler and site of the context that takes a snapshot.  They are not on the
 * stack, because freezers on other CPUs look at the site of a context. */
static struct stp_handler handler;
static struct stp_site site = { .handler = &handler };

static void aim(stp_u32 global)
{
	const struct stp_global_info *info = stp_run.globals[global].info;
	stp_u64 set = 1ull << info->set;

	handler.locks = info->class == STP_C_LOCKED ? set : 0;
	site.freezes = info->class == STP_C_COUNTER ? stp_gate_sets(set) : 0;
}

static void collect(struct stp_workspace *c, struct out *o, stp_u32 global)
{
	const struct stp_global_info *info = stp_run.globals[global].info;
	char kinds[STP_MAX_KEYS + 2];

	stp_global_kinds(stp_run.blob, info, kinds);
	if (info->is_map)
		put_map(o, global, kinds);
	else
		put_scalar(c, o, global, kinds);
}

/* Sets the global to its first value, after collect() has written all of it.  That is the
 * value of -G or of the declaration. */
static void clear_global(struct stp_workspace *c, stp_u32 global)
{
	struct stp_global *g = &stp_script.globals[global];
	const struct stp_gstate *s = &stp_run.globals[global];

	if (s->info->is_map) {
		stp_map_clear(&c->pub, g->map);
	} else if (s->info->type == STP_G_STAT) {
		stp_gstat_clear((struct stp_gstat *)g->stat);
	} else if (s->info->type == STP_G_NUM) {
		g->num = s->first;
	} else {
		stp_global_first_str(g, s);
	}
}

static stp_s64 snap(stp_u32 global, void *p, stp_u64 size, bool reset)
{
	struct stp_workspace *c = stp_run.workspaces[0];
	struct out o = { p, size, 0 };
	bool held;

	stp_os_enter_serial();
	aim(global);
	__atomic_store_n(&c->pub.site, &site, __ATOMIC_SEQ_CST);
	held = stp_try_hold(c, &site) == STP_N_CAUSES;
	if (held)
		collect(c, &o, global);
	reset = reset && held && o.need <= size;
	if (reset)
		clear_global(c, global);
	stp_finish(&c->pub);
	stp_os_leave_serial();
	if (reset && stp_script.arm)
		stp_script.arm->ask();	/* conditions may read it */
	return held ? (stp_s64)o.need : -STP_EBUSY;
}

stp_s64 stp_run_snapshot(stp_u32 global, void *p, stp_u64 size)
{
	return snap(global, p, size, false);
}

stp_s64 stp_run_reset(stp_u32 global, void *p, stp_u64 size)
{
	if (stp_run.globals[global].info->class == STP_C_CONST)
		return -STP_EINVAL;
	return snap(global, p, size, true);
}
