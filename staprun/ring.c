/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Maps and reads rings.  A ring is memory that the kernel writes and we read:
 * head counts all bytes that were published, tail those that were read.  The
 * data are mapped twice in a row, so a record never wraps for us.  Everything is
 * checked before it is used: neither head nor a record's length is trusted.
 */
#include <sys/mman.h>
#include <unistd.h>

#include "staprun/staprun.h"

bool ring_map(struct ring *r, int device, unsigned cpu, uint32_t bytes)
{
	size_t page = (size_t)sysconf(_SC_PAGESIZE);
	off_t at = (off_t)(cpu * STP_RING_STRIDE);
	char *p;

	r->consumer = mmap(NULL, page, PROT_READ | PROT_WRITE, MAP_SHARED,
			   device, at);
	if (r->consumer == MAP_FAILED)
		return false;
	p = mmap(NULL, page + 2 * (size_t)bytes, PROT_READ, MAP_SHARED, device,
		 at + (off_t)page);
	if (p == MAP_FAILED)
		return false;
	/* a child that keeps the mapping would keep the device open */
	madvise(r->consumer, page, MADV_DONTFORK);
	madvise(p, page + 2 * (size_t)bytes, MADV_DONTFORK);
	r->producer = (const struct stp_ring_producer *)p;
	r->data = p + page;
	r->size = bytes;
	r->tail = r->consumer->tail;
	return true;
}

static uint64_t head_of(const struct ring *r)
{
	return __atomic_load_n(&r->producer->head, __ATOMIC_ACQUIRE);
}

bool ring_is_empty(const struct ring *r)
{
	return head_of(r) == r->tail;
}

/* Moves r->tail to @tail, and the ring's tail, too, so that the producer can use the
 * room.  In a flight recorder only the producer moves the ring's tail. */
static void move_tail(struct ring *r, uint64_t tail)
{
	r->tail = tail;
	if (!r->flight)
		__atomic_store_n(&r->consumer->tail, tail,
				 __ATOMIC_RELEASE);
}

const struct stp_rec *ring_next(struct ring *r, const struct stp_blob *b,
				const struct stp_cuts *cuts, const char **bad)
{
	uint64_t left = head_of(r) - r->tail;
	const struct stp_rec *rec;

	*bad = NULL;
	while (left) {
		rec = r->flight ? flight_copy(r, &left)
				: (const void *)(r->data +
						 (r->tail & (r->size - 1)));
		if (!left)
			return NULL;
		*bad = left > r->size || left % 8 || !rec
			       ? "ring: more published than fits"
			       : stp_rec_check(b, cuts, rec, left);
		if (*bad) {
			move_tail(r, r->tail + left);
			return NULL;
		}
		if (rec->type != STP_REC_PAD)
			return rec;
		left -= rec->len;
		move_tail(r, r->tail + rec->len);
	}
	return NULL;
}

void ring_release(struct ring *r, const struct stp_rec *rec)
{
	move_tail(r, r->tail + rec->len);
}
