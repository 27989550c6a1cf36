/* SPDX-License-Identifier: LGPL-2.1-or-later */
/**
 * @file
 * Timers: by unit of time, by frequency, by jiffies; with jitter.
 */
#include "translator/probe/kinds.h"
#include "base/tags/probe.h"

#define NS_PER_S INT64_C(1000000000)
#define JIFFIES INT64_C(0)
#define HZ INT64_C(-1)
/* Intervals longer than a year are taken for a mistake. */
#define MAX_NS (NS_PER_S * 3600 * 24 * 366)
/* The length of a jiffy depends on the kernel: ten milliseconds at most. */
#define MAX_JIFFY_NS (NS_PER_S / 100)

static bool bad_interval(struct resolve *r, int64_t n, int64_t unit)
{
	int64_t most = unit > 0 ? MAX_NS / unit
				: unit == HZ ? NS_PER_S : MAX_NS / MAX_JIFFY_NS;

	if (n >= 1 && n <= most)
		return false;
	diag_error(r->p->diags, DIAG_BAD_PROBE_ARG, r->span,
		   "a timer's %s must be 1 to %lld here, not %lld",
		   unit == HZ ? "hits a second" : "interval", (long long)most,
		   (long long)n);
	return true;
}

static void resolve_timer(struct resolve *r, int64_t unit)
{
	int random = resolve_component(r, "randomize");
	int64_t n = resolve_number(r, 1);
	int64_t jitter = random < 0 ? 0 : resolve_number(r, random);
	struct probe_location *pl;

	if (bad_interval(r, n, unit))
		return;
	if (jitter < 0 || jitter > n) {
		diag_error(r->p->diags, DIAG_BAD_PROBE_ARG, r->span,
			   "the jitter must be 0 to %lld, which is the "
			   "interval",
			   (long long)n);
		return;
	}
	pl = resolve_add(r, STP_KIND_TIMER, resolve_name(r, -1, NULL));
	if (unit == JIFFIES) {
		pl->row.timer.jiffies = n;
		pl->row.timer.jitter_jiffies = jitter;
	} else if (unit == HZ) {
		pl->row.timer.interval_ns = NS_PER_S / n;
	} else {
		pl->row.timer.interval_ns = n * unit;
		pl->row.timer.jitter_ns = jitter * unit;
	}
}

#define UNIT(name, ns)                                                         \
	{ "timer." name "(n)", resolve_timer, ns },                            \
	{ "timer." name "(n).randomize(n)", resolve_timer, ns }

const struct probe_pattern probe_patterns_timer[] = {
	UNIT("s", NS_PER_S),
	UNIT("sec", NS_PER_S),
	UNIT("ms", 1000000),
	UNIT("msec", 1000000),
	UNIT("us", 1000),
	UNIT("usec", 1000),
	UNIT("ns", 1),
	UNIT("nsec", 1),
	UNIT("jiffies", JIFFIES),
	{ "timer.hz(n)", resolve_timer, HZ },
	{ 0 },
};
