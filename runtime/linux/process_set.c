/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * A hash table of processes, in buckets of SLOTS each.  Processes are added and
 * changed under one lock, which is held while a bucket is searched.  Readers
 * take no lock.
 */
#include <linux/atomic.h>
#include <linux/hash.h>
#include <linux/spinlock.h>

#include "runtime/core/handler.h"
#include "runtime/linux/process_set.h"

#define BITS 12
#define SLOTS 8

union slot {
	struct stp_process p;
	u64 word;
};

static union slot (*buckets)[SLOTS];
static const u64 bytes_of_all = sizeof(*buckets) << BITS;
static atomic_t n_untold;	/* processes of the set that are UNTOLD */
static DEFINE_RAW_SPINLOCK(lock);

static STP_FN union slot *bucket_of(u32 tgid)
{
	return buckets[hash_32(tgid, BITS)];
}

static STP_FN union slot *find(u32 tgid)
{
	union slot *b = bucket_of(tgid), s;
	u32 i;

	for (i = 0; i < SLOTS; i++) {
		s.word = READ_ONCE(b[i].word);
		if (s.p.tgid == tgid)
			return &b[i];
	}
	return NULL;
}

/* Returns a free slot in the bucket of @tgid, else one of a process that has ended;
 * NULL: there is neither. */
static STP_FN union slot *room_for(u32 tgid)
{
	union slot *b = bucket_of(tgid), *ret = NULL;
	u32 i;

	for (i = 0; i < SLOTS; i++) {
		if (!b[i].p.tgid)
			return &b[i];
		if (b[i].p.state == STP_PROCESS_ENDED)
			ret = &b[i];
	}
	return ret;
}

static STP_FN bool is_untold(const union slot *s)
{
	return s->p.tgid && s->p.state == STP_PROCESS_UNTOLD;
}

static STP_FN void set(union slot *at, struct stp_process p)
{
	union slot s = { .p = p };

	atomic_add(is_untold(&s) - is_untold(at), &n_untold);
	WRITE_ONCE(at->word, s.word);
}

STP_FN bool stp_process_put(struct stp_process p)
{
	unsigned long flags;
	union slot *at;

	raw_spin_lock_irqsave(&lock, flags);
	at = find(p.tgid);
	if (!at)
		at = room_for(p.tgid);
	if (at)
		set(at, p);
	raw_spin_unlock_irqrestore(&lock, flags);
	return at;
}

STP_FN struct stp_process stp_process_find(u32 tgid)
{
	union slot *at = find(tgid), s = { .word = 0 };

	/* the slot may have got another process meanwhile */
	if (at)
		s.word = READ_ONCE(at->word);
	if (s.p.tgid != tgid)
		s.word = 0;
	return s.p;
}

/* Changes the state of process @tgid from a lower one to @to, and returns the process
 * as it was.  Returns one with tgid 0 if it is not in the set or in no lower
 * state. */
static STP_FN struct stp_process move(u32 tgid, enum stp_process_state to)
{
	struct stp_process ret = { 0 }, moved;
	unsigned long flags;
	union slot *at;

	raw_spin_lock_irqsave(&lock, flags);
	at = find(tgid);
	if (at && at->p.state < to) {
		moved = ret = at->p;
		moved.state = to;
		set(at, moved);
	}
	raw_spin_unlock_irqrestore(&lock, flags);
	return ret;
}

STP_FN struct stp_process stp_process_take(u32 tgid)
{
	return move(tgid, STP_PROCESS_ENDED);
}

STP_FN struct stp_process stp_process_tell(u32 tgid)
{
	return move(tgid, STP_PROCESS_TOLD);
}

STP_FN bool stp_process_some_untold(void)
{
	return atomic_read(&n_untold);
}

int stp_process_set_begin(void)
{
	atomic_set(&n_untold, 0);
	buckets = stp_os_alloc(bytes_of_all);
	return buckets ? 0 : -ENOMEM;
}

void stp_process_set_end(void)
{
	if (buckets)
		stp_os_free(buckets, bytes_of_all);
	buckets = NULL;
}
