/* SPDX-License-Identifier: LGPL-2.1-or-later */
/*
 * Writes tables and drawings of a report.  Drawings have classes instead of colours.  report.css
 * has the colours of the classes, in a light and a dark style.
 */
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "export/report.h"

#define WIDE 860
#define HIGH 150
#define ROW 14
#define DIGIT 7		/* width of a character of report.css's svg text */
#define LABEL 64		/* bytes of a label; more than the longest one needs */
#define LEVELS 8

/* ---- values ------------------------------------------------------------- */

static const struct cell *value_of(const struct report_global *g, size_t i)
{
	return &g->cells[i * (g->n_keys + 1) + g->n_keys];
}

static void put_cell(FILE *f, const struct cell *c)
{
	if (c->kind == TAPSTER_ARG_NUMBER) {
		fprintf(f, "<td class=\"n\">%" PRId64 "</td>", c->number);
	} else if (c->kind == TAPSTER_ARG_AGGREGATE) {
		int64_t all[] = { c->number, c->min, c->avg, c->max, c->sum };

		for (size_t i = 0; i < sizeof(all) / sizeof(all[0]); i++)
			fprintf(f, "<td class=\"n\">%" PRId64 "</td>", all[i]);
	} else {
		fputs("<td>", f);
		report_put(f, c->text);
		fputs("</td>", f);
	}
}

/* Draws a bar, whose length is the share of @n in @most, the largest value.  A value that is not
 * positive has no bar. */
static void put_bar(FILE *f, int64_t n, int64_t most)
{
	double part = n > 0 && most > 0 ? (double)n / (double)most : 0;

	fprintf(f, "<td class=\"b\"><svg width=\"200\" height=\"10\" "
		"aria-hidden=\"true\"><rect class=\"bar\" width=\"%.1f\" "
		"height=\"10\"/></svg></td>", 200 * part);
}

static int by_value(const void *a, const void *b, void *arg)
{
	size_t n = *(size_t *)arg;
	const struct cell *x = (const struct cell *)a + n,
			  *y = (const struct cell *)b + n;

	if (x->kind == TAPSTER_ARG_STRING)
		return strcmp(x->text, y->text);
	return (x->number < y->number) - (x->number > y->number);
}

void report_sort(struct report_global *g)
{
	if (g->n_entries)
		qsort_r(g->cells, g->n_entries,
			(g->n_keys + 1) * sizeof(*g->cells), by_value,
			&g->n_keys);
}

/* ---- tables ------------------------------------------------------------- */

static void put_heads(FILE *f, const struct report_global *g, bool bars)
{
	static const char *const stats[] = { "count", "min", "avg", "max",
					     "sum" };

	fputs("<thead><tr>", f);
	for (size_t i = 0; i < g->n_keys; i++)
		fprintf(f, "<th>%s</th>", g->keys[i]);
	if (g->value_type == TAPSTER_TYPE_STATS)
		for (size_t i = 0; i < sizeof(stats) / sizeof(stats[0]); i++)
			fprintf(f, "<th class=\"n\">%s</th>", stats[i]);
	else
		fprintf(f, "<th%s>value</th>",
			g->value_type == TAPSTER_TYPE_STRING
				? "" : " class=\"n\"");
	fputs(bars ? "<th class=\"b\"></th></tr></thead><tbody>"
		   : "</tr></thead><tbody>", f);
}

void report_table(struct export_report *r, struct report_global *g)
{
	size_t n = g->n_entries < REPORT_ROWS ? g->n_entries : REPORT_ROWS;
	bool bars = g->is_array && g->value_type != TAPSTER_TYPE_STRING;
	int64_t most = n && bars ? value_of(g, 0)->number : 0;

	fprintf(r->f, "<div class=\"scroll\"><table%s data-name=\"",
		g->is_array ? " class=\"sorts\"" : "");
	report_put(r->f, g->name);
	fputs("\">", r->f);
	put_heads(r->f, g, bars);
	for (size_t i = 0; i < n; i++) {
		fputs("<tr>", r->f);
		for (size_t k = 0; k <= g->n_keys; k++)
			put_cell(r->f, &g->cells[i * (g->n_keys + 1) + k]);
		if (bars)
			put_bar(r->f, value_of(g, i)->number, most);
		fputs("</tr>\n", r->f);
	}
	fputs("</tbody></table></div>\n", r->f);
	if (n < g->n_all)
		fprintf(r->f, "<p class=\"note\">The largest %zu of %zu "
			"elements.</p>\n", n, g->n_all);
}

