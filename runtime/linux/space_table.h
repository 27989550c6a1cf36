/* SPDX-License-Identifier: GPL-2.0-or-later */
/**
 * @file
 * The table of spaces (spaces.h): as many as MAXLAYOUTS says.  When three
 * quarters are used, the half that was met least recently is *retired*: no
 * handler gets these spaces any more.  When the reader has asked about all that
 * was printed until then, they are free for other processes.  If the script
 * keeps stacks in an array none is retired, because the reader may ask about
 * these at any time.
 */
#ifndef STP_LINUX_SPACE_TABLE_H
#define STP_LINUX_SPACE_TABLE_H

#include <linux/spinlock.h>

#include "runtime/linux/spaces.h"

#define STP_MAPS_OF_ONE 512

/** Protects the table and the processes that have been met.  Any context takes
 *  it, NMIs only try. */
extern raw_spinlock_t stp_space_lock;

/** 0 or -ENOMEM.  May sleep. */
int stp_space_table_begin(void);
/** Free the table; no handler runs any more.  May sleep. */
void stp_space_table_end(void);

/** A space and the number of times that its number was reused before. */
struct stp_space_id {
	u32 space, use;
};

/* ---- under the lock ----------------------------------------------------- */

/** The space with these @n mappings, a new one if there is none; 0: there is
 *  no room, which is counted. */
struct stp_space_id stp_space_table_get(const struct stp_map *maps, u32 n,
					u32 tgid);
/** Returns true if @id is still in the same use; then it becomes the last that
 *  would be retired. */
bool stp_space_table_touch(struct stp_space_id id);
/** The space met last that has mapped @addr; 0: there is none. */
u32 stp_space_table_newest(u64 addr);
/** Count a process that has more mappings than are noted. */
void stp_space_table_cut(void);

/* ---- of a space that a handler was given, or under the lock ------------- */

/** Its mappings, by address. */
u32 stp_space_n(u32 space);
const struct stp_map *stp_space_map(u32 space, u32 i);
u32 stp_space_tgid(u32 space);

/** Returns true if it is not retired.  No lock is needed. */
bool stp_space_is_live(u32 space);

/** How many times a process could not be noted, or not all of its mappings.
 *  Also after the end. */
u64 stp_space_table_lost(void);

/** Returns true if record @seq may have an address in @space in its present
 *  use.  Under the lock. */
bool stp_space_was(u32 space, u64 seq);

/** The reader has asked about all records before @seq.  May sleep. */
void stp_space_table_seen(u64 seq);

#endif
