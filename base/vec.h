/* SPDX-License-Identifier: LGPL-2.1-or-later */
/**
 * @file
 * Typed growing arrays.
 *
 *	VEC(struct probe *) v;			// zero-initialised = empty
 *	vec_push(&v, x);			// heap memory
 *	for (size_t i = 0; i < v.n; i++) use(v.at[i]);
 *	vec_free(&v);
 *
 * Elements move when the array grows, so keep indexes, not pointers to elements.
 * vec_push_in() takes memory from an arena: do not vec_free() such an array.
 */
#ifndef BASE_VEC_H
#define BASE_VEC_H

#include <stddef.h>
#include <stdlib.h>

struct arena;

#define VEC(type)                                                              \
	struct {                                                               \
		type *at;                                                      \
		size_t n, cap;                                                 \
	}

/* Makes room for one more element; used by the macros only. */
void vec_grow_heap(void **at, size_t *cap, size_t n, size_t size);
void vec_grow_arena(struct arena *a, void **at, size_t *cap, size_t n,
		    size_t size);

/** Appends @x.  It is a statement, not an expression. */
#define vec_push(v, x)                                                         \
	do {                                                                   \
		if ((v)->n == (v)->cap)                                        \
			vec_grow_heap((void **)&(v)->at, &(v)->cap, (v)->n,    \
				      sizeof(*(v)->at));                       \
		(v)->at[(v)->n++] = (x);                                       \
	} while (0)

#define vec_push_in(a, v, x)                                                   \
	do {                                                                   \
		if ((v)->n == (v)->cap)                                        \
			vec_grow_arena((a), (void **)&(v)->at, &(v)->cap,      \
				       (v)->n, sizeof(*(v)->at));              \
		(v)->at[(v)->n++] = (x);                                       \
	} while (0)

/** Empties a vector that was filled by vec_push_in(), and releases its memory as
 *  arena_drop() does. */
#define vec_drop_in(a, v)                                                      \
	do {                                                                   \
		arena_drop((a), (v)->at, (v)->cap * sizeof(*(v)->at));         \
		(v)->at = NULL;                                                \
		(v)->n = (v)->cap = 0;                                         \
	} while (0)

/** Remove and return the last element; the vec must not be empty. */
#define vec_pop(v) ((v)->at[--(v)->n])
#define vec_last(v) ((v)->at[(v)->n - 1])

/** Frees the heap memory; the vector is empty afterwards. */
#define vec_free(v)                                                            \
	do {                                                                   \
		free((v)->at);                                                 \
		(v)->at = NULL;                                                \
		(v)->n = (v)->cap = 0;                                         \
	} while (0)

#endif