/* ---- buckets ------------------------------------------------------------ */

/* Writes the bounds of a bucket to @text, which has LABEL bytes.  Returns the length. */
static int bounds_of(const struct tapster_bucket *b, char *text)
{
	if (b->lo == b->hi)
		return snprintf(text, LABEL, "%" PRId64, b->lo);
	if (b->lo == INT64_MIN)
		return snprintf(text, LABEL, "below %" PRId64, b->hi + 1);
	if (b->hi == INT64_MAX)
		return snprintf(text, LABEL, "%" PRId64 " and more", b->lo);
	return snprintf(text, LABEL, "%" PRId64 " to %" PRId64, b->lo, b->hi);
}

static void put_bounds(FILE *f, const struct tapster_bucket *b)
{
	char text[LABEL];

	bounds_of(b, text);
	fputs(text, f);
}

static int64_t most_of(const struct buckets *b)
{
	int64_t most = 0;

	for (size_t i = 0; i < b->n; i++)
		if (b->at[i].count > most)
			most = b->at[i].count;
	return most;
}

void report_bars(struct export_report *r, const struct buckets *b)
{
	int64_t most = most_of(b);

	fputs("<table class=\"hist\"><thead><tr><th>values</th>"
	      "<th class=\"n\">count</th><th class=\"b\"></th></tr></thead>"
	      "<tbody>", r->f);
	for (size_t i = 0; i < b->n; i++) {
		fputs("<tr><td class=\"n\">", r->f);
		put_bounds(r->f, &b->at[i]);
		fprintf(r->f, "</td><td class=\"n\">%" PRId64 "</td>",
			b->at[i].count);
		put_bar(r->f, b->at[i].count, most);
		fputs("</tr>\n", r->f);
	}
	fputs("</tbody></table>\n", r->f);
}

/* ---- heat maps ---------------------------------------------------------- */

static unsigned level(int64_t n, int64_t most)
{
	if (n <= 0 || most <= 0)
		return 0;
	return 1 + (unsigned)((double)(LEVELS - 1) * (double)n / (double)most);
}

static int64_t count_at(const struct buckets *b, int64_t lo)
{
	for (size_t i = 0; i < b->n; i++)
		if (b->at[i].lo == lo)
			return b->at[i].count;
	return 0;
}

void report_heat_keys(struct export_report *r, const struct report_global *g)
{
	size_t n = g->n_entries < 60 ? g->n_entries : 60;
	const struct buckets *all = &g->whole.buckets;
	int64_t most = 0;

	for (size_t i = 0; i < n; i++)
		if (most_of(&value_of(g, i)->buckets) > most)
			most = most_of(&value_of(g, i)->buckets);
	fputs("<div class=\"scroll\"><table class=\"heat\"><thead><tr>", r->f);
	for (size_t k = 0; k < g->n_keys; k++)
		fprintf(r->f, "<th>%s</th>", g->keys[k]);
	for (size_t k = 0; k < all->n; k++) {
		fputs("<th class=\"n\">", r->f);
		put_bounds(r->f, &all->at[k]);
		fputs("</th>", r->f);
	}
	fputs("</tr></thead><tbody>", r->f);
	for (size_t i = 0; i < n; i++) {
		fputs("<tr>", r->f);
		for (size_t k = 0; k < g->n_keys; k++)
			put_cell(r->f, &g->cells[i * (g->n_keys + 1) + k]);
		for (size_t k = 0; k < all->n; k++) {
			int64_t c = count_at(&value_of(g, i)->buckets,
					     all->at[k].lo);

			fprintf(r->f, "<td class=\"n h%u\">", level(c, most));
			if (c)
				fprintf(r->f, "%" PRId64, c);
			fputs("</td>", r->f);
		}
		fputs("</tr>\n", r->f);
	}
	fputs("</tbody></table></div>\n", r->f);
}

