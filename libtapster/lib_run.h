/* SPDX-License-Identifier: LGPL-2.1-or-later */
/**
 * @file
 * A run: its way to run, the descriptor of its events, its stream of records.
 *
 * run.c is common to all ways to run: it waits, reads the stream, and calls the
 * callbacks.  The ways differ in what they start and in how they stop it: run_host.c and
 * run_load.c a process, run_guest.c a guest.  feed.c starts nothing and has no descriptor:
 * the client passes the records.  Each of these files fills in a struct run_ops.
 */
#ifndef LIBTAPSTER_LIB_RUN_H
#define LIBTAPSTER_LIB_RUN_H

#include <sys/types.h>

#include "format/format.h"
#include "libtapster/lib.h"
#include "libtapster/record.h"

struct run_ops {
	/** Checks whether the run can work, before the parsed script is analysed.
	 *  Returns 0, or -1 with a diagnostic.  NULL: no check is needed. */
	int (*check)(struct tapster_session *s);
	/** Builds the script and starts it.  Returns 0, or -1 with a diagnostic. */
	int (*start)(struct run *r);
	/** Handles @fd, which was passed to run_watch() and is readable now. */
	void (*event)(struct run *r, int fd);
	/** Requests that the run ends; @hard: and discards the remaining output. */
	void (*stop)(struct run *r, bool hard);
	/** Requests the output in the flight recorder's buffers.  NULL: this way to run has
	 *  no flight recorder. */
	void (*dump)(struct run *r);
	/** Requests a snapshot of the globals.  NULL: snapshots cannot be requested. */
	void (*snapshot)(struct run *r);
	/** Sends the runner a format_ask_signal with the value @word, to switch a probe or
	 *  reset a global.  NULL: the client cannot change the run. */
	void (*ask)(struct run *r, uint32_t word);
	/** Returns how many bytes of input the command takes now; -1: it does not run,
	 *  or takes no input.  This and the next two members are NULL if the command
	 *  inherits standard input from this process, or if there is no command. */
	long (*input_room)(struct run *r);
	/** Passes @n bytes of input to the command; 0 bytes end the input. */
	void (*input)(struct run *r, const void *p, size_t n);
	/** Passes the session's `rows` and `columns` to the command's terminal. */
	void (*resize)(struct run *r);
	/** Ends the processes or the guest of the run, and frees what belongs to them. */
	void (*free)(struct run *r);
};

extern const struct run_ops run_host_ops, run_load_ops, run_guest_ops;

/** A process whose end is waited for. */
struct run_process {
	pid_t pid;		/* 0: none, or not our child */
	int pidfd;		/* -1: it has ended, or was not started */
	int status;
};

/** A program of which a run has printed addresses; or, if build_id is NULL, the
 *  kernel ("") or a module, whose name is `path`. */
struct line_source {
	const char *path, *build_id;
	struct debug *debug;	/* NULL: no lines are known */
};

struct run {
	struct tapster_session *s;
	const struct run_ops *ops;
	struct format *format;
	struct record *record;	/* of option "record": gets the hits; NULL: not set */
	bool declared;		/* `record` lists the script's statements */
	int epoll, stop_event, dump_event;	/* -1: feed.c has none */
	unsigned stops;		/* number of requests to stop that counted:
				   see SAME_STOP_S in run.c */
	double stopped_at;	/* lib_clock() of the last request that counted */
	bool over;
	bool lost;		/* output was lost, or hits were skipped */
	bool shot_wanted;	/* tapster_snapshot() was called, but the runner
				   has not been asked yet */

	/* host and load: a process with a pipe */
	struct run_process main, cmd;
	int records;		/* the end of the pipe to read; -1: closed */
	int gate;		/* cmd starts when "go" is written to it */
	bool took_terminal;	/* the group of `main` has the terminal */

	struct buf line;	/* the last result of run_source_line() */
	VEC(struct line_source) line_sources;
	bool told_lines;	/* missing source lines were reported */

	/* the output of the command: command_output.c */
	int output, output_in;	/* the ends of a pipe; -1: closed.  Or output_in
				   is a copy of standard error */
	struct buf output_line;	/* an incomplete line */
	int command_status;	/* -1: no command, or its status is not known */

	/* guest */
	struct vm *vm;
	bool job_started;
	bool takes_input;	/* the command gets input, and the client has not
				   closed it */
	bool told_late;		/* the slow boot of the guest was reported */
	struct buf module;	/* the module's bytes, until they are sent */
};

extern const struct run_ops run_feed_ops;

