/* SPDX-License-Identifier: LGPL-2.1-or-later */
/*
 * Runs a job: one program with its descendants.  The job has ended when its first
 * process has ended.  Processes that still run two seconds later are leftovers;
 * they are killed, and the job's modules are unloaded, unless the job is to be
 * kept (VM_JOB_KEEP).  Output is passed on as it comes, in pieces.
 */
#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/signalfd.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <termios.h>
#include <time.h>
#include <unistd.h>

#include "vm/init/init.h"

#define MAX_STRINGS 1024
#define WAIT_PIECES 40	/* of 50 ms, until leftovers are reported */
#define ABANDON_S 10	/* from SIGTERM to SIGKILL, after the client has gone */
#define UNLOAD_PIECES 400	/* of 50 ms, until all modules are unloaded */

struct job {
	char *argv[MAX_STRINGS];
	char *env[MAX_STRINGS];
	int n_argv, n_env;
	const char *dir;
	bool bare;
	bool records;
	bool input, terminal;
	const char *keep;	/* its module; NULL: remove all leftovers */
	bool abandoned;		/* the client has gone */
	time_t abandoned_at;
	struct feed feed;
	int stdin;		/* the job's end of its input */
	pid_t pid;
	int status;
	bool ended;
	int out[3];		/* our ends of stdout, stderr, records */
	int in[3];		/* the job's ends of them */
	int signals;		/* signalfd of SIGCHLD */
};

static const char *next_string(const char **p, const char *end)
{
	const char *s = *p;

	if (s >= end)
		return NULL;
	*p = s + strlen(s) + 1;
	return s;
}

static void make_dirs(char *path)
{
	for (char *s = path + 1; (s = strchr(s, '/')); s++) {
		*s = '\0';
		mkdir(path, 0755);
		*s = '/';
	}
}

static void write_file(char *path, mode_t mode, const char *p, size_t n)
{
	int fd;

	make_dirs(path);
	unlink(path);
	fd = open(path, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, mode);
	while (fd >= 0 && n) {
		ssize_t done = write(fd, p, n);

		if (done <= 0)
			break;
		p += done;
		n -= (size_t)done;
	}
	if (fd < 0 || n || fchmod(fd, mode))
		boot_die("cannot store a file from the host");
	close(fd);
}

/* The path of the last file that came.  For a job with `keep` it is the job's module. */
static char last_file[4200];

void job_file(const char *p, size_t n)
{
	const char *end = p + n;
	const char *where = next_string(&p, end);
	const char *mode = next_string(&p, end);
	const char *name = next_string(&p, end);
	char path[4200];

	if (!where || !mode || !name || p > end)
		boot_die("the host sent a broken file");
	snprintf(path, sizeof(path), "%s/%s",
		 strcmp(where, "bare") ? INIT_ROOT : "", name);
	memcpy(last_file, path, sizeof(last_file));
	write_file(path, (mode_t)strtoul(mode, NULL, 8), p, (size_t)(end - p));
}

static void parse_one(struct job *j, char *s)
{
	switch ((enum vm_job_letter)s[0]) {
	case VM_JOB_ARG:
		if (j->n_argv < MAX_STRINGS - 1)
			j->argv[j->n_argv++] = s + 1;
		break;
	case VM_JOB_ENV:
		if (j->n_env < MAX_STRINGS - 1)
			j->env[j->n_env++] = s + 1;
		break;
	case VM_JOB_DIR:
		j->dir = s + 1;
		break;
	case VM_JOB_BARE:
		j->bare = true;
		break;
	case VM_JOB_RECORDS:
		j->records = true;
		break;
	case VM_JOB_INPUT:
		j->input = true;
		break;
	case VM_JOB_TERMINAL:
		j->terminal = true;
		break;
	case VM_JOB_KEEP:
		j->keep = s + 1;
		break;
	}
}

/* Becomes the job's program, in the child; does not return. */
static void execute(struct job *j)
{
	sigset_t none;

	sigemptyset(&none);
	sigprocmask(SIG_SETMASK, &none, NULL);
	setsid();
	if (j->terminal)
		ioctl(j->stdin, TIOCSCTTY, 0);
	dup2(j->stdin, 0);
	dup2(j->in[0], 1);
	dup2(j->in[1], 2);
	if (j->records)
		dup2(j->in[2], 3);
	else
		close(3);
	if (!j->bare && !boot_enter_root())
		_exit(126);
	if (chdir(j->dir) && chdir("/"))
		_exit(126);
	environ = j->env;
	execvp(j->argv[0], j->argv);
	dprintf(2, "%s: %s\n", j->argv[0], strerror(errno));
	_exit(127);
}

