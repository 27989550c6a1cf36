/* SPDX-License-Identifier: LGPL-2.1-or-later */
/*
 * Draws a header and three panes below it: globals, probes, output.  A pane shows a part of a
 * list of lines; only the visible lines are made.
 */
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "monitor/draw.h"
#include "monitor/state.h"

/* ---- the header ---- */

/* Writes a number of 10000 or more with a unit, such as 12345678 as "12.3M".  Returns @buf. */
static const char *short_number(double n, char *buf, size_t size)
{
	static const char units[] = " kMGTP";
	size_t i = 0;

	while (n >= 10000 && units[i + 1]) {
		n /= 1000;
		i++;
	}
	if (!i)
		snprintf(buf, size, "%.0f", n);
	else
		snprintf(buf, size, "%.*f%c", n < 100 ? 1 : 0, n, units[i]);
	return buf;
}

static void draw_header(struct monitor *m, int width)
{
	const struct figures *f = &m->now;
	uint64_t s = (f->time_ns - f->first_ns) / 1000000000;
	char line[512], a[16], b[16], c[16], d[16], e[16];

	snprintf(line, sizeof(line), " %02" PRIu64 ":%02" PRIu64 ":%02" PRIu64
		 "  kernel %s  %s%s%s", s / 3600, s / 60 % 60, s % 60,
		 m->kernel, m->paused ? "[paused] " : "",
		 m->frozen ? "[frozen] " : "", m->title);
	draw_text(0, 0, width, line, DRAW_BOLD);
	snprintf(line, sizeof(line), " hits %s, %s/s  events %s, %s/s  "
		 "%s bytes/s  memory %" PRIu64 " kB",
		 short_number((double)f->hits, a, sizeof(a)),
		 short_number(f->hits_rate, b, sizeof(b)),
		 short_number((double)f->records, c, sizeof(c)),
		 short_number(f->records_rate, d, sizeof(d)),
		 short_number(f->bytes_rate, e, sizeof(e)), f->memory / 1024);
	draw_text(1, 0, width, line, DRAW_PLAIN);
	if (f->errors || *f->losses)
		snprintf(line, sizeof(line), " errors %" PRIu64
			 "  skipped or lost: %s", f->errors,
			 *f->losses ? f->losses : "none");
	else
		snprintf(line, sizeof(line), " nothing skipped or lost");
	draw_text(2, 0, width, line,
		  f->errors || *f->losses ? DRAW_ALARM : DRAW_DIM);
}

/* ---- the list of each pane ---- */

static const regex_t *filter_of(const struct monitor *m, int pane)
{
	return m->panes[pane].has_filter ? &m->panes[pane].filter : NULL;
}

static size_t lines_of(const struct table *t)
{
	return t->is_array ? t->n_order + 2 : t->n_order;
}

static size_t globals_count(struct monitor *m)
{
	size_t n = 0;

	for (size_t i = 0; i < m->tables.n; i++) {
		table_arrange(m->tables.at[i], filter_of(m, GLOBALS));
		n += lines_of(m->tables.at[i]);
	}
	return n;
}

bool screen_find(const struct monitor *m, size_t line, struct spot *ret)
{
	for (size_t i = 0; i < m->tables.n; i++) {
		struct table *t = m->tables.at[i];

		if (line >= lines_of(t)) {
			line -= lines_of(t);
			continue;
		}
		*ret = (struct spot){ .t = t };
		ret->is_title = t->is_array && !line;
		ret->is_heading = t->is_array && line == 1;
		if (!ret->is_title && !ret->is_heading)
			ret->row = t->order[line - (t->is_array ? 2 : 0)];
		return true;
	}
	return false;
}

/* Compares two probes.  Of two with different hits, the one with more comes first, if by_hits is
 * set.  Otherwise the order is that of the script. */
