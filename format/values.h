/* SPDX-License-Identifier: LGPL-2.1-or-later */
/**
 * @file
 * Values as structures of <tapster.h>: they, and all that they point at, are
 * in one arena.
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

/** Add one value for each letter of @kinds; there is room in @to->args. */
void values_add(struct values *to, const char *kinds,
		const struct stp_val *v);

/** A MAP record: gathered until the global is whole, then told. */
void snapshot_take(struct format *f, const struct stp_rec *r);
/** A STATE record: told. */
void snapshot_state(struct format *f, const struct stp_rec *r);
void snapshot_free(struct format *f);

#endif
