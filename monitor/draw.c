/* SPDX-License-Identifier: LGPL-2.1-or-later */
#include "monitor/draw.h"

#include <fcntl.h>
#include <langinfo.h>
#include <locale.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
#include <wchar.h>

#define NCURSES_WIDECHAR 1
#include <ncurses.h>

static FILE *tty;
static SCREEN *screen;
static attr_t styles[] = {
	[DRAW_PLAIN] = A_NORMAL, [DRAW_BOLD] = A_BOLD,
	[DRAW_TITLE] = A_UNDERLINE, [DRAW_ACTIVE] = A_BOLD | A_REVERSE,
	[DRAW_CURSOR] = A_REVERSE, [DRAW_ALARM] = A_BOLD | A_REVERSE,
	[DRAW_DIM] = A_DIM,
};

const char *draw_refuses(void)
{
	const char *type = getenv("TERM");
	int fd = open("/dev/tty", O_RDWR | O_CLOEXEC);

	if (fd < 0)
		return "there is no terminal";
	close(fd);
	if (!type || !*type)
		return "TERM is not set";
	return strcmp(type, "dumb") ? NULL : "TERM is dumb";
}

static void choose_colours(void)
{
	if (!has_colors() || getenv("NO_COLOR"))
		return;
	start_color();
	use_default_colors();
	init_pair(1, COLOR_WHITE, COLOR_RED);
	init_pair(2, COLOR_BLACK, COLOR_CYAN);
	styles[DRAW_ALARM] = A_BOLD | (attr_t)COLOR_PAIR(1);
	styles[DRAW_ACTIVE] = (attr_t)COLOR_PAIR(2);
}

bool draw_begin(void)
{
	setlocale(LC_CTYPE, "");
	tty = fopen("/dev/tty", "r+e");
	if (!tty)
		return false;
	screen = newterm(NULL, tty, tty);
	if (!screen) {
		fclose(tty);
		return false;
	}
	set_escdelay(25);
	cbreak();
	noecho();
	nonl();
	curs_set(0);
	keypad(stdscr, true);
	nodelay(stdscr, true);
	choose_colours();
	return true;
}

void draw_end(void)
{
	endwin();
	delscreen(screen);
	fclose(tty);
}

int draw_fd(void)
{
	return fileno(tty);
}

bool draw_is_utf8(void)
{
	return !strcmp(nl_langinfo(CODESET), "UTF-8");
}

void draw_size(int *lines, int *columns)
{
	*lines = getmaxy(stdscr);
	*columns = getmaxx(stdscr);
}

void draw_clear(void)
{
	erase();
}

/* Returns the next character and moves *@s after it.  A tab becomes a space; an invalid byte or
 * another control character becomes `?`. */
static wchar_t next_character(const char **s, mbstate_t *state)
{
	wchar_t c;
	size_t n = mbrtowc(&c, *s, strlen(*s), state);

	if (n == (size_t)-1 || n == (size_t)-2) {
		memset(state, 0, sizeof(*state));
		(*s)++;
		return L'?';
	}
	*s += n;
	return wcwidth(c) < 0 ? c == L'\t' ? L' ' : L'?' : c;
}

void draw_text(int line, int column, int width, const char *text,
	       enum draw_style style)
{
	int most = getmaxx(stdscr) - column, used = 0;
	mbstate_t state = { 0 };

	if (line < 0 || line >= getmaxy(stdscr))
		return;
	if (width > most)
		width = most;
	attrset((int)styles[style]);
	move(line, column);
	while (*text && used < width) {
		wchar_t c = next_character(&text, &state);

		if (used + wcwidth(c) > width)
			break;
		used += wcwidth(c);
		addnwstr(&c, 1);
	}
	while (used++ < width)
		addch(' ');
	attrset(A_NORMAL);
}

void draw_show(void)
{
	refresh();
}

void draw_anew(void)
{
	clearok(stdscr, true);
}

int draw_key(void)
{
	static const struct {
		wint_t theirs;
		int ours;
	} keys[] = {
		{ KEY_UP, DRAW_UP }, { KEY_DOWN, DRAW_DOWN },
		{ KEY_PPAGE, DRAW_PAGE_UP }, { KEY_NPAGE, DRAW_PAGE_DOWN },
		{ KEY_HOME, DRAW_HOME }, { KEY_END, DRAW_END },
		{ KEY_ENTER, DRAW_ENTER }, { KEY_BACKSPACE, DRAW_BACKSPACE },
		{ KEY_RESIZE, DRAW_RESIZED },
	};
	wint_t c;
	int kind = get_wch(&c);

	if (kind == ERR)
		return DRAW_NO_KEY;
	for (size_t i = 0; kind == KEY_CODE_YES &&
	     i < sizeof(keys) / sizeof(*keys); i++)
		if (keys[i].theirs == c)
			return keys[i].ours;
	if (kind == KEY_CODE_YES)
		return DRAW_OTHER;
	if (c == '\r' || c == '\n')
		return DRAW_ENTER;
	return c == 127 || c == 8 ? DRAW_BACKSPACE : (int)c;
}
