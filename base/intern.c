/* SPDX-License-Identifier: LGPL-2.1-or-later */
/*
 * Pools of interned strings.  Each string is stored after its length, and found
 * through an open-addressed table that is at most half full.
 */
#include "base/intern.h"

#include <assert.h>
#include <stdint.h>
#include <string.h>

#include "base/arena.h"
#include "base/hash.h"

struct word {
	uint32_t mark;		/* MARK, by which intern_len() checks its argument */
	uint32_t len;
	uint64_t hash;
	char s[];
};

struct intern {
	struct arena *arena;
	struct word **slots;
	size_t mask, n;
};

#define FIRST_SLOTS 256
#define MARK 0x776f7264u

struct intern *intern_create(struct arena *a)
{
	struct intern *in = arena_new(a, struct intern);

	in->arena = a;
	in->slots = arena_alloc(a, FIRST_SLOTS * sizeof(struct word *));
	in->mask = FIRST_SLOTS - 1;
	return in;
}

static struct word **slot_of(const struct intern *in, const char *s, size_t n,
			     uint64_t hash)
{
	size_t i = (hash ^ hash >> 32) & in->mask;

	for (; in->slots[i]; i = (i + 1) & in->mask) {
		const struct word *w = in->slots[i];

		if (w->hash == hash && w->len == n &&
		    (!n || !memcmp(w->s, s, n)))
			break;
	}
	return &in->slots[i];
}

static void grow(struct intern *in)
{
	struct word **old = in->slots;
	size_t n_old = in->mask + 1;

	in->slots = arena_alloc(in->arena, n_old * 2 * sizeof(*old));
	in->mask = n_old * 2 - 1;
	for (size_t i = 0; i < n_old; i++) {
		struct word *w = old[i];

		if (w)
			*slot_of(in, w->s, w->len, w->hash) = w;
	}
}

const char *intern_bytes(struct intern *in, const char *s, size_t n)
{
	uint64_t hash = hash_bytes(HASH_SEED, s, n);
	struct word **slot = slot_of(in, s, n, hash);
	struct word *w = *slot;

	if (w)
		return w->s;
	w = arena_alloc(in->arena, sizeof(*w) + n + 1);
	assert(n <= UINT32_MAX);
	w->mark = MARK;
	w->len = n;
	w->hash = hash;
	if (n)
		memcpy(w->s, s, n);
	*slot = w;
	if (++in->n * 2 > in->mask)
		grow(in);
	return w->s;
}

const char *intern_str(struct intern *in, const char *s)
{
	return intern_bytes(in, s, strlen(s));
}

const char *intern_find(const struct intern *in, const char *s, size_t n)
{
	struct word *w = *slot_of(in, s, n, hash_bytes(HASH_SEED, s, n));

	return w ? w->s : NULL;
}

size_t intern_len(const char *interned)
{
	const struct word *w =
		(const void *)(interned - offsetof(struct word, s));

	assert(w->mark == MARK);
	return w->len;
}
