/* SPDX-License-Identifier: LGPL-2.1-or-later */
/*
 * Reads typed lines: with libedit on a terminal that supports it, else without
 * editing.  Lines are joined until a declaration or expression is complete.
 */
#include <errno.h>
#include <limits.h>
#include <pwd.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>
#ifdef HAVE_LIBEDIT
#include <histedit.h>
#endif

#include "prompt/prompt_private.h"

#define MAX_HISTORY 1000

struct lines {
	struct prompt *p;
	bool is_terminal;
	bool goes_on;		/* the next line continues `before` */
	char *before;		/* the lines of an incomplete input, or NULL */
#ifdef HAVE_LIBEDIT
	EditLine *el;		/* NULL: the terminal does not support it */
	History *history;
	char *history_file;	/* NULL: the history is not stored */
#endif
};

static volatile sig_atomic_t interrupted;

static void on_interrupt(int sig)
{
	interrupted = sig;
}

static const char *prompt_of(const struct lines *l)
{
	return l->goes_on ? "    ...> " : "tapster> ";
}

/* ---- a terminal ---- */

#ifdef HAVE_LIBEDIT

static char *prompt_text(EditLine *el)
{
	struct lines *l;

	el_get(el, EL_CLIENTDATA, &l);
	return (char *)prompt_of(l);
}

static unsigned width_of(void)
{
	const char *s = getenv("COLUMNS");
	unsigned n = s ? (unsigned)strtoul(s, NULL, 10) : 80;

	return n >= 20 && n <= 1000 ? n : 80;
}

#define MOST_LISTED 200

/* Lists the candidates, at most MOST_LISTED, in columns below the line. */
static void list_candidates(const struct candidates *c)
{
	size_t n = c->n < MOST_LISTED ? c->n : MOST_LISTED, wide = 1, columns;

	for (size_t i = 0; i < n; i++)
		if (strlen(c->at[i].label) >= wide)
			wide = strlen(c->at[i].label) + 2;
	columns = width_of() > wide ? width_of() / wide : 1;
	for (size_t i = 0; i < n; i++)
		printf("%s%-*s", i % columns ? "" : "\n",
		       (i + 1) % columns && i + 1 < n ? (int)wide : 0,
		       c->at[i].label);
	if (c->n > n)
		printf("\n... and %zu more", c->n - n);
	printf("\n");
	fflush(stdout);
}

/* Replaces the typed text from `begin` on by @text. */
static void replace(EditLine *el, size_t begin, const char *text)
{
	const LineInfo *li = el_line(el);
	size_t typed = (size_t)(li->cursor - li->buffer);

	if (typed > begin)
		el_deletestr(el, (int)(typed - begin));
	el_insertstr(el, text);
}

static unsigned char on_tab(EditLine *el, int ch)
{
	const LineInfo *li = el_line(el);
	size_t typed = (size_t)(li->cursor - li->buffer);
	char *line = xmemdup_nul(li->buffer, typed), *common;
	struct candidates c = { 0 };
	unsigned char ret = CC_ERROR;
	struct lines *l;

	el_get(el, EL_CLIENTDATA, &l);
	complete(l->p, l->before ?: "", line, &c);
	common = candidates_common(&c);
	if (interrupted) {
		ret = CC_EOF;
	} else if (c.n && strlen(common) > typed - c.begin) {
		replace(el, c.begin, common);
		ret = CC_REFRESH;
	} else if (c.n == 1) {
		replace(el, c.begin, common);
		ret = CC_REFRESH;
	} else if (c.n) {
		list_candidates(&c);
		ret = CC_REDISPLAY;
	}
	free(common);
	free(line);
	candidates_free(&c);
	return ret;
}

/* Returns true if directory @dir belongs to the effective user.  After sudo, the home
 * of the user who called it does not. */
static bool is_own(const char *dir)
{
	struct stat st;

	return stat(dir, &st) == 0 && st.st_uid == geteuid();
}

/* Returns the name of the file of the history, which the caller frees, and makes its
 * directory: tapster in XDG_STATE_HOME or ~/.local/state.  Returns NULL if neither
 * variable is an absolute path, or the directory is not the user's own. */
static char *history_name(void)
{
	const char *state = getenv("XDG_STATE_HOME"), *home = getenv("HOME");
	char *dir, *ret = NULL;

	if (state && *state == '/')
		dir = xasprintf("%s", state);
	else if (home && *home == '/')
		dir = xasprintf("%s/.local/state", home);
	else
		return NULL;
	if (is_own(state && *state == '/' ? state : home)) {
		for (char *p = dir + 1; (p = strchr(p, '/')); p++) {
			*p = '\0';
			mkdir(dir, 0700);
			*p = '/';
		}
		mkdir(dir, 0700);
		ret = xasprintf("%s/tapster", dir);
		mkdir(ret, 0700);
		free(ret);
		ret = xasprintf("%s/tapster/history", dir);
	}
	free(dir);
	return ret;
}

