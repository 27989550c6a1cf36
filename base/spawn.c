/* SPDX-License-Identifier: LGPL-2.1-or-later */
/*
 * Starts programs by posix_spawn, waits for them, and collects their output.  A program
 * gets the three standard descriptors, and descriptor 3 if that is requested.  All other
 * descriptors are closed, so that no descriptor of an embedder reaches a compiler.
 */
#include "base/spawn.h"

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <spawn.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include "base/cleanup.h"
#include "base/error.h"
#include "base/tags/base.h"
#include "base/vec.h"

extern char **environ;

typedef VEC(char *) env_vec;

static bool overridden(const struct spawn *s, const char *var)
{
	size_t name = strcspn(var, "=") + 1;

	for (const char *const *e = s->env; e && *e; e++)
		if (!strncmp(*e, var, name))
			return true;
	return false;
}

static void make_env(const struct spawn *s, env_vec *ret)
{
	for (char **e = environ; !s->clean_env && e && *e; e++)
		if (!overridden(s, *e))
			vec_push(ret, *e);
	for (const char *const *e = s->env; e && *e; e++)
		vec_push(ret, (char *)*e);
	vec_push(ret, NULL);
}

/*
 * Returns the descriptor to duplicate to @target: @fd or, if @fd is below 3 and not
 * @target, a copy of it above 2, because @fd could be overwritten before it is duplicated.
 * *@moved gets the copy, which is to be closed later.
 */
static int out_of_the_way(int fd, int target, int *moved)
{
	if (fd < 0 || fd > 2 || fd == target)
		return fd;
	*moved = fcntl(fd, F_DUPFD_CLOEXEC, 3);
	return *moved < 0 ? fd : *moved;
}

static void set_files(const struct spawn *s, posix_spawn_file_actions_t *fa,
		      int moved[4])
{
	const int want[4] = { s->fd_in, s->fd_out, s->fd_err, s->fd_more };

	for (int i = 0; i < 4; i++) {
		int fd = out_of_the_way(want[i], i, &moved[i]);

		if (fd >= 0)
			posix_spawn_file_actions_adddup2(fa, fd, i);
	}
	posix_spawn_file_actions_addclosefrom_np(fa, s->fd_more < 0 ? 3 : 4);
	if (s->cwd)
		posix_spawn_file_actions_addchdir_np(fa, s->cwd);
}

/* Sets the attributes of the child: it ignores and blocks no signal, even if the embedder
 * does. */
static void set_attributes(const struct spawn *s, posix_spawnattr_t *attr)
{
	short flags = POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETSIGDEF;
	sigset_t none, all;

	sigemptyset(&none);
	sigfillset(&all);
	posix_spawnattr_setsigmask(attr, &none);
	posix_spawnattr_setsigdefault(attr, &all);
	if (s->own_group)
		flags |= POSIX_SPAWN_SETPGROUP;
	posix_spawnattr_setflags(attr, flags);
}

struct sys_error *spawn_start(const struct spawn *s, pid_t *ret)
{
	int moved[4] = { -1, -1, -1, -1 };
	posix_spawn_file_actions_t fa;
	posix_spawnattr_t attr;
	env_vec env = { 0 };
	int rc;

	posix_spawn_file_actions_init(&fa);
	posix_spawnattr_init(&attr);
	set_files(s, &fa, moved);
	set_attributes(s, &attr);
	make_env(s, &env);
	rc = posix_spawnp(ret, s->argv[0], &fa, &attr, (char **)s->argv,
			  env.at);
	vec_free(&env);
	posix_spawnattr_destroy(&attr);
	posix_spawn_file_actions_destroy(&fa);
	for (int i = 0; i < 4; i++)
		cleanup_close(&moved[i]);
	if (rc)
		return sys_error(DIAG_SPAWN_FAILED, rc, "cannot run '%s'",
				 s->argv[0]);
	return NULL;
}

struct sys_error *spawn_wait(pid_t pid, int *status_ret)
{
	int status;

	while (waitpid(pid, &status, 0) < 0)
		if (errno != EINTR)
			return sys_error(DIAG_SPAWN_FAILED, errno,
					 "cannot wait for process %d",
					 (int)pid);
	*status_ret = WIFEXITED(status) ? WEXITSTATUS(status)
					: 128 + WTERMSIG(status);
	return NULL;
}

static void read_output(int fd, struct buf *out)
{
	char piece[4096];
	ssize_t n;

	while ((n = read(fd, piece, sizeof(piece))) != 0) {
		if (n > 0)
			buf_add(out, piece, (size_t)n);
		else if (errno != EINTR)
			break;
	}
}

static struct sys_error *open_output(const struct buf *out, int fds[2])
{
	if (out) {
		if (!pipe2(fds, O_CLOEXEC))
			return NULL;
	} else {
		fds[1] = open("/dev/null", O_WRONLY | O_CLOEXEC);
		if (fds[1] >= 0)
			return NULL;
	}
	return sys_error(DIAG_SPAWN_FAILED, errno,
			 "cannot open the output of a program");
}

struct sys_error *spawn_run(const struct spawn *s, struct buf *out,
			    int *status_ret)
{
	int fds[2] = { -1, -1 };
	struct spawn child = *s;
	struct sys_error *err;
	pid_t pid;

	err = open_output(out, fds);
	if (err)
		return err;
	child.fd_out = child.fd_err = fds[1];
	err = spawn_start(&child, &pid);
	close(fds[1]);
	if (!err && out)
		read_output(fds[0], out);
	cleanup_close(&fds[0]);
	return err ? err : spawn_wait(pid, status_ret);
}
