/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Keeps the mappings of spaces in chunks, so that spaces of any length can
 * reuse those of a space that is freed.  The states of a space:
 *
 *	FREE -> LIVE -> RETIRING -> RETIRED -> FREE
 *
 * RETIRING lasts until all handlers that may have been given the space are
 * done, except those that sleep (user_fault.c), for which nothing waits.  Only then
 * is it known which record is the last that may have an address in the space.
 */
#include <linux/irq_work.h>
#include <linux/list.h>
#include <linux/rcupdate.h>
#include <linux/workqueue.h>

#include "runtime/linux/os_ring.h"
#include "runtime/linux/space_files.h"
#include "runtime/linux/space_table.h"

#define CHUNK 8			/* mappings */
#define CHUNKS_OF_ONE (STP_MAPS_OF_ONE / CHUNK)
#define CHUNKS_OF_SPACE 2	/* on average */

struct space {
	struct list_head list;	/* free, live (least recently met first),
				   retiring or retired */
	u32 next;		/* in the same bucket; 0: none */
	u32 n, hash, tgid, use;	/* n: number of mappings */
	bool is_live;
	u64 since;		/* only records after this number may have the
				   space in this use */
	u64 until;		/* RETIRED: and no records after this number */
	u16 chunk[CHUNKS_OF_ONE];	/* where its mappings are */
};

static DEFINE_RAW_SPINLOCK(lock);
static DEFINE_PER_CPU(bool, has_lock);	/* this CPU has it or waits for it */

static struct space *spaces;	/* [0] is not used */
static struct stp_map *maps;
static u16 *free_chunks;
static u32 *by_hash;
static u32 n_spaces, n_chunks, n_hashes;	/* how many there are in all */
static u32 n_free, n_free_chunks;
static LIST_HEAD(free);
static LIST_HEAD(live);
static LIST_HEAD(retiring);
static LIST_HEAD(retired);
static bool keeps;		/* the script keeps stacks, so no space is
				   retired */
static u64 seen;		/* the reader asks no more about records before
				   this one */
static u64 lost;		/* as stp_space_table_lost() */

/* ---- the lock ----------------------------------------------------------- */

STP_FN bool stp_space_trylock(unsigned long *flags)
{
	local_irq_save(*flags);
	if (!raw_cpu_read(has_lock)) {
		raw_cpu_write(has_lock, true);
		if (raw_spin_trylock(&lock))
			return true;
		if (!in_nmi()) {
			raw_spin_lock(&lock);
			return true;
		}
		raw_cpu_write(has_lock, false);
	}
	local_irq_restore(*flags);
	return false;
}

STP_FN void stp_space_unlock(unsigned long flags)
{
	raw_spin_unlock(&lock);
	raw_cpu_write(has_lock, false);
	local_irq_restore(flags);
}

/* ---- one space ---------------------------------------------------------- */

STP_FN u32 stp_space_n(u32 space)
{
	return spaces[space].n;
}

STP_FN const struct stp_map *stp_space_map(u32 space, u32 i)
{
	return &maps[spaces[space].chunk[i / CHUNK] * CHUNK + i % CHUNK];
}

STP_FN u32 stp_space_tgid(u32 space)
{
	return spaces[space].tgid;
}

STP_FN bool stp_space_is_live(u32 space)
{
	return space && READ_ONCE(spaces[space].is_live);
}

STP_FN bool stp_space_was(u32 space, u64 seq)
{
	return space <= n_spaces && spaces[space].n &&
	       (!seq || seq > spaces[space].since);
}

static STP_FN u32 number(const struct space *s)
{
	return s - spaces;
}

static STP_FN u32 hash_of(const struct stp_map *m, u32 n)
{
	u64 h = n;
	u32 i;

	for (i = 0; i < n; i++)
		h = (h ^ m[i].start ^ m[i].end << 7 ^ m[i].file) *
		    0x9e3779b97f4a7c15ull;
	return h >> 32;
}

static STP_FN bool is_same(u32 space, const struct stp_map *m, u32 n)
{
	u32 i;

	if (spaces[space].n != n)
		return false;
	for (i = 0; i < n; i += CHUNK)
		if (memcmp(stp_space_map(space, i), &m[i],
			   min_t(u32, CHUNK, n - i) * sizeof(*m)))
			return false;
	return true;
}