static void open_input(struct job *j)
{
	if (j->terminal)
		j->stdin = feed_terminal(&j->feed, j->bare ? "" : INIT_ROOT);
	else if (j->input)
		j->stdin = feed_pipe(&j->feed);
	else
		j->stdin = open("/dev/null", O_RDWR | O_CLOEXEC);
}

/* Replaces the pipes of stdout and stderr by the two sides of the job's terminal. */
static void use_terminal(struct job *j)
{
	for (int i = 0; i < 2; i++) {
		close(j->out[i]);
		close(j->in[i]);
		j->in[i] = fcntl(j->stdin, F_DUPFD_CLOEXEC, 10);
	}
	j->out[0] = fcntl(j->feed.fd, F_DUPFD_CLOEXEC, 10);
	j->out[1] = -1;
}

static void start(struct job *j)
{
	open_input(j);
	for (int i = 0; i < 3; i++) {
		int fds[2];

		/* above 3, so that the child's dup2() overwrites none */
		if (pipe2(fds, O_CLOEXEC))
			boot_die("cannot make a pipe");
		j->out[i] = fcntl(fds[0], F_DUPFD_CLOEXEC, 10);
		j->in[i] = fcntl(fds[1], F_DUPFD_CLOEXEC, 10);
		close(fds[0]);
		close(fds[1]);
	}
	if (j->terminal)
		use_terminal(j);
	j->pid = fork();
	if (j->pid < 0)
		boot_die("cannot fork");
	if (!j->pid)
		execute(j);
	for (int i = 0; i < 3; i++)
		close(j->in[i]);
	close(j->stdin);
}

/* Sends the host a piece of output from *@fd.  At the end of the output closes *@fd and
 * sets it to -1. */
static void pass_on(int *fd, enum vm_frame_type type)
{
	static char piece[VM_PIECE_MAX];
	ssize_t n = read(*fd, piece, sizeof(piece));

	if (n > 0) {
		port_send(type, piece, (size_t)n);
	} else if (!n || (errno != EINTR && errno != EAGAIN)) {
		close(*fd);
		*fd = -1;
	}
}

static const enum vm_frame_type streams[3] = {
	VM_FRAME_OUT, VM_FRAME_ERR, VM_FRAME_RECORDS,
};

static void reap(struct job *j)
{
	struct signalfd_siginfo info;
	int status;
	pid_t pid;

	while (read(j->signals, &info, sizeof(info)) > 0)
		;
	while ((pid = waitpid(-1, &status, WNOHANG)) > 0) {
		if (pid != j->pid)
			continue;
		j->ended = true;
		j->status = WIFEXITED(status) ? WEXITSTATUS(status)
					      : 128 + WTERMSIG(status);
	}
}

static void pass_signal(struct job *j, const char *p, size_t n)
{
	struct vm_signal s;
	int sig;

	if (n != sizeof(s))
		boot_die("the host sent a broken signal");
	memcpy(&s, p, sizeof(s));
	sig = (int)s.number;
	if (j->ended)
		return;
	/* these two go to the job's process group, as on a terminal; others only
	 * to its first process */
	if (sig == SIGKILL || sig == SIGINT)
		kill(-j->pid, sig);
	else if (s.has_value)
		sigqueue(j->pid, sig,
			 (union sigval){ .sival_int = (int)s.value });
	else
		kill(j->pid, sig);
}

static time_t seconds(void)
{
	struct timespec ts;

	clock_gettime(CLOCK_MONOTONIC, &ts);
	return ts.tv_sec;
}

/* Asks the job's first process to end, by SIGTERM, because the client has gone.  SIGTERM
 * makes staprun remove its module. */
static void abandon(struct job *j)
{
	j->abandoned = true;
	j->abandoned_at = seconds();
	if (!j->ended)
		kill(j->pid, SIGTERM);
}

static void from_host(struct job *j)
{
	char *p;
	struct vm_frame f = port_receive(&p);

	if (!f.type || f.type == VM_FRAME_HELLO)
		abandon(j);
	if (f.type == VM_FRAME_HELLO) {
		port_hold(f, p);
		return;
	}
	if (f.type == VM_FRAME_SIGNAL)
		pass_signal(j, p, f.len);
	else if (f.type == VM_FRAME_INPUT)
		feed_add(&j->feed, p, f.len);
	else if (f.type == VM_FRAME_SIZE)
		feed_resize(&j->feed, p, f.len);
	else if (f.type)
		boot_die("the host sent a second job");
	free(p);
}

/* Waits for events for at most @ms (-1: no limit) and handles them.  Returns true if
 * there was output, or an end of output. */
