/* SPDX-License-Identifier: LGPL-2.1-or-later */
/**
 * @file
 * What the files of this room share: a run on many hosts, and each of them.
 *
 *	remote.c	the loop, the end
 *	talk.c		what is said to one host, and what it answers
 *	target.c	the program that a host's shell gets, and its facts
 *	builds.c	a module for each kernel
 *	probes.c	one table of all hosts' probes
 *	say.c		lines of output, messages, the table
 *	merge.c		globals of all of them
 */
#ifndef REMOTE_REMOTE_PRIVATE_H
#define REMOTE_REMOTE_PRIVATE_H

#include <pthread.h>
#include <sys/types.h>

#include "base/buf.h"
#include "remote/hosts.h"
#include "remote/merge.h"

enum host_phase {
	HOST_WAITS,	/* its connection is not begun */
	HOST_ASKED,	/* what it is */
	HOST_KNOWN,	/* a module is to be built */
	HOST_SHIPS,	/* staprun is on its way */
	HOST_RUNS,
	HOST_ENDED,
};

/** A module for all hosts of one kernel. */
struct build {
	const char *release;
	struct tapster_session *session;	/* its thread's */
	pthread_t thread;
	bool is_running, done;
	int event;		/* the thread writes to it at its end */
	struct buf errors;	/* texts, each with a NUL */
	char *bytes;		/* NULL: it could not be built */
	size_t n;
};

/** What a host says of one of its probes. */
struct probe_numbers {
	struct tapster_probe *row;	/* for all hosts */
	enum tapster_probe_state state;
	uint64_t hits, missed, timed, total_ns, min_ns, max_ns;
};

/** Bytes to send, which somebody else owns. */
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
	struct buf in, error;	/* not yet a frame; not yet a line */
	struct buf line;	/* of output, not whole */
	struct buf wishes;	/* single bytes to send */
	struct piece pieces[5];	/* before them */
	size_t n_pieces;
	char head[64];		/* of a piece */
	bool wants_out;		/* poll for room */

	/* what it said about itself */
	bool greeted, has_runner;
	char release[128], machine[32], root[160], lockdown[80];
	bool enforces, disabled, bad_dir;
	struct build *build;

	struct tapster_session *feed;	/* NULL: it does not run */
	uint64_t unsaid;	/* bytes of records that showed nothing yet */
	uint64_t entries;	/* of the snapshot under way */
	struct merge *now, *last;	/* snapshot under way, complete */
	bool sends;			/* records: it takes wishes */
	bool asked;			/* for one that is not complete */
	double heard, begun;		/* when it said something; its phase */
	uint64_t hits, lost;
	struct tapster_state state;	/* numbers only */
	VEC(struct probe_numbers) probes;
	bool fine;
	char why[256];		/* it failed; "": it did not */
	char last_error[256];	/* the last line of ssh and staprun */
};

struct remote {
	struct remote_config c;
	struct remote_callbacks cb;
	void *data;
	int epoll, stop_event, build_event;
	struct host *hosts;
	size_t n_hosts, n_begun, n_ended, n_starting;
	bool changed;			/* a host or a module is ready */
	double looked;			/* when hosts were looked at */
	VEC(struct build *) builds;
	struct hash *said;		/* errors of compiling, by text */
	struct hash *probes;		/* rows, by name and location */
	VEC(struct tapster_probe *) order;	/* those of the last host */
	struct arena *arena;
	char *runner;			/* staprun, padded to whole blocks */
	size_t n_runner;
	char runner_hash[65];
	struct buf arguments;		/* of staprun, with NULs */
	unsigned stops;
	double stopped, beat;
	double round;			/* when a snapshot was asked for; 0 */
	bool over;
};

double remote_clock(void);

/* ---- talk.c */

/** Starts ssh; a failure ends the host. */
void talk_begin(struct host *h);
/** @fd of the host can be read or written. */
void talk_event(struct host *h, int fd, bool can_write);
/** Send staprun, if it is wanted, and what is to be run. */
void talk_run(struct host *h);
/** 's', 'g' or '.': see staprun/remote.c. */
void talk_wish(struct host *h, char wish);
/** It is over; @why NULL: ssh and what was received say how it went. */
void talk_end(struct host *h, const char *why);
void talk_free(struct host *h);

/* ---- target.c */

/** The words of ssh's command line; @argv has room for 32. */
void target_command(const struct host *h, const char *argv[32]);
/** A line that its shell printed; true: the last one. */
bool target_line(struct host *h, const char *line);
/** The @i-th thing that a host has to have; false: there are no more. */
bool target_check(const struct host *h, size_t i, struct tapster_check *ret);
/** Can it run a module of ours?  NULL: yes. */
const char *target_refuses(const struct host *h);

/* ---- builds.c */

/** Is there a module for the host's kernel?  It is begun to be built for the
 *  first host; a failure ends the host. */
bool builds_find(struct host *h);
void builds_free(struct remote *r);

/* ---- probes.c */

/** Instead of what was kept before. */
void probes_keep(struct host *h, const struct tapster_state *st);
/** Rows of all hosts, to be freed. */
struct tapster_probe *probes_sum(struct remote *r, size_t *n_ret);

/* ---- say.c */

/** Callbacks of the session that shows the host's records. */
void say_open(struct host *h);
/** A copy without control characters. */
const char *say_safe(struct arena *a, const char *text);
/** The rest of a line. */
void say_flush(struct host *h);
void say_output(struct host *h, const char *p, size_t n);
/** "HOST: text\n" to people. */
void say_message(struct host *h, const char *text, size_t n);
void say_table(const struct remote *r, FILE *f);
/** Merged snapshots and states to the callbacks. */
void say_merged(struct remote *r);

#endif
