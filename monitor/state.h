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

/** A pane: which lines of its list are shown. */
struct pane {
	size_t top, cursor;	/* the first shown line, and the line under the cursor: indices in
				   the list */
	regex_t filter;
	bool has_filter;
	char said[64];		/* the text of the filter, as it was typed */
	bool at_end;		/* of OUTPUT: show the end of the list, also when the list grows */
	int height;		/* visible lines of the list */
};

struct probe {
	char *name;
	const char *by, *state;
	uint64_t hits, missed, timed, total_ns, max_ns;
	double rate;		/* hits per second, between the last two states */
	bool is_off;
};

/** The numbers in the header.  The rates are per second, between the last two states. */
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
	bool by_hits;		/* the probes are sorted by their hits */
	struct figures now;
	uint64_t bytes;		/* of output, so far */

	struct pane panes[N_PANES];
	int active;
	bool zoomed, paused, frozen, helping, typing, changed;
	enum monitor_wish wish;
	const char *wished_global;	/* of MONITOR_RESET */
	size_t wished_probe;	/* of MONITOR_SWITCH: an index in `probes` */
	bool wished_on;
	char typed[64], message[200];
	double due;		/* when to request the next snapshot: CLOCK_MONOTONIC, in seconds */
	bool waiting;		/* a snapshot was requested and has not come */
	double drawn;		/* when the screen was drawn last: CLOCK_MONOTONIC, in seconds */
};

/** The meaning of one line of the pane GLOBALS: a scalar; or the title, the headings or one
 *  element of an array. */
struct spot {
	struct table *t;
	size_t row;
	bool is_title, is_heading;	/* the first and the second line of an array */
};

/** Updates the list of a pane (enum monitor_pane): filters and sorts it.  Returns how many lines
 *  it has. */
size_t screen_count(struct monitor *m, int pane);
/** Finds the meaning of line @line of the pane GLOBALS; false if there are fewer lines. */
bool screen_find(const struct monitor *m, size_t line, struct spot *ret);
/** Draws the whole screen. */
void screen_draw(struct monitor *m);

#endif
