/* SPDX-License-Identifier: LGPL-2.1-or-later */
/*
 * Feeds a job's standard input: a pipe, or a terminal of its own.  Bytes wait
 * here until the job reads.  The host sends no more than VM_INPUT_MAX bytes that
 * are not reported as taken.
 */
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <termios.h>
#include <unistd.h>

#include "vm/init/init.h"

/* Moves a descriptor to a number from 10 on, above those of the job; returns the new
 * number. */
static int raised(int fd)
{
	int high = fcntl(fd, F_DUPFD_CLOEXEC, 10);

	close(fd);
	return high;
}

int feed_pipe(struct feed *f)
{
	int fds[2];

	if (pipe2(fds, O_CLOEXEC))
		boot_die("cannot make a pipe");
	f->fd = raised(fds[1]);
	fcntl(f->fd, F_SETFL, O_NONBLOCK);
	return raised(fds[0]);
}

int feed_terminal(struct feed *f, const char *root)
{
	char path[64];
	int fd, unlocked = 0, job;

	snprintf(path, sizeof(path), "%s/dev/ptmx", root);
	fd = open(path, O_RDWR | O_NOCTTY | O_CLOEXEC | O_NONBLOCK);
	if (fd < 0 || ioctl(fd, TIOCSPTLCK, &unlocked))
		boot_die("cannot make a terminal");
	job = ioctl(fd, TIOCGPTPEER, O_RDWR | O_NOCTTY | O_CLOEXEC);
	if (job < 0)
		boot_die("cannot open a terminal");
	f->terminal = true;
	f->fd = raised(fd);
	return raised(job);
}

void feed_add(struct feed *f, const char *p, size_t n)
{
	if (f->fd < 0)
		return;
	if (!n)
		f->ends = true;
	f->bytes = realloc(f->bytes, f->n + n + 1);
	if (!f->bytes)
		boot_die("out of memory");
	memcpy(f->bytes + f->n, p, n);
	f->n += n;
	feed_write(f);
}

void feed_resize(struct feed *f, const char *p, size_t n)
{
	struct vm_size size;
	struct winsize w = { 0 };

	if (!f->terminal || f->fd < 0 || n != sizeof(size))
		return;
	memcpy(&size, p, sizeof(size));
	w.ws_row = size.rows;
	w.ws_col = size.columns;
	ioctl(f->fd, TIOCSWINSZ, &w);
}

bool feed_waits(const struct feed *f)
{
	return f->fd >= 0 && f->n;
}

/* Ends the input by closing our end.  A terminal does not hang up before job.c closes its
 * copy of the descriptor, too. */
static void end(struct feed *f)
{
	close(f->fd);
	f->fd = -1;
}

void feed_write(struct feed *f)
{
	ssize_t n = f->n ? write(f->fd, f->bytes, f->n) : 0;
	uint32_t took;

	if (n < 0 && errno == EAGAIN)
		return;
	/* any other error: the job has closed its input, so drop all bytes */
	took = n < 0 ? (uint32_t)f->n : (uint32_t)n;
	f->n -= took;
	memmove(f->bytes, f->bytes + took, f->n);
	if (took)
		port_send(VM_FRAME_TOOK, &took, sizeof(took));
	if (!f->n && f->ends)
		end(f);
}

void feed_close(struct feed *f)
{
	if (f->fd >= 0)
		end(f);
	free(f->bytes);
}
