/* SPDX-License-Identifier: LGPL-2.1-or-later */
/**
 * @file
 * Writes a recording: printing statements whose format begins with STP_TAPE_MARK
 * become hits of a file (runtime/uapi/tape.h).
 */
#ifndef LIBTAPSTER_RECORD_H
#define LIBTAPSTER_RECORD_H

#include <tapster.h>

struct record;
struct sys_error;

/** Facts about the recording, which are stored in it. */
struct record_info {
	const char *release, *version, *script;
};

struct sys_error *record_create(const char *path, const struct record_info *in,
				struct record **ret);
/** Declares a statement of the script with this format, so that the recording lists
 *  what the statement reads even if it is never executed. */
void record_declare(struct record *r, const char *format);
/** Declares a probe of the script at @point, which may never be hit. */
void record_point(struct record *r, const char *point);
/** Adds @rec to the recording if its format has the mark; otherwise returns false. */
bool record_take(struct record *r, const struct tapster_record *rec);
/** Adds that @count hits or records were lost. */
void record_loss(struct record *r, const char *cause, uint64_t count);
/** Writes the end and closes the file.  Returns the first error since the
 *  beginning, or NULL; *@ret_hits: the number of hits. */
struct sys_error *record_finish(struct record *r, uint64_t *ret_hits);
void record_free(struct record *r);

#endif
