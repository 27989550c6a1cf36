/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * The rings: see os_ring.h.  A record gets its sequence number after its room was
 * reserved.  So the numbers are dense, and the consumer orders the records of all
 * rings by them, without clocks.
 */
#include <linux/irq_work.h>
#include <linux/log2.h>
#include <linux/mm.h>
#include <linux/sched/signal.h>
#include <linux/slab.h>
#include <linux/vmalloc.h>
#include <linux/wait.h>

#include "runtime/compat/vma.h"
#include "runtime/core/handler.h"
#include "runtime/linux/os_ring.h"

struct ring {
	local64_t head;		/* bytes reserved since the start */
	unsigned int nest;	/* number of writers that have begun and not
				   ended: each interrupted the one before */
	char *data;		/* mapped twice, one copy after the other */
	struct stp_ring_producer *producer;
	struct stp_ring_consumer *consumer;
	char *pages;		/* control pages and data, once */
} ____cacheline_aligned;

static struct ring *rings;
static u32 n_made;		/* elements of rings[] */
static u32 n_rings;		/* those that the device's holder can use */
static u32 ring_bytes;
static bool has_reader;
static bool is_flight;		/* a flight recorder: in a full ring a new record
				   replaces the oldest ones */
static atomic64_t last_seq;
static DECLARE_WAIT_QUEUE_HEAD(readers);

STP_FN u64 stp_rings_last_seq(void)
{
	return atomic64_read(&last_seq);
}

/* ---- waking the consumer ------------------------------------------------ */

static STP_FN void wake(struct irq_work *work)
{
	wake_up_all(&readers);
}

static DEFINE_IRQ_WORK(wake_work, wake);

static STP_FN noinline void wake_for(struct ring *r, u32 waiting)
{
	if (waiting == STP_WAIT_WOKEN)
		return;
	WRITE_ONCE(r->consumer->waiting, STP_WAIT_WOKEN);
	irq_work_queue(&wake_work);
}

/* Wakes the reader if it waits for as much as is in the ring now: @used bytes
 * before the new record.  @urgent: the record is of the last words, which are
 * counted here.  Call it after the new producer->head is visible: a reader first
 * sets `waiting`, then reads producer->head. */
static __always_inline void wake_if_waiting(struct ring *r, u64 used,
					    bool urgent)
{
	u32 waiting;

	if (urgent)
		WRITE_ONCE(r->producer->last_words,
			   r->producer->last_words + 1);
	smp_mb();
	waiting = READ_ONCE(r->consumer->waiting);
	if (unlikely(waiting) && (urgent || !is_flight) &&
	    (waiting != STP_WAIT_HALF || urgent ||
				  used > ring_bytes / 2))
		wake_for(r, waiting);
}

/* ---- the flight recorder ------------------------------------------------ */

/* Returns true if the record of @len bytes at @tail can be dropped: @len is valid,
 * and the record is published. */
static bool is_old(struct ring *r, u64 tail, u32 len)
{
	u64 left = READ_ONCE(r->producer->head) - tail;

	return len >= sizeof(struct stp_rec) && !(len % 8) &&
	       left <= ring_bytes && len <= left;
}

/*
 * Drops the oldest records until @need bytes fit after @head.  Returns false if
 * that is not possible.  The consumer can write the tail, so the tail is not
 * trusted: each record that is dropped makes room, and no word outside the ring is
 * read.
 */
static STP_FN noinline bool drop_old(struct ring *r, u64 head, u32 need)
{
	u64 tail = READ_ONCE(r->consumer->tail);
	const struct stp_rec *rec;
	u32 len;

	while (head - tail + need > ring_bytes) {
		rec = (const void *)(r->data + (tail & (ring_bytes - 8)));
		len = READ_ONCE(rec->len);
		if (!is_old(r, tail, len))
			return false;
		/* a writer inside this one may have done it */
		if (try_cmpxchg(&r->consumer->tail, &tail, tail + len))
			tail += len;
	}
	return true;
}

/* Returns the number of last words in all rings, ever. */
static u32 last_words(void)
{
	u32 i, n = 0;

	for (i = 0; i < n_rings; i++)
		n += READ_ONCE(rings[i].producer->last_words);
	return n;
}

/* ---- writing ------------------------------------------------------------ */

/* What reserve() returns if there is no room. */
#define STP_NO_ROOM ~0ull

/* Reserves @len bytes, if at least @keep bytes stay free then; a flight recorder
 * makes room and keeps none.  Stores the offset of the bytes in the data in *@at.
 * Returns how many bytes were in use before, or STP_NO_ROOM. */
