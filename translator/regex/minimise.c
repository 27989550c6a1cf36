/* SPDX-License-Identifier: LGPL-2.1-or-later */
/**
 * @file
 * Minimises a table: states that no string can distinguish become one.  A block of
 * states is split if their steps lead to different blocks, until nothing changes.  If
 * that needs more than REGEX_MAX_WORK steps, the table stays unchanged.
 */
#include <string.h>

#include "base/hash.h"
#include "translator/regex/regex_private.h"

/* Makes one round: states of one block stay in one block if their steps lead to the
 * same blocks.  Writes the new numbers to @block[state].  Returns the number of
 * blocks. */
static uint32_t split_blocks(struct arena *a, const struct regex_dfa *d,
			     uint32_t *block)
{
	struct hash *seen = hash_create();
	size_t size = (d->stride + 1) * sizeof(uint32_t);
	uint32_t *keys = xmalloc(d->n_states * size), n = 0;
	uint32_t *number = xmalloc(d->n_states * sizeof(*number));

	for (uint32_t s = 0; s < d->n_states; s++) {
		uint32_t *key = keys + s * (d->stride + 1);
		uintptr_t old;

		key[0] = block[s];
		for (unsigned c = 0; c < d->stride; c++)
			key[1 + c] = block[d->next[s * d->stride + c]];
		old = (uintptr_t)hash_find(seen, key, size);
		if (!old) {
			old = ++n;
			hash_set(seen, key, size, (void *)old);
		}
		number[s] = old - 1;
	}
	memcpy(block, number, d->n_states * sizeof(*number));
	hash_destroy(seen);
	free(keys);
	free(number);
	return n;
}

/* Makes each block one state.  Blocks are numbered by their first state, so
 * state 0 and the order are kept. */
static void shrink(struct regex_dfa *d, const uint32_t *block, uint32_t n)
{
	uint32_t accept = 0;

	for (uint32_t s = 0, done = 0; s < d->n_states; s++) {
		if (block[s] != done)
			continue;
		for (unsigned c = 0; c < d->stride; c++)
			d->next[done * d->stride + c] =
				block[d->next[s * d->stride + c]];
		accept += s && s <= d->n_accept;
		done++;
	}
	d->start = block[d->start];
	d->n_accept = accept;
	d->n_states = n;
}

void rx_minimise(struct rx *rx, struct regex_dfa *d)
{
	uint32_t *block, n = 0, before = 1;

	block = arena_alloc(rx->arena, d->n_states * sizeof(*block));
	for (uint32_t s = 0; s < d->n_states; s++)
		block[s] = !s ? 0 : s <= d->n_accept ? 1 : 2;
	rx->work = 0;
	while (n != before) {
		if (rx->work > REGEX_MAX_WORK)
			return;
		rx->work += (uint64_t)d->n_states * d->stride;
		before = n;
		n = split_blocks(rx->arena, d, block);
	}
	shrink(d, block, n);
}
