/* SPDX-License-Identifier: LGPL-2.1-or-later */
/**
 * @file
 * The messages that a child, which compiles as another user (as_user.c), sends to
 * its parent over a socket.  The parent answers a question with one byte, y or n.
 *
 * A message is a frame {u32 type; u32 len; bytes}, in the host's byte order, because
 * both ends are the same program.  The reader has more rights than the writer, so it
 * trusts no length.
 */
#ifndef LIBTAPSTER_FRAMES_H
#define LIBTAPSTER_FRAMES_H

#include "libtapster/lib.h"

enum frame_type {
	FRAME_PROGRESS,		/* double seconds, string */
	FRAME_DIAGNOSTIC,	/* see frame_put_diag() */
	FRAME_TIMING,		/* u32 stage, double seconds, string */
	FRAME_MODULE,		/* u32 cache hit, name, release, build id, bytes */
	FRAME_TEXT,		/* of a dump */
	FRAME_QUESTION,		/* string */
	FRAME_END,		/* u32: 0 fine, 1 failed; then struct lib_facts, u32
				   each */
	FRAME_N_TYPES
};

/** A frame that is being read. */
struct frame {
	uint32_t type;
	const char *p;		/* the bytes that were not read yet */
	size_t left;		/* how many they are */
	bool bad;		/* a value did not fit into them */
};

/* ---- writing: values into a buffer, then the buffer to a descriptor */

void frame_put_u32(struct buf *b, uint32_t v);
void frame_put_double(struct buf *b, double v);
/** Writes a string, which may be NULL; the reader can tell NULL from "". */
void frame_put_string(struct buf *b, const char *s);
void frame_put_bytes(struct buf *b, const void *p, size_t n);
void frame_put_diag(struct buf *b, const struct lib_diag *d);
/** Writes a frame: type, length and @b.  Returns false if @b is larger than 64 MB, or if
 *  writing fails, for example because the reader has ended. */
bool frame_send(int fd, enum frame_type type, const struct buf *b);

/* ---- reading: a value that is cut off, and all after it, are 0 or NULL */

uint32_t frame_u32(struct frame *f);
double frame_double(struct frame *f);
/** Reads a string, which is copied to @a.  NULL: it was NULL, or is cut off. */
const char *frame_string(struct frame *f, struct arena *a);
/** Returns all *@n_ret bytes that are left in the frame. */
const void *frame_bytes(struct frame *f, size_t *n_ret);
/** Reads a diagnostic, whose memory is from @a; NULL if it is not valid. */
struct lib_diag *frame_diag(struct frame *f, struct arena *a);
/** Reads the next frame from @fd into @b, which must live as long as *@ret is read.
 *  Returns false at the end of the stream, or if the frame is cut off, of an unknown
 *  type or larger than 64 MB. */
bool frame_receive(int fd, struct buf *b, struct frame *ret);

#endif
