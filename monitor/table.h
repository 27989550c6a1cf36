/* SPDX-License-Identifier: LGPL-2.1-or-later */
/**
 * @file
 * A global as a table: a row for each element, a column for each key and for the value.  An
 * aggregate has several columns for its value.
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
	size_t at;		/* of text: its offset in `pool` of the table */
};

struct table {
	char *name;
	char **key_names;	/* [n_keys] */
	size_t n_keys, n_columns, n_rows;
	size_t n_all;		/* elements of the global; the snapshot may have fewer */
	bool is_array, is_aggregate;
	struct cell *cells;	/* n_rows times n_columns */
	char *pool;		/* texts, each with its NUL */
	size_t pool_n, pool_size;

	/* the rows to show: their indices, filtered and sorted */
	size_t *order;
	size_t n_order;
	bool in_order;		/* `order` is up to date */
	size_t sort;		/* the column to sort by */
	bool reversed;

	/* of a scalar that is a number: its last rates; the newest comes last */
	double history[TABLE_HISTORY];
	size_t n_history;
	double rate;		/* the growth per second between the last two snapshots */
	int64_t last;
	uint64_t time_ns;	/* of the last snapshot; 0: there was none */

	unsigned n_resets;
	int64_t removed;	/* what all resets have removed: the sum of numbers, or how many
				   values aggregates had */
};

struct tables {
	struct table **at;
	size_t n;
	bool utf8;		/* bars are block characters */
};

/** Replaces the values of a global's table by those of a snapshot.  Creates the table if there is
 *  none. */
void tables_take(struct tables *ts, const struct tapster_snapshot *sn);
void tables_free(struct tables *ts);

/** The table of the global @name, or NULL if tables_take() had no snapshot of this global. */
struct table *tables_find(const struct tables *ts, const char *name);
/** Counts a reset of the global of @t.  @sn: the values that it has removed. */
void table_count_removed(struct table *t, const struct tapster_snapshot *sn);
/** Writes what all resets have removed, in words, to @buf.  Returns @buf. */
const char *table_removed(const struct table *t, char *buf, size_t size);

/** The heading of a column: "key1" or its name, "value", "avg". */
const char *table_heading(const struct table *t, size_t column);
/** The text of a cell.  A number is written to @buf; other text is valid until the next
 *  tables_take(). */
const char *table_text(const struct table *t, size_t row, size_t column,
		       char *buf, size_t size);
/** Updates `order`: the rows in which a cell, or the table's name, matches @filter; NULL: all
 *  rows.  An array is sorted. */
void table_arrange(struct table *t, const regex_t *filter);
/** Makes the next column the one to sort by: the largest number, or the first text, comes first. */
void table_sort_next(struct table *t);

/** Writes @n values to @buf as a line of bars, a character for each.  The largest value has the
 *  highest bar. */
void table_bars(const double *values, size_t n, bool utf8, char *buf,
		size_t size);

#endif
