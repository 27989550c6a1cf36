/* SPDX-License-Identifier: LGPL-2.1-or-later */
/*
 * The main loop: sleeps until the next timer, the deadline, input, a signal, or
 * until nothing reads our records any more.
 */
#include <poll.h>
#include <signal.h>
#include <sys/signalfd.h>
#include <time.h>
#include <unistd.h>

#include "runtime/core/handler.h"
#include "runtime/host/host.h"

volatile int stp_host_interrupted, stp_host_snapshot_wanted;

__attribute__((weak)) stp_u64 stp_host_next_timer(void)
{
	return 0;
}

__attribute__((weak)) void stp_host_run_timers(stp_u64 now)
{
}

/* ---- conditions --------------------------------------------------------- */

static stp_u64 look_due, last_look;

void stp_os_look_soon(void)
{
	look_due =
		last_look + stp_run.limits[STP_LIM_ON_THE_FLY_MS] * 1000000 + 1;
}

void stp_os_look_never(void)
{
	look_due = 0;
}

static void look(stp_u64 now)
{
	if (!look_due || now < look_due)
		return;
	look_due = 0;
	last_look = now;
	stp_script.arm->look();
}

/* ---- standard input ----------------------------------------------------- */

static int input_fd = -1;

/* Reads input and gives it to the script.  The end of the input does not end the run. */
static void read_input(void)
{
	char bytes[4096];
	ssize_t n = read(input_fd, bytes, sizeof(bytes));

	if (n > 0)
		stp_run_input(bytes, (stp_u32)n);
	else
		input_fd = -1;
}

/* ---- what the runner's user asks ---------------------------------------- */

static int ask_fd = -1;

void stp_host_listen(void)
{
	sigset_t set;

	sigemptyset(&set);
	sigaddset(&set, STP_ASK_SIGNAL);
	sigprocmask(SIG_BLOCK, &set, NULL);
	ask_fd = signalfd(-1, &set, SFD_CLOEXEC | SFD_NONBLOCK);
}

static void read_asked(void)
{
	struct signalfd_siginfo info;

	while (read(ask_fd, &info, sizeof(info)) == sizeof(info))
		stp_host_asked((stp_u32)info.ssi_int);
}

/* ---- the loop ----------------------------------------------------------- */

/* Sleeps until @due, or without end if it is 0, and handles the input or request that
 * wakes it.  Signals are blocked except in this sleep, so none is missed between the test
 * of the flags and the sleep. */
static void sleep_until(stp_u64 due, const sigset_t *mask)
{
	stp_u64 now = stp_os_now();
	stp_u64 ns = due > now ? due - now : 0;
	struct timespec ts = {
		.tv_sec = (time_t)(ns / 1000000000),
		.tv_nsec = (long)(ns % 1000000000),
	};

	struct pollfd p[] = {
		{ .fd = input_fd, .events = POLLIN },
		{ .fd = STP_HOST_FD },
		{ .fd = ask_fd, .events = POLLIN },
	};

	if (ppoll(p, 3, due ? &ts : NULL, mask) <= 0)
		return;
	if (p[0].revents)
		read_input();
	if (p[1].revents & (POLLERR | POLLHUP))
		stp_host_interrupted = 1;
	if (p[2].revents)
		read_asked();
}

static stp_u64 earlier(stp_u64 a, stp_u64 b)
{
	if (!a || !b)
		return a | b;
	return a < b ? a : b;
}

void stp_host_run(stp_u64 deadline)
{
	sigset_t block, old;

	sigemptyset(&block);
	sigaddset(&block, SIGINT);
	sigaddset(&block, SIGTERM);
	sigaddset(&block, SIGUSR2);
	sigprocmask(SIG_BLOCK, &block, &old);
	if (stp_run_wants_input())
		input_fd = STDIN_FILENO;
	while (stp_is_running() && !stp_host_interrupted) {
		stp_u64 now = stp_os_now(), due;

		/* before the sleep: the signal may have come before signals
		   were blocked */
		if (stp_host_snapshot_wanted) {
			stp_host_snapshot_wanted = 0;
			read_asked();	/* requests that came before the signal */
			stp_host_snapshot();
		}
		if (deadline && now >= deadline)
			break;
		due = earlier(stp_host_next_timer(), deadline);
		sleep_until(earlier(due, look_due), &old);
		if (stp_host_interrupted)
			break;
		stp_host_run_timers(stp_os_now());
		look(stp_os_now());
	}
	sigprocmask(SIG_SETMASK, &old, NULL);
}
