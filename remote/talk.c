/* SPDX-License-Identifier: LGPL-2.1-or-later */
/*
 * Talks to one host: through a child ssh, whose standard input and output are
 * one socket and whose standard error is a pipe.  The host sends lines first,
 * then frames; see staprun/remote.c.  Nothing that it sends is trusted: lines
 * and frames have a limit, and invalid data ends the host.
 */
#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/epoll.h>
#include <sys/socket.h>
#include <unistd.h>

#include "base/error.h"
#include "base/spawn.h"
#include "remote/remote_private.h"

#define LINE_LIMIT 8192		/* bytes of a line */
#define FRAME_LIMIT 65536u
#define PIECE 65536
#define UNSAID_LIMIT (64u << 20)	/* bytes of records without a callback */
#define ENTRIES_LIMIT (4u << 20)	/* entries of one snapshot */
#define QUIET_S 10		/* two beats have not come */
#define BLOCK 4096		/* bytes of a block of the target's dd */

/* ---- descriptors -------------------------------------------------------- */

/* Changes with @op how the loop watches @fd.  The event's data is 2 * the index of the
 * host + 1, plus 1 for standard error. */
static void watch(struct host *h, int fd, uint32_t events, int op)
{
	uint64_t which = (uint64_t)(h - h->r->hosts) * 2 + (fd == h->errors);
	struct epoll_event e = { .events = events, .data.u64 = which + 1 };

	epoll_ctl(h->r->epoll, op, fd, &e);
}

static void close_one(struct host *h, int *fd)
{
	if (*fd < 0)
		return;
	epoll_ctl(h->r->epoll, EPOLL_CTL_DEL, *fd, NULL);
	close(*fd);
	*fd = -1;
}

static void set_phase(struct host *h, enum host_phase phase)
{
	struct remote *r = h->r;
	bool was = h->phase == HOST_ASKED || h->phase == HOST_SHIPS;
	bool is = phase == HOST_ASKED || phase == HOST_SHIPS;

	r->n_starting += is;
	r->n_starting -= was;
	r->n_begun += h->phase == HOST_WAITS;
	r->n_ended += phase == HOST_ENDED;
	r->changed |= phase == HOST_KNOWN;
	h->phase = phase;
	h->begun = h->heard = remote_clock();
}

/* ---- sending ------------------------------------------------------------ */

/* Sends as much as possible without waiting.  Returns true if bytes are left that
 * can be sent later; false if none are left, or after an error. */
static bool send_some(struct host *h)
{
	while (h->n_pieces) {
		struct piece *p = &h->pieces[0];
		ssize_t n = send(h->channel, p->p, p->n,
				 MSG_NOSIGNAL | MSG_DONTWAIT);

		if (n < 0)
			return errno == EAGAIN || errno == EINTR;
		p->p += n;
		p->n -= (size_t)n;
		if (!p->n)
			memmove(p, p + 1, --h->n_pieces * sizeof(*p));
	}
	if (h->wishes.n) {
		ssize_t n = send(h->channel, h->wishes.p, h->wishes.n,
				 MSG_NOSIGNAL | MSG_DONTWAIT);

		if (n < 0)
			return errno == EAGAIN || errno == EINTR;
		memmove(h->wishes.p, h->wishes.p + n,
			h->wishes.n - (size_t)n);
		h->wishes.n -= (size_t)n;
	}
	return h->wishes.n > 0;
}

static void try_to_send(struct host *h)
{
	bool more = h->channel >= 0 && send_some(h);

	if (h->channel >= 0 && more != h->wants_out)
		watch(h, h->channel, EPOLLIN | (more ? EPOLLOUT : 0),
		      EPOLL_CTL_MOD);
	h->wants_out = more;
}

static void add_piece(struct host *h, const char *p, size_t n)
{
	if (n)
		h->pieces[h->n_pieces++] = (struct piece){ p, n };
}

void talk_wish(struct host *h, char wish)
{
	/* if it takes no bytes, more wishes are dropped; its silence ends it */
	if (h->wishes.n < 64)
		buf_putc(&h->wishes, wish);
	try_to_send(h);
}

/* Sends the task: a line, the arguments, the module.  All hosts of a kernel get the
 * same task. */
static void send_task(struct host *h)
{
	struct remote *r = h->r;
	int n = snprintf(h->head, sizeof(h->head),
			 "run\ntapster-run 1 %zu %zu\n", r->arguments.n,
			 h->build->n);

	add_piece(h, h->head, (size_t)n);
	add_piece(h, r->arguments.p, r->arguments.n);
	add_piece(h, h->build->bytes, h->build->n);
	set_phase(h, HOST_RUNS);
	say_open(h);
	try_to_send(h);
}

static void send_runner(struct host *h)
{
	struct remote *r = h->r;
	int n = snprintf(h->head, sizeof(h->head), "ship %zu\n",
		     r->n_runner / BLOCK);
	add_piece(h, h->head, (size_t)n);
	add_piece(h, r->runner, r->n_runner);
	set_phase(h, HOST_SHIPS);
	try_to_send(h);
}