/* Returns how many values were added to the bucket with the lower bound @lo between the moment
 * before moment @i and moment @i.  If the count is lower than before, there was a reset: then it
 * is the whole count. */
static int64_t added(const struct report_global *g, size_t i, int64_t lo)
{
	int64_t now = count_at(&g->moments[i].buckets, lo);
	int64_t before = i ? count_at(&g->moments[i - 1].buckets, lo) : 0;

	return now >= before ? now - before : now;
}

static double seconds(const struct export_report *r,
		      const struct report_global *g, size_t i)
{
	uint64_t t = g->moments[i].time_ns;

	return t > r->first_ns ? (double)(t - r->first_ns) / 1e9 : 0;
}

static int64_t most_added(const struct report_global *g)
{
	const struct buckets *b = &g->whole.buckets;
	int64_t most = 0;

	for (size_t i = 0; i < g->n_moments; i++)
		for (size_t k = 0; k < b->n; k++)
			if (added(g, i, b->at[k].lo) > most)
				most = added(g, i, b->at[k].lo);
	return most;
}

/* Returns the x coordinate of the first column of a heat map.  The longest label fits to its
 * left. */
static int left_of(const struct buckets *b)
{
	char text[LABEL];
	int n, longest = 0;

	for (size_t k = 0; k < b->n; k++) {
		n = bounds_of(&b->at[k], text);
		longest = n > longest ? n : longest;
	}
	return longest * DIGIT + 12;
}

static void put_row(const struct export_report *r,
		    const struct report_global *g, size_t k, int64_t most)
{
	const struct tapster_bucket *b = &g->whole.buckets.at[k];
	int left = left_of(&g->whole.buckets);
	double w = (double)(WIDE - left) / (double)g->n_moments;
	size_t y = (g->whole.buckets.n - 1 - k) * ROW;

	fprintf(r->f, "<text x=\"%d\" y=\"%zu\" class=\"end\">", left - 6,
		y + ROW - 3);
	put_bounds(r->f, b);
	fputs("</text>\n", r->f);
	for (size_t i = 0; i < g->n_moments; i++) {
		int64_t n = added(g, i, b->lo);

		if (!n)
			continue;
		fprintf(r->f, "<rect class=\"h%u\" x=\"%.1f\" y=\"%zu\" "
			"width=\"%.1f\" height=\"%d\"><title>%.1f s, ",
			level(n, most), left + w * (double)i, y, w, ROW,
			seconds(r, g, i));
		put_bounds(r->f, b);
		fprintf(r->f, ": %" PRId64 "</title></rect>\n", n);
	}
}

static void put_axis(const struct export_report *r,
		     const struct report_global *g, int left, size_t y)
{
	size_t n = g->n_moments;

	fprintf(r->f, "<text x=\"%d\" y=\"%zu\">%.1f s</text>"
		"<text x=\"%d\" y=\"%zu\" class=\"end\">%.1f s</text></svg>\n",
		left, y, n ? seconds(r, g, 0) : 0, WIDE, y,
		n ? seconds(r, g, n - 1) : 0);
}

/* Writes a row with the numbers of moment @i of the heat map; nothing if all are 0. */
static void put_heat_row(const struct export_report *r,
			 const struct report_global *g, size_t i)
{
	const struct buckets *b = &g->whole.buckets;
	int64_t n, sum = 0;

	for (size_t k = 0; k < b->n; k++)
		sum += added(g, i, b->at[k].lo);
	if (!sum)
		return;
	fprintf(r->f, "<tr><td class=\"n\">%.1f</td>", seconds(r, g, i));
	for (size_t k = 0; k < b->n; k++) {
		n = added(g, i, b->at[k].lo);
		fputs("<td class=\"n\">", r->f);
		if (n)
			fprintf(r->f, "%" PRId64, n);
		fputs("</td>", r->f);
	}
	fputs("</tr>\n", r->f);
}

