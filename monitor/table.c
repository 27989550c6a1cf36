/* SPDX-License-Identifier: LGPL-2.1-or-later */
#include "monitor/table.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const char *const of_aggregates[] = {
	"count", "avg", "min", "max", "sum", "",	/* "": the column of the histogram */
};

enum { N_OF_AGGREGATES = sizeof(of_aggregates) / sizeof(*of_aggregates) };

static void *grown(void *p, size_t n, size_t size)
{
	p = reallocarray(p, n ? n : 1, size);
	if (!p)
		abort();
	return p;
}

/* ---- bars ---- */

void table_bars(const double *values, size_t n, bool utf8, char *buf,
		size_t size)
{
	static const char *const blocks[] = { " ", "▁", "▂", "▃", "▄",
					      "▅", "▆", "▇", "█" };
	static const char *const plain[] = { " ", ".", ".", ":", "-",
					     "=", "+", "*", "#" };
	const char *const *glyphs = utf8 ? blocks : plain;
	double most = 0;
	size_t used = 0;

	for (size_t i = 0; i < n; i++)
		if (values[i] > most)
			most = values[i];
	for (size_t i = 0; i < n && used + 4 < size; i++) {
		int high = most > 0 ? (int)(values[i] / most * 8) : 0;
		const char *g;

		if (values[i] > 0 && !high)
			high = 1;
		g = glyphs[high < 0 ? 0 : high > 8 ? 8 : high];
		memcpy(buf + used, g, strlen(g));
		used += strlen(g);
	}
	buf[used] = '\0';
}

/* ---- taking snapshots ---- */

static size_t put_text(struct table *t, const char *text, size_t n)
{
	size_t at = t->pool_n;

	if (at + n + 1 > t->pool_size) {
		t->pool_size = (at + n + 1) * 2;
		t->pool = grown(t->pool, t->pool_size, 1);
	}
	for (size_t i = 0; i < n; i++)
		t->pool[at + i] = (unsigned char)text[i] < ' ' || text[i] == 127
					  ? ' ' : text[i];
	t->pool[at + n] = '\0';
	t->pool_n = at + n + 1;
	return at;
}

static struct cell text_cell(struct table *t, const char *text, size_t n)
{
	return (struct cell){ .is_text = true, .at = put_text(t, text, n) };
}

/* Makes a cell with the functions of a stack, the innermost first, as many as fit. */
static struct cell stack_cell(struct table *t, const struct tapster_stack *st)
{
	char text[256];
	size_t n = 0;

	for (size_t i = 0; i < st->n_frames && n + 4 < sizeof(text); i++) {
		const char *name = st->frames[i].function;

		n += (size_t)snprintf(text + n, sizeof(text) - n, "%s%s",
				      i ? " < " : "", *name ? name : "?");
	}
	return text_cell(t, text, n < sizeof(text) ? n : sizeof(text) - 1);
}

static struct cell arg_cell(struct table *t, const struct tapster_arg *a)
{
	if (a->stack)
		return stack_cell(t, a->stack);
	if (a->kind == TAPSTER_ARG_NUMBER)
		return (struct cell){ .number = a->number };
	return text_cell(t, a->bytes, a->len < 256 ? a->len : 256);
}

static struct cell histogram_cell(struct table *t, const struct tables *ts,
				  const struct tapster_aggregate *g)
{
	double counts[32];
	char text[32 * 4 + 8];
	size_t n = g->n_buckets < 32 ? g->n_buckets : 32;

	for (size_t i = 0; i < n; i++)
		counts[i] = (double)g->buckets[i].count;
	table_bars(counts, n, ts->utf8, text, sizeof(text));
	return text_cell(t, text, strlen(text));
}

static void take_aggregate(struct table *t, const struct tables *ts,
			   const struct tapster_aggregate *g, struct cell *c)
{
	const int64_t values[] = { g->count, g->avg, g->min, g->max, g->sum };

	for (size_t i = 0; i < 5; i++)
		c[i] = (struct cell){ .number = values[i] };
	c[5] = histogram_cell(t, ts, g);
}

