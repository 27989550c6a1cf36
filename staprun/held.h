/* SPDX-License-Identifier: GPL-2.0-or-later */
/**
 * @file
 * Records that wait, in their order, until the symbols that they show are
 * known.  The rings are still read meanwhile.  The time that a record waits, and
 * the bytes that wait, have limits (held.c).  Above them, the first record is
 * shown with the names that are known.
 */
#ifndef STAPRUN_HELD_H
#define STAPRUN_HELD_H

#include "staprun/staprun.h"

struct held_record;

struct held {
	struct held_record *first, **end;
	uint64_t bytes;
};

void held_init(struct held *h);
/** Returns true if no record waits. */
bool held_is_empty(const struct held *h);
/** Adds a copy of @rec at the end. */
void held_put(struct held *h, const struct output *out,
	      const struct stp_rec *rec);
/** Returns the first record if its names are known or a limit is reached; else
 *  NULL. */
const struct stp_rec *held_next(struct held *h, struct output *out);
/** Removes the record of held_next(), which has been shown. */
void held_drop(struct held *h, struct output *out);
/** Returns the milliseconds until the first record has waited for long enough;
 *  -1: no record waits. */
int held_timeout(const struct held *h);

#endif
