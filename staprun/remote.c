/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Runs a session for tapster on another host, for --remote.  Standard input and
 * output are the channel, for example that of ssh.
 *
 * First comes a line, "tapster-run 1 ARGUMENTS MODULE" with the number of bytes
 * of both; then the arguments, each with a NUL, then the module.  After that
 * every byte is a request: 's' end, 'g' a snapshot, 'd' show the flight recorder,
 * '.' nothing, which only shows that the other side is alive.  The answers are
 * frames: a type, three zero bytes, a length of 32 bits, and that many bytes.  The
 * types: 'O' output, 'R' records, '.' nothing, and at the end 'X', the exit status.
 *
 * The session runs in a child, which writes to pipes, not to the channel.  The session
 * ends when the channel ends, or when nothing has come for SILENCE_S seconds, because
 * a network can fail without closing the channel.
 */
#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include "staprun/staprun.h"

#define LINE_MAX_BYTES 64
#define ARGUMENTS_MAX (256u << 10)
#define MODULE_MAX (256u << 20)
#define WORDS_MAX 64
#define SILENCE_S 20
#define BEAT_S 5
#define HURRY_S 10	/* after the channel's end, from one SIGINT to the next */
#define PIECE 32768u

struct remote {
	char *args;		/* each with a NUL */
	size_t n_args;
	char *module;
	size_t n_module;
	pid_t child;
	int pidfd;
	int records, out;	/* pipes from the child; -1: closed */
	bool cut;		/* the channel has ended */
	unsigned stops;		/* SIGINTs sent to the child so far */
	time_t heard, said, stopped;	/* in s: when the last byte came, the
					   last frame was made, the last
					   SIGINT was sent */
	char frame[8 + PIECE];	/* the frame that is being sent */
	size_t n, sent;
};

static time_t now(void)
{
	struct timespec ts;

	clock_gettime(CLOCK_MONOTONIC, &ts);
	return ts.tv_sec;
}

/* ---- reading what to run ------------------------------------------------ */

static bool read_all(char *p, size_t n)
{
	while (n) {
		ssize_t got = read(STDIN_FILENO, p, n);

		if (got < 0 && errno == EINTR)
			continue;
		if (got <= 0)
			return false;
		p += got;
		n -= (size_t)got;
	}
	return true;
}

static bool read_line(char line[LINE_MAX_BYTES])
{
	for (size_t i = 0; i < LINE_MAX_BYTES; i++) {
		if (!read_all(line + i, 1))
			return false;
		if (line[i] == '\n') {
			line[i] = '\0';
			return true;
		}
	}
	return false;
}

static bool read_task(struct remote *r)
{
	char line[LINE_MAX_BYTES];
	int end = 0;

	if (!read_line(line) ||
	    sscanf(line, "tapster-run 1 %zu %zu%n", &r->n_args, &r->n_module,
		   &end) != 2 || line[end] ||
	    r->n_args > ARGUMENTS_MAX || r->n_module > MODULE_MAX)
		return false;
	r->args = must(malloc(r->n_args + 1));
	r->module = must(malloc(r->n_module + 1));
	r->module[r->n_module] = '\0';
	return read_all(r->args, r->n_args) &&
	       (!r->n_args || !r->args[r->n_args - 1]) &&
	       read_all(r->module, r->n_module);
}

/* ---- the session -------------------------------------------------------- */

/* Runs the session with the received arguments, like a staprun that writes
 * records to descriptor 3.  Returns the exit status. */
static int run_session(struct remote *r)
{
	char *argv[WORDS_MAX + 5] = { (char *)"staprun", (char *)"--records",
				      (char *)"3" };
	struct options o;
	int n = 3, status;

	for (size_t at = 0; at < r->n_args; at += strlen(r->args + at) + 1) {
		if (n == WORDS_MAX + 3) {
			error("too many arguments");
			return 2;
		}
		argv[n++] = r->args + at;
	}
	argv[n++] = (char *)"the received module";
	if (options_parse(n, argv, &o, &status))
		return status;
	o.bytes = r->module;
	o.n_bytes = r->n_module;
	return loader_main(&o);
}

/* Runs in the child: sets up the descriptors and runs the session.  The pipes are first
 * moved to numbers above 9, because they may be among 0 to 3 now. */
static void become_session(struct remote *r, int records, int out)
{
	int nothing = open("/dev/null", O_RDONLY);

	records = fcntl(records, F_DUPFD, 10);
	out = fcntl(out, F_DUPFD, 10);
	dup2(nothing, STDIN_FILENO);
	dup2(out, STDOUT_FILENO);
	dup2(records, 3);
	for (int fd = 4; fd < 32; fd++)
		close(fd);
	setpgid(0, 0);
	_exit(run_session(r));
}

static bool start(struct remote *r)
{
	int records[2], out[2];

	if (pipe2(records, O_NONBLOCK) || pipe2(out, O_NONBLOCK)) {
		error("cannot make a pipe: %s", strerror(errno));
		return false;
	}
	/* a write() of the child waits for room, our read() does not wait */
	fcntl(records[1], F_SETFL, 0);
	fcntl(out[1], F_SETFL, 0);
	r->child = fork();
	if (!r->child)
		become_session(r, records[1], out[1]);
	close(records[1]);
	close(out[1]);
	r->records = records[0];
	r->out = out[0];
	r->pidfd = r->child < 0 ? -1
				: (int)syscall(SYS_pidfd_open, r->child, 0);
	if (r->pidfd >= 0)
		return true;
	error("cannot start the session: %s", strerror(errno));
	return false;
}

