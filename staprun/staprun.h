/* SPDX-License-Identifier: GPL-2.0-or-later */
/**
 * @file
 * staprun: loads a module, reads its records, passes them on or prints them, and
 * unloads it.
 *
 * It has two processes.  The *loader* is privileged, small and does little: it
 * reads the module once, checks and loads those bytes, opens the control device,
 * forks and waits; at the end it deletes the module.  The *consumer* is its child,
 * with the rights of the invoking user: it holds the device and the output, and
 * runs the user's commands.
 *
 *	main.c     main		options.c  the command line
 *	loader.c   the loader	checks.c   why loading would be refused
 *	modfile.c  a .ko file	loaded.c   loaded modules and their devices
 *	buildid.c  build ids	list.c     --list, --disable and so on
 *	consumer.c the consumer	control.c  START and STOP while records are read
 *	ring.c     mapped rings	merge.c    the order of records
 *	flight.c   rings of -F	bulk.c     files of -b
 *	records.c  reading	held.c     records that wait for names
 *	names.c    symbols	namer.c    a child that looks up symbols
 *	output.c   the output	usersym.c, tracee_*.c  symbols of programs
 *	child.c    -c, -x, system(), privileges
 *	settings.c name=value	facts.c    globals that staprun sets
 *	input.c    standard input
 *	tell.c     messages		snapshot.c values of globals
 *	remote.c   a run for another host
 *
 * Nothing here knows probes or kernels: a module attaches itself.  staprun links
 * libc only, so that one static file serves any host with the kernel's build.
 */
#ifndef STAPRUN_H
#define STAPRUN_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <sys/types.h>

#include "runtime/reader.h"

/* ---- the command line --------------------------------------------------- */

enum format { FORMAT_TEXT, FORMAT_JSON, FORMAT_RECORDS };

/** The options of the command line. */
struct options {
	const char *module;	/* path of the .ko; NULL for another action */
	char *bytes;		/* the .ko itself, if it was sent; or NULL */
	size_t n_bytes;
	bool remote;		/* the session comes on standard input */
	const char *attach;	/* --attach: name of a lingering session */
	const char *disable, *enable;	/* names of sessions */
	bool list, clean;
	bool merge;		/* --merge: show the files in `settings` */
	bool bulk;		/* -b: a file for each ring */
	const char *cmd;	/* -c */
	pid_t pid;		/* -x; 0 = none */
	const char *output;	/* -o, a strftime() pattern; NULL = stdout */
	uint64_t rotate_bytes;	/* -S; 0 = never */
	unsigned rotate_keep;	/* files to keep; 0 = all */
	unsigned seconds;	/* -T; 0 = no limit */
	long linger;		/* detach after these seconds; -1 = never */
	enum format format;
	int records_fd;
	bool flight;		/* -F: keep the newest, show them at the end */
	bool snapshot;		/* add the values of globals at the end */
	bool pass_status;	/* --status: exit as CMD did */
	bool foreground;	/* CMD has the terminal */
	bool raw;		/* a terminal gets bytes unchanged */
	bool strict;		/* lost output or skipped hits are a failure */
	char **settings;	/* name=value, NULL-terminated */
};

/** Parses the command line.  Returns 0, or -1 if the process should exit with
 *  *@status. */
int options_parse(int argc, char **argv, struct options *o, int *status);

/* ---- messages ----------------------------------------------------------- */

/** Writes "ERROR: text\n" to stderr. */
void error(const char *fmt, ...) __attribute__((format(printf, 1, 2)));
/** Writes "WARNING: text\n" to stderr. */
void warning(const char *fmt, ...) __attribute__((format(printf, 1, 2)));
/** Writes "hint: text\n" to stderr: what to type next. */
void hint(const char *fmt, ...) __attribute__((format(printf, 1, 2)));
/** Returns @p, a result of malloc() or the like; ends the process if it is NULL. */
void *must(void *p);

/* ---- a .ko file --------------------------------------------------------- */

/** A module file in memory. */
struct modfile {
	char *p;		/* the bytes that are checked and loaded */
	size_t n;
	char name[64];		/* from .modinfo */
	char release[128];	/* first word of its vermagic */
	bool is_signed;
};

/** Reads @path once into private memory.  Returns false after an error message. */
bool modfile_read(struct modfile *m, const char *path);
/** Takes a copy of the @n bytes at @p as a module file; messages call it @path.
 *  Returns false after an error message. */