static int compare_probes(const void *a, const void *b, void *data)
{
	const struct monitor *m = data;
	size_t i = *(const size_t *)a, k = *(const size_t *)b;
	uint64_t x = m->by_hits ? m->probes[i].hits : 0;
	uint64_t y = m->by_hits ? m->probes[k].hits : 0;

	return x != y ? (x < y) - (x > y) : (i > k) - (i < k);
}

static size_t probes_count(struct monitor *m)
{
	const regex_t *filter = filter_of(m, PROBES);
	size_t n = 0;

	for (size_t i = 0; i < m->n_probes; i++)
		if (!filter || !regexec(filter, m->probes[i].name, 0, NULL, 0))
			m->probe_order[n++] = i;
	if (n)
		qsort_r(m->probe_order, n, sizeof(size_t), compare_probes, m);
	return n;
}

/* Returns the index, in the stored output, of line @i of the lines that match the filter;
 * SIZE_MAX if fewer lines match. */
static size_t output_line(const struct monitor *m, size_t i)
{
	const regex_t *filter = filter_of(m, OUTPUT);
	size_t n = lines_count(&m->lines);

	if (!filter)
		return i < n ? i : SIZE_MAX;
	for (size_t k = 0; k < n; k++)
		if (!regexec(filter, lines_get(&m->lines, k), 0, NULL, 0) &&
		    !i--)
			return k;
	return SIZE_MAX;
}

static size_t output_count(const struct monitor *m)
{
	const regex_t *filter = filter_of(m, OUTPUT);
	size_t n = lines_count(&m->lines), ret = 0;

	for (size_t k = 0; filter && k < n; k++)
		ret += !regexec(filter, lines_get(&m->lines, k), 0, NULL, 0);
	return filter ? ret : n;
}

size_t screen_count(struct monitor *m, int pane)
{
	return pane == GLOBALS ? globals_count(m)
	     : pane == PROBES ? probes_count(m) : output_count(m);
}

/* ---- drawing lines ---- */

static void draw_scalar(struct monitor *m, const struct table *t, int y,
			int width, enum draw_style style)
{
	char line[512], bars[TABLE_HISTORY * 4 + 8], number[32], per[16];
	size_t n = 0;

	n = (size_t)snprintf(line, sizeof(line), " %-20s", t->name);
	if (t->is_aggregate) {
		for (size_t k = 0; k < t->n_columns && n < sizeof(line); k++) {
			const char *s = table_text(t, 0, k, number,
						   sizeof(number));
			const char *h = table_heading(t, k);

			n += (size_t)snprintf(line + n, sizeof(line) - n,
					      "  %s %s", h, s);
		}
	} else if (t->cells[0].is_text) {
		snprintf(line + n, sizeof(line) - n, " %s",
			 table_text(t, 0, 0, number, sizeof(number)));
	} else {
		table_bars(t->history, t->n_history, m->tables.utf8, bars,
			   sizeof(bars));
		snprintf(line + n, sizeof(line) - n, " %14s %8s/s  %s",
			 table_text(t, 0, 0, number, sizeof(number)),
			 short_number(t->rate < 0 ? 0 : t->rate, per,
				      sizeof(per)), bars);
	}
	draw_text(y, 0, width, line, style);
}

/* Finds the widths of the columns of an array in the @n lines of the pane from line @first.  A
 * column is as wide as its widest visible text or its heading; a text counts at most 40. */
static void find_widths(const struct monitor *m, const struct table *t,
			size_t first, int n, int *widths)
{
	char buf[32];

	for (size_t k = 0; k < t->n_columns && k < TABLE_COLUMNS; k++)
		widths[k] = (int)strlen(table_heading(t, k));
	for (int i = 0; i < n; i++) {
		struct spot p;

		if (!screen_find(m, first + (size_t)i, &p) || p.t != t ||
		    p.is_title || p.is_heading)
			continue;
		for (size_t k = 0; k < t->n_columns && k < TABLE_COLUMNS; k++) {
			int w = (int)strlen(table_text(t, p.row, k, buf,
						       sizeof(buf)));

			if (w > widths[k])
				widths[k] = w > 40 ? 40 : w;
		}
	}
}