/* ---- the channel -------------------------------------------------------- */

static void ask_for_end(struct remote *r)
{
	r->stops++;
	r->stopped = now();
	kill(r->child, SIGINT);
}

/* Notes that the channel has ended, and sends the child SIGINT.  From now on nothing is
 * sent to the other side. */
static void is_cut(struct remote *r)
{
	if (r->cut)
		return;
	r->cut = true;
	r->n = r->sent = 0;
	ask_for_end(r);
}

static void take_wishes(struct remote *r)
{
	char wishes[64];
	ssize_t n = read(STDIN_FILENO, wishes, sizeof(wishes));

	if (n < 0 && (errno == EINTR || errno == EAGAIN))
		return;
	if (n <= 0) {
		is_cut(r);
		return;
	}
	r->heard = now();
	for (ssize_t i = 0; i < n; i++)
		if (wishes[i] == 's')
			ask_for_end(r);
		else if (wishes[i] == 'g')
			kill(r->child, SIGUSR2);
		else if (wishes[i] == 'd')
			kill(r->child, SIGUSR1);
}

/* Writes the head of r->frame, whose @n bytes of contents are there already. */
static void make_frame(struct remote *r, char type, uint32_t n)
{
	memset(r->frame, 0, 4);
	r->frame[0] = type;
	memcpy(r->frame + 4, &n, sizeof(n));
	r->n = 8 + n;
	r->sent = 0;
	r->said = now();
}

static void send_some(struct remote *r)
{
	ssize_t n = write(STDOUT_FILENO, r->frame + r->sent, r->n - r->sent);

	if (n < 0 && (errno == EINTR || errno == EAGAIN))
		return;
	if (n < 0) {
		is_cut(r);
		return;
	}
	r->sent += (size_t)n;
	if (r->sent == r->n)
		r->n = r->sent = 0;
}

/* Reads a piece of the child's output from *@fd and, unless the channel has ended, makes
 * a frame of it.  Returns false if nothing was read; at the end also closes *@fd. */
static bool take_piece(struct remote *r, int *fd, char type)
{
	ssize_t n = read(*fd, r->frame + 8, PIECE);

	if (n < 0 && (errno == EINTR || errno == EAGAIN))
		return false;
	if (n <= 0) {
		close(*fd);
		*fd = -1;
		return false;
	}
	if (!r->cut)
		make_frame(r, type, (uint32_t)n);
	return true;
}

/* Waits for events, at most a second, and handles them.  Returns true if the child has
 * ended and no frame is left to send. */
static bool wait_and_react(struct remote *r)
{
	bool full = r->n > 0;
	struct pollfd p[] = {
		{ .fd = r->cut ? -1 : STDIN_FILENO, .events = POLLIN },
		{ .fd = full ? STDOUT_FILENO : -1, .events = POLLOUT },
		{ .fd = full ? -1 : r->out, .events = POLLIN },
		{ .fd = full ? -1 : r->records, .events = POLLIN },
		{ .fd = full ? -1 : r->pidfd, .events = POLLIN },
	};

	if (poll(p, 5, 1000) < 0)
		return false;
	if (p[0].revents)
		take_wishes(r);
	if (p[1].revents)
		send_some(r);
	if (p[2].revents && !r->n)
		take_piece(r, &r->out, 'O');
	if (p[3].revents && !r->n)
		take_piece(r, &r->records, 'R');
	return p[4].revents && !r->n;
}

static void look_at_clock(struct remote *r)
{
	if (!r->cut && now() - r->heard > SILENCE_S)
		is_cut(r);
	if (r->cut && r->stops < 2 && now() - r->stopped > HURRY_S)
		ask_for_end(r);
	if (!r->cut && !r->n && now() - r->said >= BEAT_S)
		make_frame(r, '.', 0);
}

/* Waits until the frame is sent or the channel has ended. */
static void flush(struct remote *r)
{
	while (r->n && !r->cut) {
		struct pollfd p[] = {
			{ .fd = STDIN_FILENO, .events = POLLIN },
			{ .fd = STDOUT_FILENO, .events = POLLOUT },
		};

		poll(p, 2, 1000);
		if (p[0].revents)
			take_wishes(r);
		if (p[1].revents)
			send_some(r);
		look_at_clock(r);
	}
}

/* Waits for the child, which has ended, and sends the output that the pipes still hold,
 * then the child's exit status (128 + N for signal N).  Returns that status. */
static int finish(struct remote *r)
{
	int status = 0;
	uint32_t code;

	while (waitpid(r->child, &status, 0) < 0 && errno == EINTR)
		;
	while (r->out >= 0 && take_piece(r, &r->out, 'O'))
		flush(r);
	while (r->records >= 0 && take_piece(r, &r->records, 'R'))
		flush(r);
	code = WIFEXITED(status) ? (uint32_t)WEXITSTATUS(status)
				 : 128 + (uint32_t)WTERMSIG(status);
	memcpy(r->frame + 8, &code, sizeof(code));
	if (!r->cut)
		make_frame(r, 'X', sizeof(code));
	flush(r);
	return (int)code;
}

int remote_main(void)
{
	static struct remote r;

	signal(SIGPIPE, SIG_IGN);
	if (!read_task(&r)) {
		error("--remote: the input is not a session of tapster");
		return 2;
	}
	if (!start(&r))
		return 1;
	r.heard = r.said = now();
	while (!wait_and_react(&r))
		look_at_clock(&r);
	return finish(&r);
}
