/* SPDX-License-Identifier: LGPL-2.1-or-later */
/**
 * @file
 * The door of export/: the results of a script in formats of other tools.
 *
 * It is a client of <tapster.h> like any other: it knows snapshots and records,
 * and includes no other header of tapster.  It writes to a FILE, never prints.
 *
 *	st = export_stacks_of(snapshot);	// NULL: no stack among its keys
 *	f = export_format_of("out.svg");	// NULL: no such format
 *	ok = f->write(&(struct export_job){ .stacks = st, ... }, file);
 *	export_stacks_free(st);
 *
 * A format of stacks is one file, and one row of the table in formats.c:
 *
 *	stacks.c	snapshots to weighted stacks; functions for all formats
 *	folded.c	a line a stack; also read, to compare with
 *	flame.c		a picture, with flame.js in it, that needs no network
 *	pprof.c		gzip'd profile.proto
 *	speedscope.c	JSON of speedscope.app
 *
 * Metrics are exported while a session runs: server.c answers requests with the
 * text that metrics.c makes from a snapshot.
 */
#ifndef EXPORT_EXPORT_H
#define EXPORT_EXPORT_H

#include <stdio.h>
#include <tapster.h>

struct export_stacks;

struct export_job {
	const struct export_stacks *stacks;
	const struct export_stacks *base;	/* to compare with, or NULL */
	const char *title;	/* for people: the script's name, or its text */
	const char *nonce;	/* of the document that contains the picture;
				   NULL: the picture is a file */
};

struct export_format {
	const char *suffix;	/* of its files: ".svg" */
	const char *what;	/* for people */
	bool compares;		/* it shows the difference between `stacks` and `base` */
	/** Returns false, with errno, if the file could not be written. */
	bool (*write)(const struct export_job *job, FILE *f);
};

/** The format of the file @name, by its suffix; NULL: no format has this suffix. */
const struct export_format *export_format_of(const char *name);
/** The format with index @i; NULL after the last. */
const struct export_format *export_format_at(size_t i);

/**
 * Returns the elements of an array with a stack among its keys.  The weight of an element is its
 * value: a number, or the sum of an aggregate.  Elements whose weight is not positive are left
 * out.  NULL: no key is a stack, or the values have another type.  The snapshot is copied; free
 * the result with export_stacks_free().
 */
struct export_stacks *export_stacks_of(const struct tapster_snapshot *sn);
/** Frees @st, which may be NULL. */
void export_stacks_free(struct export_stacks *st);

/** The name of the array. */
const char *export_stacks_name(const struct export_stacks *st);
/** The number of elements of which a stack lacks its outermost frames. */
uint64_t export_stacks_cut(const struct export_stacks *st);

/* ---- timelines ---------------------------------------------------------- */

struct export_timeline;

/**
 * Creates a timeline that writes events in Chrome's Trace Event format to @f.  @can_seek: @f can
 * seek, and only the timeline writes to it.  Then what was written to @f is complete JSON after
 * each export_timeline_flush().
 */
struct export_timeline *export_trace_event(FILE *f, bool can_seek);
/**
 * Creates a timeline that writes a trace of the Common Trace Format.  @open(@data, name) opens a
 * file in the trace's directory for writing.  NULL, with errno: the first file could not be
 * opened.
 */
struct export_timeline *export_ctf(FILE *(*open)(void *data, const char *name),
				   void *data);
/** Sets the strings of the header.  Call it before the first record.  Both strings must live as
 *  long as @t. */
void export_timeline_about(struct export_timeline *t, const char *script,
			   const char *release);
/** Writes a record of a session with option "events".  Returns false, with errno,
 *  if it could not be written. */
bool export_timeline_record(struct export_timeline *t,
			    const struct tapster_record *r);
/** Completes what was written so far, see export_trace_event(); the caller flushes @f. */
bool export_timeline_flush(struct export_timeline *t);
/** Adds a loss that the callback `loss` has reported. */
void export_timeline_loss(struct export_timeline *t, const char *cause,
			  uint64_t count);
/** Writes the last bytes and frees @t.  Returns false, with errno, if they could not be written. */
bool export_timeline_end(struct export_timeline *t);

/* ---- a report ----------------------------------------------------------- */

struct export_report;

/** Facts about the session.  The strings must live as long as the report.  "" or
 *  NULL: not known. */
