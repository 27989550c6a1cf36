/* SPDX-License-Identifier: LGPL-2.1-or-later */
/**
 * @file
 * Writing a recording: printing statements whose format begins with
 * STP_TAPE_MARK become hits of a file (runtime/uapi/tape.h).
 */
#ifndef LIBTAPSTER_RECORD_H
#define LIBTAPSTER_RECORD_H

#include <tapster.h>

struct record;
struct sys_error;

/** What the recording says about itself. */
struct record_info {
	const char *release, *version, *script;
};

struct sys_error *record_create(const char *path, const struct record_info *in,
				struct record **ret);
/** The script has a statement of this format: what it may read is known from the
 *  start, also if no hit comes to it. */
void record_declare(struct record *r, const char *format);
/** The script has a probe at @point, which may never be hit. */
void record_point(struct record *r, const char *point);
/** Returns true if @rec is one for the recording, which takes it. */
bool record_take(struct record *r, const struct tapster_record *rec);
/** @count hits or records were lost. */
void record_loss(struct record *r, const char *cause, uint64_t count);
/** Writes the end.  Returns what went wrong since the beginning, or NULL. */
struct sys_error *record_finish(struct record *r, uint64_t *ret_hits);
void record_free(struct record *r);

#endif
