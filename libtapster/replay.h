/* SPDX-License-Identifier: LGPL-2.1-or-later */
/**
 * @file
 * A recording as a script is compiled for it: its tables, and which of them
 * have hits.
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
	bool whole;			/* its end is there, and undamaged */
	struct ir_tape tape;
	VEC(struct replay_loss) losses;
};

/** What was missed while it was recorded. */
struct replay_loss {
	const char *cause;
	uint64_t count;
};

/** All of it is the arena's. */
struct sys_error *replay_read(struct arena *a, const char *path,
			      struct replay **ret);
/** Frees the tables. */
void replay_free(struct replay *r);

#endif