static __always_inline u64 reserve(struct ring *r, u32 len, u32 keep, u64 *at)
{
	u64 head, used;

	do {
		head = local64_read(&r->head);
		used = head - READ_ONCE(r->consumer->tail);
		if (unlikely(used + len + keep > ring_bytes ||
			     used > ring_bytes) &&
		    (!is_flight || !drop_old(r, head, len)))
			return STP_NO_ROOM;
	} while (local64_cmpxchg(&r->head, head, head + len) != head);
	*at = head & (ring_bytes - 1);
	return used;
}

/* Ends a writer.  The outermost writer publishes all that was reserved.  It looks
 * again afterwards, because a nested writer may have reserved more
 * meanwhile. */
static __always_inline void publish(struct ring *r)
{
	u64 head;

	if (r->nest > 1) {
		WRITE_ONCE(r->nest, r->nest - 1);
		return;
	}
	do {
		WRITE_ONCE(r->nest, 1);
		barrier();
		head = local64_read(&r->head);
		smp_store_release(&r->producer->head, head);
		barrier();
		WRITE_ONCE(r->nest, 0);
		barrier();
	} while (head != local64_read(&r->head));
}

/* Copies @n bytes of a record.  Records are whole words, most of them only a
 * few. */
static __always_inline void copy_words(u64 *to, const u64 *from, u32 n)
{
	u32 i;

	if (unlikely(n > 256)) {
		memcpy(to, from, n);
		return;
	}
	for (i = 0; i < n / 8; i++)
		WRITE_ONCE(to[i], from[i]);
}

/* Puts a record into the ring.  Returns what reserve() returned. */
static __always_inline u64 put(struct ring *r, struct stp_rec *rec, u32 keep)
{
	u64 at, used;

	WRITE_ONCE(r->nest, r->nest + 1);
	barrier();
	used = reserve(r, rec->len, keep, &at);
	if (likely(used != STP_NO_ROOM)) {
		if (!rec->seq)
			rec->seq = atomic64_inc_return(&last_seq);
		copy_words((u64 *)(r->data + at), (u64 *)rec, rec->len);
	}
	barrier();
	publish(r);
	return used;
}

/*
 * Puts the output of @c into the ring as one record: the path of nearly all
 * records.  The record's struct stp_rec is written directly into the ring.
 * Only the clock is called between reservation and publishing.
 */
static __always_inline u64 put_output(struct ring *r, struct stp_workspace *c,
				      u32 len)
{
	const u32 head = sizeof(struct stp_rec);
	struct stp_rec *rec;
	u64 at, used;

	WRITE_ONCE(r->nest, r->nest + 1);
	barrier();
	used = reserve(r, len, STP_RING_RESERVE, &at);
	if (likely(used != STP_NO_ROOM)) {
		rec = (struct stp_rec *)(r->data + at);
		stp_rec_head(c, rec, len, 0);
		rec->seq = atomic64_inc_return(&last_seq);
		copy_words((u64 *)(rec + 1), (u64 *)(c->out + head),
			   len - head);
	}
	barrier();
	publish(r);
	return used;
}

STP_FN bool stp_os_emit_output(struct stp_workspace *c, u32 len)
{
	struct ring *r = &rings[c->cell];
	u64 used;

	preempt_disable_notrace();
	used = put_output(r, c, len);
	preempt_enable_notrace();
	if (unlikely(used == STP_NO_ROOM))
		return false;
	wake_if_waiting(r, used, false);
	return true;
}

/* How long a record waits for room: PATIENCE_NS while the reader takes
 * nothing, and MOST_PATIENCE_NS in all, whatever the reader takes. */
#define PATIENCE_NS (200 * NSEC_PER_MSEC)
#define MOST_PATIENCE_NS (10 * NSEC_PER_SEC)

/* Returns false if the task must not wait any longer: there is no reader, the
 * task is being killed, or the time @until is reached. */
static bool may_wait(u64 until)
{
	return READ_ONCE(has_reader) && stp_os_now() < until &&
	       !fatal_signal_pending(current);
}

/* Returns true if the consumer has moved its tail from @tail.  The consumer can
 * write anything there, so only a move forward counts, and not one beyond what was
 * reserved. */
static bool has_moved(struct ring *r, u64 tail)
{
	u64 now = READ_ONCE(r->consumer->tail);

	return now != tail && now - tail <= local64_read(&r->head) - tail;
}

/* Sleeps until the reader takes something from @r, the serial context's ring.
 * Returns false if the reader takes nothing within PATIENCE_NS or until @end, or if
 * may_wait() says that waiting is over. */
