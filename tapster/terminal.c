/* SPDX-License-Identifier: LGPL-2.1-or-later */
/*
 * Passes standard input to the command of -c in a guest.  If standard input is a terminal, the
 * command has a terminal in the guest.  While the command reads, it gets every typed key, also
 * ^C.  Only then is our terminal raw.  It is restored at every exit.
 *
 * Tapster's own text needs newlines that return the carriage.  Output of the guest's terminal has
 * carriage returns already, so terminal_write() adds none.
 */
#include <errno.h>
#include <poll.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <termios.h>
#include <unistd.h>

#include "tapster/command.h"

#define ESCAPE 0x1d		/* ^] */
#define ESCAPES 3		/* this many of them, one after another, end the run */

static struct termios saved, raw;
static volatile sig_atomic_t is_raw, is_resized;
static sigset_t waiting;	/* the signal mask of ppoll(): before hold_back() */

static void restore(void)
{
	if (is_raw)
		tcsetattr(STDIN_FILENO, TCSADRAIN, &saved);
	is_raw = false;
}

static void make_raw(void)
{
	if (is_raw)
		return;
	is_raw = true;
	tcsetattr(STDIN_FILENO, TCSADRAIN, &raw);
}

/* Restores the terminal, then lets the signal kill the process. */
static void on_fatal(int sig)
{
	if (is_raw)
		tcsetattr(STDIN_FILENO, TCSANOW, &saved);
	raise(sig);
}

/* Notes that the size has changed, or that the process was stopped and a shell
 * has changed the terminal. */
static void on_change(int sig)
{
	is_resized = true;
}

/* Blocks @signals, a list that ends in 0, except while ppoll() waits, so that no signal just
 * before a wait is missed. */
static void hold_back(const int *signals)
{
	sigset_t set;

	sigemptyset(&set);
	for (; *signals; signals++)
		sigaddset(&set, *signals);
	sigprocmask(SIG_BLOCK, &set, NULL);
}

static void catch(const int *signals, void (*handler)(int), int flags)
{
	struct sigaction sa = { .sa_handler = handler, .sa_flags = flags };

	for (; *signals; signals++)
		sigaction(*signals, &sa, NULL);
}

static bool is_in_front(void)
{
	return isatty(STDIN_FILENO) && isatty(STDOUT_FILENO) &&
	       tcgetpgrp(STDIN_FILENO) == getpgrp() &&
	       tcgetattr(STDIN_FILENO, &saved) == 0;
}

static void resize(struct command *c)
{
	struct winsize w;

	if (ioctl(STDIN_FILENO, TIOCGWINSZ, &w) == 0 && w.ws_row)
		tapster_run_resize(c->s, w.ws_row, w.ws_col);
}

static void use_terminal(struct command *c)
{
	static const int fatal[] = { SIGSEGV, SIGBUS, SIGILL, SIGFPE, SIGABRT,
				     0 };
	static const int changes[] = { SIGWINCH, SIGCONT, 0 };
	const char *type = getenv("TERM");

	raw = saved;
	cfmakeraw(&raw);
	raw.c_oflag = saved.c_oflag;
	tapster_set(c->s, "command-terminal", type && *type ? type : "dumb");
	resize(c);
	catch(fatal, on_fatal, (int)SA_RESETHAND);
	catch(changes, on_change, 0);
	hold_back(changes);
	atexit(restore);
	c->guest_terminal = true;
}

void terminal_prepare(struct command *c)
{
	sigprocmask(SIG_SETMASK, NULL, &waiting);
	if (!c->in_guest || !c->has_command || c->script_is_stdin || c->server ||
	    c->report_name || c->monitor_interval > 0)
		return;
	if (!isatty(STDIN_FILENO))
		tapster_set(c->s, "command-input", "yes");
	else if (!c->json && !c->command_elsewhere && is_in_front())
		use_terminal(c);
}

/* ---- while it runs ------------------------------------------------------- */

/* Returns true if ^] was typed ESCAPES times, one after another, in this and previous calls. */
static bool is_escape(const char *p, size_t n)
{
	static int escapes;

	for (size_t i = 0; i < n; i++) {
		escapes = p[i] == ESCAPE ? escapes + 1 : 0;
		if (escapes == ESCAPES)
			return true;
	}
	return false;
}

static void pass_input(struct command *c, long room)
{
	char piece[4096];
	ssize_t n = read(STDIN_FILENO, piece,
			 room < (long)sizeof(piece) ? (size_t)room
						    : sizeof(piece));

	if (n < 0 && (errno == EINTR || errno == EAGAIN))
		return;
	if (c->guest_terminal && n > 0 && is_escape(piece, (size_t)n))
		run_stop(c);
	tapster_run_input(c->s, piece, n > 0 ? (size_t)n : 0);
}

static void follow(struct command *c, long room)
{
	if (!c->guest_terminal)
		return;
	if (is_resized) {
		is_resized = false;
		restore();
		resize(c);
	}
	if (room < 0)
		restore();
	else
		make_raw();
}

void terminal_wait(struct command *c)
{
	long room = tapster_run_input_room(c->s);
	struct pollfd p[2] = {
		{ .fd = tapster_run_fd(c->s), .events = POLLIN },
		{ .fd = room > 0 ? STDIN_FILENO : -1, .events = POLLIN },
	};

	follow(c, room);
	if (ppoll(p, 2, NULL, &waiting) > 0 && p[1].revents)
		pass_input(c, room);
}

void terminal_end(struct command *c)
{
	restore();
}

/* ---- output -------------------------------------------------------------- */

void terminal_write(struct command *c, const char *bytes, size_t len, FILE *f)
{
	struct termios t = raw;

	fflush(f);
	if (is_raw) {
		t.c_oflag &= ~(tcflag_t)OPOST;
		tcsetattr(STDIN_FILENO, TCSADRAIN, &t);
	}
	fwrite(bytes, 1, len, f);
	fflush(f);
	if (is_raw)
		tcsetattr(STDIN_FILENO, TCSADRAIN, &raw);
}
