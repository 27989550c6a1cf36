/* SPDX-License-Identifier: LGPL-2.1-or-later */
/**
 * @file
 * Reads what the compiler needs of a recording: its tables, the probe points that have
 * hits, and the keys that were read there.
 */
#ifndef LIBTAPSTER_REPLAY_H
#define LIBTAPSTER_REPLAY_H

#include <stddef.h>
#include <stdint.h>

#include "translator/pipeline.h"

struct arena;
struct sys_error;

struct replay {
	const char *path;		/* of the file, absolute */
	const char *release;		/* of the recorded kernel; "": there was none */
	uint64_t n_hits;
	bool whole;			/* false: the file is cut off before its END */
	struct ir_tape tape;
	VEC(struct replay_loss) losses;
};

/** How many hits or records the recording lacks for one cause. */
struct replay_loss {
	const char *cause;		/* a phrase for display */
	uint64_t count;
};

/** Reads the recording @path.  *@ret is from @a, but its tables are not: free them by
 *  replay_free(), also if *@ret was set and an error is returned. */
struct sys_error *replay_read(struct arena *a, const char *path,
			      struct replay **ret);
/** Frees the tables of @r, which may be NULL. */
void replay_free(struct replay *r);

#endif
