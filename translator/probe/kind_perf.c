/* SPDX-License-Identifier: LGPL-2.1-or-later */
/**
 * @file
 * perf.type(T).config(C): events as perf_event_open(2) numbers them, of all threads
 * or of those of a program; and timer.profile, which is made of one of them.
 */
#include "translator/probe/kinds.h"
#include "base/tags/probe.h"
#include "translator/probe/programs.h"
#include "translator/target/elf/elf.h"

#define EVERY 1000000		/* events from hit to hit by default */
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

static struct probe_location *add(struct resolve *r, uint32_t type,
			       uint64_t config)
{
	struct probe_location *pl = resolve_add(r, STP_KIND_PERF,
					     resolve_name(r, -1, NULL));

	pl->row.perf.type = type;
	pl->row.perf.config = config;
	return pl;
}

/* Reads the event and its options into the row.  Returns false, and reports it, if
 * they are wrong. */
static bool is_event(struct resolve *r, struct stp_row *ret)
{
	int sample = resolve_component(r, "sample");
	int hz = resolve_component(r, "hz");
	int64_t type = resolve_number(r, 1);

	if (is_bad(r, "the type of an event", type, 0, MAX_TYPE) ||
	    (sample >= 0 && is_bad(r, "the number of events between hits",
				   resolve_number(r, sample), 1, INT64_MAX)) ||
	    (hz >= 0 && is_bad(r, "the number of hits per second",
			       resolve_number(r, hz),
			       1, MAX_HZ)))
		return false;
	ret->perf.type = (uint32_t)type;
	ret->perf.config = (uint64_t)resolve_number(r, 2);
	ret->perf.is_freq = hz >= 0;
	ret->perf.every = hz >= 0 ? resolve_number(r, hz)
			: sample >= 0 ? resolve_number(r, sample)
				      : EVERY;
	return true;
}

/* Reads a counter into the row and declares it.  Returns false, and reports it, if it
 * is wrong.  A counter has no hits: @perf reads it, on the current CPU or in the
 * current thread. */
static bool is_new_counter(struct resolve *r, struct stp_row *ret)
{
	const char *name = resolve_string(r, r->point->comps.n - 1);

	if (!is_event(r, ret))
		return false;
	if (program_find_counter(r->p, name)) {
		diag_hint(diag_error(r->p->diags, DIAG_BAD_PROBE_ARG, r->span,
				     "counter \"%s\" is declared twice", name),
			  "give this one a different name");
		return false;
	}
	vec_push_in(r->p->arena, &r->p->counters, name);
	ret->perf.every = 0;
	ret->perf.counter = (uint32_t)r->p->counters.n;
	return true;
}

static struct probe_location *add_row(struct resolve *r,
				      const struct stp_row *row)
{
	struct probe_location *pl = add(r, row->perf.type, row->perf.config);

	pl->row.perf = row->perf;
	return pl;
}

static void resolve_perf(struct resolve *r, int64_t counts)
{
	struct stp_row row = { 0 };

	if (counts ? is_new_counter(r, &row) : is_event(r, &row))
		add_row(r, &row);
}

/* ---- of one program's threads ------------------------------------------- */

struct of_program {
	struct resolve *whole;
	struct programs p;
	struct stp_row row;
};

/* Adds a probe at the program's first instruction, where a process that runs it
 * begins. */
static void take(void *data, struct resolve *unused, struct binary *b)
{
	struct of_program *of = data;
	struct probe_location *pl;
	uint64_t entry = b->elf->head.e_entry, offset;

	if (!entry || !elf_file_offset(b->elf, entry, &offset)) {
		diag_hint(diag_error(of->whole->p->diags, DIAG_BAD_PROBE_ARG,
				     of->whole->span,
				     "'%s' is a library, not a program of a "
				     "process",
				     b->path),
			  "name the program that uses it");
		return;
	}
	pl = add_row(of->whole, &of->row);
	pl->symbol = b->path;
	pl->location = (struct stp_location){ .space = STP_SPACE_FILE,
					.addr = offset };
	pl->build_id = b->elf->build_id;
	if (of->p.who.of_target)
		pl->row.flags |= STP_ROW_OF_TARGET;
	if (of->p.is_pattern)
		pl->row.flags |= STP_ROW_WILDCARD;
}

/* Resolves the point.  Programs are found as if it began with its component .process. */
static void resolve_of_process(struct resolve *r, int64_t counts)
{
	struct resolve from = *r;
	struct ast_point point = *r->point;
	size_t i = (size_t)resolve_component(r, "process");
	struct of_program of = { .whole = r };

	if (!(counts ? is_new_counter(r, &of.row) : is_event(r, &of.row)))
		return;
	point.comps.at += i;
	point.comps.n -= i;
	from.point = &point;
	of.p = (struct programs){ .r = &from, .take = take, .data = &of };
	programs_each(&of.p);
}

static void resolve_tick(struct resolve *r, int64_t data)
{
	add(r, SOFTWARE, 0);
}

static void resolve_profile(struct resolve *r, int64_t data)
{
	int64_t hz = resolve_number(r, 3);
	struct probe_location *pl;

	if (is_bad(r, "the number of hits per second", hz, 1, MAX_HZ))
		return;
	pl = add(r, SOFTWARE, 0);
	pl->row.perf.is_freq = 1;
	pl->row.perf.every = hz;
}

#define OF_PROCESS(event)                                                      \
	{ "perf.type(n).config(n)" event ".process", resolve_of_process, 0 },  \
	{ "perf.type(n).config(n)" event ".process(s)", resolve_of_process, 0 }

const struct probe_pattern probe_patterns_perf[] = {
	{ "perf.type(n).config(n)", resolve_perf, 0 },
	{ "perf.type(n).config(n).sample(n)", resolve_perf, 0 },
	{ "perf.type(n).config(n).hz(n)", resolve_perf, 0 },
	{ "perf.type(n).config(n).counter(s)", resolve_perf, 1 },
	OF_PROCESS(""),
	OF_PROCESS(".sample(n)"),
	OF_PROCESS(".hz(n)"),
	{ "perf.type(n).config(n).process.counter(s)", resolve_of_process, 1 },
	{ "perf.type(n).config(n).process(s).counter(s)", resolve_of_process,
	  1 },
	{ "timer.profile", resolve_tick, 0 },
	{ "timer.profile.tick", resolve_tick, 0 },
	{ "timer.profile.freq.hz(n)", resolve_profile, 0 },
	{ 0 },
};
