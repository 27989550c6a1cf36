/* SPDX-License-Identifier: GPL-2.0-or-later */
/**
 * @file
 * The table of spaces (spaces.h), which has MAXLAYOUTS of them.  When
 * three quarters of them, or of the memory for mappings, are in use, the half
 * that was met least recently is *retired*: no handler gets these spaces any
 * more.  When the reader has asked about all records that were made until
 * then, the retired spaces are free for other processes.  If the script keeps
 * stacks in an array, no space is retired, because the reader may ask about
 * these stacks at any time.
 */
#ifndef STP_LINUX_SPACE_TABLE_H
#define STP_LINUX_SPACE_TABLE_H

#include <linux/spinlock.h>

#include "runtime/linux/spaces.h"

/** The most mappings that a space can hold. */
#define STP_MAPS_OF_ONE 512

/** Takes the lock of the table and of the processes that have been met, which any
 *  context may need.  Returns false if it would wait for this CPU: what is called
 *  under the lock is probed, too, and such a hit may need the lock; or in an NMI if
 *  another CPU has the lock.  @flags: for stp_space_unlock(). */
bool __must_check stp_space_trylock(unsigned long *flags);
void stp_space_unlock(unsigned long flags);

/** Allocates the table.  Returns 0 or -ENOMEM.  May sleep. */
int stp_space_table_begin(void);
/** Frees the table.  Call it when no handler runs any more.  May sleep. */
void stp_space_table_end(void);

/** A space and the number of times that its number was reused before. */
struct stp_space_id {
	u32 space, use;
};

/* ---- under the lock ----------------------------------------------------- */

/** Returns the space with these @n mappings, or makes one for process @tgid if
 *  there is none.  The number of the space is 0 if there is no room, which is
 *  counted, or if @n is 0. */
struct stp_space_id stp_space_table_get(const struct stp_map *maps, u32 n,
					u32 tgid);
/** Returns true if @id is still in the same use, and not retired.  Then it counts
 *  as met now: all other spaces are retired before it. */
bool stp_space_table_touch(struct stp_space_id id);
/** Returns the space that has @addr mapped, or 0 if there is none.  If there are
 *  several, returns the one met last; spaces that are not retired come first. */
u32 stp_space_table_newest(u64 addr);
/** Counts a process that has more mappings than a space can hold. */
void stp_space_table_cut(void);

/* ---- of a space that a handler was given, or under the lock ------------- */

/** Return the number of mappings of @space; mapping @i of @space, from 0 in the
 *  order of addresses; and the tgid of the process for which @space was made. */
u32 stp_space_n(u32 space);
const struct stp_map *stp_space_map(u32 space, u32 i);
u32 stp_space_tgid(u32 space);

/** Returns true if @space is in use and not retired.  No lock is needed. */
bool stp_space_is_live(u32 space);

/** Returns how many times a process or some of its mappings found no room.
 *  Also valid after stp_space_table_end(). */
u64 stp_space_table_lost(void);

/** Returns true if record @seq may have an address in the present use of @space.
 *  If @seq is 0, returns true if @space is in use.  Under the lock. */
bool stp_space_was(u32 space, u64 seq);

/** Notes that the reader has asked about all records before @seq, and frees
 *  spaces that only those can have.  May sleep. */
void stp_space_table_seen(u64 seq);

#endif
