/* SPDX-License-Identifier: LGPL-2.1-or-later */
/*
 * An arena is a list of chunks, the newest first.  A small object is cut from the
 * newest chunk; a large object gets a separate chunk, second in the list.  The first
 * chunk is small, and each is twice as large as the one before, up to CHUNK_SIZE: a run
 * on many hosts has thousands of arenas with little in them.
 */
#include "base/arena_private.h"

#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define FIRST_SIZE (2u << 10)
#define CHUNK_SIZE (64u << 10)
#define LARGE (CHUNK_SIZE / 4)

struct chunk {
	struct chunk *next;
	size_t used, size;
	_Alignas(max_align_t) char bytes[];
};

static void *check(void *p)
{
	if (!p)
		abort();
	return p;
}

void *xmalloc(size_t size)
{
	return check(malloc(size ? size : 1));
}

void *xcalloc(size_t n, size_t size)
{
	if (!n || !size)
		n = size = 1;
	return check(calloc(n, size));
}

void *xrealloc(void *p, size_t size)
{
	return check(realloc(p, size ? size : 1));
}

void *xreallocarray(void *p, size_t n, size_t size)
{
	return check(reallocarray(p, n ? n : 1, size));
}

char *xstrdup(const char *s)
{
	return check(strdup(s));
}

char *xmemdup_nul(const void *from, size_t len)
{
	char *p = xmalloc(len + 1);

	memcpy(p, from, len);
	p[len] = '\0';
	return p;
}

char *xasprintf(const char *fmt, ...)
{
	va_list ap;
	char *p;

	va_start(ap, fmt);
	if (vasprintf(&p, fmt, ap) < 0)
		abort();
	va_end(ap);
	return p;
}

struct arena *arena_create(void)
{
	return xcalloc(1, sizeof(struct arena));
}

void arena_destroy(struct arena *a)
{
	if (!a)
		return;
	for (struct chunk *c = a->chunks, *next; c; c = next) {
		next = c->next;
		free(c);
	}
	free(a);
}

static struct chunk *chunk_create(size_t size)
{
	struct chunk *c;

	if (size > SIZE_MAX - sizeof(*c))
		abort();
	c = xcalloc(1, sizeof(*c) + size);
	c->size = size;
	return c;
}

static void *alloc_large(struct arena *a, size_t size)
{
	struct chunk *c = chunk_create(size);

	c->used = size;
	if (a->chunks) {
		c->next = a->chunks->next;
		a->chunks->next = c;
	} else {
		a->chunks = c;
	}
	return c->bytes;
}

/* Adds a chunk as the newest, with room for at least @size bytes (less than LARGE). */
static void add_chunk(struct arena *a, size_t size)
{
	size_t wanted = a->last ? a->last * 2 : FIRST_SIZE;
	struct chunk *c;

	while (wanted < size)
		wanted *= 2;
	a->last = wanted < CHUNK_SIZE ? wanted : CHUNK_SIZE;
	c = chunk_create(a->last);
	c->next = a->chunks;
	a->chunks = c;
}

static void *alloc_aligned(struct arena *a, size_t size, size_t align)
{
	struct chunk *c = a->chunks;
	size_t at;

	a->used += size;
	if (size >= LARGE)
		return alloc_large(a, size);
	at = c ? (c->used + align - 1) & ~(align - 1) : 0;
	if (!c || at > c->size || c->size - at < size) {
		add_chunk(a, size);
		c = a->chunks;
		at = 0;
	}
	c->used = at + size;
	return c->bytes + at;
}

void *arena_alloc(struct arena *a, size_t size)
{
	return alloc_aligned(a, size, _Alignof(max_align_t));
}

/* Returns the address of the pointer to the chunk of the large object @p; NULL if @p is
 * small and shares its chunk with other objects. */
static struct chunk **own_chunk(struct arena *a, const void *p, size_t size)
{
	struct chunk **at = &a->chunks;

	if (size < LARGE)
		return NULL;
	while (*at && (*at)->bytes != p)
		at = &(*at)->next;
	return *at && (*at)->size == size ? at : NULL;
}

void *arena_resize(struct arena *a, void *p, size_t old, size_t size)
{
	struct chunk **at = own_chunk(a, p, old);
	void *copy;

	if (!at) {
		copy = arena_alloc(a, size);
		if (old)
			memcpy(copy, p, old);
		return copy;
	}
	if (size > SIZE_MAX - sizeof(**at))
		abort();
	a->used += size - old;
	*at = xrealloc(*at, sizeof(**at) + size);
	(*at)->used = (*at)->size = size;
	return (*at)->bytes;
}

void arena_drop(struct arena *a, void *p, size_t size)
{
	struct chunk **at = own_chunk(a, p, size), *c;

	if (!at)
		return;
	c = *at;
	*at = c->next;
	a->used -= size;
	free(c);
}

char *arena_strndup(struct arena *a, const char *s, size_t n)
{
	char *p;

	n = strnlen(s, n);
	p = alloc_aligned(a, n + 1, 1);
	memcpy(p, s, n);
	return p;
}

char *arena_strdup(struct arena *a, const char *s)
{
	return arena_strndup(a, s, strlen(s));
}

void *arena_memdup(struct arena *a, const void *p, size_t n)
{
	void *copy = arena_alloc(a, n);

	if (n)
		memcpy(copy, p, n);
	return copy;
}

char *arena_vprintf(struct arena *a, const char *fmt, va_list ap)
{
	va_list again;
	char *p;
	int n;

	va_copy(again, ap);
	n = vsnprintf(NULL, 0, fmt, again);
	va_end(again);
	if (n < 0)
		abort();
	p = alloc_aligned(a, (size_t)n + 1, 1);
	vsnprintf(p, (size_t)n + 1, fmt, ap);
	return p;
}

char *arena_printf(struct arena *a, const char *fmt, ...)
{
	va_list ap;
	char *p;

	va_start(ap, fmt);
	p = arena_vprintf(a, fmt, ap);
	va_end(ap);
	return p;
}

struct arena_mark arena_mark(const struct arena *a)
{
	struct chunk *c = a->chunks;

	return (struct arena_mark){
		.newest = c, .older = c ? c->next : NULL,
		.in_newest = c ? c->used : 0, .used = a->used,
	};
}

static void free_until(struct chunk **from, const struct chunk *end)
{
	while (*from != end) {
		struct chunk *c = *from;

		*from = c->next;
		free(c);
	}
}

void arena_release(struct arena *a, const struct arena_mark *m)
{
	struct chunk *c;

	free_until(&a->chunks, m->newest);
	a->used = m->used;
	c = a->chunks;
	if (!c)
		return;
	/* large objects that came after the mark are between these two chunks */
	free_until(&c->next, m->older);
	memset(c->bytes + m->in_newest, 0, c->used - m->in_newest);
	c->used = m->in_newest;
}
