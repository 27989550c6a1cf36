/* SPDX-License-Identifier: LGPL-2.1-or-later */
/**
 * @file
 * Weighted stacks, as all formats of this room take them.
 */
#ifndef EXPORT_STACKS_H
#define EXPORT_STACKS_H

#include "export/export.h"

enum frame_kind {
	FRAME_LABEL,		/* no code: a key of the array, [truncated] */
	FRAME_USER,
	FRAME_KERNEL,
};

/** A frame of code, or a label; each is kept once. */
struct frame {
	char *name;		/* "vfs_read", "[libc.so.6]", "cat" */
	char *module;		/* "kernel", a path; "" of labels */
	enum frame_kind kind;
	uint64_t address;	/* where it was seen first; 0: a label */
	size_t index;		/* in frames */
};

/** The outermost frame comes first; labels stand before code. */
struct sample {
	size_t n, n_labels;
	const struct frame **frames;
	uint64_t value;
};

struct export_stacks {
	char *name;		/* of the array */
	const char *unit;	/* of values: "count", "nanoseconds" ... */
	struct frame **frames;
	size_t n_frames, room_frames;
	size_t *slots, n_slots;	/* frames by hash, 1 + index; 0: free */
	struct sample *samples;
	size_t n_samples, room_samples;
	uint64_t total, n_cut;
};

struct export_stacks *stacks_create(const char *name);
/** The frame like this one; @name and @module are copied. */
const struct frame *stacks_frame(struct export_stacks *st, const char *name,
				 size_t name_len, const char *module,
				 enum frame_kind kind, uint64_t address);
/** Add a stack; @frames are copied. */
void stacks_add(struct export_stacks *st, const struct frame *const *frames,
		size_t n, size_t n_labels, uint64_t value);

/** Room for @n elements of @size; ends the process when there is none. */
void *export_alloc(void *p, size_t n, size_t size);
/** @s as the inside of a string of JSON. */
void export_put_json(FILE *f, const char *s);
/** Length of the UTF-8 sequence at @s, 0 if it is none. */
size_t export_utf8_len(const char *s);
/** The last part of a path. */
const char *export_base_name(const char *path);

bool folded_write(const struct export_job *job, FILE *f);
bool flame_write(const struct export_job *job, FILE *f);
bool pprof_write(const struct export_job *job, FILE *f);
bool speedscope_write(const struct export_job *job, FILE *f);

#endif
