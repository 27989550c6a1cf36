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
	const char *script, *release;	/* for the header */
	bool has_begun, has_clock;
	int64_t wall_ns;	/* time of day minus time_ns of records */
	struct { char *cause; uint64_t count; } *losses;
	size_t n_losses;
};

struct timeline_ops {
	/** Writes the header; also if there are no records. */
	bool (*begin)(struct export_timeline *t);
	bool (*record)(struct export_timeline *t,
		       const struct tapster_record *r);
	/** Makes the file complete for now. */
	bool (*flush)(struct export_timeline *t);
	/** Writes the last bytes, and frees all memory but that of struct
	 *  export_timeline.  ctf.c closes its files; the FILE of
	 *  export_trace_event() stays the client's. */
	bool (*end)(struct export_timeline *t);
};

/** The name of value @i; if it has none, "arg1" for the first value and so on, in
 *  @buf. */
const char *timeline_name(const struct tapster_record *r, size_t i, char *buf,
			  size_t size);
/** Returns the text of a string argument; for a stack, its functions.  The caller
 *  frees it. */
char *timeline_string(const struct tapster_arg *a);
/** Returns the text of a record without the newline at its end; the caller frees
 *  it. */
char *timeline_text(const struct tapster_record *r);

#endif