static void draw_row(const struct table *t, const struct spot *p, int y,
		     int width, const int *widths, enum draw_style style)
{
	int x = 3;
	char buf[32];

	draw_text(y, 0, width, "", style);
	for (size_t k = 0; k < t->n_columns && k < TABLE_COLUMNS; k++) {
		const char *s = p->is_heading
			? table_heading(t, k)
			: table_text(t, p->row, k, buf, sizeof(buf));
		bool is_text = t->n_rows && t->cells[k].is_text;
		int pad = is_text ? 0 : widths[k] - (int)strlen(s);

		if (x + pad >= width)
			break;
		draw_text(y, x + (pad > 0 ? pad : 0), widths[k], s,
			  p->is_heading && k == t->sort ? DRAW_BOLD : style);
		x += widths[k] + 2;
	}
}

static void draw_title(const struct table *t, int y, int width,
		       enum draw_style style)
{
	char line[200];

	snprintf(line, sizeof(line), " %s: %zu of %zu elements", t->name,
		 t->n_order, t->n_all);
	draw_text(y, 0, width, line, style == DRAW_PLAIN ? DRAW_BOLD : style);
}

static void draw_globals(struct monitor *m, int y, int width)
{
	const struct pane *p = &m->panes[GLOBALS];
	int widths[TABLE_COLUMNS];
	const struct table *of = NULL;
	struct spot at;

	for (int i = 0; i < p->height; i++) {
		size_t line = p->top + (size_t)i;
		enum draw_style style = m->active == GLOBALS &&
					line == p->cursor ? DRAW_CURSOR
							  : DRAW_PLAIN;

		if (!screen_find(m, line, &at))
			break;
		if (at.t->is_array && at.t != of)
			find_widths(m, at.t, p->top, p->height, widths);
		of = at.t;
		if (at.is_title)
			draw_title(at.t, y + i, width, style);
		else if (at.t->is_array)
			draw_row(at.t, &at, y + i, width, widths, style);
		else
			draw_scalar(m, at.t, y + i, width, style);
	}
}

static void draw_probe(const struct probe *p, int y, int width,
		       enum draw_style style)
{
	char line[600], a[16], cost[48] = "";

	if (p->timed)
		snprintf(cost, sizeof(cost), "%" PRIu64 "/%" PRIu64 " ns",
			 p->total_ns / p->timed, p->max_ns);
	snprintf(line, sizeof(line), " %12" PRIu64 " %8s/s %8" PRIu64
		 " %14s  %-8s %-10s %s", p->hits,
		 short_number(p->rate, a, sizeof(a)), p->missed, cost,
		 p->state, p->by, p->name);
	draw_text(y, 0, width, line, style);
}

static void draw_probes(struct monitor *m, int y, int width, size_t n)
{
	const struct pane *p = &m->panes[PROBES];

	for (int i = 0; i < p->height && p->top + (size_t)i < n; i++) {
		size_t line = p->top + (size_t)i;

		draw_probe(&m->probes[m->probe_order[line]], y + i, width,
			   m->active == PROBES && line == p->cursor
				   ? DRAW_CURSOR : DRAW_PLAIN);
	}
}

static void draw_output(struct monitor *m, int y, int width)
{
	const struct pane *p = &m->panes[OUTPUT];

	for (int i = 0; i < p->height; i++) {
		size_t at = output_line(m, p->top + (size_t)i);

		if (at == SIZE_MAX)
			break;
		draw_text(y + i, 1, width - 1, lines_get(&m->lines, at),
			  m->active == OUTPUT && !p->at_end &&
			  p->top + (size_t)i == p->cursor
				  ? DRAW_CURSOR : DRAW_PLAIN);
	}
}

/* ---- panes ---- */

