/* SPDX-License-Identifier: LGPL-2.1-or-later */
/**
 * @file
 * The door of export/: the results of a script in formats of other tools.
 *
 * A client of <tapster.h> like any other: it knows snapshots, not the wire, and
 * includes nothing else of ours.  It writes to a FILE and never prints.
 *
 *	st = export_stacks_of(snapshot);	// NULL: no stack among its keys
 *	f = export_format_of("out.svg");	// NULL: no such format
 *	ok = f->write(&(struct export_job){ .stacks = st, ... }, file);
 *	export_stacks_free(st);
 *
 * A format is one file here and one row of the table in formats.c:
 *
 *	stacks.c	snapshots to weighted stacks; what the formats share
 *	folded.c	a line a stack; also read, to compare with
 *	flame.c		a picture, with flame.js in it, that needs no network
 *	pprof.c		gzip'd profile.proto
 *	speedscope.c	JSON of speedscope.app
 *
 * Metrics are for as long as a session runs: server.c answers requests with
 * what metrics.c makes of a snapshot.
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
	const char *nonce;	/* of a document that the picture is part of;
				   or NULL: it is a file */
};

struct export_format {
	const char *suffix;	/* ".svg": of the files that have it */
	const char *what;	/* for people */
	bool compares;		/* shows `base` */
	/** False and errno: it could not be written. */
	bool (*write)(const struct export_job *job, FILE *f);
};

/** The format of a file with this name; NULL: its suffix is none of ours. */
const struct export_format *export_format_of(const char *name);
/** The @i-th format; NULL after the last. */
const struct export_format *export_format_at(size_t i);

/**
 * The entries of an array with a stack among its keys, each weighted with its
 * value: a number, or the sum of an aggregate.  Entries that are not positive
 * are left out.  NULL if it has no such key, or values of another type.
 * The snapshot need not live on.
 */
struct export_stacks *export_stacks_of(const struct tapster_snapshot *sn);
/** NULL is fine. */
void export_stacks_free(struct export_stacks *st);

/** The name of the array. */
const char *export_stacks_name(const struct export_stacks *st);
/** The number of stacks that lack frames. */
uint64_t export_stacks_cut(const struct export_stacks *st);

/* ---- timelines ---------------------------------------------------------- */

struct export_timeline;

/**
 * Events in Chrome's Trace Event format go to @f.  @can_seek: it is a file that
 * nobody else writes to, and whole after each flush.
 */
struct export_timeline *export_trace_event(FILE *f, bool can_seek);
/**
 * Events as a trace of the Common Trace Format.  @open opens a file of that name
 * in the trace's directory.
 */
struct export_timeline *export_ctf(FILE *(*open)(void *data, const char *name),
				   void *data);
/** For the header, before the first record; both live on. */
void export_timeline_about(struct export_timeline *t, const char *script,
			   const char *release);
/** A record of a session with option "events".  False and errno: it could not
 *  be written. */
bool export_timeline_record(struct export_timeline *t,
			    const struct tapster_record *r);
bool export_timeline_flush(struct export_timeline *t);
/** As the callback `loss` reports it. */
void export_timeline_loss(struct export_timeline *t, const char *cause,
			  uint64_t count);
/** Also frees @t. */
bool export_timeline_end(struct export_timeline *t);

/* ---- a report ----------------------------------------------------------- */

struct export_report;

/** Strings live as long as the report.  "" or NULL: not known. */
struct export_report_about {
	const char *script;	/* what messages call it */
	const char *title;	/* what the reader calls it; NULL: the same */
	const char *source;	/* its text */
	const char *kernel, *command;
	const char *version;	/* of tapster */
	int64_t began;		/* seconds since 1970 */
	int64_t took_ns;	/* if no snapshot says so */
	int status;		/* of the session */
};

/** Values over time are kept at each interval. */
struct export_report *
export_report_create(const struct export_report_about *about,
		     uint64_t interval_ns);
/** Updates what is known about the session. */
void export_report_about(struct export_report *r,
			 const struct export_report_about *about);
/** The next snapshot is one of those over time.  Returns after how many
 *  nanoseconds there should be another one. */
uint64_t export_report_sample(struct export_report *r);
/** A snapshot: all globals, then the state.  The last one says what they are
 *  at the end. */
void export_report_global(struct export_report *r,
			  const struct tapster_snapshot *sn);
void export_report_state(struct export_report *r,
			 const struct tapster_state *st);
/** As the callbacks of these names. */
void export_report_text(struct export_report *r, const char *text,
			size_t len);
void export_report_message(struct export_report *r,
			   const struct tapster_diagnostic *d,
			   const char *text);
void export_report_loss(struct export_report *r, const char *cause,
			uint64_t count);
/** One file of HTML; false and errno: it could not be written. */
bool export_report_write(struct export_report *r, FILE *f);
/** NULL is fine. */
void export_report_free(struct export_report *r);

/* ---- metrics ------------------------------------------------------------ */

/** Most series of one global, if nothing else is said. */
#define EXPORT_SERIES 10000

struct export_server;

enum export_server_failure {
	EXPORT_SERVER_FINE,
	EXPORT_SERVER_NOT_BUILT,	/* configured without libmicrohttpd */
	EXPORT_SERVER_NO_LIBRARY,	/* which is not installed */
	EXPORT_SERVER_NO_START,
};

/**
 * Listen on "ADDR:PORT", "[ADDR]:PORT", ":PORT" or "PORT", on the loopback
 * address without ADDR.  -1 and errno; EINVAL: @where is none of these.
 */
int export_listen(const char *where);
/** Serve the metrics of a session on @fd, @limit series of a global at most. */
enum export_server_failure export_server_create(int fd, size_t limit,
						struct export_server **ret);
/** Requests that still wait are refused.  NULL is fine. */
void export_server_destroy(struct export_server *s);
/** "http://127.0.0.1:9098/metrics" */
const char *export_server_url(const struct export_server *s);
/** Poll this for input, for at most this many milliseconds; then _run(). */
int export_server_fd(const struct export_server *s);
int export_server_timeout(const struct export_server *s);
void export_server_run(struct export_server *s);
/**
 * Returns true if a request waits: ask for a snapshot, then pass on what comes,
 * or refuse if none can be had.
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
/** NULL is fine. */
void export_dashboard_free(struct export_dashboard *d);
/** A global, once or more often: the last snapshot says what it is. */
void export_dashboard_global(struct export_dashboard *d,
			     const struct tapster_snapshot *sn);
/** As JSON, which Grafana imports. */
void export_dashboard_write(const struct export_dashboard *d,
			    const char *title, FILE *f);

/** Read lines as the format "folded" writes them; NULL: a line is none, its
 *  number in *@line. */
struct export_stacks *export_read_folded(FILE *f, unsigned *line);

#endif
