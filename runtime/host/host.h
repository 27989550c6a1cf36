/* SPDX-License-Identifier: LGPL-2.1-or-later */
/**
 * @file
 * The runtime in an ordinary process: script.c linked with libstphost.a.
 *
 *	PROGRAM [-T SECONDS] [-s] [-r RECORDING] [NAME=VALUE ...] [-c] 3>records
 *
 * NAME is a limit (MAXACTION=...) or a global.  Kinds begin, end, error and
 * timer work, never has no rows; the rest is not there.  Records go to file
 * descriptor 3 as they are made, first STP_REC_BLOB, last STP_REC_END.
 * SIGINT and SIGTERM stop the script as exit() does; SIGUSR2 asks for a snapshot
 * of the globals, of which -s makes one at the end; STP_ASK_SIGNAL switches a
 * probe or resets a global.  With -c, after target=PID,
 * that process is a command which ends when nobody reads the records any more.
 * With -r, before settings, the run is over after the last recorded hit.
 *
 * Exit status: 0; 1 if the script ended by an error; 2 if it cannot run.
 */
#ifndef STP_HOST_HOST_H
#define STP_HOST_HOST_H

#include "runtime/core/running.h"

#define STP_HOST_FD 3

/** Write all of it to the records' descriptor; false when nobody reads. */
bool stp_host_write(const void *p, size_t n);

/** Set by signals and by a reader that went away. */
extern volatile int stp_host_interrupted;

/** Set by SIGUSR2. */
extern volatile int stp_host_snapshot_wanted;
/** Records of what the globals are now, and of the run's state. */
void stp_host_snapshot(void);
/** Does what the value of a STP_ASK_SIGNAL asks. */
void stp_host_asked(stp_u32 word);

/** Before the first record: STP_ASK_SIGNALs wait for stp_host_run(). */
void stp_host_listen(void);

/** Run timers until the run ends or @deadline (0: none) is reached. */
void stp_host_run(stp_u64 deadline);

/**
 * When the next timer of this program is due, and running those that are.
 * Weak: zero and nothing when no timer file is linked in.
 */
stp_u64 stp_host_next_timer(void);
void stp_host_run_timers(stp_u64 now);

/* ---- tape.c ------------------------------------------------------------- */

/** The hits come from the recording @path.  Returns what is wrong with it, or
 *  NULL. */
const char *stp_host_tape_open(const char *path);
bool stp_host_has_tape(void);
/** The time of records: now, or that of the last hit, of day. */
stp_u64 stp_host_time(void);
/** Gives a record the time and CPU of the last hit, instead of ours. */
void stp_host_tape_stamp(struct stp_rec *r);
/** Run the handlers of all recorded hits, until the script ends. */
void stp_host_tape_run(void);

/* ---- abandoned.c -------------------------------------------------------- */

/** The target is a command that was started for this run. */
void stp_host_own_command(void);
/** Does nobody read our records any more?  Not of a file. */
bool stp_host_is_abandoned(void);
/** End such a command and what it has started. */
void stp_host_end_command(void);

#endif
