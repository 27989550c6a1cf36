/* SPDX-License-Identifier: LGPL-2.1-or-later */
/**
 * @file
 * The state of the screen: monitor.c changes it, and screen.c draws it.
 */
#ifndef MONITOR_STATE_H
#define MONITOR_STATE_H

#include "monitor/lines.h"
#include "monitor/monitor.h"
#include "monitor/table.h"

enum monitor_pane { GLOBALS, PROBES, OUTPUT, N_PANES };

/** A list of lines, and the part of it that is shown. */
struct pane {
	size_t top, cursor;	/* lines of the list */
	regex_t filter;
	bool has_filter;
	char said[64];		/* the filter, as it was typed */
	bool at_end;		/* the list grows, and its end is shown */
	int height;		/* visible lines of the list */
};

struct probe {
	char *name;
	const char *by, *state;
	uint64_t hits, missed, timed, total_ns, max_ns;
	double rate;
	bool is_off;
};

/** The numbers in the header, from the last two states. */
struct figures {
	uint64_t time_ns, first_ns, hits, records, errors, memory, bytes;
	double hits_rate, records_rate, bytes_rate;
	char losses[256];	/* "" if there are none */
};

struct monitor {
	struct monitor_config cfg;
	char *title, *kernel;
	struct tables tables;
	struct lines lines;
	struct probe *probes;
	size_t n_probes, *probe_order;
	bool by_hits;		/* probes are sorted */
	struct figures now;
	uint64_t bytes;		/* printed so far */

	struct pane panes[N_PANES];
	int active;
	bool zoomed, paused, frozen, helping, typing, changed;
	enum monitor_wish wish;
	const char *wished_global;	/* to reset */
	size_t wished_probe;	/* to switch */
	bool wished_on;
	char typed[64], message[200];
	double due;		/* of the next snapshot, by the clock */
	bool waiting;		/* for a requested snapshot */
	double drawn;		/* when the screen was drawn */
};

/** A line of the globals: a scalar, or an array's title, headings, or row. */
struct spot {
	struct table *t;
	size_t row;
	bool is_title, is_heading;	/* of an array: its first two lines */
};

/** Updates a pane's list and returns how many lines it has. */
size_t screen_count(struct monitor *m, int pane);
/** Finds the line @line of the globals; false if there are fewer lines. */
bool screen_find(const struct monitor *m, size_t line, struct spot *ret);
/** Draws the whole screen. */
void screen_draw(struct monitor *m);

#endif