/* ---- taking and freeing; under the lock --------------------------------- */

static STP_FN u32 *same_hash(u32 hash)
{
	return &by_hash[hash & (n_hashes - 1)];
}

/* Copies the @n mappings at @m into chunks of @s; there are enough free ones. */
static STP_FN void fill(struct space *s, const struct stp_map *m, u32 n)
{
	u32 i;

	for (i = 0; i < n; i++) {
		if (!(i % CHUNK))
			s->chunk[i / CHUNK] = free_chunks[--n_free_chunks];
		maps[s->chunk[i / CHUNK] * CHUNK + i % CHUNK] = m[i];
		stp_space_file_hold(m[i].file, 1);
	}
}

/* Makes a free space LIVE, with these mappings; NULL: there is no room. */
static STP_FN struct space *take(const struct stp_map *m, u32 n, u32 hash)
{
	struct space *s = list_first_entry_or_null(&free, struct space, list);

	if (!s || DIV_ROUND_UP(n, CHUNK) > n_free_chunks)
		return NULL;
	list_move_tail(&s->list, &live);
	n_free--;
	fill(s, m, n);
	s->hash = hash;
	s->is_live = true;
	s->since = stp_rings_last_seq();
	s->next = *same_hash(hash);
	*same_hash(hash) = number(s);
	/* after its mappings */
	smp_store_release(&s->n, n);
	return s;
}

static STP_FN void unhash(struct space *s)
{
	u32 *at = same_hash(s->hash);

	while (*at != number(s))
		at = &spaces[*at].next;
	*at = s->next;
	s->is_live = false;
	s->use++;
}

static STP_FN void give_back(struct space *s)
{
	u32 i;

	for (i = 0; i < s->n; i++) {
		stp_space_file_hold(stp_space_map(number(s), i)->file, -1);
		if (!(i % CHUNK))
			free_chunks[n_free_chunks++] = s->chunk[i / CHUNK];
	}
	s->n = 0;
	n_free++;
	list_move_tail(&s->list, &free);
}

static void reclaim(struct work_struct *unused);
static DECLARE_WORK(reclaim_work, reclaim);

/* Queues the work item reclaim(); see settle_soon() in space_files.c. */
static void reclaim_soon(struct irq_work *unused)
{
	schedule_work(&reclaim_work);
}

static DEFINE_IRQ_WORK(reclaim_irq, reclaim_soon);

/* Returns true if less than a quarter of the spaces or of the chunks is free. */
static STP_FN bool is_short(void)
{
	return n_free < n_spaces / 4 || n_free_chunks < n_chunks / 4;
}

STP_FN struct stp_space_id stp_space_table_get(const struct stp_map *m, u32 n,
					       u32 tgid)
{
	u32 hash = hash_of(m, n), i = *same_hash(hash);
	struct space *s;

	while (i && (spaces[i].hash != hash || !is_same(i, m, n)))
		i = spaces[i].next;
	s = i ? &spaces[i] : n ? take(m, n, hash) : NULL;
	if (!keeps && is_short() && list_empty(&retiring) &&
	    list_empty(&retired))
		irq_work_queue(&reclaim_irq);
	if (!s) {
		lost += n != 0;
		return (struct stp_space_id){ 0, 0 };
	}
	if (!i)
		s->tgid = tgid;
	return (struct stp_space_id){ number(s), s->use };
}

STP_FN bool stp_space_table_touch(struct stp_space_id id)
{
	struct space *s = &spaces[id.space];

	if (!id.space || !s->is_live || s->use != id.use)
		return false;
	list_move_tail(&s->list, &live);
	return true;
}

STP_FN void stp_space_table_cut(void)
{
	lost++;
}

STP_FN u32 stp_space_table_newest(u64 addr)
{
	struct list_head *const lists[] = { &live, &retiring, &retired };
	struct space *s;
	u32 i;

	for (i = 0; i < ARRAY_SIZE(lists); i++)
		list_for_each_entry_reverse(s, lists[i], list)
			if (stp_space_find(number(s), addr))
				return number(s);
	return 0;
}

/* ---- reuse -------------------------------------------------------------- */

