/* SPDX-License-Identifier: LGPL-2.1-or-later */
/**
 * @file
 * Draws text on the screen and reads keys.  Only draw.c uses ncurses.  There is one screen; all
 * functions except draw_refuses() and draw_begin() need it.
 */
#ifndef MONITOR_DRAW_H
#define MONITOR_DRAW_H

#include <stdbool.h>

enum draw_style {
	DRAW_PLAIN,
	DRAW_BOLD,
	DRAW_TITLE,	/* of a pane */
	DRAW_ACTIVE,	/* title of the pane that gets the keys */
	DRAW_CURSOR,
	DRAW_ALARM,	/* red, or reverse without colours: errors and losses */
	DRAW_DIM,
};

/** The values of draw_key() for keys that are no characters. */
enum draw_key {
	DRAW_NO_KEY = -1,
	DRAW_ESCAPE = 27,
	DRAW_UP = 0x110000,
	DRAW_DOWN, DRAW_PAGE_UP, DRAW_PAGE_DOWN, DRAW_HOME, DRAW_END,
	DRAW_ENTER, DRAW_BACKSPACE, DRAW_RESIZED, DRAW_OTHER,
};

/** Returns why no screen can be shown, for a message; NULL: it can. */
const char *draw_refuses(void);
/** Takes the terminal of the process.  Returns false if there is none, or if ncurses does not
 *  know its type. */
bool draw_begin(void);
void draw_end(void);
/** Returns the descriptor to poll for typed keys. */
int draw_fd(void);
bool draw_is_utf8(void);
void draw_size(int *lines, int *columns);
/** Begins a new picture, which is empty. */
void draw_clear(void);
/** Draws @text from @column of @line, cut or filled with spaces to @width columns. */
void draw_text(int line, int column, int width, const char *text,
	       enum draw_style style);
/** Shows the picture on the screen. */
void draw_show(void);
/** Makes the next draw_show() write the whole screen, not only what has changed. */
void draw_anew(void);
/** Returns the next typed character, a value of enum draw_key, or DRAW_NO_KEY if nothing was
 *  typed.  Does not wait. */
int draw_key(void);

#endif
