/* SPDX-License-Identifier: LGPL-2.1-or-later */
/*
 * Contexts: all the memory that a handler may need, made before the first hit.
 * CPUs get contexts only if the script has probes that are hit there.
 */
#include "runtime/core/handler.h"

/* The parts of a context in one block of memory, which begins with the counters:
 * offsets in bytes. */
struct layout {
	stp_u64 workspace, key, frame, out, match, times, size;
	stp_u32 frame_bytes, out_bytes;
};

static stp_u64 part(stp_u64 *at, stp_u64 size)
{
	stp_u64 off = *at;

	*at = (off + size + 63) & ~63ull;
	return off;
}

/* The bytes that sprintf needs for arguments with the kinds @k: their values and the
 * memory that they are of, at most one byte more than a string has (format.c). */
static stp_u32 memory_bytes(const char *k)
{
	stp_u64 n = 0, values = 0;

	for (; *k; k++) {
		values += sizeof(struct stp_val);
		n += *k == 'm' ? STP_MEM_MAX : 0;
	}
	if (n > stp_run.limits[STP_LIM_STRINGLEN] + 1)
		n = stp_run.limits[STP_LIM_STRINGLEN] + 1;
	return n ? STP_ALIGN8(values + n) : 0;
}

/* What a frame has for the memory arguments of any format: at least two of the largest. */
static stp_u32 memory_args(const struct stp_blob *b)
{
	stp_u32 i, n, most = 0;

	for (i = 0; i < stp_blob_n(b, STP_SEC_FORMATS); i++) {
		n = memory_bytes(stp_blob_str(b, stp_blob_fmt(b, i)->kinds));
		if (n > most)
			most = n;
	}
	return most && most < 2 * STP_MEM_MAX ? 2 * STP_MEM_MAX : most;
}

static stp_u32 key_bytes(const struct stp_blob *b)
{
	stp_u32 i, most = b->key_bytes, n;
	const char *k;

	for (i = 0; i < stp_blob_n(b, STP_SEC_GLOBALS); i++) {
		const struct stp_global_info *g = stp_blob_global(b, i);

		if (g->key_bytes > most)
			most = g->key_bytes;
		if (g->key_bytes)
			continue;
		for (n = 0, k = stp_blob_str(b, g->keys); *k; k++)
			n += STP_ALIGN8(4 + stp_run.limits[STP_LIM_STRINGLEN]);
		if (n > most)
			most = n;
	}
	return STP_ALIGN8(most) + 8 * STP_MAX_KEYS;
}

static stp_u64 match_bytes(void)
{
	if (!stp_script.match_words)
		return 0;
	return sizeof(struct stp_last_match) + 4 * stp_script.match_words +
	       stp_run.limits[STP_LIM_STRINGLEN] + 1;
}

static void make_match(struct stp_workspace *c, char *p)
{
	if (!stp_script.match_words)
		return;
	c->match = (struct stp_last_match *)p;
	c->match->text = (char *)(c->match->words + stp_script.match_words);
	c->match->cap = stp_run.limits[STP_LIM_STRINGLEN];
}

static struct layout lay_out(bool is_serial)
{
	const struct stp_blob *b = stp_run.blob;
	struct layout l = { 0 };
	stp_u64 at = 0;

	l.frame_bytes = ((b->frame + 15) & ~15u) + memory_args(b);
	l.out_bytes = stp_out_need(b, stp_run.limits[STP_LIM_STRINGLEN]);
	if (is_serial && l.out_bytes < STP_SERIAL_OUT)
		l.out_bytes = STP_SERIAL_OUT;
	part(&at, (stp_u64)b->n_counters * 8);
	l.workspace = part(&at, sizeof(struct stp_workspace));
	part(&at, ((stp_u64)stp_run.n_sites + 1) * 8);	/* stp_hits() */
	l.key = part(&at, key_bytes(b));
	l.frame = part(&at, l.frame_bytes);
	l.out = part(&at, l.out_bytes);
	l.match = part(&at, match_bytes());
	l.times = part(&at, stp_timing_bytes());
	l.size = at;
	return l;
}

