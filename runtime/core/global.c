/* SPDX-License-Identifier: LGPL-2.1-or-later */
/*
 * The script's globals: their memory, their first values, and how the cells
 * of a scalar counter become one number and back.
 *
 * value = base + all cells.  A reader adds the cells up once; what it assigns
 * moves the base, so what other CPUs count in the meantime is kept.
 */
#include "runtime/core/handler.h"
#include "runtime/core/map.h"

static const struct stp_blob *blob(void)
{
	return stp_run.blob;
}

static struct stp_global *global(stp_u32 i)
{
	return &stp_script.globals[i];
}

/* ---- reading counters --------------------------------------------------- */

static STP_FN bool is_scalar_counter(const struct stp_global_info *g)
{
	return g->class == STP_C_COUNTER && !g->is_map &&
	       g->type == STP_G_NUM;
}

static STP_FN stp_s64 sum_cells(stp_u32 counter)
{
	stp_u64 sum = 0;
	stp_u32 i;

	for (i = 0; i < stp_run.n_workspaces; i++)
		sum += (stp_u64)__atomic_load_n(
			stp_cell(&stp_run.workspaces[i]->pub, counter),
			__ATOMIC_RELAXED);
	return (stp_s64)sum;
}

/* Moves the reader's own cell into the base, so that the handler sees what it
 * counts itself: generated code reads num plus its own cell. */
static STP_FN void take_own_cell(struct stp_workspace *c, struct stp_gstate *s)
{
	stp_s64 *own = stp_cell(&c->pub, s->info->counter);

	s->base = (stp_s64)((stp_u64)s->base + (stp_u64)*own);
	*own = 0;
}

STP_FN void stp_globals_read(struct stp_workspace *c, stp_u64 sets)
{
	stp_u32 i;

	for (i = 0; i < stp_script.n_globals; i++) {
		struct stp_gstate *s = &stp_run.globals[i];

		if (!is_scalar_counter(s->info) || !(sets & s->set))
			continue;
		take_own_cell(c, s);
		s->sum = sum_cells(s->info->counter);
		stp_script.globals[i].num =
			(stp_s64)((stp_u64)s->base + (stp_u64)s->sum);
	}
}

STP_FN void stp_globals_thaw(stp_u64 sets)
{
	stp_u32 i;

	for (i = 0; i < stp_script.n_globals; i++) {
		struct stp_gstate *s = &stp_run.globals[i];

		if (!is_scalar_counter(s->info) || !(sets & s->set))
			continue;
		s->base = (stp_s64)((stp_u64)stp_script.globals[i].num -
				    (stp_u64)s->sum);
	}
}

/* ---- memory ------------------------------------------------------------- */

static stp_u32 value_bytes(const struct stp_global_info *g)
{
	return g->value_bytes ? g->value_bytes
			      : stp_run.limits[STP_LIM_STRINGLEN];
}

STP_FN void stp_gstat_clear(struct stp_gstat *s)
{
	stp_u32 i;

	for (i = 0; i < s->n_cells; i++)
		stp_cell_reset(stp_gstat_cell(s, i), &s->hist);
}

static int setup_stat(struct stp_global *g, const struct stp_global_info *info)
{
	struct stp_gstat *s = stp_os_alloc(sizeof(*s));

	if (!s)
		return -STP_ENOMEM;
	g->stat = (struct stp_stat *)s;
	stp_hist_init(&s->hist, info);
	if (info->class == STP_C_COUNTER) {
		s->n_cells = stp_run.n_workspaces;
		s->counter = info->counter;
	} else {
		s->n_cells = 1;
		s->shared = stp_os_alloc(stp_cell_size(&s->hist));
		if (!s->shared)
			return -STP_ENOMEM;
	}
	stp_gstat_clear(s);
	return 0;
}

void stp_global_first_str(struct stp_global *g, const struct stp_gstate *s)
{
	const struct stp_global_info *info = s->info;
	struct stp_str first = s->given;

	if (!first.p)
		first = (struct stp_str){
			stp_blob_str(blob(), info->init_str),
			stp_min_u32(info->init_len, value_bytes(info)) };
	g->len = first.len;
	memcpy(g->str, first.p, first.len);
	g->str[g->len] = 0;
}

/* Keeps the value that -G has set: a reset needs it after assignments. */
static int keep_given(const struct stp_global *g, struct stp_gstate *s)
{
	char *p = stp_os_alloc(g->len + 1ull);

	if (!p)
		return -STP_ENOMEM;
	memcpy(p, g->str, g->len);
	s->given = (struct stp_str){ p, g->len };
	return 0;
}