static void take_rows(struct table *t, const struct tables *ts,
		      const struct tapster_snapshot *sn)
{
	const struct tapster_arg *a = sn->args;

	t->n_rows = sn->n_entries;
	t->n_all = sn->n_total;
	t->pool_n = 0;
	t->cells = grown(t->cells, t->n_rows * t->n_columns, sizeof(*t->cells));
	for (size_t i = 0; i < t->n_rows; i++, a += sn->n_keys + 1) {
		struct cell *c = t->cells + i * t->n_columns;

		for (size_t k = 0; k < t->n_keys; k++)
			c[k] = arg_cell(t, &a[k]);
		if (t->is_aggregate)
			take_aggregate(t, ts, a[sn->n_keys].aggregate,
				       c + t->n_keys);
		else
			c[t->n_keys] = arg_cell(t, &a[sn->n_keys]);
	}
	t->in_order = false;
}

/* ---- resets ---- */

void table_count_removed(struct table *t, const struct tapster_snapshot *sn)
{
	const struct tapster_arg *a = sn->args + sn->n_keys;

	t->n_resets++;
	for (size_t i = 0; i < sn->n_entries; i++, a += sn->n_keys + 1)
		if (a->kind == TAPSTER_ARG_NUMBER)
			t->removed += a->number;
		else if (a->kind == TAPSTER_ARG_AGGREGATE)
			t->removed += a->aggregate->count;
}

const char *table_removed(const struct table *t, char *buf, size_t size)
{
	snprintf(buf, size, "%s %" PRId64 " removed by %u reset%s",
		 t->is_aggregate ? "values:" : "a total of", t->removed,
		 t->n_resets, t->n_resets == 1 ? "" : "s");
	return buf;
}

/* ---- history ---- */

/* Adds a value to the history of a scalar number: its growth per second since the last snapshot.
 * The first snapshot adds none. */
static void take_history(struct table *t, uint64_t time_ns)
{
	int64_t now = t->n_rows ? t->cells[0].number : 0;
	double seconds = (double)(time_ns - t->time_ns) / 1e9;

	if (t->is_array || !t->n_rows || t->cells[0].is_text)
		return;
	if (t->time_ns && seconds > 0) {
		t->rate = (double)(now - t->last) / seconds;
		if (t->n_history == TABLE_HISTORY)
			memmove(t->history, t->history + 1,
				--t->n_history * sizeof(*t->history));
		t->history[t->n_history++] = t->rate;
	}
	t->last = now;
	t->time_ns = time_ns;
}

/* Adds a table to @ts: scalars come before arrays, which may be long. */
static void insert(struct tables *ts, struct table *t)
{
	size_t i = ts->n++;

	for (; i && !t->is_array && ts->at[i - 1]->is_array; i--)
		ts->at[i] = ts->at[i - 1];
	ts->at[i] = t;
}

/* Returns the next name in the list "[comm, disk]: help" at *@at, and moves *@at after it.  NULL:
 * there is no valid name.  The caller frees it. */
static char *cut_name(const char **at)
{
	const char *s = *at + strspn(*at, "[, ");
	size_t n = strcspn(s, ",]");
	bool is_name = n && n < 32 && s[n] && !memchr(s, ' ', n);

	*at = s + n;
	return is_name ? strndup(s, n) : NULL;
}

/* Names the keys.  The names come from the start of the snapshot's comment, such as "reads[comm,
 * disk]: help".  A key without a name there is "key1", "key2" and so on. */
static void name_keys(struct table *t, const struct tapster_snapshot *sn)
{
	size_t n = strlen(sn->global);
	const char *at = sn->comment && !strncmp(sn->comment, sn->global, n) &&
			 sn->comment[n] == '[' ? sn->comment + n : "";

	t->key_names = calloc(t->n_keys + 1, sizeof(*t->key_names));
	for (size_t i = 0; t->key_names && i < t->n_keys; i++) {
		t->key_names[i] = cut_name(&at);
		if (!t->key_names[i] &&
		    asprintf(&t->key_names[i], "key%zu", i + 1) < 0)
			abort();
	}
	if (!t->key_names)
		abort();
}

