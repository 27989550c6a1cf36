/* SPDX-License-Identifier: LGPL-2.1-or-later */
/**
 * @file
 * Declarations that the files of remote/ share: a run on many hosts, and a host.
 *
 *	remote.c	the loop, the end
 *	talk.c		one host: sending, receiving, its end
 *	target.c	the program that a host's shell gets, and its facts
 *	builds.c	a module for each kernel
 *	probes.c	one table of all hosts' probes
 *	say.c		lines of output, messages, the table
 *	merge.c		the globals of all hosts
 */
#ifndef REMOTE_REMOTE_PRIVATE_H
#define REMOTE_REMOTE_PRIVATE_H

#include <pthread.h>
#include <sys/types.h>

#include "base/buf.h"
#include "remote/hosts.h"
#include "remote/merge.h"

enum host_phase {
	HOST_WAITS,	/* its connection has not begun */
	HOST_ASKED,	/* its shell prints facts */
	HOST_KNOWN,	/* its facts are complete; it waits for its module */
	HOST_SHIPS,	/* staprun is being sent */
	HOST_RUNS,
	HOST_ENDED,
};

/** The module for all hosts of one kernel. */
struct build {
	const char *release;
	struct tapster_session *session;	/* that the thread compiles with */
	pthread_t thread;
	bool is_running, done;	/* the thread: not joined yet; has ended */
	int event;		/* the thread writes to it at its end */
	struct buf errors;	/* messages of the thread, each with a NUL */
	char *bytes;		/* the module; NULL: it could not be built */
	size_t n;
};

/** The numbers that a host has reported for one of its probes. */
struct probe_numbers {
	struct tapster_probe *row;	/* in the table of all hosts' probes */
	enum tapster_probe_state state;
	uint64_t hits, missed, timed, total_ns, min_ns, max_ns;
};

/** Bytes to send; it does not own them. */
struct piece {
	const char *p;
	size_t n;
};

struct host {
	struct remote *r;
	const struct host_name *name;
	enum host_phase phase;
	pid_t ssh;
	int channel, errors;	/* -1: closed */
	struct buf in, error;	/* bytes from the channel that are not handled
				   yet; an incomplete line of standard error */
	struct buf line;	/* an incomplete line of the session's output */
	struct buf wishes;	/* requests to send, a byte each */
	struct piece pieces[5];	/* to be sent before the wishes */
	size_t n_pieces;
	char head[64];		/* the line in the first piece */
	bool wants_out;		/* epoll reports when `channel` can be written */

	/* its facts, as its shell has printed them */
	bool greeted, has_runner;
	char release[128], machine[32], root[160], lockdown[80];
	bool enforces, disabled, bad_dir;
	struct build *build;

	struct tapster_session *feed;	/* NULL: it does not run */
	uint64_t unsaid;	/* bytes of records since the last callback */
	uint64_t entries;	/* number of entries in `now` */
	struct merge *now, *last;	/* the incomplete snapshot, the last complete
					   one; or NULL */
	bool sends;			/* records have arrived, so it takes wishes */
	bool asked;			/* a snapshot was requested and is not complete */
	double heard, begun;		/* when the last bytes came; when its phase
					   began */
	uint64_t hits, lost;
	struct tapster_state state;	/* numbers only */
	VEC(struct probe_numbers) probes;
	bool fine;		/* it has succeeded */
	char why[256];		/* why it failed; "": no reason is known */
	char last_error[256];	/* last line on standard error */
};

struct remote {
	struct remote_config c;
	struct remote_callbacks cb;
	void *data;
	int epoll, stop_event, build_event;
	struct host *hosts;
	size_t n_hosts, n_begun, n_ended, n_starting;	/* starting: ASKED or SHIPS */
	bool changed;			/* a host or a module is ready */
	double looked;			/* when hosts were last checked */
	VEC(struct build *) builds;
	struct hash *said;		/* errors of compiling, by text */
	struct hash *probes;		/* table rows, see probes.c */
	VEC(struct tapster_probe *) order;	/* rows of the previous host, by index */
	struct arena *arena;
	char *runner;			/* staprun, padded to whole blocks */
	size_t n_runner;
	char runner_hash[65];
	struct buf arguments;		/* of staprun, with NULs */
	unsigned stops;			/* how often the end was requested */
	double stopped, beat;		/* when it was last requested; when the hosts
					   last got a '.' */
	double round;			/* when a snapshot was requested, or 0 */
	bool over;
};

/** Returns seconds of a monotonic clock. */
double remote_clock(void);

/* ---- talk.c */

/** Starts ssh; a failure ends the host. */
void talk_begin(struct host *h);
/** Handles an event: a descriptor of the host can be read or written.  @fd 1: the
 *  standard error of ssh; 0: the channel. */
void talk_event(struct host *h, int fd, bool can_write);
/** Sends staprun, if the host does not have it, and the module. */
void talk_run(struct host *h);
/** Sends the byte @wish: 's', 'g' or '.'; see staprun/remote.c. */
void talk_wish(struct host *h, char wish);
/** Ends the host: closes its connection and waits for ssh.  @why is the reason of
 *  the failure.  If it is NULL and the host is not `fine`, the reason is found from
 *  ssh's messages and exit status. */
void talk_end(struct host *h, const char *why);
void talk_free(struct host *h);

/* ---- target.c */

/** Writes the words of ssh's command line to @argv, with a NULL at the end. */
void target_command(const struct host *h, const char *argv[32]);
/** Notes the fact in a line that the host's shell has printed.  Returns true if the
 *  line is "ready", which follows the facts. */
bool target_line(struct host *h, const char *line);
/** Sets *@ret to the result of check @i of a host.  Returns false after the last
 *  check. */
bool target_check(const struct host *h, size_t i, struct tapster_check *ret);
/** Returns why the host cannot run the module, or NULL if it can. */
const char *target_refuses(const struct host *h);

/* ---- builds.c */

/** Returns true if the module for the host's kernel is ready: h->build.  The first
 *  call for a kernel starts the build.  If the build has failed, ends the host and
 *  returns false. */
bool builds_find(struct host *h);
/** Waits for builds that still run, and frees all builds. */
void builds_free(struct remote *r);

/* ---- probes.c */

/** Replaces the numbers of the host's probes by those of @st. */
void probes_keep(struct host *h, const struct tapster_state *st);
/** Returns the table of all hosts' probes with their sums, *@n_ret of them.  The
 *  caller frees the array; the run owns the strings. */
struct tapster_probe *probes_sum(struct remote *r, size_t *n_ret);

/* ---- say.c */

/** Creates the session that shows the host's records. */
void say_open(struct host *h);
/** Returns a copy of @text, in @a, with control characters as \033. */
const char *say_safe(struct arena *a, const char *text);
/** Shows the incomplete last line of output, if there is one. */
void say_flush(struct host *h);
/** Shows the whole lines in @n bytes of the session's output, and keeps the
 *  incomplete last line. */
void say_output(struct host *h, const char *p, size_t n);
/** Shows the message "HOST: text\n"; control characters are made visible. */
void say_message(struct host *h, const char *text, size_t n);
/** Prints the table of hosts: kernel, hits, losses, and the result. */
void say_table(const struct remote *r, FILE *f);
/** Passes the merged snapshots and states to the callbacks. */
void say_merged(struct remote *r);

#endif