static int setup_str(struct stp_global *g, struct stp_gstate *s)
{
	if (g->str)
		return keep_given(g, s);
	g->str = stp_os_alloc(value_bytes(s->info) + 1);
	if (!g->str)
		return -STP_ENOMEM;
	stp_global_first_str(g, s);
	return 0;
}

static int setup_one(struct stp_global *g, struct stp_gstate *s)
{
	const struct stp_global_info *info = s->info;

	if (info->is_map) {
		g->map = stp_map_create(info, stp_blob_str(blob(),
							   info->keys));
		return g->map ? 0 : -STP_ENOMEM;
	}
	if (info->type == STP_G_STAT)
		return setup_stat(g, info);
	if (info->type == STP_G_STR)
		return setup_str(g, s);
	return 0;
}

/* Finds the counter sets with a single number and nothing else. */
static void find_solo(void)
{
	stp_u64 seen = 0, more = 0;
	stp_u32 i;

	for (i = 0; i < stp_script.n_globals; i++) {
		const struct stp_gstate *g = &stp_run.globals[i];

		if (g->info->class != STP_C_COUNTER)
			continue;
		if (seen & g->set || !is_scalar_counter(g->info))
			more |= g->set;
		seen |= g->set;
	}
	stp_run.solo = seen & ~more;
}

void stp_globals_init(void)
{
	stp_u32 i;

	for (i = 0; i < stp_script.n_globals; i++) {
		global(i)->index = i;
		global(i)->num = stp_blob_global(blob(), i)->init_num;
	}
}

int stp_globals_setup(void)
{
	int err = 0;
	stp_u32 i;

	stp_run.globals = stp_os_alloc((stp_u64)stp_script.n_globals *
				       sizeof(*stp_run.globals));
	if (!stp_run.globals && stp_script.n_globals)
		return -STP_ENOMEM;
	for (i = 0; i < stp_script.n_globals && !err; i++) {
		struct stp_gstate *s = &stp_run.globals[i];

		s->info = stp_blob_global(blob(), i);
		s->set = stp_gate_sets(1ull << s->info->set);
		s->base = s->first = global(i)->num;
		err = setup_one(global(i), s);
	}
	if (!err)
		find_solo();
	return err;
}

static void free_one(struct stp_global *g, const struct stp_global_info *info)
{
	struct stp_gstat *s = (struct stp_gstat *)g->stat;

	stp_map_free(g->map);
	if (s)
		stp_os_free(s->shared, stp_cell_size(&s->hist));
	stp_os_free(s, sizeof(*s));
	stp_os_free(g->str, value_bytes(info) + 1);
	g->map = NULL;
	g->stat = NULL;
	g->str = NULL;
}

void stp_globals_free(void)
{
	stp_u32 i;

	for (i = 0; i < stp_script.n_globals; i++) {
		if (stp_run.globals && stp_run.globals[i].given.p)
			stp_os_free((char *)stp_run.globals[i].given.p,
				    stp_run.globals[i].given.len + 1ull);
		free_one(global(i), stp_blob_global(blob(), i));
	}
	stp_os_free(stp_run.globals,
		    (stp_u64)stp_script.n_globals * sizeof(*stp_run.globals));
	stp_run.globals = NULL;
}

/* ---- -G ----------------------------------------------------------------- */

static const struct stp_global_info *scalar(stp_u32 i,
					    enum stp_global_type type)
{
	const struct stp_global_info *g;

	if (i >= stp_script.n_globals)
		return NULL;
	g = stp_blob_global(blob(), i);
	return g->is_map || g->type != type ? NULL : g;
}

int stp_run_set_num(stp_u32 i, stp_s64 v)
{
	if (!scalar(i, STP_G_NUM))
		return -STP_EINVAL;
	global(i)->num = v;
	return 0;
}

int stp_run_set_str(stp_u32 i, const char *p, stp_u32 len)
{
	const struct stp_global_info *info = scalar(i, STP_G_STR);
	struct stp_global *g;

	if (!info || len > value_bytes(info))
		return -STP_EINVAL;
	g = global(i);
	if (!g->str)
		g->str = stp_os_alloc(value_bytes(info) + 1);
	if (!g->str)
		return -STP_ENOMEM;
	memcpy(g->str, p, len);
	g->str[len] = 0;
	g->len = len;
	return 0;
}
