/* SPDX-License-Identifier: LGPL-2.1-or-later */
/*
 * Starts and ends a runner: a process that sends records through a pipe, which is staprun
 * or a host program.
 *
 * The runner has a separate process group.  So a signal that a terminal or `timeout`
 * sends to the client's group does not reach it: the client decides what to do.  If
 * there is a command to trace, the runner's group gets the terminal, so that the command
 * can use it.  At the end the client takes the terminal back.
 */
#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdlib.h>
#include <sys/syscall.h>
#include <unistd.h>

#include "base/cleanup.h"
#include "base/error.h"
#include "base/spawn.h"
#include "base/tags/library.h"
#include "libtapster/lib_run.h"

#define PIPE_SIZE (1 << 20)

/* ---- the terminal ------------------------------------------------------- */

/* Gives the terminal to the process group @group.  SIGTTOU is blocked, because otherwise
 * it would stop this process if that is in the background. */
static void give_terminal(pid_t group)
{
	sigset_t block, old;

	sigemptyset(&block);
	sigaddset(&block, SIGTTOU);
	pthread_sigmask(SIG_BLOCK, &block, &old);
	tcsetpgrp(STDIN_FILENO, group);
	pthread_sigmask(SIG_SETMASK, &old, NULL);
}

static void lend_terminal(struct run *r)
{
	if (!lib_get(r->s, OPT_COMMAND) || lib_flag(r->s, OPT_APART) ||
	    !isatty(STDIN_FILENO) ||
	    tcgetpgrp(STDIN_FILENO) != getpgrp())
		return;
	give_terminal(r->main.pid);
	r->took_terminal = true;
}

static void take_terminal_back(struct run *r)
{
	if (r->took_terminal)
		give_terminal(getpgrp());
	r->took_terminal = false;
}

/* ---- processes ---------------------------------------------------------- */

int run_process_watch(struct run *r, struct run_process *p, pid_t pid)
{
	p->pidfd = (int)syscall(SYS_pidfd_open, pid, 0);
	if (p->pidfd < 0)
		return lib_fail(r->s, sys_error(DIAG_RUN_FAILED, errno,
						"there is no process %d",
						(int)pid));
	run_watch(r, p->pidfd);
	return 0;
}

int run_process_reap(struct run *r, struct run_process *p)
{
	int status = 0;

	run_unwatch(r, p->pidfd);
	close(p->pidfd);
	p->pidfd = -1;
	if (p->pid)
		sys_error_free(spawn_wait(p->pid, &status));
	p->pid = 0;
	p->status = status;
	return status;
}

void run_keep_apart(const struct run *r, struct spawn *sp)
{
	if (!lib_flag(r->s, OPT_APART))
		return;
	sp->fd_in = open("/dev/null", O_RDONLY | O_CLOEXEC);
	sp->fd_err = r->output_in;
}

int run_process_start(struct run *r, const char *const *argv)
{
	struct spawn sp = SPAWN_INIT;
	struct sys_error *err;
	int pipes[2];

	if (pipe2(pipes, O_CLOEXEC) < 0)
		return lib_fail(r->s, sys_error(DIAG_RUN_FAILED, errno,
						"cannot make a pipe"));
	/* a larger pipe is better, but a smaller one works */
	fcntl(pipes[0], F_SETPIPE_SZ, PIPE_SIZE);
	fcntl(pipes[0], F_SETFL, O_NONBLOCK);
	sp.argv = argv;
	sp.fd_more = pipes[1];
	sp.fd_out = r->output_in;
	sp.own_group = true;
	run_keep_apart(r, &sp);
	err = spawn_start(&sp, &r->main.pid);
	cleanup_close(&sp.fd_in);
	close(pipes[1]);
	r->records = pipes[0];
	if (err) {
		r->main.pid = 0;
		return lib_fail(r->s, err);
	}
	run_watch(r, r->records);
	lend_terminal(r);
	return run_process_watch(r, &r->main, r->main.pid);
}

/* ---- events ------------------------------------------------------------- */

/* Reads records once.  Returns false if the pipe is empty or was closed; in that case
 * closes r->records, too. */
static bool read_records(struct run *r)
{
	char piece[65536];
	ssize_t n = read(r->records, piece, sizeof(piece));

	if (n > 0) {
		run_feed(r, piece, (size_t)n);
		return true;
	}
	if (n < 0 && (errno == EINTR || errno == EAGAIN))
		return errno == EINTR;
	run_unwatch(r, r->records);
	close(r->records);
	r->records = -1;
	return false;
}

/* Returns true if the runner has ended by itself with the status of the command, which
 * may be above 128, too. */
static bool is_of_command(const struct run *r)
{
	return lib_flag(r->s, OPT_STATUS) && lib_get(r->s, OPT_COMMAND) &&
	       format_status(r->format) >= 0;
}

/*
 * Ends the run after the runner has ended.  Its last records are still in the pipe.  The
 * pipe is read until it is empty, not until it is closed, because another process may
 * hold it open.
 */
static void ended(struct run *r)
{
	int status = run_process_reap(r, &r->main);

	while (r->records >= 0 && read_records(r))
		;
	take_terminal_back(r);
	if (status > 128 && !r->stops && !is_of_command(r))
		lib_error(r->s, DIAG_RUN_FAILED, NULL,
			  "the runner was killed by signal %d", status - 128);
	else if (!status && format_status(r->format) < 0)
		lib_error(r->s, DIAG_RUN_FAILED, NULL,
			  "the runner ended without a final record");
	run_finish(r, status);
}

bool run_process_event(struct run *r, int fd)
{
	if (fd == r->records)
		read_records(r);
	else if (fd == r->main.pidfd)
		ended(r);
	else
		return false;
	return true;
}

void run_process_free(struct run *r)
{
	if (r->main.pid) {
		kill(r->main.pid, SIGKILL);
		run_process_reap(r, &r->main);
	}
	take_terminal_back(r);
	cleanup_close(&r->records);
	cleanup_close(&r->gate);
	cleanup_close(&r->cmd.pidfd);
}
