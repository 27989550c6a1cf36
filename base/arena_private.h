/* SPDX-License-Identifier: LGPL-2.1-or-later */
/**
 * @file
 * What an arena is made of, for arena.c and for tests that count bytes.
 */
#ifndef BASE_ARENA_PRIVATE_H
#define BASE_ARENA_PRIVATE_H

#include <stddef.h>

#include "base/arena.h"

struct arena {
	struct chunk *chunks;
	size_t used;		/* bytes handed out and not given back */
	size_t last;		/* size of the newest chunk for small objects, or 0 */
};

#endif
