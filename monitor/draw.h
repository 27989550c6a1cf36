/* SPDX-License-Identifier: LGPL-2.1-or-later */
/**
 * @file
 * Rectangles of the screen, and keys; only draw.c uses ncurses.
 */
#ifndef MONITOR_DRAW_H
#define MONITOR_DRAW_H

#include <stdbool.h>

enum draw_style {
	DRAW_PLAIN,
	DRAW_BOLD,
	DRAW_TITLE,	/* of a pane */
	DRAW_ACTIVE,	/* title of the pane that has the keys */
	DRAW_CURSOR,
	DRAW_ALARM,	/* red, or reverse without colours */
	DRAW_DIM,
};

/** Keys that are no characters. */
enum draw_key {
	DRAW_NO_KEY = -1,
	DRAW_ESCAPE = 27,
	DRAW_UP = 0x110000,
	DRAW_DOWN, DRAW_PAGE_UP, DRAW_PAGE_DOWN, DRAW_HOME, DRAW_END,
	DRAW_ENTER, DRAW_BACKSPACE, DRAW_RESIZED, DRAW_OTHER,
};

/** The reason why there can be no screen; NULL if there can. */
const char *draw_refuses(void);
/** Takes the terminal; false: it does not work. */
bool draw_begin(void);
void draw_end(void);
/** Input comes from here. */
int draw_fd(void);
bool draw_is_utf8(void);
void draw_size(int *lines, int *columns);
/** Begins a new picture. */
void draw_clear(void);
/** @text in @width columns of a line, cut or filled with spaces. */
void draw_text(int line, int column, int width, const char *text,
	       enum draw_style style);
/** Shows the picture. */
void draw_show(void);
/** Everything is drawn anew the next time. */
void draw_anew(void);
/** A character, a draw_key, or DRAW_NO_KEY: nothing was typed. */
int draw_key(void);

#endif
