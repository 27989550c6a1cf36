/* SPDX-License-Identifier: GPL-2.0-or-later */
/**
 * @file
 * The rings, which bring records to the consumer.
 *
 * Ring 0 belongs to the serial context, ring 1 + k to CPU k.  Writers of a
 * ring run on one CPU at a time and nest (an interrupt in a task's handler,
 * an NMI in that).  Each writer reserves room by compare-and-swap and fills it.
 * The outermost writer publishes what all of them wrote.
 *
 * Memory: page 0 has the consumer's words, page 1 the producer's; the data
 * follow.  The kernel and the consumer both map the data twice, the second time
 * directly after the first, so that no record is split at the end.  The kernel
 * does not trust what the consumer writes: a hostile consumer loses its own
 * records and nothing else.
 */
#ifndef STP_LINUX_RING_H
#define STP_LINUX_RING_H

#include <linux/mm_types.h>
#include <linux/poll.h>

#include "runtime/core/running.h"

/** Bytes kept free for last words (exit, errors, the end of an output). */
#define STP_RING_RESERVE 4096

/** Makes @n rings of @bytes data bytes each.  @bytes is limited to between four
 *  times STP_RING_RESERVE and 1 GiB, and rounded up to a power of two.  Returns
 *  0 or -errno.  Call stp_rings_destroy() at the end, also after an error. */
int stp_rings_create(stp_u32 n, stp_u64 bytes);
void stp_rings_destroy(void);

/** The number of rings; 0 while there are none. */
stp_u32 stp_rings_n(void);
/** The number of data bytes of each ring. */
stp_u32 stp_rings_bytes(void);

/** The sequence number of the newest record; 0 if there is none.  Any context. */
stp_u64 stp_rings_last_seq(void);

/** Implement mmap() and poll() of the device.  They take no lock. */
int stp_rings_mmap(struct vm_area_struct *vma);
__poll_t stp_rings_poll(struct file *file, poll_table *wait);

/** Notes whether there is a reader.  If not, writers do not wait for room. */
void stp_rings_read(bool is_read);

#endif
