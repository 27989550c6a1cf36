/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Starts CMD of -c and the commands of system(), and watches the process of -x.
 * Drops privileges before that.
 */
#include <errno.h>
#include <fcntl.h>
#include <grp.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

#include "base/cleanup.h"
#include "staprun/staprun.h"

/* ---- privileges --------------------------------------------------------- */

static bool id_from(const char *variable, unsigned *ret)
{
	const char *s = getenv(variable);
	char *end;

	if (!s || *s < '0' || *s > '9')
		return false;
	errno = 0;
	*ret = (unsigned)strtoul(s, &end, 10);
	return !errno && !*end;
}

bool child_drop_privileges(void)
{
	unsigned uid, gid;

	if (getuid() || !id_from("SUDO_UID", &uid) ||
	    !id_from("SUDO_GID", &gid) || !uid)
		return true;
	if (!setgroups(1, &gid) && !setresgid(gid, gid, gid) &&
	    !setresuid(uid, uid, uid))
		return true;
	error("cannot become user %u: %s", uid, strerror(errno));
	return false;
}

/* ---- -c ----------------------------------------------------------------- */

/* Copies the word at @s to *@out, with a NUL, and moves *@out after it.  Returns the
 * end of the word in @s, or NULL if the word needs a shell. */
static const char *split_word(const char *s, char **out)
{
	char quote = 0;

	for (; *s && (quote || !strchr(" \t\n", *s)); s++) {
		if (!quote && (*s == '\'' || *s == '"')) {
			quote = *s;
		} else if (*s == quote) {
			quote = 0;
		} else if (quote != '\'' && strchr(quote ? "$`" :
						   "$`|&;<>()*?[]{}~#!", *s)) {
			return NULL;
		} else if (*s == '\\' && quote != '\'') {
			if (!s[1] || (quote && !strchr("\\\"", s[1])))
				return NULL;
			*(*out)++ = *++s;
		} else {
			*(*out)++ = *s;
		}
	}
	*(*out)++ = '\0';
	return quote ? NULL : s;
}

char **child_split(const char *cmd)
{
	size_t n = strlen(cmd), words = 0;
	/* at most n / 2 + 1 words, because a blank is between two of them; a NUL
	 * ends argv and each copy of a word */
	char **argv = must(calloc(1, (n / 2 + 2) * sizeof(*argv) + 2 * n + 2));
	char *out = (char *)(argv + n / 2 + 2);

	for (cmd += strspn(cmd, " \t\n"); *cmd;
	     cmd += strspn(cmd, " \t\n")) {
		argv[words++] = out;
		cmd = split_word(cmd, &out);
		if (!cmd) {
			free(argv);
			return NULL;
		}
	}
	/* a first word NAME=value needs a shell */
	if (!words || strchr(argv[0], '=')) {
		free(argv);
		return NULL;
	}
	return argv;
}

static void reset_signals(void)
{
	sigset_t none;

	sigemptyset(&none);
	sigprocmask(SIG_SETMASK, &none, NULL);
	signal(SIGPIPE, SIG_DFL);
	signal(SIGXFSZ, SIG_DFL);
	signal(SIGINT, SIG_DFL);
	signal(SIGTERM, SIG_DFL);
}

/* Set by child_keep_out(): standard output is only for a program that reads it. */
static bool is_kept_out;

static bool is_in_front;

void child_take_terminal(void)
{
	is_in_front = true;
}

/* Moves the child, which calls this, to a process group of its own, and makes that the
 * terminal's foreground group, which gets the signals of the keyboard. */
static void take_terminal(void)
{
	sigset_t block;

	setpgid(0, 0);
	sigemptyset(&block);
	sigaddset(&block, SIGTTOU);
	sigprocmask(SIG_BLOCK, &block, NULL);
	tcsetpgrp(STDIN_FILENO, getpid());
}

void child_keep_out(void)
{
	is_kept_out = true;
}

/* Runs in a child before its exec: resets signals and, if is_kept_out, sends standard
 * output to standard error. */
static void prepare(void)
{
	reset_signals();
	if (is_kept_out)
		dup2(STDERR_FILENO, STDOUT_FILENO);
}

static void run_shell(const char *cmd)
{
	execl("/bin/sh", "sh", "-c", cmd, (char *)NULL);
	error("cannot run /bin/sh: %s", strerror(errno));
	_exit(127);
}

/* Runs in the child: waits for a byte from @gate, then executes CMD.  Exits with 125 if
 * the gate is closed without a byte. */
static void become(const char *cmd, int gate)
{
	char **argv = child_split(cmd);
	char go;

	if (is_in_front)
		take_terminal();
	prepare();
	/* the session's device must not stay open here */
	close_range(3, (unsigned)gate - 1, 0);
	close_range((unsigned)gate + 1, ~0u, 0);
	if (read(gate, &go, 1) != 1)
		_exit(125);
	if (argv)
		execvp(argv[0], argv);
	/* a command that is in no directory of PATH may be a shell's builtin */
	if (!argv || (errno == ENOENT && !strchr(argv[0], '/')))
		run_shell(cmd);
	error("cannot run '%s': %s", argv[0], strerror(errno));
	_exit(127);
}

bool child_start(struct child *c, const char *cmd)
{
	int gate[2];

	if (pipe2(gate, O_CLOEXEC)) {
		error("cannot make a pipe: %s", strerror(errno));
		return false;
	}
	c->pid = fork();
	if (!c->pid) {
		close(gate[1]);
		become(cmd, gate[0]);
	}
	close(gate[0]);
	c->gate = gate[1];
	c->ours = true;
	c->pidfd = c->pid < 0 ? -1
			      : (int)syscall(SYS_pidfd_open, c->pid, 0);
	if (c->pidfd >= 0)
		return true;
	error("cannot start '%s': %s", cmd, strerror(errno));
	cleanup_close(&c->gate);
	c->gate = -1;
	return false;
}

void child_release(struct child *c)
{
	/* a child that is gone already is noticed by its pidfd */
	if (c->gate >= 0 && write(c->gate, "g", 1) < 0)
		errno = 0;
	cleanup_close(&c->gate);
	c->gate = -1;
}

bool child_watch(struct child *c, pid_t pid)
{
	c->pid = pid;
	c->gate = -1;
	c->pidfd = (int)syscall(SYS_pidfd_open, pid, 0);
	if (c->pidfd >= 0)
		return true;
	error("there is no process %d: %s", (int)pid, strerror(errno));
	return false;
}

int child_status(struct child *c)
{
	int status = 0;

	close(c->pidfd);
	c->pidfd = -1;
	if (!c->ours || waitpid(c->pid, &status, 0) != c->pid)
		return 0;
	return WIFEXITED(status) ? WEXITSTATUS(status)
				 : 128 + WTERMSIG(status);
}

/* ---- system() ----------------------------------------------------------- */

void child_system(const char *p, size_t n)
{
	char *cmd = must(strndup(p, n));
	pid_t pid = fork();

	/* init adopts the grandchild and waits for it */
	if (!pid) {
		prepare();
		close_range(3, ~0u, 0);
		if (fork())
			_exit(0);
		run_shell(cmd);
	}
	if (pid > 0)
		waitpid(pid, NULL, 0);
	else
		warning("cannot run a command of system(): %s",
			strerror(errno));
	free(cmd);
}
