/* SPDX-License-Identifier: LGPL-2.1-or-later */
/**
 * @file
 * Values as structures of <tapster.h>, in one arena with all that they point at.
 */
#ifndef FORMAT_VALUES_H
#define FORMAT_VALUES_H

#include "format/stream.h"

struct arena;

struct values {
	struct format *f;	/* the source of symbols */
	struct arena *arena;
	struct tapster_arg *args;
	size_t n;
};

/** Add one value for each letter of @kinds; @to->args must have room for them. */
void values_add(struct values *to, const char *kinds,
		const struct stp_val *v);

/** Takes a MAP record: entries are gathered until the global is complete, and then
 *  passed to the callback. */
void snapshot_take(struct format *f, const struct stp_rec *r);
/** Passes a STATE record to the callback. */
void snapshot_state(struct format *f, const struct stp_rec *r);
void snapshot_free(struct format *f);

#endif
