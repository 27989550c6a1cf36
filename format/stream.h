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
	bool is_there;
	enum tapster_event event;
	uint32_t hash;			/* of that statement's format */
	int64_t pid, tid;
	char *program, *text;		/* the names are in text */
	const char *names[STP_MAX_ARGS];
	size_t n_names;
};

/** Keeps @r and returns true if it is a mark; then no callback gets it. */
bool event_take(struct event *e, const struct tapster_record *r);
void event_give(const struct event *e, struct tapster_record *r);
void event_forget(struct event *e);

struct format {
	struct format_ops ops;
	void *arg;
	enum format_form form;
	struct buf in;			/* bytes of a record that is not complete */
	struct stp_blob *blob;		/* after the first record */
	struct stp_cuts *cuts;		/* with the blob */
	struct stp_fmt_opts opts;
	struct stp_symtab *symbols;	/* NULL: none is shown */
	struct buf text, line;		/* what is being rendered */
	struct buf symbol;		/* whose source is asked for */
	char name[4 * STP_SYMBOL_MAX];	/* of a symbol, as it is shown */
	struct shot *shot;		/* of snapshot.c: an incomplete one, or NULL */
	uint64_t losses[STP_N_CAUSES];
	uint32_t cut_at;		/* as in struct stp_ioc_stats */
	uint64_t errors;		/* handlers that failed */
	uint32_t hinted;		/* kinds of errors that had their hint */
	bool escapes;			/* see format_escape() */
	bool hides_shown, hides_stacks;	/* see format_hide_shown() */
	struct event event;
	uint64_t began_ns;		/* time of the stream's first record */
	uint64_t wall_offset;	/* time of day minus CLOCK_MONOTONIC; 0: not
				   known */
	bool has_times;			/* the title of the table of times was shown */
	int status, command;	/* -1: not known */
	bool broken;
};

/** Call back for what the checked record @r holds. */
void render_record(struct format *f, const struct stp_rec *r);

/** Sets *@to to location @index of the blob; if @index is ~0, sets only @to->file, to
 *  "". */
void render_location(const struct format *f, struct tapster_location *to,
		  stp_u32 index);

/** Reports the number of errors and what was lost, in staprun's words, at the end. */
void render_losses(struct format *f);

#endif
