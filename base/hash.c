/* SPDX-License-Identifier: LGPL-2.1-or-later */
/*
 * A hash table that keeps the order of insertion.  The entries are in an array, in
 * this order.  They are found through an open-addressed table, at most half full, whose
 * slots are 0 (free) or 1 + an index into the array.  Entries are never removed, so the
 * table needs no marks for removed ones.
 */
#include "base/hash.h"

#include <stdlib.h>
#include <string.h>

#include "base/arena.h"
#include "base/vec.h"

struct entry {
	const void *key;
	size_t len;
	uint64_t hash;
	void *value;
};

struct hash {
	VEC(struct entry) entries;
	uint32_t *slots;
	size_t mask;		/* number of slots, a power of two, minus one */
};

#define FIRST_SLOTS 16

struct hash *hash_create(void)
{
	struct hash *h = xcalloc(1, sizeof(*h));

	h->slots = xcalloc(FIRST_SLOTS, sizeof(*h->slots));
	h->mask = FIRST_SLOTS - 1;
	return h;
}

void hash_destroy(struct hash *h)
{
	if (!h)
		return;
	vec_free(&h->entries);
	free(h->slots);
	free(h);
}

uint64_t hash_bytes(uint64_t seed, const void *p, size_t n)
{
	const unsigned char *s = p;

	for (size_t i = 0; i < n; i++)
		seed = (seed ^ s[i]) * UINT64_C(0x100000001b3);
	return seed;
}

/* Returns the index of the key's slot or, if the key is new, of a free slot for it. */
static size_t slot_of(const struct hash *h, const void *key, size_t len,
		      uint64_t hash)
{
	size_t i = (hash ^ hash >> 32) & h->mask;

	for (; h->slots[i]; i = (i + 1) & h->mask) {
		const struct entry *e = &h->entries.at[h->slots[i] - 1];

		if (e->hash == hash && e->len == len &&
		    (!len || !memcmp(e->key, key, len)))
			break;
	}
	return i;
}

void *hash_find(const struct hash *h, const void *key, size_t len)
{
	size_t i = slot_of(h, key, len, hash_bytes(HASH_SEED, key, len));

	return h->slots[i] ? h->entries.at[h->slots[i] - 1].value : NULL;
}

static void grow(struct hash *h)
{
	size_t n_slots = (h->mask + 1) * 2;

	free(h->slots);
	h->slots = xcalloc(n_slots, sizeof(*h->slots));
	h->mask = n_slots - 1;
	for (size_t i = 0; i < h->entries.n; i++) {
		const struct entry *e = &h->entries.at[i];

		h->slots[slot_of(h, e->key, e->len, e->hash)] =
			(uint32_t)i + 1;
	}
}

void *hash_set(struct hash *h, const void *key, size_t len, void *value)
{
	uint64_t hash = hash_bytes(HASH_SEED, key, len);
	size_t i = slot_of(h, key, len, hash);
	struct entry fresh = { key, len, hash, value };

	if (h->slots[i]) {
		struct entry *e = &h->entries.at[h->slots[i] - 1];
		void *old = e->value;

		e->value = value;
		return old;
	}
	vec_push(&h->entries, fresh);
	h->slots[i] = (uint32_t)h->entries.n;
	if (h->entries.n * 2 > h->mask)
		grow(h);
	return NULL;
}

void *hash_find_str(const struct hash *h, const char *key)
{
	return hash_find(h, key, strlen(key));
}

void *hash_set_str(struct hash *h, const char *key, void *value)
{
	return hash_set(h, key, strlen(key), value);
}

size_t hash_count(const struct hash *h)
{
	return h->entries.n;
}

void *hash_at(const struct hash *h, size_t i, const void **key_ret,
	      size_t *len_ret)
{
	const struct entry *e = &h->entries.at[i];

	if (key_ret)
		*key_ret = e->key;
	if (len_ret)
		*len_ret = e->len;
	return e->value;
}
