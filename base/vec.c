/* SPDX-License-Identifier: LGPL-2.1-or-later */
#include "base/vec.h"

#include "base/arena.h"

#define FIRST_CAP 8

void vec_grow_heap(void **at, size_t *cap, size_t n, size_t size)
{
	*cap = n ? n * 2 : FIRST_CAP;
	*at = xrealloc(*at, *cap * size);
}

void vec_grow_arena(struct arena *a, void **at, size_t *cap, size_t n,
		    size_t size)
{
	*cap = n ? n * 2 : FIRST_CAP;
	*at = arena_resize(a, *at, n * size, *cap * size);
}