static void open_history(struct lines *l)
{
	HistEvent ev;

	l->history = history_init();
	if (!l->history)
		abort();
	history(l->history, &ev, H_SETSIZE, MAX_HISTORY);
	history(l->history, &ev, H_SETUNIQUE, 1);
	el_set(l->el, EL_HIST, history, l->history);
	l->history_file = history_name();
	if (l->history_file)
		history(l->history, &ev, H_LOAD, l->history_file);
}

static void close_history(struct lines *l)
{
	mode_t mask = umask(077);
	HistEvent ev;

	if (l->history_file)
		history(l->history, &ev, H_SAVE, l->history_file);
	umask(mask);
	history_end(l->history);
	free(l->history_file);
}

static void open_editor(struct lines *l)
{
	const char *term = getenv("TERM");

	if (!term || !*term || !strcmp(term, "dumb"))
		return;
	l->el = el_init("tapster", stdin, stdout, stderr);
	if (!l->el)
		return;
	el_set(l->el, EL_CLIENTDATA, l);
	el_set(l->el, EL_PROMPT, prompt_text);
	el_set(l->el, EL_EDITOR, "emacs");
	el_set(l->el, EL_ADDFN, "tapster-complete", "complete", on_tab);
	el_set(l->el, EL_BIND, "^I", "tapster-complete", NULL);
	el_set(l->el, EL_BIND, "^R", "em-inc-search-prev", NULL);
	open_history(l);
	el_source(l->el, NULL);
}

/* Returns the next line with its newline; NULL: the end, or Ctrl-C. */
static char *edit_line(struct lines *l)
{
	const char *line;
	HistEvent ev;
	int n;

	line = el_gets(l->el, &n);
	if (!line || n <= 0) {
		if (interrupted)
			el_reset(l->el);
		return NULL;
	}
	if (line[strspn(line, " \t\n")])
		history(l->history, &ev, H_ENTER, line);
	return xmemdup_nul(line, (size_t)n);
}

#endif

/* ---- lines ---- */

static char *plain_line(struct lines *l)
{
	char *line = NULL;
	size_t cap = 0;

	if (l->is_terminal) {
		fputs(prompt_of(l), stdout);
		fflush(stdout);
	}
	if (getline(&line, &cap, stdin) >= 0)
		return line;
	if (interrupted)
		clearerr(stdin);
	free(line);
	return NULL;
}

static char *one_line(struct lines *l)
{
	interrupted = 0;
#ifdef HAVE_LIBEDIT
	if (l->el)
		return edit_line(l);
#endif
	return plain_line(l);
}

struct lines *lines_open(struct prompt *p)
{
	struct lines *l = xmalloc(sizeof(*l));
	struct sigaction sa = { .sa_handler = on_interrupt };

	*l = (struct lines){ .p = p, .is_terminal = isatty(STDIN_FILENO) };
	if (!l->is_terminal)
		return l;
	sigaction(SIGINT, &sa, NULL);
#ifdef HAVE_LIBEDIT
	open_editor(l);
#endif
	return l;
}

void lines_close(struct lines *l)
{
#ifdef HAVE_LIBEDIT
	if (l->el) {
		close_history(l);
		el_end(l->el);
	}
#endif
	free(l->before);
	free(l);
}

bool lines_is_terminal(const struct lines *l)
{
	return l->is_terminal;
}

static bool is_empty(const char *line)
{
	return !line[strspn(line, " \t\r\n")];
}

/* Adds @line to l->before, and frees it.  If the input is now complete, returns all
 * its lines; else returns NULL.  An empty line ends an input of several lines. */
static char *add_line(struct lines *l, char *line)
{
	bool ends = l->before && is_empty(line);
	char *text = xasprintf("%s%s", l->before ?: "", line);

	free(l->before);
	l->before = NULL;
	free(line);
	if (ends || command_is(text) || script_is_whole(l->p->tools, text))
		return text;
	l->before = text;
	return NULL;
}

/* Drops the lines of an incomplete input, after Ctrl-C. */
static void drop(struct lines *l)
{
	putchar('\n');
	fflush(stdout);
	free(l->before);
	l->before = NULL;
}

char *lines_read(struct prompt *p)
{
	struct lines *l = p->lines;
	char *line, *text = NULL;

	while (!text) {
		l->goes_on = l->before;
		line = one_line(l);
		if (line) {
			text = add_line(l, line);
		} else if (interrupted) {
			drop(l);
		} else {
			text = l->before;	/* the input has ended */
			l->before = NULL;
			return text;
		}
	}
	return text;
}
