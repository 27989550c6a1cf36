/* SPDX-License-Identifier: GPL-2.0-or-later */
/**
 * @file
 * The door of staprun/: loads a module, reads its records, passes them on or
 * prints them, unloads it.
 *
 * Two processes.  The *loader* is privileged, small and does little: it reads
 * the module once, checks and loads those bytes, opens the control device,
 * forks and waits; at the end it deletes the module it loaded.  The
 * *consumer* is its child, with the rights of the invoking user: it holds the
 * device and the output, and runs what the user named.
 *
 *	main.c     main		options.c  the command line
 *	loader.c   the loader	checks.c   why loading would be refused
 *	modfile.c  a .ko file	loaded.c   loaded modules and their devices
 *	buildid.c  which build	list.c     --list and --clean
 *	consumer.c the consumer	control.c  START and STOP beside the reading
 *	ring.c     mapped rings	merge.c    records into their order
 *	flight.c   rings of -F	bulk.c     files of -b
 *	output.c   where it goes	child.c    -c, -x, system(), privileges
 *	settings.c name=value	input.c    what is typed
 *	tell.c     messages		snapshot.c what globals are
 *	remote.c   a run for another host
 *
 * Nothing here knows probes or kernels: a module attaches itself.  Links libc
 * only, so that one static file serves any machine of the kernel's build.
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

struct options {
	const char *module;	/* path of the .ko; NULL with the next five */
	char *bytes;		/* the .ko itself, if it was sent; or NULL */
	size_t n_bytes;
	bool remote;		/* standard input says what to run */
	const char *attach;	/* name of a lingering session */
	const char *disable, *enable;	/* names of sessions */
	bool list, clean;
	bool merge;		/* the files in `settings` */
	bool bulk;		/* -b: a file for each ring */
	const char *cmd;	/* -c */
	pid_t pid;		/* -x; 0 = none */
	const char *output;	/* -o, a strftime() pattern; NULL = stdout */
	uint64_t rotate_bytes;	/* -S; 0 = never */
	unsigned rotate_keep;	/* files to keep; 0 = all */
	unsigned seconds;	/* -T; 0 = no limit */
	long linger;		/* detach after that; -1 = never */
	enum format format;
	int records_fd;
	bool flight;		/* -F: keep the newest, show them at the end */
	bool snapshot;		/* at the end: what the globals are */
	bool pass_status;	/* --status: exit as CMD did */
	bool foreground;	/* CMD has the terminal */
	bool raw;		/* a terminal gets bytes as they are */
	bool strict;		/* what is lost or skipped is a failure */
	char **settings;	/* name=value, NULL-terminated */
};

/** 0: run; -1: done, exit with *@status. */
int options_parse(int argc, char **argv, struct options *o, int *status);

/* ---- messages ----------------------------------------------------------- */

/** "ERROR: text\n" on stderr. */
void error(const char *fmt, ...) __attribute__((format(printf, 1, 2)));
/** "WARNING: text\n" on stderr. */
void warning(const char *fmt, ...) __attribute__((format(printf, 1, 2)));
/** "hint: text\n": what to type next. */
void hint(const char *fmt, ...) __attribute__((format(printf, 1, 2)));
/** malloc and friends that end the process when there is no memory. */
void *must(void *p);

/* ---- a .ko file --------------------------------------------------------- */

struct modfile {
	char *p;		/* the bytes that are checked and loaded */
	size_t n;
	char name[64];		/* from .modinfo */
	char release[128];	/* first word of its vermagic */
	bool is_signed;
};

/** Read @path once into private memory.  False: told why. */
bool modfile_read(struct modfile *m, const char *path);
/** The same for @n bytes at @p, which are copied; @path is for messages. */
bool modfile_take(struct modfile *m, const char *path, const char *p,
		  size_t n);
void modfile_free(struct modfile *m);
/** The same for bytes in memory; NULL, or what is wrong. */
const char *modfile_parse(struct modfile *m);
/** The script's blob in those bytes, checked; NULL: none that is whole.  Its hash
 *  may be wrong: the module compares that. */
const struct stp_blob *modfile_blob(const struct modfile *m);

/* ---- checks ------------------------------------------------------------- */

/**
 * Checks whether the kernel would load this module for us.  If not, reports why
 * and what to do, and returns false.  @m NULL: checks only what holds for any
 * module.
 */
bool checks_before_load(const struct modfile *m);
/** After init_module() failed with @code. */
void checks_explain(const struct modfile *m, int code);

#define BUILDID_HEX 132	/* bytes of a build id in hex, with its NUL */

/** Checks that kernel and modules are the builds that the script's addresses
 *  are of; returns false after an error message. */
bool buildid_check(const struct stp_blob *b);
/** The build id among ELF notes, as lower-case hex; false: none there. */
bool buildid_parse(const char *p, size_t n, char hex[BUILDID_HEX]);

