/* SPDX-License-Identifier: LGPL-2.1-or-later */
/**
 * @file
 * Makes structures of <tapster.h> from values in records.  A structure and all that it
 * points at are in one arena.
 */
#ifndef FORMAT_VALUES_H
#define FORMAT_VALUES_H

#include "format/stream.h"

struct arena;

struct values {
	struct format *f;	/* the source of symbols */
	struct arena *arena;
	struct tapster_arg *args;	/* with room for all values */
	size_t n;		/* values in `args` so far */
};

/** Adds one value for each letter of @kinds, from the same index of @v. */
void values_add(struct values *to, const char *kinds,
		const struct stp_val *v);

/** Takes a MAP record.  Its entries are kept until the global's last record has come,
 *  and then all are passed to the callback. */
void snapshot_take(struct format *f, const struct stp_rec *r);
/** Passes a STATE record to the callback. */
void snapshot_state(struct format *f, const struct stp_rec *r);
/** Drops the entries that snapshot_take() has kept. */
void snapshot_free(struct format *f);

#endif