static void put_heat_table(const struct export_report *r,
			   const struct report_global *g)
{
	const struct buckets *b = &g->whole.buckets;

	fputs("<details><summary>as a table</summary><div class=\"scroll\">"
	      "<table class=\"over\"><thead><tr><th class=\"n\">seconds</th>",
	      r->f);
	for (size_t k = 0; k < b->n; k++) {
		fputs("<th class=\"n\">", r->f);
		put_bounds(r->f, &b->at[k]);
		fputs("</th>", r->f);
	}
	fputs("</tr></thead><tbody>", r->f);
	for (size_t i = 0; i < g->n_moments; i++)
		put_heat_row(r, g, i);
	fputs("</tbody></table></div></details>\n", r->f);
}

void report_heat(struct export_report *r, const struct report_global *g)
{
	size_t rows = g->whole.buckets.n;
	int64_t most = most_added(g);

	if (g->n_moments < 2 || !rows || !most)
		return;
	fprintf(r->f, "<h3>Over time</h3>\n<p class=\"note\">Each column is "
		"the time since the one before; the darkest field has %" PRId64
		".</p>\n<svg class=\"map\" role=\"img\" aria-label=\"heat map "
		"over time\" viewBox=\"0 0 %d %zu\">\n", most, WIDE,
		rows * ROW + 18);
	for (size_t k = 0; k < rows; k++)
		put_row(r, g, k, most);
	put_axis(r, g, left_of(&g->whole.buckets), rows * ROW + 14);
	put_heat_table(r, g);
}

/* ---- a curve ------------------------------------------------------------ */

static void put_moments(const struct export_report *r,
			const struct report_global *g)
{
	fputs("<details><summary>as a table</summary><table><thead><tr>"
	      "<th class=\"n\">seconds</th><th class=\"n\">value</th></tr>"
	      "</thead><tbody>", r->f);
	for (size_t i = 0; i < g->n_moments; i++)
		fprintf(r->f, "<tr><td class=\"n\">%.1f</td><td class=\"n\">%"
			PRId64 "</td></tr>\n", seconds(r, g, i),
			g->moments[i].number);
	fputs("</tbody></table></details>\n", r->f);
}

static void find_range(const struct report_global *g, double *low,
		       double *high)
{
	*low = *high = 0;
	for (size_t i = 0; i < g->n_moments; i++) {
		double v = (double)g->moments[i].number;

		*low = v < *low ? v : *low;
		*high = v > *high ? v : *high;
	}
	if (*high <= *low)
		*high = *low + 1;
}

void report_curve(struct export_report *r, const struct report_global *g)
{
	double low, high, last, x;

	if (g->n_moments < 2)
		return;
	find_range(g, &low, &high);
	last = seconds(r, g, g->n_moments - 1) - seconds(r, g, 0);
	fprintf(r->f, "<h3>%s over time</h3>\n<svg class=\"map\" role=\"img\" "
		"aria-label=\"values over time\" viewBox=\"0 0 %d %d\">"
		"<text x=\"0\" y=\"11\">%.0f</text><text x=\"0\" y=\"%d\">%.0f"
		"</text><polyline class=\"line\" points=\"",
		g->value_type == TAPSTER_TYPE_STATS ? "Count" :
		g->is_array ? "Sum" : "Value", WIDE, HIGH + 36, high,
		HIGH + 14, low);
	for (size_t i = 0; i < g->n_moments; i++) {
		x = last > 0 ? (seconds(r, g, i) - seconds(r, g, 0)) / last : 0;
		fprintf(r->f, "%.1f,%.1f ", x * WIDE, 16 + (HIGH - 16) *
			(1 - ((double)g->moments[i].number - low) /
				 (high - low)));
	}
	fputs("\"/>", r->f);
	put_axis(r, g, 0, HIGH + 30);
	put_moments(r, g);
}