bool modfile_take(struct modfile *m, const char *path, const char *p,
		  size_t n);
void modfile_free(struct modfile *m);
/** Fills in @m from its bytes, which have a NUL after them.  Returns NULL, or
 *  what is wrong. */
const char *modfile_parse(struct modfile *m);
/** Returns the script's blob in the bytes, after checking it; NULL if there is no
 *  whole one.  Its hash may be wrong: the module compares that. */
const struct stp_blob *modfile_blob(const struct modfile *m);

/* ---- checks ------------------------------------------------------------- */

/**
 * Checks whether the kernel would load this module for us.  If not, reports why
 * and what to do, and returns false.  @m NULL: checks only what holds for any
 * module.
 */
bool checks_before_load(const struct modfile *m);
/** Reports why init_module() failed with @code. */
void checks_explain(const struct modfile *m, int code);

#define BUILDID_HEX 132	/* bytes of a build id in hex, with its NUL */

/** Checks that kernel and modules are the builds that the script was compiled
 *  for; returns false after an error message. */
bool buildid_check(const struct stp_blob *b);
/** Finds the build id among ELF notes, as lower-case hex; false if none is there. */
bool buildid_parse(const char *p, size_t n, char hex[BUILDID_HEX]);

/* ---- sessions: modules of ours that are loaded -------------------------- */

/** A session: a loaded module of tapster. */
struct session {
	char name[64];
	char state[16];		/* as in sysfs */
	char device[128];	/* path below /dev; "" = none */
};

/** Finds the session @name.  Returns false if there is no session of this name. */
bool session_find(const char *name, struct session *ret);
/** Returns all sessions, *@n_ret of them; the caller frees the array. */
struct session *session_all(size_t *n_ret);
/** Open the session's control device; return -1 and set errno on failure.
 *  session_look() opens it read-only, which works also while another process runs
 *  the session. */
int session_open(const struct session *s);
int session_look(const struct session *s);
/** Deletes the module, waiting up to a second while it is in use.  Returns true if
 *  the module is gone. */
bool session_delete(const char *name);
/** Deletes all sessions whose state is "dead"; returns their number. */
unsigned session_clean(void);
/** Reads and checks the blob of the device @fd; the caller frees it.  Returns
 *  NULL after an error message. */
struct stp_blob *session_blob(int fd, const struct stp_ioc_info *info);

/** Run --list, --disable, --enable and --clean; return the exit status. */
int list_sessions(const struct options *o);
int disable_session(const char *name);
int enable_session(const char *name);
int clean_sessions(void);

/* ---- bulk.c ------------------------------------------------------------- */

struct bulk;

/** Prepares the files NAME_s and NAME_CPU.  Each is made when its first record
 *  comes, and closed when the process ends. */
struct bulk *bulk_create(const char *name, unsigned n_rings,
			 const struct stp_blob *b);
void bulk_put(struct bulk *k, unsigned ring, const struct stp_rec *rec);
/** Writes the buffered records.  Returns false if a file could not be made or
 *  written, which is reported once. */
bool bulk_flush(struct bulk *k);
/** Shows the records of files in order, for --merge; returns the exit status. */
int bulk_merge(const struct options *o);

/* ---- the two processes -------------------------------------------------- */

/** Run the loader, or --remote; return the exit status. */
int loader_main(const struct options *o);
int remote_main(void);

/** Returns true if this process was started with @sig ignored, as nohup(1) does with SIGHUP. */
bool loader_is_ignored(int sig);

/** The consumer's exit status that tells the loader to leave the module loaded. */
enum { CONSUMER_LINGERS = 200 };

/**
 * Runs the consumer, in the child.  @device is the control device.  @loader is a
 * socket on which the loader sends a letter for each signal, and which is closed
 * when the loader dies.  Returns the exit status.
 */
int consumer_main(const struct options *o, int device, int loader);

/** Returns "GLOBAL=VALUE" for globals of the tapset: time zone, process and user
 *  of the run.  The array ends with NULL and is valid until the next call. */
const char *const *facts_settings(void);

/** Sends the target, facts and name=value settings by SETUP.  Returns false after
 *  an error message. */
bool settings_send(int device, const struct stp_blob *b,
		   const struct options *o, pid_t target);
