/* SPDX-License-Identifier: LGPL-2.1-or-later */
/**
 * @file
 * The members of struct arena, for arena.c and for tests that count bytes.
 */
#ifndef BASE_ARENA_PRIVATE_H
#define BASE_ARENA_PRIVATE_H

#include <stddef.h>

#include "base/arena.h"

struct arena {
	struct chunk *chunks;	/* the list in arena.c */
	size_t used;		/* bytes handed out and not freed */
	size_t last;		/* size of the newest chunk for small objects, or 0 */
};

#endif
