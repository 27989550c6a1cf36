/* SPDX-License-Identifier: LGPL-2.1-or-later */
/**
 * @file
 * Inside target/: the list of a kernel's tracepoints.
 */
#ifndef TARGET_TRACEPOINT_H
#define TARGET_TRACEPOINT_H

#include "translator/target/image.h"
#include "translator/target/target.h"

struct tracepoints {
	struct arena *arena;
	struct kernel_tracepoint *at;	/* by name */
	size_t n;
};

/** Never NULL; an image that holds none has an empty list. */
struct tracepoints *tracepoints_find(const struct kernel *k,
				     const struct image *im,
				     const struct btf *types);
/** NULL is fine. */
void tracepoints_free(struct tracepoints *t);

#endif