/** Returns the value of a limit in a session with these settings. */
stp_u64 settings_limit(const struct stp_blob *b, const struct options *o,
		       enum stp_limit_id id);

/* ---- rings and order ---------------------------------------------------- */

/** A mapped ring of one CPU. */
struct ring {
	struct stp_ring_consumer *consumer;
	const struct stp_ring_producer *producer;
	const char *data;	/* size bytes, twice in a row */
	uint64_t size, tail;
	bool flight;		/* the oldest records are overwritten */
	bool is_ear;		/* serves only to find exit() and system() */
	struct stp_rec *copy;	/* of flight_copy() */
	size_t copy_size;
};

/** Maps ring @cpu of the device.  Returns false and errno on failure. */
bool ring_map(struct ring *r, int device, unsigned cpu, uint32_t bytes);
/**
 * Returns the next record, after checking it.  Returns NULL if there is none
 * (*@bad is NULL), or if the ring is damaged: *@bad says how, and all of its
 * contents are skipped.
 */
const struct stp_rec *ring_next(struct ring *r, const struct stp_blob *b,
				const struct stp_cuts *cuts, const char **bad);
/** Gives the record of ring_next() back to the producer. */
void ring_release(struct ring *r, const struct stp_rec *rec);
bool ring_is_empty(const struct ring *r);

/**
 * Returns a copy, for ring_next(), of the record at r->tail of a flight recorder.  If
 * that was overwritten, first moves r->tail to the oldest record in the ring.  The copy
 * is valid until the next call.  *@left is the number of bytes from r->tail on.
 * Returns NULL if *@left is 0, or if the bytes there are not a record.
 */
const struct stp_rec *flight_copy(struct ring *r, uint64_t *left);
/** Returns the number of records about exit, errors and the like that were ever put
 *  into all rings. */
uint32_t flight_last_words(const struct ring *rings, unsigned n);

typedef void (*merge_emit_fn)(void *arg, const struct stp_rec *rec);

/** Puts the records of all rings into the order of their numbers. */
struct merge {
	merge_emit_fn emit;
	void *arg;
	struct merge_item *heap;
	size_t n, cap, bytes;
	size_t limit;		/* of bytes; above it holes are skipped */
	uint64_t next;		/* the number to emit next */
	uint64_t arrivals;
	uint64_t holes;		/* numbers that never came */
};

void merge_init(struct merge *m, merge_emit_fn emit, void *arg);
/** Emits @rec and the records that waited for it, or keeps a copy of it. */
void merge_put(struct merge *m, const struct stp_rec *rec);
/** Emits all kept records, in order, even if numbers are missing. */
void merge_finish(struct merge *m);
void merge_deinit(struct merge *m);

/* ---- START and STOP while records are read ------------------------------ */

struct control;

/** Creates the runner of START and STOP, which take as long as begin and end
 *  probes do.  Returns NULL after an error message. */
struct control *control_create(int device);
/**
 * Runs @read(@arg) in a new thread.  Until it returns, the calling thread runs the
 * ioctls that it requests by control_start() and control_stop().  Returns what
 * @read has returned; 1, after an error message, if no thread can be started.
 */
int control_serve(struct control *c, int (*read)(void *arg), void *arg);
/** Begin START or STOP; control_fd() becomes readable when it is done. */
void control_start(struct control *c);
void control_stop(struct control *c);
/** Makes a running START attach no more probes.  Does not wait for its end. */
void control_cease(struct control *c);
int control_fd(const struct control *c);
/** Returns the result of the ioctl, 0 or -errno, and resets control_fd(). */
int control_result(struct control *c);

/* ---- input.c ------------------------------------------------------------ */

/** Passes our standard input on to the module, in a thread, until it ends; only
 *  if the script has probes of input. */
void input_start(int device, const struct stp_blob *b);

/* ---- output ------------------------------------------------------------- */