static bool wait_for_room(struct ring *r, u64 end)
{
	u64 tail = READ_ONCE(r->consumer->tail);
	u64 until = min(end, stp_os_now() + PATIENCE_NS);

	irq_work_queue(&wake_work);
	while (may_wait(until)) {
		schedule_timeout_killable(1);
		if (READ_ONCE(r->consumer->tail) != tail)
			return has_moved(r, tail);
	}
	return false;
}

static STP_FN u64 put_once(struct ring *r, struct stp_rec *rec, u32 keep)
{
	u64 used;

	preempt_disable_notrace();
	used = put(r, rec, keep);
	preempt_enable_notrace();
	return used;
}

/* Puts a record for which there was no room at first: waits for room if @c can
 * sleep.  If there still is no room, the record is counted as lost, and @c does not
 * wait for the next ones.  Returns what reserve() returned last. */
static STP_FN noinline u64 put_waiting(struct stp_workspace *c, struct ring *r,
				       struct stp_rec *rec, u32 keep)
{
	u64 used = STP_NO_ROOM, end = stp_os_now() + MOST_PATIENCE_NS;

	while (used == STP_NO_ROOM && c->can_wait && wait_for_room(r, end))
		used = put_once(r, rec, keep);
	if (used == STP_NO_ROOM) {
		c->can_wait = false;
		WRITE_ONCE(r->producer->lost, r->producer->lost + 1);
	}
	return used;
}

STP_FN bool stp_os_emit(struct stp_workspace *c, struct stp_rec *rec,
			bool reserve)
{
	struct ring *r = &rings[c->cell];
	u32 keep = reserve ? 0 : STP_RING_RESERVE;
	u64 used = put_once(r, rec, keep);

	if (unlikely(used == STP_NO_ROOM)) {
		used = put_waiting(c, r, rec, keep);
		if (used == STP_NO_ROOM)
			return false;
	}
	wake_if_waiting(r, used, reserve);
	return true;
}

/* ---- reading ------------------------------------------------------------ */

/* Returns true if there are last words that the consumer of a flight recorder
 * has not heard.  It keeps the number of those that it has heard in ring 0. */
static bool has_last_words(void)
{
	return last_words() != READ_ONCE(rings[0].consumer->heard);
}

/* Returns true if the ring has as much as its consumer waits for.  Called after
 * the consumer's `waiting` is visible to writers. */
static bool has_enough(const struct ring *r)
{
	u64 used = READ_ONCE(r->producer->head) -
		   READ_ONCE(r->consumer->tail);

	if (READ_ONCE(r->consumer->waiting) == STP_WAIT_HALF)
		return used > ring_bytes / 2;
	return used;
}

__poll_t stp_rings_poll(struct file *file, poll_table *wait)
{
	u32 i, n = stp_rings_n();
	bool enough = false;

	poll_wait(file, &readers, wait);
	for (i = 0; i < n; i++)
		if (READ_ONCE(rings[i].consumer->waiting) == STP_WAIT_NOT)
			WRITE_ONCE(rings[i].consumer->waiting, STP_WAIT_ANY);
	smp_mb();
	if (is_flight)
		enough = n && has_last_words();
	for (i = 0; i < n && !is_flight && !enough; i++)
		enough = has_enough(&rings[i]);
	return enough ? EPOLLIN | EPOLLRDNORM : 0;
}

void stp_rings_read(bool is_read)
{
	WRITE_ONCE(has_reader, is_read);
}

/* ---- mapping ------------------------------------------------------------ */

#define AROUND 16	/* pages of data that one fault maps */

/* Returns the page at offset @off of the mapping of ring @i.  The data are mapped
 * twice, but their pages exist once. */
static struct page *page_at(u64 i, u64 off)
{
	if (off >= 2 * PAGE_SIZE + ring_bytes)
		off -= ring_bytes;
	return vmalloc_to_page(rings[i].pages + off);
}

/*
 * Maps the page of data that is wanted and up to AROUND - 1 pages after it, as a
 * reader reads them in order.  It is no error if another thread has mapped one of
 * these pages already.
 */
static vm_fault_t fault_data(struct vm_fault *vmf, u64 i, u64 off)
{
	u64 left = min_t(u64, 2 * PAGE_SIZE + 2ull * ring_bytes - off,
			 vmf->vma->vm_end - (vmf->address & PAGE_MASK));
	unsigned long n = min_t(u64, left / PAGE_SIZE, AROUND), k;
	struct page *pages[AROUND];
	int err;

	for (k = 0; k < n; k++)
		pages[k] = page_at(i, off + k * PAGE_SIZE);
	err = vm_insert_pages(vmf->vma, vmf->address & PAGE_MASK, pages, &n);
	return !err || err == -EBUSY ? VM_FAULT_NOPAGE : VM_FAULT_OOM;
}

