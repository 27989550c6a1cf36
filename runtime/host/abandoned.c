/* SPDX-License-Identifier: LGPL-2.1-or-later */
/*
 * Ends the traced command if the reader of the records, which started it, is killed; with
 * it the command's descendants.
 */
#include <dirent.h>
#include <poll.h>
#include <signal.h>
#include <stdio.h>
#include <sys/syscall.h>
#include <unistd.h>

#include "runtime/core/handler.h"
#include "runtime/host/host.h"

#define MOST_DEPTH 64

static int command = -1;	/* a pidfd, because a PID may be used again */

void stp_host_own_command(void)
{
	command = (int)syscall(SYS_pidfd_open,
			       (pid_t)stp_run.limits[STP_LIM_TARGET], 0);
}

bool stp_host_is_abandoned(void)
{
	struct pollfd p = { .fd = STP_HOST_FD };

	return poll(&p, 1, 0) == 1 && p.revents & (POLLERR | POLLHUP);
}

static void end_children(pid_t pid, int depth);

/* Ends the children that thread @tid of @pid has started, and their descendants. */
static void end_children_of(pid_t pid, const char *tid, int depth)
{
	char path[96];
	int child;
	FILE *f;

	snprintf(path, sizeof(path), "/proc/%d/task/%.20s/children", pid, tid);
	f = fopen(path, "re");
	if (!f)
		return;
	while (fscanf(f, "%d", &child) == 1) {
		end_children(child, depth + 1);
		kill(child, SIGTERM);
	}
	fclose(f);
}

/* Ends the descendants of @pid.  Children end before their parents, because a process
 * without its parent is not found. */
static void end_children(pid_t pid, int depth)
{
	char path[64];
	struct dirent *thread;
	DIR *d;

	snprintf(path, sizeof(path), "/proc/%d/task", pid);
	d = depth < MOST_DEPTH ? opendir(path) : NULL;
	if (!d)
		return;
	while ((thread = readdir(d)))
		if (*thread->d_name != '.')
			end_children_of(pid, thread->d_name, depth);
	closedir(d);
}

void stp_host_end_command(void)
{
	if (command < 0 || syscall(SYS_pidfd_send_signal, command, 0, NULL, 0))
		return;
	end_children((pid_t)stp_run.limits[STP_LIM_TARGET], 0);
	syscall(SYS_pidfd_send_signal, command, SIGTERM, NULL, 0);
}