/* ---- receiving ---------------------------------------------------------- */

/* Handles a line of the target's shell.  After the last line of a phase, begins the
 * host's next phase.  Returns false if the host has ended. */
static bool take_line(struct host *h, const char *line)
{
	const char *why;

	if (h->phase == HOST_SHIPS) {
		if (!strcmp(line, "shipped")) {
			send_task(h);
			return true;
		}
		talk_end(h, arena_printf(h->r->arena, "cannot store staprun: "
						      "%s", line));
		return false;
	}
	if (!target_line(h, line))
		return true;
	why = target_refuses(h);
	h->fine = h->r->c.only_asks;
	if (h->fine || why) {
		talk_end(h, why);
		return false;
	}
	set_phase(h, HOST_KNOWN);
	return true;
}

static void drop(struct buf *b, size_t n)
{
	memmove(b->p, b->p + n, b->n - n);
	b->n -= n;
}

static bool take_lines(struct host *h)
{
	while (h->phase == HOST_ASKED || h->phase == HOST_SHIPS) {
		char *end = memchr(h->in.p, '\n', h->in.n);
		_cleanup_buf_ struct buf line = BUF_INIT;

		if (!end) {
			if (h->in.n > LINE_LIMIT)
				talk_end(h, "its shell prints nothing");
			return false;
		}
		buf_add(&line, h->in.p, (size_t)(end - h->in.p));
		drop(&h->in, line.n + 1);
		if (!take_line(h, line.p))
			return false;
	}
	return h->phase == HOST_RUNS;
}

/* Shows a line that ssh or staprun has written to standard error, and keeps it: the
 * last one becomes the reason of a failure. */
static void take_error(struct host *h, const char *p, size_t n)
{
	while (n && p[n - 1] == '\r')	/* ssh writes for a terminal */
		n--;
	say_message(h, p, n);
	if (n >= sizeof(h->last_error))
		n = sizeof(h->last_error) - 1;
	memcpy(h->last_error, p, n);
	h->last_error[n] = '\0';
}

static void take_errors(struct host *h, bool all)
{
	char *end;

	while ((end = memchr(h->error.p, '\n', h->error.n))) {
		size_t n = (size_t)(end - h->error.p);

		if (n)
			take_error(h, h->error.p, n);
		drop(&h->error, n + 1);
	}
	if ((all && h->error.n) || h->error.n > LINE_LIMIT) {
		take_error(h, h->error.p, h->error.n);
		h->error.n = 0;
	}
}

static void read_errors(struct host *h)
{
	char piece[4096];
	ssize_t n = read(h->errors, piece, sizeof(piece));

	if (n < 0 && (errno == EAGAIN || errno == EINTR))
		return;
	if (n > 0) {
		buf_add(&h->error, piece, (size_t)n);
		take_errors(h, false);
		return;
	}
	close_one(h, &h->errors);
	if (h->channel < 0)
		talk_end(h, NULL);
}

static void take_status(struct host *h, const char *p, size_t n)
{
	uint32_t status = 1;

	if (h->errors >= 0)
		read_errors(h);		/* they have the reason */
	if (n == sizeof(status))
		memcpy(&status, p, sizeof(status));
	status = status > 255 ? 255 : status;
	h->fine = tapster_feed_end(h->feed, (int)status) == 0 && !status;
	h->fine &= tapster_status(h->feed) == 0;
	if (!h->fine && !*h->why)
		snprintf(h->why, sizeof(h->why), "%s",
			 *h->last_error ? h->last_error : "the session failed");
	tapster_free(h->feed);
	h->feed = NULL;
	talk_end(h, NULL);
}

/* Gives records to the host's session, which shows them.  A snapshot is stored until
 * it is complete.  Its size is limited, because a host could send one without an end.
 * Returns false if the host has ended. */
static bool take_records(struct host *h, const char *p, size_t n)
{
	h->unsaid += n;
	if (tapster_feed(h->feed, p, n) < 0)
		talk_end(h, "it sent damaged records");
	else if (h->unsaid > UNSAID_LIMIT || h->entries > ENTRIES_LIMIT)
		talk_end(h, "it sent a snapshot without an end");
	return h->phase == HOST_RUNS;
}

/* Handles a frame.  Returns false if the host has ended. */
static bool take_frame(struct host *h, char type, const char *p, size_t n)
{
	switch (type) {
	case '.':
		return true;
	case 'O':
		say_output(h, p, n);
		return true;
	case 'R':
		h->sends = true;
		return take_records(h, p, n);
	case 'X':
		take_status(h, p, n);
		return false;
	default:
		talk_end(h, "it sent bytes that are not frames");
		return false;
	}
}