static bool turn(struct job *j, int ms)
{
	struct pollfd p[6];
	bool busy = false;

	for (int i = 0; i < 3; i++)
		p[i] = (struct pollfd){ .fd = j->out[i], .events = POLLIN };
	p[3] = (struct pollfd){ .fd = j->signals, .events = POLLIN };
	p[4] = (struct pollfd){ .fd = j->abandoned ? -1 : port_fd(),
				.events = POLLIN };
	p[5] = (struct pollfd){ .fd = feed_waits(&j->feed) ? j->feed.fd : -1,
				.events = POLLOUT };
	if (poll(p, 6, ms) <= 0)
		return false;
	for (int i = 0; i < 3; i++) {
		if (!p[i].revents)
			continue;
		pass_on(&j->out[i], streams[i]);
		busy = true;
	}
	if (p[3].revents)
		reap(j);
	if (p[5].revents)
		feed_write(&j->feed);
	if (p[4].revents)
		from_host(j);
	return busy;
}

static void drain(struct job *j)
{
	while (turn(j, 0))
		;
}

/* Returns the leftovers.  Some need a moment to disappear after the job, so this
 * looks again, for two seconds at most, until there are none. */
static char *leftovers(struct job *j, const struct left *before)
{
	for (int i = 0;; i++) {
		char *text = left_compare(before);

		if (!text[0] || i == WAIT_PIECES)
			return text;
		free(text);
		turn(j, 50);
	}
}

/*
 * Unloads the job's modules, so that the next job finds none; returns the text that
 * reports them.  A module may be in use until its processes have gone and until
 * modules that depend on it are unloaded, so this tries again.
 */
static char *unload(struct job *j, const struct left *before)
{
	char *told;
	size_t n;
	FILE *f = open_memstream(&told, &n);

	if (!f)
		boot_die("out of memory");
	for (int i = 0; !left_unload(before, f) && i < UNLOAD_PIECES; i++) {
		turn(j, 0);
		usleep(50000);
	}
	if (fclose(f))
		boot_die("out of memory");
	return told;
}

static void clean_up(struct job *j, const struct left *before, char **unloaded)
{
	if (j->keep) {
		unlink(last_file);
		*unloaded = strdup("");
		return;
	}
	kill(-1, SIGKILL);
	*unloaded = unload(j, before);
}

static void finish(struct job *j, const struct left *before)
{
	uint32_t status = (uint32_t)j->status;
	char *left, *unloaded, *messages, *all;
	int n;

	drain(j);
	left = leftovers(j, before);
	clean_up(j, before, &unloaded);
	drain(j);
	messages = left_messages();
	devices_sync();
	if (!j->keep)
		boot_fresh_root();
	n = asprintf(&all, "%s%s%s", left, unloaded, messages);
	if (n < 0)
		boot_die("out of memory");
	port_send(VM_FRAME_EXIT, &status, sizeof(status));
	port_send(VM_FRAME_LEFT, all, (size_t)n);
	free(all);
	free(left);
	free(unloaded);
	free(messages);
	while (waitpid(-1, NULL, WNOHANG) > 0)
		;
}

/* Waits for the end of the job.  An abandoned job has ABANDON_S seconds to remove its
 * probes.  After them, or when it has ended, its process group is killed. */
static void wait_for_end(struct job *j)
{
	while (!j->ended) {
		turn(j, j->abandoned ? 1000 : -1);
		if (j->abandoned && seconds() > j->abandoned_at + ABANDON_S)
			kill(-j->pid, SIGKILL);
	}
	if (j->abandoned)
		kill(-j->pid, SIGKILL);
}

static int child_signals(void)
{
	sigset_t set;

	sigemptyset(&set);
	sigaddset(&set, SIGCHLD);
	sigprocmask(SIG_BLOCK, &set, NULL);
	return signalfd(-1, &set, SFD_CLOEXEC | SFD_NONBLOCK);
}

void job_run(const char *p, size_t n)
{
	struct job *j = calloc(1, sizeof(*j));
	const char *end = p + n, *s;
	struct left *before;

	if (!j)
		boot_die("out of memory");
	j->dir = "/";
	j->feed.fd = -1;
	while ((s = next_string(&p, end)))
		parse_one(j, (char *)s);
	if (!j->n_argv)
		boot_die("the host sent a job without a program");
	free(left_messages());
	before = left_create(j->keep);
	j->signals = child_signals();
	start(j);
	wait_for_end(j);
	finish(j, before);
	left_destroy(before);
	for (int i = 0; i < 3; i++)
		if (j->out[i] >= 0)
			close(j->out[i]);
	close(j->signals);
	feed_close(&j->feed);
	free(j);
}
