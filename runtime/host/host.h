/* SPDX-License-Identifier: LGPL-2.1-or-later */
/**
 * @file
 * The runtime in an ordinary process: script.c linked with libstphost.a.
 *
 *	PROGRAM [-T SECONDS] [-s] [-r RECORDING] [NAME=VALUE ...] [-c] 3>records
 *
 * NAME is a limit (MAXACTION=...) or a global.  The kinds are begin, end, error,
 * timer, input, and tape for recorded hits; `never` has no rows, and other kinds are
 * not linked in.  Records go to file descriptor 3 as they are made, first
 * STP_REC_BLOB, last STP_REC_END.
 * SIGINT and SIGTERM stop the script as exit() does.  SIGUSR2 asks for a snapshot of
 * the globals; -s makes one at the end.  STP_ASK_SIGNAL switches a probe or resets a
 * global.  With -c, after target=PID, that process is a command, which is ended when
 * nothing reads the records any more.  With -r, before settings, the hits come from
 * RECORDING, and the run is over after the last one; -T, SIGUSR2 and STP_ASK_SIGNAL do
 * nothing then.
 *
 * Exit status: 0; 1 if the script ended by an error; 2 if it cannot run.
 */
#ifndef STP_HOST_HOST_H
#define STP_HOST_HOST_H

#include "runtime/core/running.h"

#define STP_HOST_FD 3

/** Writes @n bytes to STP_HOST_FD.  Returns false, and sets stp_host_interrupted, if they
 *  cannot be written, because nothing reads them. */
bool stp_host_write(const void *p, size_t n);

/** Not 0 after SIGINT or SIGTERM, and after the reader of the records has gone. */
extern volatile int stp_host_interrupted;

/** Not 0 after SIGUSR2, until the snapshot is made. */
extern volatile int stp_host_snapshot_wanted;
/** Writes records with the values of all globals, and with the run's state. */
void stp_host_snapshot(void);
/** Does what @word, the value of a STP_ASK_SIGNAL, asks for. */
void stp_host_asked(stp_u32 word);

/** Blocks STP_ASK_SIGNAL, so that stp_host_run() receives these signals; called before
 *  the first record. */
void stp_host_listen(void);

/** Runs timers, input and requests until the run ends, a signal stops it, or stp_os_now()
 *  reaches @deadline; 0: there is none. */
void stp_host_run(stp_u64 deadline);

/**
 * Return the time at which the next timer is due (0: there is none), and run those that
 * are due at @now.  The weak versions, of a script without timers, return 0 and do
 * nothing.
 */
stp_u64 stp_host_next_timer(void);
void stp_host_run_timers(stp_u64 now);

/* ---- tape.c ------------------------------------------------------------- */

/** Opens the recording @path, from which the hits are to come.  Returns NULL, or what
 *  is wrong with it. */
const char *stp_host_tape_open(const char *path);
bool stp_host_has_tape(void);
/** The time for records: stp_os_now(); in a replay the time of day of the last hit, in
 *  nanoseconds. */
stp_u64 stp_host_time(void);
/** Sets the time and CPU of a record to those of the last hit. */
void stp_host_tape_stamp(struct stp_rec *r);
/** Runs the handlers of all recorded hits, until the script ends. */
void stp_host_tape_run(void);

/* ---- abandoned.c -------------------------------------------------------- */

/** Marks the target as a command that was started for this run. */
void stp_host_own_command(void);
/** Returns true if nothing reads our records any more; always false if they go to a
 *  file. */
bool stp_host_is_abandoned(void);
/** Ends the command of stp_host_own_command(), if it still runs, and its descendants, by
 *  SIGTERM. */
void stp_host_end_command(void);

#endif
