/* SPDX-License-Identifier: LGPL-2.1-or-later */
/**
 * @file
 * A recording, for compiling a script for it: its tables, and the points that have
 * hits.
 */
#ifndef LIBTAPSTER_REPLAY_H
#define LIBTAPSTER_REPLAY_H

#include <stddef.h>
#include <stdint.h>

#include "translator/pipeline.h"

struct arena;
struct sys_error;

struct replay {
	const char *path;		/* absolute */
	const char *release;		/* of the recorded kernel; "": host */
	uint64_t n_hits;
	bool whole;			/* false: the file was cut, and has no END */
	struct ir_tape tape;
	VEC(struct replay_loss) losses;
};

/** A cause of hits that are missing in the recording. */
struct replay_loss {
	const char *cause;
	uint64_t count;
};

/** Reads the recording @path; its memory is the arena's, but call replay_free(). */
struct sys_error *replay_read(struct arena *a, const char *path,
			      struct replay **ret);
/** Frees the tables. */
void replay_free(struct replay *r);

#endif
