/* SPDX-License-Identifier: LGPL-2.1-or-later */
/*
 * Intrinsics about the probe that was hit, the run's target, and the hits and misses of
 * rows; and a random number.
 */
#include "runtime/core/fn.h"

static STP_FN struct stp_str copy(struct stp_ctx *c, struct stp_slot s,
				  const char *p, stp_u32 len)
{
	return stp_str_copy(c, s, (struct stp_str){ p, len });
}

STP_INTRINSIC stp_s64 stp_fn_target(struct stp_ctx *c)
{
	return stp_run.limits[STP_LIM_TARGET];
}

/* Returns a random number from 0 to @n - 1; 0 if @n is not positive. */
STP_INTRINSIC stp_s64 stp_fn_randint(struct stp_ctx *c, stp_s64 n)
{
	unsigned __int128 product = stp_os_random();

	product *= n > 0 ? (stp_u64)n : 0;
	return (stp_s64)(product >> 64);
}

STP_INTRINSIC struct stp_str stp_fn_pp(struct stp_ctx *c, struct stp_slot s)
{
	const struct stp_blob *b = stp_run.blob;
	const char *p =
		stp_blob_str(b, stp_blob_probe(b, c->site->probe)->name);

	return copy(c, s, p, strlen(p));
}

STP_INTRINSIC struct stp_str stp_fn_pn(struct stp_ctx *c, struct stp_slot s)
{
	const struct stp_blob *b = stp_run.blob;
	const char *p =
		stp_blob_str(b, stp_blob_probe(b, c->site->probe)->written);

	return copy(c, s, p, strlen(p));
}

/* SystemTap's names for the kinds of probes.  NULL: the name depends on the row; or, for
 * STP_KIND_TAPE, a replay gets the name from the recording. */
static const char *const probe_types[STP_N_KINDS] = {
	[STP_KIND_BEGIN] = "begin_end",
	[STP_KIND_END] = "begin_end",
	[STP_KIND_ERROR] = "begin_end",
	[STP_KIND_KPROBE] = "kprobe",
	[STP_KIND_FTRACE] = "kprobe",
	[STP_KIND_TRACEPOINT] = "kernel_tracepoint",
	[STP_KIND_HWBREAK] = "hardware_data_breakpoint",
	[STP_KIND_PROCFS] = "procfs",
	[STP_KIND_INPUT] = "procfs",
	[STP_KIND_NETFILTER] = "netfilter",
	[STP_KIND_UPROBE] = "uprobe",
	[STP_KIND_URETPROBE] = "uretprobe",
};

static const char *probe_type(const struct stp_row *r)
{
	switch (r->kind) {
	case STP_KIND_TIMER:
		return r->timer.interval_ns ? "hrtimer" : "timer";
	case STP_KIND_KRETPROBE:
		return r->point == STP_POINT_ENTRY ? "kprobe" : "kretprobe";
	case STP_KIND_PERF:
		return r->flags & STP_ROW_WATCH ? "hardware_data_breakpoint"
						: "perf_event";
	case STP_KIND_PROCESS:
		return r->process.event < STP_PROCESS_SYSCALL
			? "utrace" : "utrace_syscall";
	default:
		return probe_types[r->kind];
	}
}

STP_INTRINSIC struct stp_str stp_fn_probe_type(struct stp_ctx *c,
					       struct stp_slot s)
{
	const char *p = probe_type(c->site->row);

	return copy(c, s, p, strlen(p));
}

/* Returns the module of the location, which is before ":" in its name; "" without a
 * location or for one in a program; "kernel" for any other. */
STP_INTRINSIC struct stp_str stp_fn_probemod(struct stp_ctx *c,
					     struct stp_slot s)
{
	const struct stp_blob *b = stp_run.blob;
	stp_u32 at = c->site->row->location;
	const struct stp_location *location;
	const char *p;

	if (at == ~0u)
		return copy(c, s, "", 0);
	location = stp_blob_location(b, at);
	if (location->space != STP_SPACE_MODULE)
		return copy(c, s, "kernel",
			    location->space == STP_SPACE_FILE ? 0 : 6);
	p = stp_blob_str(b, location->name);
	return copy(c, s, p, strcspn(p, ":"));
}

/* Returns the symbol of the location, without "module:"; "" if the row has no location.
 * For a location in a program, returns the function in its `anchor`. */
STP_INTRINSIC struct stp_str stp_fn_probefunc(struct stp_ctx *c,
					      struct stp_slot s)
{
	const struct stp_blob *b = stp_run.blob;
	stp_u32 place = c->site->row->location;
	const char *p = "", *colon;

	if (place != ~0u && stp_blob_location(b, place)->space == STP_SPACE_FILE) {
		p = stp_blob_str(b, stp_blob_location(b, place)->anchor);
		return copy(c, s, p, strlen(p));
	}
	if (place != ~0u)
		p = stp_blob_str(b, stp_blob_location(b, place)->name);
	colon = strchr(p, ':');
	if (colon)
		p = colon + 1;
	return copy(c, s, p, strlen(p));
}

/* ---- events ------------------------------------------------------------- */

/*
 * Returns true if the probe of @site is written at @line of @file and does not run alone
 * (stp_site.alone).  The end probe that prints the counts (events/profile.c) runs alone:
 * it has the source location of one of the events.
 */
static STP_FN bool is_written_at(const struct stp_site *site,
				 struct stp_str file, stp_s64 line)
{
	const struct stp_blob *b = stp_run.blob;
	const struct stp_loc *l;
	const char *name;

	l = stp_blob_loc(b, stp_blob_probe(b, site->row->probe)->loc);
	name = stp_blob_str(b, l->file);
	return !site->alone && l->line == line && strlen(name) == file.len &&
	       !memcmp(name, file.p, file.len);
}

static STP_FN stp_s64 sum_rows(struct stp_str file, stp_s64 line,
			       stp_s64 (*number)(stp_u32 row))
{
	stp_s64 sum = 0;
	stp_u32 i;

	for (i = 0; i < stp_run.n_sites; i++)
		if (is_written_at(&stp_run.sites[i], file, line))
			sum += number(i);
	return sum;
}

static STP_FN stp_s64 hits_of(stp_u32 row)
{
	return stp_run_hits(row);
}

static STP_FN stp_s64 misses_of(stp_u32 row)
{
	struct stp_ioc_row r = { .row = row };

	return stp_run_row(&r) ? 0 : r.missed;
}

STP_INTRINSIC stp_s64 stp_fn_event_hits(struct stp_ctx *c, struct stp_str file,
					stp_s64 line)
{
	return sum_rows(file, line, hits_of);
}

STP_INTRINSIC stp_s64 stp_fn_event_misses(struct stp_ctx *c,
					  struct stp_str file, stp_s64 line)
{
	return sum_rows(file, line, misses_of);
}
