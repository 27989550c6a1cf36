/* SPDX-License-Identifier: LGPL-2.1-or-later */
/**
 * @file
 * Weighted stacks, the input of all formats of stacks.
 */
#ifndef EXPORT_STACKS_H
#define EXPORT_STACKS_H

#include "export/export.h"

enum frame_kind {
	FRAME_LABEL,		/* no code: a key of the array, [truncated] */
	FRAME_USER,
	FRAME_KERNEL,
};

/** A frame of code, or a label; each is stored once. */
struct frame {
	char *name;		/* "vfs_read", "[libc.so.6]", "cat" */
	char *module;		/* "kernel", a path; "" of labels */
	enum frame_kind kind;
	uint64_t address;	/* of its first occurrence; 0: a label */
	size_t index;		/* in frames */
};

/** A stack and its weight.  The outermost frame comes first; labels come before
 *  code. */
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
/** Finds or adds a frame; @name and @module are copied. */
const struct frame *stacks_frame(struct export_stacks *st, const char *name,
				 size_t name_len, const char *module,
				 enum frame_kind kind, uint64_t address);
/** Adds a stack; the list @frames is copied. */
void stacks_add(struct export_stacks *st, const struct frame *const *frames,
		size_t n, size_t n_labels, uint64_t value);

/** Reallocates @p for @n elements of @size; aborts if there is no memory. */
void *export_alloc(void *p, size_t n, size_t size);
/** Writes @s as the contents of a JSON string, without quotes. */
void export_put_json(FILE *f, const char *s);
/** The length of the UTF-8 sequence at @s, or 0 if it is not valid. */
size_t export_utf8_len(const char *s);
/** The last part of a path. */
const char *export_base_name(const char *path);

bool folded_write(const struct export_job *job, FILE *f);
bool flame_write(const struct export_job *job, FILE *f);
bool pprof_write(const struct export_job *job, FILE *f);
bool speedscope_write(const struct export_job *job, FILE *f);

#endif