/** Creates a run that has not started. */
struct run *run_make(struct tapster_session *s, const struct run_ops *ops);

/** Watches @fd: when it is readable, tapster_run_dispatch() handles it. */
void run_watch(struct run *r, int fd);
void run_unwatch(struct run *r, int fd);

/** Handles @n bytes of records.  Damaged records are reported and end the run. */
void run_feed(struct run *r, const void *p, size_t n);

/** Ends the run, and sets the session's run_status if that is 0.  With the options "status"
 *  and "command" and a @status other than 0, run_status becomes @status.  Otherwise it
 *  becomes 1 if @status or the status in the stream is not 0, or if option "strict" is set
 *  and anything was lost. */
void run_finish(struct run *r, int status);

/**
 * Returns the source location of the code at @addr as "file:line", valid until the
 * next call, or NULL if it is not known.  @symbol is the address as the kernel
 * prints it ("name+0x1a/0x2c0 [module]"), or staprun for a program (see
 * STP_WORDS_MAX).  Missing debug information is reported once.
 */
const char *run_source_line(struct run *r, uint64_t addr, const char *symbol);

/** The choice whether missing debug information is reported. */
enum run_tell { RUN_QUIET, RUN_TELL };

/**
 * Finds the debug information of the program that contains @symbol, and the link
 * address of @symbol.  Without debug information *@debug, which the caller has set to
 * NULL, stays so.  Returns false if @symbol is not in a program.
 */
bool run_program_debug(struct run *r, const char *symbol, enum run_tell tell,
		       struct debug **debug, uint64_t *linked);

/** Finds the names of the functions that are inlined at @addr, the innermost first, @max
 *  at most.  @symbol is as for run_source_line().  Returns how many; 0 also if there is
 *  no debug information. */
size_t run_inlined(struct run *r, uint64_t addr, const char *symbol,
		   const char **names, size_t max);

/** Warns, once in a run, that source lines are unknown because of @err; frees @err. */
void run_tell_no_lines(struct run *r, struct sys_error *err);

/** Makes the index of source lines of the programs that the script names. */
void run_prepare_program_lines(struct run *r);

/** Makes the index of source lines before the run starts, if the script shows any.  It
 *  may take seconds, in which records would be lost if the run had started. */
void run_prepare_lines(struct run *r);

/** Asks the client whether to start a run that takes long to attach its probes.
 *  Returns 0, or -1 with a diagnostic if the run must not start or the script cannot be
 *  compiled. */
int run_agree(struct tapster_session *s);
/** Reports "WARNING: text" like a warning of the script. */
void run_warn(struct run *r, const char *fmt, ...)
	__attribute__((format(printf, 2, 3)));

/** Requests a snapshot if `shot_wanted` is set and the first record has arrived. */
void run_ask_snapshot(struct run *r);
/** Calls the callback with the requested part of a snapshot (snapshot.c). */
void run_tell_snapshot(struct run *r, const struct tapster_snapshot *from);

/* ---- the output of the command (command_output.c) */

/** Opens `output_in`, the standard output of processes that are started later.  It stays
 *  -1 if these processes inherit the standard output of this process.  Returns 0, or -1
 *  with a diagnostic. */
int run_output_open(struct run *r);
/** Reads and handles all bytes that are in the pipe now. */
void run_output_read(struct run *r);
/** Handles @n bytes of output, of a guest's command or from the pipe. */
void run_output_take(struct run *r, const void *p, size_t n);
/** Handles the remaining output at the end of a run, also an incomplete line. */
void run_output_finish(struct run *r);
void run_output_free(struct run *r);

/* ---- processes (run_process.c) */

struct spawn;

/** With option "command-apart", sets two members of @sp for a process that is to be
 *  started: fd_in to /dev/null, which the caller closes, and fd_err to `output_in`. */
void run_keep_apart(const struct run *r, struct spawn *sp);

/** Starts the runner @argv as `main`, with the pipe of records as its descriptor 3.
 *  Returns 0, or -1 with a diagnostic. */
int run_process_start(struct run *r, const char *const *argv);
/** Handles an event of the pipe of records or of `main`; false: @fd is of neither. */
bool run_process_event(struct run *r, int fd);
void run_process_free(struct run *r);

/** Opens and watches p->pidfd for @pid.  Returns 0, or -1 with a diagnostic. */
int run_process_watch(struct run *r, struct run_process *p, pid_t pid);
/** Waits for the end of a process and closes its pidfd.  Returns its exit status, or
 *  128 + signal; 0 if the process is not our child. */
int run_process_reap(struct run *r, struct run_process *p);

#endif
