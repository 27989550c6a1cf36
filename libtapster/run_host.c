/* SPDX-License-Identifier: LGPL-2.1-or-later */
/*
 * Runs a script as an ordinary process, the host program, which writes its records to
 * descriptor 3.  The command to trace is started first, but waits at a gate, a socket,
 * until the first record has arrived.
 */
#include <signal.h>
#include <sys/socket.h>
#include <unistd.h>

#include "base/arena.h"
#include "base/cleanup.h"
#include "base/error.h"
#include "base/spawn.h"
#include "base/tags/library.h"
#include "base/tags/session.h"
#include "libtapster/lib_run.h"
#include "libtapster/replay.h"

/* Starts a shell that waits at the gate, and then runs @command, the user's text. */
static int start_command(struct run *r, const char *command)
{
	const char *argv[] = {
		"/bin/sh", "-c", "read -r go <&3 && exec 3<&- && eval \"$1\"",
		"sh", command, NULL,
	};
	struct spawn sp = SPAWN_INIT;
	struct sys_error *err;
	int gate[2];

	if (socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, gate) < 0)
		return lib_error(r->s, DIAG_RUN_FAILED, NULL,
				 "cannot make a socket");
	sp.argv = argv;
	sp.fd_more = gate[0];
	sp.fd_out = r->output_in;
	run_keep_apart(r, &sp);
	err = spawn_start(&sp, &r->cmd.pid);
	cleanup_close(&sp.fd_in);
	close(gate[0]);
	r->gate = gate[1];
	if (err) {
		r->cmd.pid = 0;
		return lib_fail(r->s, err);
	}
	return run_process_watch(r, &r->cmd, r->cmd.pid);
}

static int start_target(struct run *r, pid_t *ret)
{
	const char *command = lib_get(r->s, OPT_COMMAND);
	int rc = 0;

	*ret = (pid_t)lib_number(r->s, OPT_PID);
	if (command) {
		rc = start_command(r, command);
		*ret = r->cmd.pid;
	} else if (*ret) {
		rc = run_process_watch(r, &r->cmd, *ret);
	}
	return rc;
}

static int start(struct run *r)
{
	const char *time = lib_get(r->s, OPT_TIME);
	const char *argv[10];
	size_t n = 0;
	pid_t target;

	if (lib_is_for_user(r->s))
		return lib_error(r->s, DIAG_BAD_OPTION, NULL,
				 "option 'user' works only with modules: a "
				 "host program runs as its own user");
	if (tapster_compile(r->s, TAPSTER_BUILD) < 0 ||
	    start_target(r, &target) < 0)
		return -1;
	argv[n++] = r->s->module.path;
	if (time) {
		argv[n++] = "-T";
		argv[n++] = time;
	}
	if (r->s->replay) {
		argv[n++] = "-r";
		argv[n++] = r->s->replay->path;
	}
	if (target)
		argv[n++] = arena_printf(r->s->arena, "target=%d",
					 (int)target);
	if (lib_flag(r->s, OPT_FINAL_SNAPSHOT))
		argv[n++] = "-s";
	if (target && lib_get(r->s, OPT_COMMAND))
		argv[n++] = "-c";
	argv[n] = NULL;
	return run_process_start(r, argv);
}

static void open_gate(struct run *r)
{
	if (r->gate < 0)
		return;
	/* if the command has ended already, this fails, and its pidfd reports the end */
	send(r->gate, "go\n", 3, MSG_NOSIGNAL);
	close(r->gate);
	r->gate = -1;
}

static void stop(struct run *r, bool hard)
{
	if (r->main.pid)
		kill(r->main.pid, hard ? SIGKILL : SIGINT);
}

static void target_ended(struct run *r)
{
	int status = run_process_reap(r, &r->cmd);

	if (lib_get(r->s, OPT_COMMAND))
		r->command_status = status;
	if (r->stops && !lib_flag(r->s, OPT_STATUS))
		status = 0;	/* the run was stopped */
	if (status && !lib_flag(r->s, OPT_STATUS))
		run_warn(r, "'%s' ended with status %d",
			 lib_get(r->s, OPT_COMMAND), status);
	r->s->run_status = lib_flag(r->s, OPT_STATUS) ? status : status != 0;
	stop(r, false);
}

static void event(struct run *r, int fd)
{
	if (fd == r->cmd.pidfd)
		target_ended(r);
	else
		run_process_event(r, fd);
	/* true once the first record is complete: it may arrive in several reads */
	if (format_has_begun(r->format))
		open_gate(r);
}

static void snapshot(struct run *r)
{
	if (r->main.pid)
		kill(r->main.pid, SIGUSR2);
}

static void ask(struct run *r, uint32_t word)
{
	if (r->main.pid)
		sigqueue(r->main.pid, format_ask_signal,
			 (union sigval){ .sival_int = (int)word });
}

static void free_host(struct run *r)
{
	cleanup_close(&r->gate);
	r->gate = -1;
	if (r->cmd.pid) {
		kill(r->cmd.pid, SIGTERM);
		run_process_reap(r, &r->cmd);
	}
	run_process_free(r);
}

const struct run_ops run_host_ops = {
	.start = start,
	.event = event,
	.stop = stop,
	.snapshot = snapshot,
	.ask = ask,
	.free = free_host,
};
