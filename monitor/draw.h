/* SPDX-License-Identifier: LGPL-2.1-or-later */
/**
 * @file
 * Draws rectangles of the screen and reads keys; only draw.c uses ncurses.
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
	DRAW_ALARM,	/* red, or reverse without colours */
	DRAW_DIM,
};

/** The keys that are no characters. */
enum draw_key {
	DRAW_NO_KEY = -1,
	DRAW_ESCAPE = 27,
	DRAW_UP = 0x110000,
	DRAW_DOWN, DRAW_PAGE_UP, DRAW_PAGE_DOWN, DRAW_HOME, DRAW_END,
	DRAW_ENTER, DRAW_BACKSPACE, DRAW_RESIZED, DRAW_OTHER,
};

/** Returns why no screen can be shown, or NULL if one can. */
const char *draw_refuses(void);
/** Takes the terminal.  Returns false if that is not possible. */
bool draw_begin(void);
void draw_end(void);
/** Returns the descriptor of the input. */
int draw_fd(void);
bool draw_is_utf8(void);
void draw_size(int *lines, int *columns);
/** Begins a new picture. */
void draw_clear(void);
/** Draws @text in @width columns of a line, cut or filled with spaces. */
void draw_text(int line, int column, int width, const char *text,
	       enum draw_style style);
/** Shows the picture. */
void draw_show(void);
/** Makes the next draw_show() draw everything anew. */
void draw_anew(void);
/** Returns a character, a draw_key, or DRAW_NO_KEY if nothing was typed. */
int draw_key(void);

#endif
