/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * The loader, the privileged process.  It reads the module, has it checked, loads
 * exactly the bytes that were checked, opens the control device, forks the
 * consumer and closes its own copy of the device.  From then on the session
 * lives as long as the consumer.  The loader only waits, and deletes the one
 * module that it loaded, or with --attach took over.
 *
 * A signal from the terminal reaches both processes.  A signal that a process has
 * sent to the loader is passed on to the consumer as a letter.
 */
#include <errno.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

#include "base/cleanup.h"
#include "staprun/staprun.h"

/* Loads the module; its name goes to @name.  Returns false after an error
 * message. */
static bool load(const struct options *o, char name[64])
{
	struct modfile m;
	bool good;

	good = o->bytes ? modfile_take(&m, o->module, o->bytes, o->n_bytes)
			: modfile_read(&m, o->module);
	if (!good)
		return false;
	good = checks_before_load(&m);
	if (good && syscall(SYS_init_module, m.p, m.n, "")) {
		checks_explain(&m, errno);
		good = false;
	}
	memcpy(name, m.name, sizeof(m.name));
	modfile_free(&m);
	return good;
}

static bool speaks_our_wire(int device)
{
	struct stp_ioc_info info;

	if (ioctl(device, STP_IOC_INFO, &info)) {
		error("the module does not answer: %s", strerror(errno));
		return false;
	}
	if (info.wire == STP_WIRE_VERSION)
		return true;
	error("the module uses protocol version %u, but this staprun uses %u",
	      info.wire, STP_WIRE_VERSION);
	hint("build the module again with the tapster of this staprun");
	return false;
}

/* Opens the control device of the module @name.  Returns -1 after an error
 * message. */
static int open_device(const char *name)
{
	struct session s;
	int fd;

	if (!session_find(name, &s)) {
		error("'%s' is not a session of tapster", name);
		hint("staprun --list shows sessions");
		return -1;
	}
	fd = session_open(&s);
	if (fd < 0) {
		error("cannot open the control device of '%s': %s", name,
		      strerror(errno));
		return -1;
	}
	if (speaks_our_wire(fd))
		return fd;
	close(fd);
	return -1;
}

/* The signals that are passed on.  SIGUSR1: show the flight recorder's records.
 * SIGUSR2: make a snapshot of the globals.  STP_ASK_SIGNAL: do the request in its
 * value.  SIGINT, SIGTERM, SIGHUP and SIGQUIT: end. */
static const int passed_on[] = { SIGUSR1, SIGUSR2, STP_ASK_SIGNAL, SIGINT,
				 SIGTERM, SIGHUP, SIGQUIT };

/* Sends the consumer a letter for a signal; after 'a' comes the signal's value. */
static void pass_on(int socket, const siginfo_t *info)
{
	char word[1 + sizeof(stp_u32)] = "s";
	size_t n = 1;

	if (info->si_signo == SIGUSR1) {
		*word = 'd';
	} else if (info->si_signo == SIGUSR2) {
		*word = 'g';
	} else if (info->si_signo == STP_ASK_SIGNAL) {
		*word = 'a';
		memcpy(word + 1, &info->si_value.sival_int, sizeof(stp_u32));
		n = sizeof(word);
	}
	send(socket, word, n, MSG_NOSIGNAL);
}

bool loader_is_ignored(int sig)
{
	struct sigaction sa;

	return !sigaction(sig, NULL, &sa) && sa.sa_handler == SIG_IGN;
}

static void block_signals(sigset_t *set)
{
	sigemptyset(set);
	sigaddset(set, SIGCHLD);
	for (size_t i = 0; i < sizeof(passed_on) / sizeof(*passed_on); i++)
		if (passed_on[i] != SIGHUP || !loader_is_ignored(SIGHUP))
			sigaddset(set, passed_on[i]);
	sigprocmask(SIG_BLOCK, set, NULL);
}

static int told_status(int status)
{
	if (WIFEXITED(status))
		return WEXITSTATUS(status);
	error("the session ended early: its reader was killed by signal %d",
	      WTERMSIG(status));
	return 1;
}

/* Waits until the consumer has ended, and passes signals of other processes on to
 * it.  Returns the consumer's exit status; 1, after a message, if it was killed. */
static int wait_for(pid_t consumer, int socket, const sigset_t *set)
{
	siginfo_t info;
	int status;

	for (;;) {
		if (sigwaitinfo(set, &info) < 0)
			continue;
		if (waitpid(consumer, &status, WNOHANG) == consumer)
			return told_status(status);
		if (info.si_signo != SIGCHLD && info.si_code <= 0)
			pass_on(socket, &info);
	}
}

/* Forks the consumer, closes the own copy of @device and waits.  Returns the exit
 * status.  In the consumer it does not return. */
static int run(const struct options *o, int device)
{
	sigset_t set;
	int pair[2], status;
	pid_t consumer;

	if (socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, pair)) {
		error("cannot make a socket: %s", strerror(errno));
		close(device);
		return 1;
	}
	block_signals(&set);
	consumer = fork();
	if (!consumer) {
		close(pair[0]);
		_exit(consumer_main(o, device, pair[1]));
	}
	close(device);
	close(pair[1]);
	if (consumer < 0) {
		error("cannot fork: %s", strerror(errno));
		status = 1;
	} else {
		status = wait_for(consumer, pair[0], &set);
	}
	close(pair[0]);
	return status;
}

int loader_main(const struct options *o)
{
	char name[64];
	int device, status = 1;

	session_clean();
	if (o->attach) {
		if (!checks_before_load(NULL))
			return 1;
		snprintf(name, sizeof(name), "%s", o->attach);
	} else if (!load(o, name)) {
		return 1;
	}
	device = open_device(name);
	if (device >= 0)
		status = run(o, device);
	else if (o->attach)
		return 1;	/* not ours to delete */
	if (status == CONSUMER_LINGERS)
		return 0;
	if (session_delete(name))
		return status;
	error("cannot remove the module '%s': %s", name, strerror(errno));
	return 1;
}
