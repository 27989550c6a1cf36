/* SPDX-License-Identifier: LGPL-2.1-or-later */
/*
 * Intrinsics on the current task, which is this process.
 */
#include <errno.h>
#include <sched.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "runtime/core/fn.h"

STP_INTRINSIC stp_s64 stp_fn_pid(struct stp_ctx *c)
{
	return getpid();
}

STP_INTRINSIC stp_s64 stp_fn_tid(struct stp_ctx *c)
{
	return gettid();
}

STP_INTRINSIC stp_s64 stp_fn_ppid(struct stp_ctx *c)
{
	return getppid();
}

STP_INTRINSIC stp_s64 stp_fn_uid(struct stp_ctx *c)
{
	return getuid();
}

STP_INTRINSIC stp_s64 stp_fn_euid(struct stp_ctx *c)
{
	return geteuid();
}

STP_INTRINSIC stp_s64 stp_fn_gid(struct stp_ctx *c)
{
	return getgid();
}

STP_INTRINSIC stp_s64 stp_fn_egid(struct stp_ctx *c)
{
	return getegid();
}

STP_INTRINSIC struct stp_str stp_fn_execname(struct stp_ctx *c,
					     struct stp_slot s)
{
	const char *p = program_invocation_short_name;
	size_t n = strlen(p);

	return stp_str_copy(c, s,
			    (struct stp_str){ p, n < 15 ? (stp_u32)n : 15 });
}

STP_INTRINSIC stp_s64 stp_fn_cpu(struct stp_ctx *c)
{
	return sched_getcpu();
}

/* ---- namespaces: this process has its own ------------------------------- */

STP_INTRINSIC stp_s64 stp_fn_ns_id(struct stp_ctx *c, stp_s64 which)
{
	switch (which) {
	case 0:
		return getpid();
	case 1:
		return gettid();
	case 2:
		return getppid();
	case 3:
		return getpgrp();
	default:
		return getsid(0);
	}
}

STP_INTRINSIC stp_s64 stp_fn_ns_user(struct stp_ctx *c, stp_s64 uid)
{
	return uid;
}

STP_INTRINSIC stp_s64 stp_fn_ns_group(struct stp_ctx *c, stp_s64 gid)
{
	return gid;
}

static int begin(void)
{
	return 0;
}

static void end(void)
{
}

const struct stp_namespaces stp_namespaces = { begin, end };

/* ---- the target: /proc says whether a process descends from it, now ------- */

static stp_s64 parent_of(stp_s64 pid)
{
	char path[64], line[256] = "", *name_end;
	long long parent = 0;
	FILE *f;

	snprintf(path, sizeof(path), "/proc/%lld/stat", pid);
	f = fopen(path, "re");
	if (!f)
		return 0;
	/* PID (NAME) STATE PARENT ...: a name may contain brackets */
	name_end = fgets(line, sizeof(line), f) ? strrchr(line, ')') : NULL;
	if (!name_end || sscanf(name_end + 1, " %*c %lld", &parent) != 1)
		parent = 0;
	fclose(f);
	return parent;
}

STP_INTRINSIC stp_s64 stp_fn_target_has(struct stp_ctx *c, stp_s64 pid)
{
	stp_s64 target = stp_fn_target(c);

	while (pid > 1 && pid != target)
		pid = parent_of(pid);
	return target && pid == target;
}

STP_INTRINSIC stp_s64 stp_fn_target_births(struct stp_ctx *c)
{
	return 0;
}

STP_INTRINSIC stp_s64 stp_fn_target_birth(struct stp_ctx *c, stp_s64 i)
{
	return 0;
}

const struct stp_target_set stp_target_set = { begin, end };
