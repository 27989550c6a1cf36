/* SPDX-License-Identifier: LGPL-2.1-or-later */
/**
 * @file
 * A timeline: trace_event.c and ctf.c write its records as events in time.
 */
#ifndef EXPORT_TIMELINE_H
#define EXPORT_TIMELINE_H

#include "export/export.h"

/** The common part of both formats; each has it first in its own structure. */
struct export_timeline {
	const struct timeline_ops *ops;
	const char *script, *release;	/* for the header; NULL: not set */
	bool has_begun, has_clock;
	int64_t wall_ns;	/* time of day minus CLOCK_MONOTONIC, if has_clock */
	struct { char *cause; uint64_t count; } *losses;
	size_t n_losses;
};

struct timeline_ops {
	/** Writes the header.  It is called once, even if there are no records. */
	bool (*begin)(struct export_timeline *t);
	bool (*record)(struct export_timeline *t,
		       const struct tapster_record *r);
	/** Makes what was written so far readable as a file, if the format supports that. */
	bool (*flush)(struct export_timeline *t);
	/** Writes the last bytes, and frees all memory except struct export_timeline.  ctf.c
	 *  closes its files; the FILE of export_trace_event() stays open. */
	bool (*end)(struct export_timeline *t);
};

/** The name of the value with index @i.  A value without a name gets "arg1", "arg2" and so on, in
 *  @buf. */
const char *timeline_name(const struct tapster_record *r, size_t i, char *buf,
			  size_t size);
/** Returns an argument that is no number and no aggregate as a string.  Of a stack, these are its
 *  functions, the innermost first.  The caller frees it. */
char *timeline_string(const struct tapster_arg *a);
/** Returns the text of a record without the newline at its end; the caller frees
 *  it. */
char *timeline_text(const struct tapster_record *r);

#endif
