/* SPDX-License-Identifier: LGPL-2.1-or-later */
/**
 * @file
 * Weighted stacks, the input of all formats of stacks.
 */
#ifndef EXPORT_STACKS_H
#define EXPORT_STACKS_H

#include "export/export.h"

enum frame_kind {
	FRAME_LABEL,		/* not code: a key of the array, or "[truncated]" */
	FRAME_USER,
	FRAME_KERNEL,
};

/** A frame of code, or a label.  Frames with equal name, module and kind are stored once. */
struct frame {
	char *name;		/* "vfs_read", "[libc.so.6]", "cat" */
	char *module;		/* "kernel", or the path of a file; "" for a label, and if it is
				   not known */
	enum frame_kind kind;
	uint64_t address;	/* where it occurred first; 0: a label, or not known */
	size_t index;		/* its index in `frames` */
};

/** A stack and its weight, `value`.  The first n_labels frames are labels; then comes code, the
 *  outermost frame first. */
struct sample {
	size_t n, n_labels;
	const struct frame **frames;
	uint64_t value;
};

struct export_stacks {
	char *name;		/* of the array */
	const char *unit;	/* of the weights: "count", "nanoseconds" ... */
	struct frame **frames;
	size_t n_frames, room_frames;
	size_t *slots, n_slots;	/* a hash table of 1 + index in `frames`; 0: free */
	struct sample *samples;
	size_t n_samples, room_samples;
	uint64_t total, n_cut;
};

/** Creates an empty set of stacks.  @name: of the array; its end decides the unit. */
struct export_stacks *stacks_create(const char *name);
/** Returns the frame with this name, module and kind; adds it if there is none.  The strings are
 *  copied. */
const struct frame *stacks_frame(struct export_stacks *st, const char *name,
				 size_t name_len, const char *module,
				 enum frame_kind kind, uint64_t address);
/** Adds a stack of @n frames with the weight @value.  The first @n_labels frames are labels.  The
 *  list @frames is copied, its frames are not. */
void stacks_add(struct export_stacks *st, const struct frame *const *frames,
		size_t n, size_t n_labels, uint64_t value);

/** Reallocates @p for @n elements of @size; aborts if there is no memory. */
void *export_alloc(void *p, size_t n, size_t size);
/** Writes @s as the contents of a JSON string, without quotes. */
void export_put_json(FILE *f, const char *s);
/** The length of the UTF-8 sequence at @s, or 0 if it is not valid. */
size_t export_utf8_len(const char *s);
/** The part of @path after the last '/'; all of @path if nothing follows it. */
const char *export_base_name(const char *path);

bool folded_write(const struct export_job *job, FILE *f);
bool flame_write(const struct export_job *job, FILE *f);
bool pprof_write(const struct export_job *job, FILE *f);
bool speedscope_write(const struct export_job *job, FILE *f);

#endif