struct export_report_about {
	const char *script;	/* its file name in messages */
	const char *title;	/* its name for the reader; NULL: `script` */
	const char *source;	/* its text */
	const char *kernel, *command;
	const char *version;	/* of tapster */
	int64_t began;		/* seconds since 1970 */
	int64_t took_ns;	/* the duration, for a run without two snapshots */
	int status;		/* the exit status */
};

/** Creates a report.  @interval_ns: how often the owner intends to call export_report_sample(). */
struct export_report *
export_report_create(const struct export_report_about *about,
		     uint64_t interval_ns);
/** Replaces the facts about the session. */
void export_report_about(struct export_report *r,
			 const struct export_report_about *about);
/** Makes the next snapshot one of the values over time.  Returns the nanoseconds after which to
 *  call it again: the interval, which is doubled when there are too many values. */
uint64_t export_report_sample(struct export_report *r);
/** Add a snapshot: first each global, then the state.  The last snapshot has the values at the
 *  end. */
void export_report_global(struct export_report *r,
			  const struct tapster_snapshot *sn);
void export_report_state(struct export_report *r,
			 const struct tapster_state *st);
/** Add the arguments of the callbacks `text`, `diagnostic` and `loss`. */
void export_report_text(struct export_report *r, const char *text,
			size_t len);
void export_report_message(struct export_report *r,
			   const struct tapster_diagnostic *d,
			   const char *text);
void export_report_loss(struct export_report *r, const char *cause,
			uint64_t count);
/** Writes the report as one file of HTML.  Returns false, with errno, if that failed. */
bool export_report_write(struct export_report *r, FILE *f);
/** Frees @r, which may be NULL. */
void export_report_free(struct export_report *r);

/* ---- metrics ------------------------------------------------------------ */

/** The default for the maximum number of series of one global. */
#define EXPORT_SERIES 10000

struct export_server;

enum export_server_failure {
	EXPORT_SERVER_FINE,
	EXPORT_SERVER_NOT_BUILT,	/* configured without libmicrohttpd */
	EXPORT_SERVER_NO_LIBRARY,	/* libmicrohttpd is not installed */
	EXPORT_SERVER_NO_START,
};

/**
 * Listens on @where: "ADDR:PORT", "[ADDR]:PORT", ":PORT" or "PORT".  Without ADDR, it is the
 * loopback address.  Returns the descriptor, or -1 with errno.  EINVAL: @where is none of these.
 */
int export_listen(const char *where);
/** Creates a server of a session's metrics in *@ret.  @fd: of export_listen(); if the result is
 *  not EXPORT_SERVER_FINE, the caller must close it.  @limit: the maximum number of series of one
 *  global. */
enum export_server_failure export_server_create(int fd, size_t limit,
						struct export_server **ret);
/** Refuses the waiting requests, and frees @s, which may be NULL. */
void export_server_destroy(struct export_server *s);
/** The URL for clients: "http://127.0.0.1:9098/metrics". */
const char *export_server_url(const struct export_server *s);
/** Poll _fd() for input for at most _timeout() milliseconds, then call _run(), which serves
 *  clients. */
int export_server_fd(const struct export_server *s);
int export_server_timeout(const struct export_server *s);
void export_server_run(struct export_server *s);
/**
 * Begins one answer to all waiting requests for metrics.  Returns false if none waits, or if an
 * earlier answer is not complete.  After true, request a snapshot and pass it to _global() and
 * _state(), or call _refuse() if there is none.
 */
bool export_server_asks(struct export_server *s);
void export_server_global(struct export_server *s,
			  const struct tapster_snapshot *sn);
void export_server_state(struct export_server *s,
			 const struct tapster_state *st);
void export_server_refuse(struct export_server *s);

/* ---- a dashboard for Grafana -------------------------------------------- */

struct export_dashboard;

struct export_dashboard *export_dashboard_create(void);
/** Frees @d, which may be NULL. */
void export_dashboard_free(struct export_dashboard *d);
/** Adds a panel for a global.  Of several snapshots of it, the last one decides the type. */
void export_dashboard_global(struct export_dashboard *d,
			     const struct tapster_snapshot *sn);
/** Writes the dashboard as JSON, which Grafana imports.  The caller checks @f for errors. */
void export_dashboard_write(const struct export_dashboard *d,
			    const char *title, FILE *f);

/** Reads folded stacks, the format that folded.c writes.  NULL: a line has another format; *@line
 *  is its number. */
struct export_stacks *export_read_folded(FILE *f, unsigned *line);

#endif
