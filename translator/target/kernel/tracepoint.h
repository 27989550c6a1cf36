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

/** The offsets in an event's structures that lead to the name of its group. */
struct event_layout {
	bool known;
	uint64_t class, system;		/* offsets in an event, in a class */
};

/** Finds the offsets in the kernel's types; not `known` if these lack the structures. */
struct event_layout event_layout_find(const struct btf *types);

/** Returns a copy, in @a, of the group's name at @addr: letters, digits, _ and -, at most
 *  63, then NUL.  "": it is not such a name.  @byte_at reads a byte of @of. */
const char *event_word(struct arena *a,
		       const unsigned char *(*byte_at)(const void *of,
						       uint64_t addr),
		       const void *of, uint64_t addr);

/** Finds all tracepoints of a kernel; tracepoints_free() the list.  Never NULL: an
 *  image without tracepoints has an empty list. */
struct tracepoints *tracepoints_find(const struct kernel *k,
				     const struct image *im,
				     const struct btf *types);
/** Frees @t, which may be NULL. */
void tracepoints_free(struct tracepoints *t);

#endif
