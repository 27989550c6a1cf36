/* SPDX-License-Identifier: LGPL-2.1-or-later */
/**
 * @file
 * Inside target/: the list of a kernel's tracepoints.
 */
#ifndef TARGET_TRACEPOINT_H
#define TARGET_TRACEPOINT_H

#include <stdbool.h>
#include <stdint.h>

#include "translator/target/elf/elf.h"
#include "translator/target/kernel/target.h"

struct tracepoints {
	struct arena *arena;
	struct kernel_tracepoint *at;	/* by name */
	size_t n;
};

/** Where the structures of events have what leads to the group's name. */
struct event_layout {
	bool known;
	uint64_t class, system;		/* offsets in an event, in a class */
};

struct event_layout event_layout_find(const struct btf *types);

/** A short word at an address, or "": the group's name. */
const char *event_word(struct arena *a,
		       const unsigned char *(*byte_at)(const void *of,
						       uint64_t addr),
		       const void *of, uint64_t addr);

/** Never NULL; an image that holds none has an empty list. */
struct tracepoints *tracepoints_find(const struct kernel *k,
				     const struct image *im,
				     const struct btf *types);
/** NULL is fine. */
void tracepoints_free(struct tracepoints *t);

#endif