/* ---- sessions: modules of ours that are loaded -------------------------- */

struct session {
	char name[64];
	char state[16];		/* as in sysfs */
	char device[128];	/* path below /dev; "" = none */
};

/** The session @name, if it is one. */
bool session_find(const char *name, struct session *ret);
/** Every session; returns an array to be freed. */
struct session *session_all(size_t *n_ret);
/** Open its control device; -1 and errno.  session_look() opens it read-only,
 *  also if another process runs the session. */
int session_open(const struct session *s);
int session_look(const struct session *s);
/** Delete the module, waiting up to a second while it is in use. */
bool session_delete(const char *name);
/** Delete all sessions whose state is "dead". */
unsigned session_clean(void);
/** Reads and checks the blob of the device @fd; the caller frees it.  Returns
 *  NULL after an error message. */
struct stp_blob *session_blob(int fd, const struct stp_ioc_info *info);

/** --list, --disable, --enable and --clean; return the exit status. */
int list_sessions(const struct options *o);
int disable_session(const char *name);
int enable_session(const char *name);
int clean_sessions(void);

/* ---- bulk.c ------------------------------------------------------------- */

struct bulk;

/** Files NAME_s and NAME_CPU, made when the first record comes; they are
 *  closed by the process's end. */
struct bulk *bulk_create(const char *name, unsigned n_rings,
			 const struct stp_blob *b);
void bulk_put(struct bulk *k, unsigned ring, const struct stp_rec *rec);
/** Write what is gathered; false: a file could not be made or written, told
 *  once. */
bool bulk_flush(struct bulk *k);
/** --merge: show the records of files in order; returns the exit status. */
int bulk_merge(const struct options *o);

/* ---- the two processes -------------------------------------------------- */

int loader_main(const struct options *o);
/** --remote; returns the exit status. */
int remote_main(void);

/** What the consumer tells the loader by its exit status. */
enum { CONSUMER_LINGERS = 200 };

/**
 * Runs in the child; @device is the control device, @loader a socket that
 * closes when the loader dies and on which it sends a byte per signal.
 * Returns the exit status.
 */
int consumer_main(const struct options *o, int device, int loader);

/** "GLOBAL=VALUE" for globals of the tapset: the time zone, the user of the
 *  run.  Ends with NULL; lasts until the next call. */
const char *const *facts_settings(void);

/** SETUP: target and name=value settings. False: the reason is reported. */
bool settings_send(int device, const struct stp_blob *b,
		   const struct options *o, pid_t target);
/** The value of a limit in a session with these settings. */
stp_u64 settings_limit(const struct stp_blob *b, const struct options *o,
		       enum stp_limit_id id);

/* ---- rings and order ---------------------------------------------------- */

struct ring {
	struct stp_ring_consumer *consumer;
	const struct stp_ring_producer *producer;
	const char *data;	/* size bytes, twice in a row */
	uint64_t size, tail;
	bool flight;		/* the oldest records are overwritten */
	bool is_ear;		/* read for last words only */
	struct stp_rec *copy;	/* of flight_copy() */
	size_t copy_size;
};

/** Map ring @cpu of the device; false and errno. */
bool ring_map(struct ring *r, int device, unsigned cpu, uint32_t bytes);
/**
 * The next record, checked, or NULL: nothing there (*@bad NULL), or damage
 * (*@bad says what); then everything that is there has been skipped.
 */
const struct stp_rec *ring_next(struct ring *r, const struct stp_blob *b,
				const struct stp_cuts *cuts, const char **bad);
/** Give the record that ring_next() returned back to the producer. */
void ring_release(struct ring *r, const struct stp_rec *rec);
bool ring_is_empty(const struct ring *r);

/**
 * For ring_next(): a copy of the record at the tail of a flight recorder, or of
 * the oldest that is left, that stays until the next call.  *@left: the bytes
 * from there on.  NULL: there is no record, or the bytes there are not one.
 */
const struct stp_rec *flight_copy(struct ring *r, uint64_t *left);
/** The number of records about exit, errors and the like in all rings. */
uint32_t flight_last_words(const struct ring *rings, unsigned n);

typedef void (*merge_emit_fn)(void *arg, const struct stp_rec *rec);

/** Records of all rings, put into the order of their numbers. */
struct merge {
	merge_emit_fn emit;
	void *arg;
	struct merge_item *heap;
	size_t n, cap, bytes;
	size_t limit;		/* of bytes: then holes are given up */
	uint64_t next;		/* the number to come */
	uint64_t arrivals;
	uint64_t holes;		/* numbers that never came */
};

void merge_init(struct merge *m, merge_emit_fn emit, void *arg);
/** Emits @rec and what waited for it, or keeps a copy. */
void merge_put(struct merge *m, const struct stp_rec *rec);
/** The end: emit what is kept, in order, holes or not. */
void merge_finish(struct merge *m);
void merge_deinit(struct merge *m);

