/* SPDX-License-Identifier: GPL-2.0-or-later */
/**
 * @file
 * The set of processes that have begun.  It keeps what must be known of a
 * process after its memory is gone, because an exit is reported only then.
 * Processes that have ended stay until their slot is needed: the exit of one of
 * their threads may be reported after that of the process.
 */
#ifndef STP_LINUX_PROCESS_SET_H
#define STP_LINUX_PROCESS_SET_H

#include <linux/types.h>

/** What has been reported of a process, since it last executed a program. */
enum stp_process_state {
	STP_PROCESS_UNTOLD,	/* its beginning is not reported yet */
	STP_PROCESS_TOLD,	/* its beginning is reported */
	STP_PROCESS_ENDED,
};

/** A process of the set; eight bytes, so that it is read and written whole. */
struct stp_process {
	u32 tgid;		/* 0: no process */
	u16 program;		/* the caller's number of its program */
	bool of_target;		/* it is the target, or descends from it */
	u8 state;		/* enum stp_process_state */
};

/** Allocates an empty set.  Returns 0 or -ENOMEM.  May sleep; no other function
 *  of this file may run meanwhile. */
int stp_process_set_begin(void);
/** Frees the set; does nothing if there is none. */
void stp_process_set_end(void);

/** Adds @p to the set, or replaces the entry of the same tgid.  Returns false
 *  if there is no room for @p. */
bool stp_process_put(struct stp_process p);
/** Returns the process @tgid, or one with tgid 0 if it is not in the set.
 *  Takes no lock. */
struct stp_process stp_process_find(u32 tgid);
/** Marks the process @tgid as ended, and returns it as it was before.  Returns
 *  one with tgid 0 if it is not in the set, or marked as ended already. */
struct stp_process stp_process_take(u32 tgid);
/** Marks the beginning of @tgid as reported, and returns the process as before.
 *  Returns one with tgid 0 if it is not in the set, or reported or ended
 *  already. */
struct stp_process stp_process_tell(u32 tgid);
/** Returns true if some process of the set is STP_PROCESS_UNTOLD. */
bool stp_process_some_untold(void);

#endif
