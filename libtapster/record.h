/* SPDX-License-Identifier: LGPL-2.1-or-later */
/**
 * @file
 * Writes a recording, the file of runtime/uapi/tape.h.  Its hits are made from records
 * of printing statements whose format begins with STP_TAPE_MARK.
 */
#ifndef LIBTAPSTER_RECORD_H
#define LIBTAPSTER_RECORD_H

#include <tapster.h>

struct record;
struct sys_error;

/** Facts that are stored in the recording: the kernel's release ("": there is none), the
 *  version of tapster, the script's name ("": the client provides the hits). */
struct record_info {
	const char *release, *version, *script;
};

/** Creates the file and writes its beginning.  *@ret is to be freed by record_free(). */
struct sys_error *record_create(const char *path, const struct record_info *in,
				struct record **ret);
/** Declares a printing statement of the script with this format, so that the recording
 *  lists the values that it reads even if it is never executed.  Does nothing without
 *  the mark. */
void record_declare(struct record *r, const char *format);
/** Declares a probe of the script at @point, which may never be hit. */
void record_point(struct record *r, const char *point);
/** Adds @rec to the recording.  Returns false, and does nothing, if the format of @rec
 *  has no mark. */
bool record_take(struct record *r, const struct tapster_record *rec);
/** Adds the information that @count hits or records were lost by @cause. */
void record_loss(struct record *r, const char *cause, uint64_t count);
/** Writes the end and closes the file; call record_free() afterwards.  Returns the first
 *  error in writing since record_create(); NULL: there was none.  *@ret_hits gets the
 *  number of hits. */
struct sys_error *record_finish(struct record *r, uint64_t *ret_hits);
/** Frees @r, which may be NULL.  Without record_finish() the file has no end. */
void record_free(struct record *r);

#endif