/* Keeps the cursor in the list of @n lines, and scrolls so that the cursor is visible. */
static void keep_in_view(struct pane *p, size_t n)
{
	size_t height = p->height > 0 ? (size_t)p->height : 1;

	if (p->at_end)
		p->cursor = n ? n - 1 : 0;
	if (p->cursor >= n)
		p->cursor = n ? n - 1 : 0;
	if (p->cursor < p->top)
		p->top = p->cursor;
	if (p->cursor >= p->top + height)
		p->top = p->cursor - height + 1;
	if (p->top + height > n)
		p->top = n > height ? n - height : 0;
}

static void draw_pane(struct monitor *m, int pane, int y, int height, int width)
{
	static const char *const names[] = { "1 globals", "2 probes",
					     "3 output" };
	static const char heads[] = "         hits     rate    missed  mean/max"
				    " cost  state    mechanism  point";
	struct pane *p = &m->panes[pane];
	char title[200];
	size_t n;

	if (height < 1)
		return;
	p->height = height - 1 - (pane == PROBES);
	n = screen_count(m, pane);
	keep_in_view(p, n);
	snprintf(title, sizeof(title), " %s  %zu%s%s", names[pane], n,
		 p->has_filter ? "  filter: " : "",
		 p->has_filter ? p->said : "");
	draw_text(y, 0, width, title,
		  pane == m->active ? DRAW_ACTIVE : DRAW_TITLE);
	if (pane == PROBES && height > 1)
		draw_text(y + 1, 0, width, heads, DRAW_DIM);
	if (pane == GLOBALS)
		draw_globals(m, y + 1, width);
	else if (pane == PROBES)
		draw_probes(m, y + 2, width, n);
	else
		draw_output(m, y + 1, width);
}

static void draw_panes(struct monitor *m, int y, int height, int width)
{
	int probes = height / 4 > 4 ? height / 4 : 4;
	int globals = (height - probes) * 3 / 5;

	if ((size_t)probes > m->n_probes + 2)
		probes = (int)m->n_probes + 2;
	if (m->zoomed) {
		draw_pane(m, m->active, y, height, width);
		return;
	}
	draw_pane(m, GLOBALS, y, globals, width);
	draw_pane(m, PROBES, y + globals, probes, width);
	draw_pane(m, OUTPUT, y + globals + probes, height - globals - probes,
		  width);
}

static void draw_help(int height, int width)
{
	static const char *const text[] = {
		"Tab 1 2 3      select the pane for the keys",
		"z              show only this pane, or all",
		"arrows, PgUp PgDn, Home End   move",
		"s S            sort by the next column; reverse the order",
		"/              show only what matches a regular expression;",
		"               an empty expression shows all",
		"p              pause, or continue",
		"f              freeze the globals, or continue",
		"r              reset the global under the cursor to empty",
		"space          disable or enable the probe under the cursor",
		"d              write everything to a file",
		"Ctrl-L         redraw the screen",
		"q              end the session; end probes run",
		"h              show or hide this help",
	};

	for (size_t i = 0; i < sizeof(text) / sizeof(*text); i++)
		if ((int)i < height)
			draw_text(4 + (int)i, 3, width - 3, text[i],
				  DRAW_PLAIN);
}

void screen_draw(struct monitor *m)
{
	int lines, width;
	char foot[300];

	draw_size(&lines, &width);
	draw_clear();
	draw_header(m, width);
	if (m->helping)
		draw_help(lines - 5, width);
	else
		draw_panes(m, 3, lines - 4, width);
	if (m->typing)
		snprintf(foot, sizeof(foot), "/%s", m->typed);
	else
		snprintf(foot, sizeof(foot), " %s", *m->message ? m->message
			 : "q end  h help  Tab pane  / filter  s sort  p pause"
			   "  z zoom  r reset  d dump");
	draw_text(lines - 1, 0, width, foot, m->typing ? DRAW_BOLD : DRAW_DIM);
	draw_show();
	m->changed = false;
}