static vm_fault_t fault(struct vm_fault *vmf)
{
	u64 at = (u64)vmf->pgoff << PAGE_SHIFT;
	u64 i = at / STP_RING_STRIDE, off = at % STP_RING_STRIDE;
	u64 control = 2 * PAGE_SIZE;

	if (i >= stp_rings_n() || off >= control + 2ull * ring_bytes)
		return VM_FAULT_SIGBUS;
	if (off >= control)
		return fault_data(vmf, i, off);
	vmf->page = page_at(i, off);
	get_page(vmf->page);
	return 0;
}

static const struct vm_operations_struct vm_ops = { .fault = fault };

/* Prepares a mapping of a ring: page 0 may be written, everything else only
 * read. */
int stp_rings_mmap(struct vm_area_struct *vma)
{
	u64 at = (u64)vma->vm_pgoff << PAGE_SHIFT;
	u64 off = at % STP_RING_STRIDE, size = vma->vm_end - vma->vm_start;
	bool first = !off && size == PAGE_SIZE;

	if (at / STP_RING_STRIDE >= stp_rings_n() ||
	    off + size > 2 * PAGE_SIZE + 2ull * ring_bytes)
		return -EINVAL;
	if (!(vma->vm_flags & VM_SHARED) || vma->vm_flags & VM_EXEC)
		return -EINVAL;
	if (!first && vma->vm_flags & VM_WRITE)
		return -EPERM;
	stp_vma_protect(vma, !first);
	vma->vm_ops = &vm_ops;
	return 0;
}

/* ---- creating ----------------------------------------------------------- */

/* Maps the control pages and the data, the data twice.  Returns NULL if there
 * is no memory. */
static char *map_twice(char *base, u32 bytes)
{
	u32 once = 2 + bytes / PAGE_SIZE, all = once + bytes / PAGE_SIZE, i;
	struct page **list = kvmalloc_array(all, sizeof(*list), GFP_KERNEL);
	char *p;

	if (!list)
		return NULL;
	for (i = 0; i < once; i++)
		list[i] = vmalloc_to_page(base + i * PAGE_SIZE);
	for (; i < all; i++)
		list[i] = list[i - bytes / PAGE_SIZE];
	p = vmap(list, all, VM_MAP, PAGE_KERNEL);
	kvfree(list);
	return p;
}

static int ring_create(struct ring *r)
{
	char *p;

	r->pages = vzalloc(2 * PAGE_SIZE + ring_bytes);
	if (!r->pages)
		return -ENOMEM;
	p = map_twice(r->pages, ring_bytes);
	if (!p)
		return -ENOMEM;
	r->consumer = (void *)p;
	r->producer = (void *)(p + PAGE_SIZE);
	r->data = p + 2 * PAGE_SIZE;
	r->producer->size = ring_bytes;
	stp_run.memory += 2 * PAGE_SIZE + ring_bytes;
	return 0;
}

/*
 * Shows the first @n rings to poll() and mmap(), which take no lock, so all
 * these rings are complete.  They stay until the holder's file is released, to
 * which poll() and mmap() have a reference.
 */
static void publish_rings(u32 n)
{
	smp_store_release(&n_rings, n);
}

int stp_rings_create(u32 n, u64 bytes)
{
	u64 before;
	int err = 0;
	u32 i;

	bytes = clamp_t(u64, bytes, 4 * STP_RING_RESERVE, 1ull << 30);
	ring_bytes = roundup_pow_of_two(bytes);
	is_flight = stp_run.limits[STP_LIM_FLIGHT];
	before = stp_run.memory;
	rings = stp_os_alloc((u64)n * sizeof(*rings));
	if (!rings)
		return -ENOMEM;
	n_made = n;
	for (i = 0; i < n && !err; i++)
		err = ring_create(&rings[i]);
	stp_run.parts[STP_PART_BUFFERS] = stp_run.memory - before;
	if (!err)
		publish_rings(n);
	return err;
}

void stp_rings_destroy(void)
{
	u32 i;

	publish_rings(0);
	irq_work_sync(&wake_work);
	for (i = 0; i < n_made; i++) {
		if (rings[i].consumer)
			vunmap(rings[i].consumer);
		vfree(rings[i].pages);
	}
	stp_os_free(rings, (u64)n_made * sizeof(*rings));
	rings = NULL;
	n_made = 0;
}

u32 stp_rings_n(void)
{
	return smp_load_acquire(&n_rings);
}

u32 stp_rings_bytes(void)
{
	return ring_bytes;
}
