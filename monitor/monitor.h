/* SPDX-License-Identifier: LGPL-2.1-or-later */
/**
 * @file
 * The door of monitor/: a screen that shows a session while it runs.
 *
 * It is a client of <tapster.h> like any other: it shows snapshots, the state and
 * the output, and includes no other header of tapster.  The caller owns the
 * session and the loop:
 *
 *	m = monitor_create(&config);		// takes the screen
 *	each turn: poll monitor_fd() for monitor_timeout() milliseconds, then
 *		switch (monitor_run(m)) ...	// request a snapshot, stop
 *	callbacks: monitor_global(), monitor_state(), monitor_text()
 *	monitor_leave(m, stdout);		// restores the screen
 *
 *	table.c		a global as rows and columns: sorted, filtered
 *	lines.c		the last lines that were printed
 *	draw.c		rectangles of the screen
 *	screen.c	panes: their lists, and how they are drawn
 *	monitor.c	the session's reports, keys, time
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
	/** Opens a file for the key `d`; NULL and errno if it cannot. */
	FILE *(*open_dump)(const char *name);
};

/** Returns why no screen can be shown, in words, or NULL if one can. */
const char *monitor_refuses(void);

/** Creates a monitor, which takes the terminal; NULL if that is not possible.
 *  Strings are copied. */
struct monitor *monitor_create(const struct monitor_config *cfg);

/** Returns the descriptor to poll for input. */
int monitor_fd(const struct monitor *m);
/** Returns the milliseconds after which to call monitor_run() in any case. */
int monitor_timeout(const struct monitor *m);

enum monitor_wish {
	MONITOR_NOTHING,
	MONITOR_SNAPSHOT,	/* request a snapshot */
	MONITOR_QUIT,		/* end the session */
	MONITOR_RESET,		/* reset monitor_global_to_reset() */
	MONITOR_SWITCH,		/* switch monitor_probe_to_switch() */
};

/** Handles typed keys and draws changes.  Returns what the caller must do. */
enum monitor_wish monitor_run(struct monitor *m);

/** The global or probe of the last wish, valid until the next monitor_run(). */
const char *monitor_global_to_reset(const struct monitor *m);
size_t monitor_probe_to_switch(const struct monitor *m, bool *on);
/** Reports that the last wish cannot be fulfilled. */
void monitor_cannot(struct monitor *m);
/** Reports a reset: @sn has been removed from the global. */
void monitor_was_reset(struct monitor *m, const struct tapster_snapshot *sn);

/** Reports that no snapshot is available now. */
void monitor_refuse(struct monitor *m);
void monitor_global(struct monitor *m, const struct tapster_snapshot *sn);
void monitor_state(struct monitor *m, const struct tapster_state *st);
/** Shows @len bytes of the script's output. */
void monitor_text(struct monitor *m, const char *text, size_t len);
/** Shows a line at the bottom of the screen, such as "booting ..."; "": none. */
void monitor_message(struct monitor *m, const char *text);

/**
 * Gives the terminal back, prints the number of removed lines and the stored
 * lines, the oldest first, then what resets have removed, and frees @m.
 */
void monitor_leave(struct monitor *m, FILE *f);

#endif
