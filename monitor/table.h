/* SPDX-License-Identifier: LGPL-2.1-or-later */
/**
 * @file
 * A global as a table: rows of its elements, columns of their keys and values.
 */
#ifndef MONITOR_TABLE_H
#define MONITOR_TABLE_H

#include <regex.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <tapster.h>

enum { TABLE_HISTORY = 60, TABLE_COLUMNS = 32 };

struct cell {
	bool is_text;
	int64_t number;
	size_t at;		/* of text: its offset in the pool */
};

struct table {
	char *name;
	char **key_names;	/* [n_keys] */
	size_t n_keys, n_columns, n_rows;
	size_t n_all;		/* elements that the global has */
	bool is_array, is_aggregate;
	struct cell *cells;	/* n_rows times n_columns */
	char *pool;		/* texts, each with its NUL */
	size_t pool_n, pool_size;

	/* the rows shown: their numbers, sorted and filtered */
	size_t *order;
	size_t n_order;
	bool in_order;		/* order is up to date */
	size_t sort;		/* column */
	bool reversed;

	/* of a scalar: the newest value is last */
	double history[TABLE_HISTORY];
	size_t n_history;
	double rate;		/* per second */
	int64_t last;
	uint64_t time_ns;	/* of the last snapshot; 0: there was none */

	unsigned n_resets;
	int64_t removed;	/* by all resets: the sum of numbers, the count
				   of the values of aggregates */
};

struct tables {
	struct table **at;
	size_t n;
	bool utf8;		/* bars are block characters */
};

/** Replaces the values of a global by those of a snapshot. */
void tables_take(struct tables *ts, const struct tapster_snapshot *sn);
void tables_free(struct tables *ts);

/** The table of a global, or NULL if there was no snapshot of it. */
struct table *tables_find(const struct tables *ts, const char *name);
/** Counts a reset, which has removed @sn from the global of @t. */
void table_count_removed(struct table *t, const struct tapster_snapshot *sn);
/** Writes what all resets have removed, in words, to @buf, and returns it. */
const char *table_removed(const struct table *t, char *buf, size_t size);

/** The heading of a column: "key1" or its name, "value", "avg". */
const char *table_heading(const struct table *t, size_t column);
/** A cell as text, in @buf if it is a number. */
const char *table_text(const struct table *t, size_t row, size_t column,
		       char *buf, size_t size);
/** Updates `order`; @filter NULL: all rows. */
void table_arrange(struct table *t, const regex_t *filter);
/** Sorts by the next column. */
void table_sort_next(struct table *t);

/** Writes @n values as a line of bars; the largest value has the highest bar. */
void table_bars(const double *values, size_t n, bool utf8, char *buf,
		size_t size);

#endif