static struct stp_workspace *make_workspace(const struct layout *l)
{
	char *p = stp_os_alloc(l->size);
	struct stp_workspace *c = (struct stp_workspace *)(p + l->workspace);

	if (!p)
		return NULL;
	c->key = p + l->key;
	c->pub.frame = p + l->frame;
	c->pub.frame_end = c->pub.frame + l->frame_bytes;
	stp_out_init(c, p + l->out, l->out_bytes);
	make_match(c, p + l->match);
	if (stp_timing_bytes())
		c->times = (struct stp_times *)(p + l->times);
	c->max_actions = stp_run.limits[STP_LIM_ACTION];
	c->max_ns = stp_run.limits[STP_LIM_TIME_MS] * 1000000;
	c->sample = c->weight = stp_sample(c);
	return c;
}

static void free_workspace(struct stp_workspace *c, const struct layout *l)
{
	if (c)
		stp_os_free((char *)c - l->workspace, l->size);
}

static struct stp_workspace *make_atomic(const struct layout *l, stp_u32 cpu,
					 stp_u32 level)
{
	struct stp_workspace *c = make_workspace(l);

	if (!c)
		return NULL;
	c->cpu = cpu;
	c->pub.me = 1 + cpu;
	c->pub.level = level;
	c->slot = 1 + cpu * STP_N_LEVELS + level;
	c->cell = 1 + cpu;
	return c;
}

static bool needs_cpus(void)
{
	stp_u32 i;

	for (i = 0; i < stp_run.n_sites; i++) {
		const struct stp_site *s = &stp_run.sites[i];

		if (s->kind->is_atomic && s->kind->is_atomic(s->row))
			return true;
	}
	return false;
}

/* The number of spare contexts, which is how many handlers may sleep at a time; 0 if
 * no kind of the script lets them sleep. */
static stp_u32 count_spares(void)
{
	stp_u32 i, n = 2 * stp_run.n_cpus;

	for (i = 0; i < stp_script.n_kinds; i++)
		if (stp_script.kinds[i]->read)
			return n < 4 ? 4 : stp_min_u32(n, 16);
	return 0;
}

static struct stp_workspace *make_numbered(const struct layout *l, stp_u32 i)
{
	stp_u32 n = STP_CPU_WORKSPACES(stp_run.n_cpus);
	struct stp_workspace *c;

	if (i < n)
		return make_atomic(l, (i - 1) / STP_N_LEVELS,
				   (i - 1) % STP_N_LEVELS);
	c = make_atomic(l, 0, STP_TASK);
	if (c) {
		c->slot = i;
		c->spare = STP_SPARE_FREE;
	}
	return c;
}

int stp_workspaces_setup(void)
{
	struct stp_run *s = &stp_run;
	struct layout l = lay_out(true), la = lay_out(false);
	stp_u32 i;

	s->n_cpus = needs_cpus() ? stp_os_n_cpus() : 0;
	s->n_workspaces = STP_CPU_WORKSPACES(s->n_cpus) + count_spares();
	s->workspaces =
		stp_os_alloc((stp_u64)s->n_workspaces * sizeof(*s->workspaces));
	if (!s->workspaces)
		return -STP_ENOMEM;
	s->workspaces[0] = make_workspace(&l);
	if (!s->workspaces[0])
		return -STP_ENOMEM;
	s->workspaces[0]->is_serial = true;
	for (i = 1; i < s->n_workspaces; i++) {
		s->workspaces[i] = make_numbered(&la, i);
		if (!s->workspaces[i])
			return -STP_ENOMEM;
	}
	return 0;
}

void stp_workspaces_free(void)
{
	struct stp_run *s = &stp_run;
	struct layout l = lay_out(true), la = lay_out(false);
	stp_u32 i;

	for (i = 0; s->workspaces && i < s->n_workspaces; i++)
		free_workspace(s->workspaces[i], i ? &la : &l);
	stp_os_free(s->workspaces,
		    (stp_u64)s->n_workspaces * sizeof(*s->workspaces));
	s->workspaces = NULL;
	s->n_workspaces = 0;
}
