/* SPDX-License-Identifier: LGPL-2.1-or-later */
/*
 * Handles the standard output of the traced command, and of the commands of system().
 * It must not mix with the script's output if a program reads that: with JSON or events
 * its default is standard error.  If option "command-output" is "records", the client
 * gets it: with JSON as objects, one a line, and else through the callback `output`.
 *
 * With "records", the processes write to a pipe.  Output that was printed before a
 * record is in the pipe when the record arrives, so the pipe is read first.
 */
#include <errno.h>
#include <fcntl.h>
#include <string.h>
#include <unistd.h>

#include "base/cleanup.h"
#include "base/error.h"
#include "base/tags/library.h"
#include "libtapster/lib_run.h"

#define LINE_MAX_BYTES 8192	/* where output without line ends is cut */

enum where { TO_STDOUT, TO_STDERR, TO_RECORDS };

static enum where where(const struct tapster_session *s)
{
	if (lib_is(s, OPT_COMMAND_OUTPUT, "records"))
		return TO_RECORDS;
	if (lib_get(s, OPT_COMMAND_OUTPUT))
		return lib_is(s, OPT_COMMAND_OUTPUT, "stderr") ? TO_STDERR
							       : TO_STDOUT;
	return lib_is(s, OPT_FORMAT, "json") || lib_flag(s, OPT_EVENTS)
		? TO_STDERR : TO_STDOUT;
}

int run_output_open(struct run *r)
{
	int pipes[2];

	if (where(r->s) == TO_STDOUT)
		return 0;
	if (where(r->s) == TO_STDERR) {
		r->output_in = fcntl(STDERR_FILENO, F_DUPFD_CLOEXEC, 3);
		return 0;
	}
	if (pipe2(pipes, O_CLOEXEC) < 0)
		return lib_fail(r->s, sys_error(DIAG_RUN_FAILED, errno,
						"cannot make a pipe"));
	fcntl(pipes[0], F_SETFL, O_NONBLOCK);
	r->output = pipes[0];
	r->output_in = pipes[1];
	run_watch(r, r->output);
	return 0;
}

/* ---- as records --------------------------------------------------------- */

static bool is_utf8(const char *p, size_t n)
{
	for (size_t len; n; p += len, n -= len) {
		len = utf8_len(p, n);
		if (!len)
			return false;
	}
	return true;
}

static void tell_json(struct run *r, const char *p, size_t n)
{
	_cleanup_buf_ struct buf b = BUF_INIT;

	if (!r->s->cb.text)
		return;
	buf_puts(&b, "{\"type\":\"output\",\"stream\":\"stdout\","
		 "\"text\":\"");
	buf_put_json(&b, p, n);
	buf_puts(&b, is_utf8(p, n) ? "\"}\n" : "\",\"raw\":true}\n");
	r->s->cb.text(r->s->data, b.p, b.n);
}

static void tell(struct run *r, const char *p, size_t n)
{
	struct tapster_session *s = r->s;

	if (n && lib_is(s, OPT_FORMAT, "json"))
		tell_json(r, p, n);
	else if (n && s->cb.output)
		s->cb.output(s->data, TAPSTER_STDOUT, p, n);
}

static void tell_lines(struct run *r, bool all)
{
	struct buf *b = &r->output_line;
	size_t at = 0;

	while (at < b->n) {
		const char *end = memchr(b->p + at, '\n', b->n - at);
		size_t n = end ? (size_t)(end + 1 - b->p) - at : b->n - at;

		if (!end && !all && n < LINE_MAX_BYTES)
			break;
		tell(r, b->p + at, n);
		at += n;
	}
	memmove(b->p, b->p + at, b->n - at);
	b->n -= at;
}

/* ---- bytes -------------------------------------------------------------- */

void run_output_take(struct run *r, const void *p, size_t n)
{
	struct tapster_session *s = r->s;

	if (where(s) == TO_RECORDS) {
		buf_add(&r->output_line, p, n);
		tell_lines(r, false);
	} else if (s->cb.output) {
		s->cb.output(s->data, where(s) == TO_STDERR ? TAPSTER_STDERR
							    : TAPSTER_STDOUT,
			     p, n);
	}
}

void run_output_read(struct run *r)
{
	char piece[4096];
	ssize_t n = 0;

	while (r->output >= 0 && (n = read(r->output, piece, sizeof(piece))) > 0)
		run_output_take(r, piece, (size_t)n);
	if (r->output < 0 || (n < 0 && (errno == EAGAIN || errno == EINTR)))
		return;
	run_unwatch(r, r->output);
	cleanup_close(&r->output);
	r->output = -1;
}

void run_output_finish(struct run *r)
{
	run_output_read(r);
	if (r->output_line.n)
		tell_lines(r, true);
}

void run_output_free(struct run *r)
{
	cleanup_close(&r->output);
	cleanup_close(&r->output_in);
	buf_free(&r->output_line);
}
