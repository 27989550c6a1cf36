/* SPDX-License-Identifier: LGPL-2.1-or-later */
/**
 * @file
 * Records as events in time, as trace_event.c and ctf.c take them.
 */
#ifndef EXPORT_TIMELINE_H
#define EXPORT_TIMELINE_H

#include "export/export.h"

/** One of the two formats; each puts this first into a structure of its own. */
struct export_timeline {
	const struct timeline_ops *ops;
	const char *script, *release;	/* for the header */
	bool has_begun, has_clock;
	int64_t wall_ns;	/* the wall clock is time_ns and that */
	struct { char *cause; uint64_t count; } *losses;
	size_t n_losses;
};

struct timeline_ops {
	/** Before the first record; also of a session without one. */
	bool (*begin)(struct export_timeline *t);
	bool (*record)(struct export_timeline *t,
		       const struct tapster_record *r);
	/** Makes the file complete for now. */
	bool (*flush)(struct export_timeline *t);
	/** The last bytes, and all memory but that of struct export_timeline.
	 *  The FILE stays the client's. */
	bool (*end)(struct export_timeline *t);
};

/** The name of value @i, or "arg@i+1" in @buf. */
const char *timeline_name(const struct tapster_record *r, size_t i, char *buf,
			  size_t size);
/** What a string argument says: of a stack, the functions.  Free it. */
char *timeline_string(const struct tapster_arg *a);
/** The text without the newline at its end; free it. */
char *timeline_text(const struct tapster_record *r);

#endif
