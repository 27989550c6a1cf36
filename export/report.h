/* SPDX-License-Identifier: LGPL-2.1-or-later */
/**
 * @file
 * The data of a report.  report.c collects them, report_page.c writes the document, and
 * report_draw.c writes its tables and drawings.
 */
#ifndef EXPORT_REPORT_H
#define EXPORT_REPORT_H

#include "export/stacks.h"

/* The limits of a report: readers do not look at more, and the file must stay below 2 MB. */
#define REPORT_ROWS 500		/* the maximum of rows of a table */
#define REPORT_MOMENTS 128	/* the maximum of values over time of a global */
#define REPORT_TEXT (128 << 10)	/* bytes of output that are kept from its start, and as many from
				   its end */
#define REPORT_MESSAGES 100

struct buckets {
	size_t n;
	struct tapster_bucket *at;	/* sorted by their lower bounds */
};

/** One key, or the value, of an element of a global. */
struct cell {
	enum tapster_arg_kind kind;
	int64_t number;		/* of an aggregate: its count */
	char *text;		/* a string, or the functions of a stack */
	int64_t sum, min, max, avg;
	struct buckets buckets;
};

/** The value of a global at one time: of an array, the sum over all elements. */
struct moment {
	uint64_t time_ns;
	int64_t number, sum;	/* a number; or the count and the sum of an aggregate */
	struct buckets buckets;
};

struct report_global {
	char *name, *comment;
	char **keys;		/* the names of its keys */
	size_t n_keys, n_entries, n_all;
	bool is_array;
	enum tapster_type value_type;
	enum tapster_scale scale;
	struct cell *cells;	/* for each of n_entries elements: the keys, the value */
	struct moment *moments;
	size_t n_moments;
	struct export_stacks *stacks;	/* NULL: no key is a stack */
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
	unsigned line;		/* the line in the script; 0: not in the script */
};

struct export_report {
	struct export_report_about about;
	uint64_t interval_ns, first_ns, last_ns, sampled_ns;
	bool samples;		/* each global of the next snapshot gets a moment */
	struct report_global *globals;
	size_t n_globals;
	struct report_probe *probes;
	size_t n_probes;
	uint64_t hits, handled, errors, records, memory;
	struct report_loss *losses;
	size_t n_losses;
	struct message *messages;
	size_t n_messages, all_messages;
	char *head, *tail;	/* the start and the end of the output; `tail` is a ring */
	size_t head_len;
	uint64_t tail_len;	/* all bytes so far after the head; `tail` has the last ones */
	/* while the document is written */
	FILE *f;
	char nonce[33];
};

/** Adds the last snapshot to the values over time of each global that has some. */
void report_finish(struct export_report *r);
/** Writes @s as text of HTML.  Line feeds and tabs are kept; other control characters and invalid
 *  bytes become U+FFFD. */
void report_put(FILE *f, const char *s);
/** Sorts the elements by value: the largest number or count comes first; strings are in
 *  alphabetical order. */
void report_sort(struct report_global *g);
/** Writes a table of the elements of an array, or of the value of a scalar.  An array must be
 *  sorted. */
void report_table(struct export_report *r, struct report_global *g);
/** Draws the values over time as a curve; nothing if there are fewer than two. */
void report_curve(struct export_report *r, const struct report_global *g);
/** Writes a table of buckets, with a bar for each. */
void report_bars(struct export_report *r, const struct buckets *b);
/** Draw the heat maps of an aggregate: buckets over time, and the buckets of each element. */
void report_heat(struct export_report *r, const struct report_global *g);
void report_heat_keys(struct export_report *r, const struct report_global *g);

/** Adds the count of @from to the bucket of @b with the same lower bound.  If @b has none,
 *  inserts @from. */
void report_add_bucket(struct buckets *b, const struct tapster_bucket *from);

#endif