static struct table *add(struct tables *ts, const struct tapster_snapshot *sn)
{
	struct table *t = calloc(1, sizeof(*t));

	if (!t)
		abort();
	t->name = strdup(sn->global);
	t->is_array = sn->is_array;
	t->is_aggregate = sn->value_type == TAPSTER_TYPE_STATS;
	t->n_keys = sn->n_keys;
	name_keys(t, sn);
	t->n_columns = sn->n_keys + (t->is_aggregate ? N_OF_AGGREGATES : 1);
	t->sort = t->n_keys;
	ts->at = grown(ts->at, ts->n + 1, sizeof(*ts->at));
	insert(ts, t);
	return t;
}

struct table *tables_find(const struct tables *ts, const char *name)
{
	for (size_t i = 0; i < ts->n; i++)
		if (!strcmp(ts->at[i]->name, name))
			return ts->at[i];
	return NULL;
}

void tables_take(struct tables *ts, const struct tapster_snapshot *sn)
{
	struct table *t = tables_find(ts, sn->global);

	if (!t)
		t = add(ts, sn);
	take_rows(t, ts, sn);
	take_history(t, sn->time_ns);
}

void tables_free(struct tables *ts)
{
	for (size_t i = 0; i < ts->n; i++) {
		free(ts->at[i]->name);
		for (size_t k = 0; k < ts->at[i]->n_keys; k++)
			free(ts->at[i]->key_names[k]);
		free(ts->at[i]->key_names);
		free(ts->at[i]->cells);
		free(ts->at[i]->pool);
		free(ts->at[i]->order);
		free(ts->at[i]);
	}
	free(ts->at);
	*ts = (struct tables){ .utf8 = ts->utf8 };
}

/* ---- what is shown ---- */

const char *table_heading(const struct table *t, size_t column)
{
	if (column >= t->n_keys)
		return t->is_aggregate ? of_aggregates[column - t->n_keys]
				       : "value";
	return t->key_names[column];
}

const char *table_text(const struct table *t, size_t row, size_t column,
		       char *buf, size_t size)
{
	const struct cell *c = t->cells + row * t->n_columns + column;

	if (c->is_text)
		return t->pool + c->at;
	snprintf(buf, size, "%" PRId64, c->number);
	return buf;
}

static int compare(const void *a, const void *b, void *data)
{
	const struct table *t = data;
	size_t i = *(const size_t *)a, k = *(const size_t *)b;
	const struct cell *x = t->cells + i * t->n_columns + t->sort;
	const struct cell *y = t->cells + k * t->n_columns + t->sort;
	int ret;

	if (x->is_text && y->is_text)
		ret = strcmp(t->pool + x->at, t->pool + y->at);
	else
		ret = (x->number > y->number) - (x->number < y->number);
	/* unless reversed, the first text and the largest number come first */
	if (x->is_text == t->reversed)
		ret = -ret;
	return ret ? ret : (i > k) - (i < k);
}

static bool matches(const struct table *t, size_t row, const regex_t *filter)
{
	char buf[32];

	for (size_t k = 0; k < t->n_columns; k++)
		if (!regexec(filter, table_text(t, row, k, buf, sizeof(buf)),
			     0, NULL, 0))
			return true;
	return !regexec(filter, t->name, 0, NULL, 0);
}

void table_arrange(struct table *t, const regex_t *filter)
{
	if (t->in_order)
		return;
	t->order = grown(t->order, t->n_rows, sizeof(*t->order));
	t->n_order = 0;
	for (size_t i = 0; i < t->n_rows; i++)
		if (!filter || matches(t, i, filter))
			t->order[t->n_order++] = i;
	if (t->is_array)
		qsort_r(t->order, t->n_order, sizeof(*t->order), compare, t);
	t->in_order = true;
}

void table_sort_next(struct table *t)
{
	size_t most = t->is_aggregate ? t->n_columns - 1 : t->n_columns;

	t->sort = (t->sort + 1) % most;
	t->reversed = false;
	t->in_order = false;
}