/* Makes the half of the spaces that was met least recently RETIRING. */
static void retire(void)
{
	u32 n = (n_spaces - n_free) / 2;
	unsigned long flags;
	struct space *s;

	if (!stp_space_trylock(&flags))
		return;
	while (n-- && !list_empty(&live)) {
		s = list_first_entry(&live, struct space, list);
		unhash(s);
		list_move_tail(&s->list, &retiring);
	}
	stp_space_unlock(flags);
}

static void end_retiring(void)
{
	u64 last = stp_rings_last_seq();
	unsigned long flags;
	struct space *s;

	if (!stp_space_trylock(&flags))
		return;
	list_for_each_entry(s, &retiring, list)
		s->until = last;
	list_splice_tail_init(&retiring, &retired);
	stp_space_unlock(flags);
}

/* Frees the RETIRED spaces that only records before `seen` can have.  Returns true if
 * there were any. */
static bool free_seen(void)
{
	struct space *s, *next;
	unsigned long flags;
	bool any = false;

	if (!stp_space_trylock(&flags))
		return false;
	list_for_each_entry_safe(s, next, &retired, list) {
		if (s->until >= seen)
			break;
		give_back(s);
		any = true;
	}
	stp_space_unlock(flags);
	return any;
}

static void reclaim(struct work_struct *unused)
{
	retire();
	synchronize_rcu();
	end_retiring();
	if (free_seen())
		stp_space_files_sweep();
}

void stp_space_table_seen(u64 seq)
{
	if (seq <= READ_ONCE(seen))
		return;
	WRITE_ONCE(seen, seq);
	if (!list_empty(&retired) && free_seen())
		stp_space_files_sweep();
}

/* ---- life --------------------------------------------------------------- */

/* Returns true if an array of the script has stacks as keys: these hold addresses
 * in spaces, about which the reader may ask at any time. */
static bool keeps_stacks(void)
{
	const struct stp_blob *b = stp_run.blob;
	u32 i;

	for (i = 0; i < stp_blob_n(b, STP_SEC_GLOBALS); i++)
		if (strchr(stp_blob_str(b, stp_blob_global(b, i)->keys), 'K'))
			return true;
	return false;
}

u64 stp_space_table_lost(void)
{
	return READ_ONCE(lost);
}

void stp_space_table_end(void)
{
	irq_work_sync(&reclaim_irq);
	cancel_work_sync(&reclaim_work);
	stp_os_free(spaces, (n_spaces + 1ull) * sizeof(*spaces));
	stp_os_free(maps, (u64)n_chunks * CHUNK * sizeof(*maps));
	stp_os_free(free_chunks, (u64)n_chunks * sizeof(*free_chunks));
	stp_os_free(by_hash, (u64)n_hashes * sizeof(*by_hash));
	spaces = NULL;
	maps = NULL;
	free_chunks = NULL;
	by_hash = NULL;
	INIT_LIST_HEAD(&free);
	INIT_LIST_HEAD(&live);
	INIT_LIST_HEAD(&retiring);
	INIT_LIST_HEAD(&retired);
}

int stp_space_table_begin(void)
{
	u32 i;

	n_spaces = stp_run.limits[STP_LIM_LAYOUTS];
	n_chunks = n_spaces * CHUNKS_OF_SPACE + CHUNKS_OF_ONE;
	n_hashes = roundup_pow_of_two(n_spaces);
	spaces = stp_os_alloc((n_spaces + 1ull) * sizeof(*spaces));
	maps = stp_os_alloc((u64)n_chunks * CHUNK * sizeof(*maps));
	free_chunks = stp_os_alloc((u64)n_chunks * sizeof(*free_chunks));
	by_hash = stp_os_alloc((u64)n_hashes * sizeof(*by_hash));
	if (!spaces || !maps || !free_chunks || !by_hash)
		return -ENOMEM;
	keeps = keeps_stacks();
	seen = lost = 0;
	for (i = 1; i <= n_spaces; i++)
		list_add_tail(&spaces[i].list, &free);
	for (i = 0; i < n_chunks; i++)
		free_chunks[i] = n_chunks - 1 - i;
	n_free = n_spaces;
	n_free_chunks = n_chunks;
	return 0;
}