static void take_frames(struct host *h)
{
	size_t at = 0;
	bool goes_on = true;

	while (goes_on && h->in.n - at >= 8) {
		const char *p = h->in.p + at;
		uint32_t n;

		memcpy(&n, p + 4, sizeof(n));
		if (p[1] || p[2] || p[3] || n > FRAME_LIMIT) {
			talk_end(h, "it sent bytes that are not frames");
			return;
		}
		if (h->in.n - at - 8 < n)
			break;
		goes_on = take_frame(h, *p, p + 8, n);
		at += 8 + n;
	}
	if (h->phase != HOST_RUNS)
		return;
	drop(&h->in, at);
	if (!h->in.n)		/* there may be thousands of hosts */
		buf_free(&h->in);
}

static void read_channel(struct host *h)
{
	char piece[PIECE];
	ssize_t n = recv(h->channel, piece, sizeof(piece), MSG_DONTWAIT);

	if (n < 0 && (errno == EAGAIN || errno == EINTR))
		return;
	if (n <= 0) {
		close_one(h, &h->channel);
		if (h->errors < 0)
			talk_end(h, NULL);
		return;
	}
	h->heard = remote_clock();
	buf_add(&h->in, piece, (size_t)n);
	if (take_lines(h))
		take_frames(h);
}

/* Sends the task; if the host does not have staprun, only staprun, because the task
 * follows after "shipped".  Then handles bytes that have arrived before. */
void talk_run(struct host *h)
{
	if (h->has_runner)
		send_task(h);
	else
		send_runner(h);
	if (take_lines(h))
		take_frames(h);
}

void talk_event(struct host *h, int fd, bool can_write)
{
	if (h->phase == HOST_ENDED)
		return;
	if (fd && h->errors >= 0) {
		read_errors(h);
		return;
	}
	if (can_write)
		try_to_send(h);
	if (h->channel >= 0)
		read_channel(h);
}

/* ---- life --------------------------------------------------------------- */

void talk_begin(struct host *h)
{
	const char *argv[32];
	struct spawn sp = SPAWN_INIT;
	struct sys_error *err = NULL;
	int pair[2], pipes[2];

	set_phase(h, HOST_ASKED);
	if (socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, pair)) {
		talk_end(h, "there are no more file descriptors: run `ulimit "
			    "-n 65536` first");
		return;
	}
	if (pipe2(pipes, O_CLOEXEC)) {
		close(pair[0]);
		close(pair[1]);
		talk_end(h, "there are no more file descriptors: run `ulimit "
			    "-n 65536` first");
		return;
	}
	target_command(h, argv);
	sp.argv = argv;
	sp.fd_in = sp.fd_out = pair[1];
	sp.fd_err = pipes[1];
	sp.own_group = true;
	err = spawn_start(&sp, &h->ssh);
	close(pair[1]);
	close(pipes[1]);
	h->channel = pair[0];
	h->errors = pipes[0];
	fcntl(h->errors, F_SETFL, O_NONBLOCK);
	watch(h, h->channel, EPOLLIN, EPOLL_CTL_ADD);
	watch(h, h->errors, EPOLLIN, EPOLL_CTL_ADD);
	if (!err)
		return;
	h->ssh = 0;
	talk_end(h, err->text);
	sys_error_free(err);
}

/* Sets the reason of a failure: "stopped" after a request to stop, else the last
 * line of standard error, else what the phase and the status of ssh show. */
static void explain_end(struct host *h, int status)
{
	const char *said = h->last_error;

	if (h->r->stops)
		said = "stopped";
	else if (!*said && h->phase == HOST_RUNS &&
		 remote_clock() - h->heard > QUIET_S)
		said = "no answer; the connection is closed";
	else if (!*said && h->phase == HOST_RUNS)
		said = "the connection was closed before the end of the "
		       "session";
	else if (!*said && status == 127)
		said = "ssh is not installed";
	else if (!*said)
		said = "its shell did not answer";
	snprintf(h->why, sizeof(h->why), "%s", said);
}

void talk_end(struct host *h, const char *why)
{
	int status = 0;

	if (h->phase == HOST_ENDED)
		return;
	if (h->errors >= 0)
		read_errors(h);
	if (h->phase == HOST_ENDED)
		return;
	close_one(h, &h->channel);
	close_one(h, &h->errors);
	take_errors(h, true);
	if (h->ssh) {
		if (why || h->fine)
			kill(h->ssh, SIGTERM);
		sys_error_free(spawn_wait(h->ssh, &status));
		h->ssh = 0;
	}
	if (h->feed) {
		tapster_feed_end(h->feed, 1);
		tapster_free(h->feed);
		h->feed = NULL;
	}
	if (why)
		snprintf(h->why, sizeof(h->why), "%s", why);
	else if (!h->fine && !*h->why)
		explain_end(h, status);
	say_flush(h);
	merge_free(h->now);
	h->now = NULL;
	h->asked = false;
	set_phase(h, HOST_ENDED);
	buf_free(&h->in);
	buf_free(&h->error);
	buf_free(&h->wishes);
}

void talk_free(struct host *h)
{
	if (h->phase != HOST_ENDED && h->phase != HOST_WAITS)
		talk_end(h, "stopped");
	merge_free(h->last);
	vec_free(&h->probes);
	buf_free(&h->line);
}
