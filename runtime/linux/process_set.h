/* SPDX-License-Identifier: GPL-2.0-or-later */
/**
 * @file
 * The set of processes that have begun, with what must be known of them when
 * their memory is gone: an exit is reported after that.  Those that have ended
 * stay until their room is needed, as one of their threads may be late.
 */
#ifndef STP_LINUX_PROCESS_SET_H
#define STP_LINUX_PROCESS_SET_H

#include <linux/types.h>

enum stp_process_state {
	STP_PROCESS_UNTOLD,	/* not reported yet */
	STP_PROCESS_TOLD,
	STP_PROCESS_ENDED,
};

/** One of them; eight bytes, so that it is read and written whole. */
struct stp_process {
	u32 tgid;		/* 0: there is none */
	u16 program;		/* the caller's number */
	bool of_target;		/* it is the target, or descends from it */
	u8 state;		/* enum stp_process_state */
};

/** -ENOMEM.  May sleep; nothing else of here may run meanwhile. */
int stp_process_set_begin(void);
/** Also if it did not begin. */
void stp_process_set_end(void);

/** From now on it is in there; false: there is no room, and it is not. */
bool stp_process_put(struct stp_process p);
/** It as it is in there, or one with tgid 0.  Waits for nobody. */
struct stp_process stp_process_find(u32 tgid);
/** The same, and marks it as ended; only the first caller gets it. */
struct stp_process stp_process_take(u32 tgid);
/** The same, and marks it as reported; only the first caller gets it. */
struct stp_process stp_process_tell(u32 tgid);
/** Returns true if some are UNTOLD. */
bool stp_process_some_untold(void);

#endif
