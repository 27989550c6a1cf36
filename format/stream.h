/* SPDX-License-Identifier: LGPL-2.1-or-later */
/**
 * @file
 * The state of a stream, which stream.c (bytes to records) and render.c (records to
 * callbacks) share.
 */
#ifndef FORMAT_STREAM_H
#define FORMAT_STREAM_H

#include "base/buf.h"
#include "format/format.h"
#include "runtime/reader.h"

/** The contents of a mark, about the printing statement after it; see event.c. */
struct event {
	bool is_there;			/* a mark has come */
	enum tapster_event event;
	uint32_t hash;			/* of that statement's format */
	int64_t pid, tid;
	char *program, *text;		/* `text` holds the names */
	const char *names[STP_MAX_ARGS];
	size_t n_names;
};

/** Returns true if @r is a mark, and keeps its contents in @e. */
bool event_take(struct event *e, const struct tapster_record *r);
/** Adds the contents of the mark in @e, if there is one, to @r; the event and the names
 *  only if the mark is of the statement that has printed @r. */
void event_give(const struct event *e, struct tapster_record *r);
/** Drops the mark in @e. */
void event_forget(struct event *e);

struct format {
	struct format_ops ops;
	void *arg;
	enum format_form form;
	struct buf in;			/* the bytes of a record that have come */
	struct stp_blob *blob;		/* after the first record */
	struct stp_cuts *cuts;		/* with the blob */
	struct stp_fmt_opts opts;
	struct stp_symtab *symbols;	/* NULL: the script shows none */
	struct buf text, line;		/* of a record; of a message */
	struct buf symbol;		/* for source_line() and inlined() */
	char name[4 * STP_SYMBOL_MAX];	/* of a symbol, demangled */
	struct shot *shot;		/* of snapshot.c: a global whose last record
					   has not come, or NULL */
	uint64_t losses[STP_N_CAUSES];
	uint32_t cut_at;		/* as in struct stp_ioc_stats */
	uint64_t errors;		/* handlers that failed */
	uint32_t hinted;		/* bits: errors whose hint was shown */
	bool escapes;			/* see format_escape() */
	bool hides_shown, hides_stacks;	/* see format_hide_shown() */
	struct event event;
	uint64_t began_ns;		/* time of the stream's first record */
	uint64_t wall_offset;	/* time of day minus CLOCK_MONOTONIC; 0: not
				   known */
	bool has_times;			/* the title of the table of times was shown */
	int status, command;	/* exit statuses; -1: not known */
	bool broken;			/* an error was found: drop all bytes */
};

/** Calls the callbacks for the contents of @r, a checked record. */
void render_record(struct format *f, const struct stp_rec *r);

/** Sets *@to to location @index of the blob; if @index is ~0, sets only @to->file, to
 *  "". */
void render_location(const struct format *f, struct tapster_location *to,
		  stp_u32 index);

/** Reports the numbers of errors and of skipped hits, and each kind of loss, in
 *  staprun's words, at the end of the stream. */
void render_losses(struct format *f);

#endif
