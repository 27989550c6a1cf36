/* SPDX-License-Identifier: LGPL-2.1-or-later */
/**
 * @file
 * The door of monitor/: a screen that shows a session while it runs.
 *
 * A client of <tapster.h> like any other: it shows snapshots, the state and
 * what is printed, and includes nothing else of ours.  The caller owns the
 * session and the loop:
 *
 *	m = monitor_create(&config, &why);	// the screen is ours
 *	each turn: poll monitor_fd() for monitor_timeout() milliseconds, then
 *		switch (monitor_run(m)) ...	// ask for a snapshot, stop
 *	callbacks: monitor_global(), monitor_state(), monitor_text()
 *	monitor_leave(m, stdout);		// the screen is as it was
 *
 *	table.c		a global as rows and columns: sorted, filtered
 *	lines.c		the last lines that were printed
 *	draw.c		rectangles of the screen
 *	screen.c	panes: their lists, and how they are drawn
 *	monitor.c	what is reported, keys, time
 */
#ifndef MONITOR_MONITOR_H
#define MONITOR_MONITOR_H

#include <stdbool.h>
#include <stddef.h>
#include <stdio.h>
#include <tapster.h>

struct monitor;

struct monitor_config {
	const char *title;	/* the script's name, or its text */
	const char *kernel;	/* its release, or "host" */
	double interval;	/* seconds between snapshots, above 0 */
	/** Opens a file for `d`; NULL and errno: it cannot be written. */
	FILE *(*open_dump)(const char *name);
};

/** Returns NULL if there can be a screen, else the reason in words. */
const char *monitor_refuses(void);

/** Takes the terminal; NULL if it cannot be had.  Strings are copied. */
struct monitor *monitor_create(const struct monitor_config *cfg);

/** To be polled for input. */
int monitor_fd(const struct monitor *m);
/** Milliseconds until monitor_run() has to be called anyway. */
int monitor_timeout(const struct monitor *m);

enum monitor_wish {
	MONITOR_NOTHING,
	MONITOR_SNAPSHOT,	/* ask for one */
	MONITOR_QUIT,		/* the user wants the end */
	MONITOR_RESET,		/* reset monitor_global_to_reset() */
	MONITOR_SWITCH,		/* switch monitor_probe_to_switch() */
};

/** Takes what was typed, draws what has changed. */
enum monitor_wish monitor_run(struct monitor *m);

/** What the last wish is about, until the next monitor_run(). */
const char *monitor_global_to_reset(const struct monitor *m);
size_t monitor_probe_to_switch(const struct monitor *m, bool *on);
/** Reports that the last wish cannot be fulfilled. */
void monitor_cannot(struct monitor *m);
/** Reports a reset: @sn has been removed from the global. */
void monitor_was_reset(struct monitor *m, const struct tapster_snapshot *sn);

/** No snapshot can be had now. */
void monitor_refuse(struct monitor *m);
void monitor_global(struct monitor *m, const struct tapster_snapshot *sn);
void monitor_state(struct monitor *m, const struct tapster_state *st);
/** What the script printed; @len bytes. */
void monitor_text(struct monitor *m, const char *text, size_t len);
/** One line at the bottom of the screen, such as "booting ..."; "" for none. */
void monitor_message(struct monitor *m, const char *text);

/**
 * Gives the terminal back, prints the lines that were kept, the oldest first,
 * and how many were not, and frees @m.
 */
void monitor_leave(struct monitor *m, FILE *f);

#endif
