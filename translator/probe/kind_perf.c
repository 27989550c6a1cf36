/* SPDX-License-Identifier: LGPL-2.1-or-later */
/**
 * @file
 * perf.type(T).config(C): events as perf_event_open(2) numbers them, and
 * timer.profile, which is made of one of them.
 */
#include "translator/probe/kinds.h"

#define EVERY 1000000		/* events from hit to hit, if nobody says */
#define SOFTWARE 1		/* PERF_TYPE_SOFTWARE: its event 0 is a clock */
#define MAX_TYPE INT32_MAX
#define MAX_HZ 1000000000

static bool is_bad(struct resolve *r, const char *what, int64_t n,
		   int64_t least, int64_t most)
{
	if (n >= least && n <= most)
		return false;
	diag_error(r->p->diags, DIAG_BAD_PROBE_ARG, r->span,
		   "%s must be %lld to %lld, not %lld", what,
		   (long long)least, (long long)most, (long long)n);
	return true;
}

static struct probe_place *add(struct resolve *r, uint32_t type,
			       uint64_t config)
{
	struct probe_place *pl = resolve_add(r, STP_KIND_PERF,
					     resolve_name(r, -1, NULL));

	pl->row.perf.type = type;
	pl->row.perf.config = config;
	return pl;
}

static void resolve_perf(struct resolve *r, int64_t data)
{
	int sample = resolve_component(r, "sample");
	int hz = resolve_component(r, "hz");
	int64_t type = resolve_number(r, 1);
	struct probe_place *pl;

	if (is_bad(r, "the type of an event", type, 0, MAX_TYPE) ||
	    (sample >= 0 && is_bad(r, "the number of events from hit to hit",
				   resolve_number(r, sample), 1, INT64_MAX)) ||
	    (hz >= 0 && is_bad(r, "the hits a second", resolve_number(r, hz),
			       1, MAX_HZ)))
		return;
	pl = add(r, (uint32_t)type, (uint64_t)resolve_number(r, 2));
	pl->row.perf.is_freq = hz >= 0;
	pl->row.perf.every = hz >= 0 ? resolve_number(r, hz)
			   : sample >= 0 ? resolve_number(r, sample)
					 : EVERY;
}

/* What counts has no hits; @perf reads it, on the CPU where that is asked. */
static void resolve_counter(struct resolve *r, int64_t data)
{
	int64_t type = resolve_number(r, 1);
	const char *name = resolve_string(r, 3);
	struct probe_place *pl;

	if (is_bad(r, "the type of an event", type, 0, MAX_TYPE))
		return;
	if (program_find_counter(r->p, name)) {
		diag_hint(diag_error(r->p->diags, DIAG_BAD_PROBE_ARG, r->span,
				     "a counter called \"%s\" is declared "
				     "already", name),
			  "give this one a name of its own");
		return;
	}
	vec_push_in(r->p->arena, &r->p->counters, name);
	pl = add(r, (uint32_t)type, (uint64_t)resolve_number(r, 2));
	pl->row.perf.counter = (uint32_t)r->p->counters.n;
}

static void resolve_tick(struct resolve *r, int64_t data)
{
	add(r, SOFTWARE, 0);
}

static void resolve_profile(struct resolve *r, int64_t data)
{
	int64_t hz = resolve_number(r, 3);
	struct probe_place *pl;

	if (is_bad(r, "the hits a second", hz, 1, MAX_HZ))
		return;
	pl = add(r, SOFTWARE, 0);
	pl->row.perf.is_freq = 1;
	pl->row.perf.every = hz;
}

/* Of one program's threads: who sees programs start is still to come. */
static void resolve_of_process(struct resolve *r, int64_t data)
{
	diag_hint(diag_error(r->p->diags, DIAG_NOT_SUPPORTED_YET, r->span,
			     "events of single programs cannot be counted by "
			     "this version"),
		  "without .process the event is that of all CPUs; a "
		  "condition on pid() or execname() picks hits");
}

const struct probe_pattern probe_patterns_perf[] = {
	{ "perf.type(n).config(n)", resolve_perf, 0 },
	{ "perf.type(n).config(n).sample(n)", resolve_perf, 0 },
	{ "perf.type(n).config(n).hz(n)", resolve_perf, 0 },
	{ "perf.type(n).config(n).process", resolve_of_process, 0 },
	{ "perf.type(n).config(n).process(s)", resolve_of_process, 0 },
	{ "perf.type(n).config(n).counter(s)", resolve_counter, 0 },
	{ "perf.type(n).config(n).process(s).counter(s)", resolve_of_process,
	  0 },
	{ "timer.profile", resolve_tick, 0 },
	{ "timer.profile.tick", resolve_tick, 0 },
	{ "timer.profile.freq.hz(n)", resolve_profile, 0 },
	{ 0 },
};
