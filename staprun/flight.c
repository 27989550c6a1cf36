/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Reads the rings of -F.  Their records are shown only on request and at the end;
 * before that, new records overwrite the oldest ones.
 *
 * The producer moves the tail whenever it needs room, also while we read.  So a
 * record is copied first, and the copy is valid only if the tail has not passed
 * the record by then.
 */
#include <stdlib.h>
#include <string.h>

#include "staprun/staprun.h"

static uint64_t tail_of(const struct ring *r)
{
	return __atomic_load_n(&r->consumer->tail, __ATOMIC_ACQUIRE);
}

/* Copies the record at r->tail, where @left bytes are published, to r->copy.  Returns
 * the copy, or NULL if @left or the record's length is not possible. */
static const struct stp_rec *copy(struct ring *r, uint64_t left)
{
	const struct stp_rec *rec =
		(const void *)(r->data + (r->tail & (r->size - 1)));
	uint32_t len = __atomic_load_n(&rec->len, __ATOMIC_RELAXED);

	if (left > r->size || left % 8)
		return NULL;
	if (len < sizeof(*rec) || len % 8 || len > left)
		return NULL;
	if (len > r->copy_size) {
		free(r->copy);
		r->copy = must(malloc(len));
		r->copy_size = len;
	}
	memcpy(r->copy, rec, len);
	r->copy->len = len;
	return r->copy;
}

const struct stp_rec *flight_copy(struct ring *r, uint64_t *left)
{
	const struct stp_rec *rec;
	uint64_t head;

	do {
		head = __atomic_load_n(&r->producer->head, __ATOMIC_ACQUIRE);
		if (r->tail < tail_of(r))
			r->tail = tail_of(r);
		*left = head - r->tail;
		rec = *left ? copy(r, *left) : NULL;
		__atomic_thread_fence(__ATOMIC_ACQUIRE);
		/* again, if the record was overwritten meanwhile */
	} while (tail_of(r) > r->tail);
	return rec;
}

uint32_t flight_last_words(const struct ring *rings, unsigned n)
{
	uint32_t sum = 0;

	for (unsigned i = 0; i < n; i++)
		sum += __atomic_load_n(&rings[i].producer->last_words,
				       __ATOMIC_ACQUIRE);
	return sum;
}
