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
	const char *kernel;	/* the release of the traced kernel, or words to show instead */
	double interval;	/* seconds between snapshots, above 0 */
	/** Opens a file for writing, for the key `d`; NULL, with errno, if that fails. */
	FILE *(*open_dump)(const char *name);
};

/** Returns why no screen can be shown, in words; NULL: it can. */
const char *monitor_refuses(void);

/** Creates a monitor, which takes the terminal; NULL if that is not possible.  The strings of
 *  @cfg are copied. */
struct monitor *monitor_create(const struct monitor_config *cfg);

/** Returns the descriptor to poll for typed keys. */
int monitor_fd(const struct monitor *m);
/** Returns the milliseconds after which to call monitor_run(), even if no key was typed. */
int monitor_timeout(const struct monitor *m);

enum monitor_wish {
	MONITOR_NOTHING,
	MONITOR_SNAPSHOT,	/* request a snapshot */
	MONITOR_QUIT,		/* end the session */
	MONITOR_RESET,		/* reset the global monitor_global_to_reset() */
	MONITOR_SWITCH,		/* switch the probe monitor_probe_to_switch() on or off */
};

/** Handles typed keys and draws changes.  Returns what the caller must do next. */
enum monitor_wish monitor_run(struct monitor *m);

/** The global or the probe of the last MONITOR_RESET or MONITOR_SWITCH, valid until the next
 *  monitor_run().  *@on: the new state of the probe. */
const char *monitor_global_to_reset(const struct monitor *m);
size_t monitor_probe_to_switch(const struct monitor *m, bool *on);
/** Tells the monitor that its last MONITOR_RESET or MONITOR_SWITCH is not possible; shows why. */
void monitor_cannot(struct monitor *m);
/** Tells the monitor that a global was reset.  @sn: the removed values. */
void monitor_was_reset(struct monitor *m, const struct tapster_snapshot *sn);

/** Tells the monitor that the snapshot that it wants is not possible now. */
void monitor_refuse(struct monitor *m);
/** Take a snapshot: first each global, then the state. */
void monitor_global(struct monitor *m, const struct tapster_snapshot *sn);
void monitor_state(struct monitor *m, const struct tapster_state *st);
/** Adds @len bytes of the script's output to the output pane. */
void monitor_text(struct monitor *m, const char *text, size_t len);
/** Shows @text at the bottom of the screen, such as "booting ...", until the next key or message;
 *  "": nothing. */
void monitor_message(struct monitor *m, const char *text);

/**
 * Restores the terminal, prints to @f, and frees @m.  It prints the stored lines of output, the
 * oldest first, after the number of removed lines; then what resets have removed.
 */
void monitor_leave(struct monitor *m, FILE *f);

#endif