/** The output: where records go, and their format. */
struct output {
	const struct options *o;
	const struct stp_blob *blob;
	const struct stp_cuts *cuts;	/* may be NULL */
	struct stp_fmt_opts opts;
	struct stp_sink sink;	/* buffers bytes for fd */
	int fd;
	uint64_t written;	/* into the current file */
	unsigned file;		/* number of the current file */
	char **names;		/* of the last rotate_keep files, or NULL */
	bool paced;		/* fd may block: write small pieces */
	void (*wait)(void *arg); /* waits until fd takes a piece, or is broken */
	void *arg;
	bool broken;		/* a write failed, or the reader has gone: no
				   more is written */
	bool failed;		/* output could not be written */
	unsigned n_times;	/* lines of the table of times */
	bool told;		/* an error of the script was shown */
	stp_u32 hinted;		/* kinds of errors whose hint was shown */
	unsigned n_unknown;	/* addresses of programs, in no known mapping */
	int device;		/* to look up symbols of the kernel */
	struct stp_symtab *symbols;	/* NULL: none is shown */
	struct namer *namer;	/* of programs' addresses; likewise */
	stp_u64 seen;		/* last argument of names_seen() */
	unsigned n_late;	/* addresses of programs that were shown before
				   their names came */
};

/**
 * Opens the output.  @wait(@arg) is called before each write that could block.
 * Returns false after an error message.
 */
bool output_init(struct output *out, const struct options *o, int device,
		 const struct stp_blob *b, uint32_t blob_size,
		 const struct stp_cuts *cuts,
		 void (*wait)(void *arg), void *arg);
void output_record(struct output *out, const struct stp_rec *rec);
/** Outputs a record of one item, whose bytes are @p[@n]. */
void output_item(struct output *out, enum stp_rec_type type, stp_u32 id,
		 const void *p, stp_u32 n);
/** Shows the error in a record of -b, if it has one. */
void output_complaint(struct output *out, const struct stp_rec *rec);
/** Outputs the run times of a row, at the end, as a record of type TIMES. */
void output_times(struct output *out, stp_u32 row,
		  const struct stp_times *times);
/** Outputs the uses of memory, at the end: a record of type MEMORY for each part. */
void output_memory(struct output *out, const struct stp_ioc_stats *stats);
/** Outputs loss counts, at the end, as records of type LOSS. */
void output_losses(struct output *out, const struct stp_ioc_stats *stats);
/** Outputs the last record, of type END, except as text; flushes the output.
 *  @command: the status of -c's CMD, or -1. */
void output_end(struct output *out, int status, int command);
void output_flush(struct output *out);
void output_deinit(struct output *out);

/* ---- names.c: symbols for what a record shows --------------------------- */

/** Returns true if all symbols that @rec shows are known.  If not, it has
 *  requested them; namer_fd() of the namer of @out tells when answers come. */
bool names_are_known(struct output *out, const struct stp_rec *rec);
/** Tells the module that the symbols of all records before @seq have been requested,
 *  so it may forget the mappings of programs that these need. */
void names_seen(struct output *out, stp_u64 seq);
/** Puts the symbols of @rec into the table and, if the output is records, into
 *  the stream before @rec.  Unknown ones are shown without a name. */
void names_put(struct output *out, const struct stp_rec *rec);

/* ---- children and privileges -------------------------------------------- */

/** The target process: CMD of -c, or the process of -x. */
struct child {
	pid_t pid;
	int pidfd;		/* readable when it has ended */
	int gate;		/* a byte written to it lets the child execute
				   CMD; or -1 */
	bool ours;		/* -c, not -x */
};

/** Becomes the user who called sudo, and keeps no rights of root.  Does nothing if the
 *  user is not root, or was not another user before sudo.  Returns false after an error
 *  message. */
bool child_drop_privileges(void);
/** Sends the output of CMD and system() to standard error from now on. */
void child_keep_out(void);
/** Makes CMD's process group the terminal's foreground group when it starts. */
void child_take_terminal(void);
/** Forks CMD, which waits before its exec.  Returns false after an error message. */
bool child_start(struct child *c, const char *cmd);
/** Watches a running process.  Returns false after an error message. */
bool child_watch(struct child *c, pid_t pid);
/** Lets the child execute CMD. */
void child_release(struct child *c);
/** Returns the status of a child that has ended, or 128 + signal; 0 for -x. */
int child_status(struct child *c);
/** Runs a command line of system() without waiting for it. */
void child_system(const char *p, size_t n);
/**
 * Splits a command line into words, as sh does with blanks, quotes and
 * backslashes.  Returns NULL if it has no word or needs a shell; else an array that
 * the caller frees by one free().
 */
char **child_split(const char *cmd);

#endif