/* ---- START and STOP beside the reading ---------------------------------- */

struct control;

/** Runs the ioctls that take as long as begin and end probes do; NULL after an
 *  error message. */
struct control *control_create(int device);
/**
 * Runs @read(@arg) in another thread, and in the calling one what it asks for,
 * until it ends.  Returns its status; 1, after an error message, if there is no
 * thread.
 */
int control_serve(struct control *c, int (*read)(void *arg), void *arg);
/** Begin START or STOP; control_fd() becomes readable when it is done. */
void control_start(struct control *c);
void control_stop(struct control *c);
/** START is under way: make it attach no more.  Does not wait for its end. */
void control_cease(struct control *c);
int control_fd(const struct control *c);
/** Result of what is done: 0 or -errno; takes the event from the fd. */
int control_result(struct control *c);

/* ---- input.c ------------------------------------------------------------ */

/** If the script has probes of input: pass our standard input on to the
 *  module, in a thread, until it ends. */
void input_start(int device, const struct stp_blob *b);

/* ---- output ------------------------------------------------------------- */

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
	void (*wait)(void *arg); /* until fd takes a piece, or is broken */
	void *arg;
	bool broken;		/* EPIPE or a full disk: told once */
	bool failed;		/* output could not be written */
	unsigned n_times;	/* lines of the table of times */
	bool told;		/* an error of the script was shown */
	stp_u32 hinted;		/* its kinds that had their hint */
	unsigned n_unknown;	/* addresses of programs, in no known mapping */
	int device;		/* to be asked for symbols */
	struct stp_symtab *symbols;	/* NULL: none is shown */
	struct namer *namer;	/* of programs' addresses; likewise */
	stp_u64 seen;		/* what names_seen() said last */
	unsigned n_late;	/* of them, shown without a name */
};

/**
 * Open the place where output goes; @wait(@arg) is called before each write
 * that could block.  False: told why.
 */
bool output_init(struct output *out, const struct options *o, int device,
		 const struct stp_blob *b, uint32_t blob_size,
		 const struct stp_cuts *cuts,
		 void (*wait)(void *arg), void *arg);
void output_record(struct output *out, const struct stp_rec *rec);
/** A record of one item, whose bytes are @p[@n]. */
void output_item(struct output *out, enum stp_rec_type type, stp_u32 id,
		 const void *p, stp_u32 n);
/** Shows the error in a record that is passed on, if it has one. */
void output_complaint(struct output *out, const struct stp_rec *rec);
/** What a row cost, at the end, as a record of type TIMES. */
void output_times(struct output *out, stp_u32 row,
		  const struct stp_times *times);
/** What memory was for, likewise: a record of type MEMORY for each part. */
void output_memory(struct output *out, const struct stp_ioc_stats *stats);
/** Loss counts at the end, as records of type LOSS. */
void output_losses(struct output *out, const struct stp_ioc_stats *stats);
/** The last record of a stream; @command: status of -c's CMD, or -1. */
void output_end(struct output *out, int status, int command);
void output_flush(struct output *out);
void output_deinit(struct output *out);

/* ---- names.c: symbols for what a record shows --------------------------- */

/** Returns true if all symbols that @rec shows are known.  If not, they have
 *  been asked for, and the namer of @out says when answers come. */
bool names_are_known(struct output *out, const struct stp_rec *rec);
/** All records before @seq have been asked about: what their programs had
 *  mapped may be forgotten. */
void names_seen(struct output *out, stp_u64 seq);
/** Put those of @rec into the table and, where records are passed on, in front
 *  of it; what is not known by now is shown without a name. */
void names_put(struct output *out, const struct stp_rec *rec);

/* ---- children and privileges -------------------------------------------- */

struct child {
	pid_t pid;
	int pidfd;		/* readable when it has ended */
	int gate;		/* closing it with a byte lets CMD exec; or -1 */
	bool ours;		/* -c, not -x */
};

/** Becomes the user who called sudo; keeps no rights of root.  False: the
 *  reason is reported. */
bool child_drop_privileges(void);
/** From now on what CMD and system() print goes to standard error: the output
 *  is for a program. */
void child_keep_out(void);
/** CMD's group is the one in the foreground of the terminal. */
void child_take_terminal(void);
/** Fork CMD, which waits before its exec.  False: told why. */
bool child_start(struct child *c, const char *cmd);
/** Watch a process that runs.  False: told why. */
bool child_watch(struct child *c, pid_t pid);
/** Let CMD go. */
void child_release(struct child *c);
/** The status of a child that has ended, or 128 + signal; 0 for -x. */
int child_status(struct child *c);
/** Run a command line of system(); not waited for. */
void child_system(const char *p, size_t n);
/**
 * Words of a command line without a shell: blanks separate, quotes and
 * backslash as in sh.  NULL when it needs a shell; else to be freed, in one
 * piece.
 */
char **child_split(const char *cmd);

#endif
