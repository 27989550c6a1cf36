/* SPDX-License-Identifier: LGPL-2.1-or-later */
/**
 * @file
 * The data of a report: report.c collects them, report_page.c writes the
 * document, report_draw.c its tables and drawings.
 */
#ifndef EXPORT_REPORT_H
#define EXPORT_REPORT_H

#include "export/stacks.h"

/* The limits of a report: more would not be read, and the file must stay below
 * 2 MB. */
#define REPORT_ROWS 500		/* of a table */
#define REPORT_MOMENTS 128	/* of a global's values over time */
#define REPORT_TEXT (128 << 10)	/* bytes kept of the output's start; of its end */
#define REPORT_MESSAGES 100

struct buckets {
	size_t n;
	struct tapster_bucket *at;	/* sorted by their bounds */
};

/** A key or a value of an element. */
struct cell {
	enum tapster_arg_kind kind;
	int64_t number;		/* of an aggregate: its count */
	char *text;		/* a string, or the functions of a stack */
	int64_t sum, min, max, avg;
	struct buckets buckets;
};

/** The value of a global at one time; of an array, all elements together. */
struct moment {
	uint64_t time_ns;
	int64_t number, sum;	/* as in struct cell */
	struct buckets buckets;
};

struct report_global {
	char *name, *comment;
	char **keys;		/* their names */
	size_t n_keys, n_entries, n_all;
	bool is_array;
	enum tapster_type value_type;
	enum tapster_scale scale;
	struct cell *cells;	/* n_entries times n_keys + 1 */
	struct moment *moments;
	size_t n_moments;
	struct export_stacks *stacks;	/* or NULL */
	struct moment whole;
};

struct report_probe {
	char *name, *by;
	unsigned line;
	enum tapster_probe_state state;
	uint64_t hits, missed, timed, total_ns, max_ns;
};

struct report_loss {
	char *cause;
	uint64_t count;
};

struct message {
	char *text;
	enum tapster_severity severity;
	unsigned line;		/* in the script; 0: elsewhere */
};

struct export_report {
	struct export_report_about about;
	uint64_t interval_ns, first_ns, last_ns, sampled_ns;
	bool samples;		/* the next snapshot becomes moments */
	struct report_global *globals;
	size_t n_globals;
	struct report_probe *probes;
	size_t n_probes;
	uint64_t hits, handled, errors, records, memory;
	struct report_loss *losses;
	size_t n_losses;
	struct message *messages;
	size_t n_messages, all_messages;
	char *head, *tail;	/* of the output; the tail is a ring */
	size_t head_len;
	uint64_t tail_len;	/* all bytes that were written to it */
	/* while the document is written */
	FILE *f;
	char nonce[33];
};

/** Adds the values at the end to the values over time. */
void report_finish(struct export_report *r);
/** Writes @s as text of the document; line feeds and tabs are kept. */
void report_put(FILE *f, const char *s);
/** Sorts the elements: the largest value comes first. */
void report_sort(struct report_global *g);
/** Writes a table of the elements, or of the value. */
void report_table(struct export_report *r, struct report_global *g);
/** Draws the values over time as a curve. */
void report_curve(struct export_report *r, const struct report_global *g);
/** Draws buckets as bars. */
void report_bars(struct export_report *r, const struct buckets *b);
/** Draw heat maps: buckets over time, and buckets by elements. */
void report_heat(struct export_report *r, const struct report_global *g);
void report_heat_keys(struct export_report *r, const struct report_global *g);

/** Adds the count of @from to the bucket with the same lower bound, or inserts
 *  @from. */
void report_add_bucket(struct buckets *b, const struct tapster_bucket *from);

#endif
