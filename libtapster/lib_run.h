/* SPDX-License-Identifier: LGPL-2.1-or-later */
/**
 * @file
 * A run: one way to run, one descriptor, one stream of records.
 *
 * run.c is the same for all: it waits, reads the stream, calls back.  The
 * ways (run_host.c, run_load.c, run_guest.c) differ in what they start and in
 * how they ask it to end; each ends in its filled-in struct run_ops.
 */
#ifndef LIBTAPSTER_LIB_RUN_H
#define LIBTAPSTER_LIB_RUN_H

#include <sys/types.h>

#include "format/format.h"
#include "libtapster/lib.h"
#include "libtapster/record.h"

struct run_ops {
	/** Called before anything is compiled: checks whether the run can work.
	 *  May be NULL. */
	int (*check)(struct tapster_session *s);
	/** Build what is to run and start it.  -1 with a diagnostic. */
	int (*start)(struct run *r);
	/** @fd, which run_watch() named, is readable. */
	void (*event)(struct run *r, int fd);
	/** Ask for the end; @hard: drop what is left. */
	void (*stop)(struct run *r, bool hard);
	/** Show what the flight recorder has; NULL: there is none. */
	void (*dump)(struct run *r);
	/** Ask for a snapshot of the globals. */
	void (*snapshot)(struct run *r);
	/** Ask with a format_ask_signal whose value is @word. */
	void (*ask)(struct run *r, uint32_t word);
	/** How many bytes of input the command takes, -1: none any more; give it
	 *  some, 0: the end; its terminal has another size.  May be NULL. */
	long (*input_room)(struct run *r);
	void (*input)(struct run *r, const void *p, size_t n);
	void (*resize)(struct run *r);
	/** Releases everything, and kills what still runs. */
	void (*free)(struct run *r);
};

extern const struct run_ops run_host_ops, run_load_ops, run_guest_ops;

/** A process that we wait for. */
struct run_process {
	pid_t pid;		/* 0: none, or not our child */
	int pidfd;		/* -1: it has ended */
	int status;
};

/** A program whose addresses a run has printed, or (build_id NULL) the kernel or
 *  a module of it, by name. */
struct line_source {
	const char *path, *build_id;
	struct debug *debug;	/* NULL: no lines are known */
};

struct run {
	struct tapster_session *s;
	const struct run_ops *ops;
	struct format *format;
	struct record *record;	/* hits are written to it; or NULL */
	bool declared;		/* it knows the script's statements */
	int epoll, stop_event, dump_event;
	unsigned stops;		/* how often the end was asked for */
	double stopped_at;
	bool over;
	bool lost;		/* something was, or hits were skipped */
	bool shot_wanted;	/* a snapshot, as soon as it can be asked for */

	/* host and load: a process with a pipe */
	struct run_process main, cmd;
	int records;		/* the pipe's end; -1: closed */
	int gate;		/* closed or written to: cmd may go on */
	bool took_terminal;
	char *temp;		/* a module's private copy, or NULL */

	struct buf line;	/* what run_source_line() returned */
	VEC(struct line_source) line_sources;
	bool told_lines;	/* it was reported that there are none */

	/* what the command prints: command_output.c */
	int output, output_in;	/* ends of a pipe; -1: none */
	struct buf output_line;	/* no whole line yet */
	int command_status;	/* -1: there is none, or it is not known here */

	/* guest */
	struct vm *vm;
	bool job_started;
	bool takes_input;	/* the command does, and was not told the end */
	bool told_late;		/* it was reported that the guest boots
				   slowly */
	struct buf module;	/* the module's bytes, until it is there */
};

extern const struct run_ops run_feed_ops;

/** A run that has not started. */
struct run *run_make(struct tapster_session *s, const struct run_ops *ops);

void run_watch(struct run *r, int fd);
void run_unwatch(struct run *r, int fd);

/** Records came; damage ends the run. */
void run_feed(struct run *r, const void *p, size_t n);

/** Ends the run; a status that is not 0, here or in the stream, is a
 *  failure. */
void run_finish(struct run *r, int status);

/**
 * Returns the source location of the code at @addr, which the kernel calls
 * @symbol ("name+0x1a/0x2c0 [module]"), or staprun, if it is a program's (see
 * STP_WORDS_MAX): "file:line", until the next call; NULL: not known; missing
 * debug information is reported once.
 */
const char *run_source_line(struct run *r, uint64_t addr, const char *symbol);

/** Whether missing debug information is reported. */
enum run_tell { RUN_QUIET, RUN_TELL };

/**
 * Finds the debug information of the program that @symbol is in, and the
 * address as it is linked.  *@debug stays NULL if there is none.  Returns false
 * if @symbol is not in a program.
 */
bool run_program_debug(struct run *r, const char *symbol, enum run_tell tell,
		       struct debug **debug, uint64_t *linked);

/** The names of the functions that are inlined at an address, as above, the
 *  innermost first; none if its debug information is not known. */
size_t run_inlined(struct run *r, uint64_t addr, const char *symbol,
		   const char **names, size_t max);

/** Reports once that there are no lines because of @err, which is freed. */
void run_tell_no_lines(struct run *r, struct sys_error *err);

/** The same for the programs that the script names. */
void run_prepare_program_lines(struct run *r);

/** Before the run starts: if it shows source lines, their index is made now, as
 *  records would be lost in the seconds that this may take. */
void run_prepare_lines(struct run *r);

/** May the run start, if it takes long to attach its probes? -1: no; the reason
 *  is reported. */
int run_agree(struct tapster_session *s);
/** "WARNING: text" of the run, as the script's own warnings look. */
void run_warn(struct run *r, const char *fmt, ...)
	__attribute__((format(printf, 2, 3)));

/** Ask for the snapshot that is wanted, if any, once the runner is ready. */
void run_ask_snapshot(struct run *r);
/** Call back with what was asked of a snapshot (snapshot.c). */
void run_tell_snapshot(struct run *r, const struct tapster_snapshot *from);

/* ---- what the command prints (command_output.c) */

/** Before processes are started: what @sp gets for their standard output. */
int run_output_open(struct run *r);
/** Take what is there. */
void run_output_read(struct run *r);
/** @n bytes came from a guest's command. */
void run_output_take(struct run *r, const void *p, size_t n);
/** The run is over: what is left, whole line or not. */
void run_output_finish(struct run *r);
void run_output_free(struct run *r);

/* ---- processes (run_process.c) */

struct spawn;

/** With option "command-apart": standard input, which the caller closes, and
 *  standard error of a process to be started. */
void run_keep_apart(const struct run *r, struct spawn *sp);

/** Start @argv with the records' pipe as descriptor 3. */
int run_process_start(struct run *r, const char *const *argv);
/** An event of the pipe or of the process itself; false: of neither. */
bool run_process_event(struct run *r, int fd);
void run_process_free(struct run *r);

/** A pidfd, watched; -1 with a diagnostic. */
int run_process_watch(struct run *r, struct run_process *p, pid_t pid);
/** Reap it: exit status, or 128 + signal; 0 if it is not our child. */
int run_process_reap(struct run *r, struct run_process *p);

#endif
