/* SPDX-License-Identifier: LGPL-2.1-or-later */
/**
 * @file
 * The messages that a process that compiles for us sends over a socket.  A
 * question is answered with one byte, y or n.
 *
 * Frames: {u32 type; u32 len; bytes}, in the host's byte order, because both
 * ends are the same program.  The reader has more rights than the writer, so
 * it trusts no length.
 */
#ifndef LIBTAPSTER_FRAMES_H
#define LIBTAPSTER_FRAMES_H

#include "libtapster/lib.h"

enum frame_type {
	FRAME_PROGRESS,		/* double seconds, string */
	FRAME_DIAGNOSTIC,
	FRAME_TIMING,		/* u32 stage, double seconds, string */
	FRAME_MODULE,		/* u32 cache hit, name, release, build id, bytes */
	FRAME_TEXT,		/* of a dump */
	FRAME_QUESTION,		/* string */
	FRAME_END,		/* u32: 0 fine, 1 failed */
	FRAME_N_TYPES
};

/** The unread rest of a frame. */
struct frame {
	uint32_t type;
	const char *p;
	size_t left;
	bool bad;		/* a value was cut off */
};

/* ---- writing: into @b, then all of it to @fd */

void frame_put_u32(struct buf *b, uint32_t v);
void frame_put_double(struct buf *b, double v);
/** Writes a string, which may be NULL; the reader can tell NULL from "". */
void frame_put_string(struct buf *b, const char *s);
void frame_put_bytes(struct buf *b, const void *p, size_t n);
void frame_put_diag(struct buf *b, const struct lib_diag *d);
/** Writes a frame: type, length and @b; false if the reader is gone. */
bool frame_send(int fd, enum frame_type type, const struct buf *b);

/* ---- reading */

uint32_t frame_u32(struct frame *f);
double frame_double(struct frame *f);
/** Reads a string into @a; NULL if it was NULL or is cut off. */
const char *frame_string(struct frame *f, struct arena *a);
/** Returns the rest of the frame, *@n_ret bytes. */
const void *frame_bytes(struct frame *f, size_t *n_ret);
struct lib_diag *frame_diag(struct frame *f, struct arena *a);
/**
 * Reads the next frame from @fd into @b.  False at the end, or if it is not valid.
 */
bool frame_receive(int fd, struct buf *b, struct frame *ret);

#endif
