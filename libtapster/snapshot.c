/* SPDX-License-Identifier: LGPL-2.1-or-later */
/*
 * Requests snapshots of the globals and changes of a run.  Passes the part of a snapshot
 * that the client has requested: some globals, or the largest of their entries.
 */
#include <stdlib.h>
#include <string.h>

#include "base/arena.h"
#include "libtapster/lib_run.h"

int tapster_snapshot(struct tapster_session *s,
		     const struct tapster_snapshot_request *rq)
{
	struct tapster_snapshot_request all = { 0 };

	if (rq)
		memcpy(&all, rq, rq->size < sizeof(all) ? rq->size
							: sizeof(all));
	s->shot = all;
	if (all.global)
		s->shot.global = arena_strdup(s->arena, all.global);
	if (!s->run || s->run->over || !s->run->ops->snapshot)
		return -1;
	s->run->shot_wanted = true;
	run_ask_snapshot(s->run);
	return 0;
}

/* Requests a snapshot if one is wanted and the runner's first record has arrived.  Before
 * its first record the runner has no handler for the signal. */
void run_ask_snapshot(struct run *r)
{
	if (!r->shot_wanted || !format_has_begun(r->format))
		return;
	r->shot_wanted = false;
	r->ops->snapshot(r);
}

/* ---- changing a run ----------------------------------------------------- */

static bool goes_on(const struct tapster_session *s)
{
	return s->run && !s->run->over && s->run->ops->ask;
}

int tapster_switch_probe(struct tapster_session *s, size_t probe, bool on)
{
	uint32_t word;

	if (!goes_on(s) || !format_ask_switch(s->run->format, probe, on, &word))
		return -1;
	s->run->ops->ask(s->run, word);
	return 0;
}

int tapster_reset(struct tapster_session *s, const char *global)
{
	uint32_t word;

	if (!goes_on(s) || !format_ask_reset(s->run->format, global, &word))
		return -1;
	s->run->ops->ask(s->run, word);
	return 0;
}

/* ---- the largest -------------------------------------------------------- */

struct entry {
	const struct tapster_arg *args, *value;
	size_t at;
};

static int by_number(int64_t a, int64_t b)
{
	return (a < b) - (a > b);
}

static int by_bytes(const struct tapster_arg *a, const struct tapster_arg *b)
{
	size_t n = a->len < b->len ? a->len : b->len;
	int c = memcmp(b->bytes, a->bytes, n);

	return c ? c : by_number((int64_t)a->len, (int64_t)b->len);
}

/* Compares entries, for qsort(): the largest value first.  Entries with equal values keep
 * their order. */
static int larger_first(const void *x, const void *y)
{
	const struct entry *a = x, *b = y;
	int c;

	if (a->value->kind == TAPSTER_ARG_NUMBER)
		c = by_number(a->value->number, b->value->number);
	else if (a->value->kind == TAPSTER_ARG_AGGREGATE)
		c = by_number(a->value->aggregate->count,
			      b->value->aggregate->count);
	else
		c = by_bytes(a->value, b->value);
	return c ? c : (a->at > b->at) - (a->at < b->at);
}

/* Replaces the entries of the snapshot by a copy of its largest ones.  Returns the
 * copy, which the caller frees. */
static struct tapster_arg *keep_top(struct tapster_snapshot *sn, size_t top)
{
	size_t n = sn->n_keys + 1;
	struct entry *all = xcalloc(sn->n_entries + 1, sizeof(*all));
	struct tapster_arg *args;

	for (size_t i = 0; i < sn->n_entries; i++)
		all[i] = (struct entry){ sn->args + i * n,
					 sn->args + i * n + n - 1, i };
	qsort(all, sn->n_entries, sizeof(*all), larger_first);
	if (sn->n_entries > top)
		sn->n_entries = top;
	args = xcalloc(sn->n_entries * n + 1, sizeof(*args));
	for (size_t i = 0; i < sn->n_entries; i++)
		memcpy(args + i * n, all[i].args, n * sizeof(*args));
	sn->args = args;
	free(all);
	return args;
}

void run_tell_snapshot(struct run *r, const struct tapster_snapshot *from)
{
	const struct tapster_snapshot_request *rq = &r->s->shot;
	struct tapster_snapshot sn = *from;
	struct tapster_arg *args = NULL;

	if (from->is_reset) {
		r->s->cb.snapshot(r->s->data, from);
		return;
	}
	if ((rq->global && strcmp(rq->global, sn.global)) ||
	    (!rq->library && !rq->global && sn.is_library))
		return;
	if (rq->top)
		args = keep_top(&sn, rq->top);
	r->s->cb.snapshot(r->s->data, &sn);
	free(args);
}
