/* SPDX-License-Identifier: LGPL-2.1-or-later */
/*
 * Intrinsics on the current task: here, this process.
 */
#include <errno.h>
#include <sched.h>
#include <unistd.h>

#include "runtime/core/fn.h"

stp_s64 stp_fn_pid(struct stp_ctx *c)
{
	return getpid();
}

stp_s64 stp_fn_tid(struct stp_ctx *c)
{
	return gettid();
}

stp_s64 stp_fn_ppid(struct stp_ctx *c)
{
	return getppid();
}

stp_s64 stp_fn_uid(struct stp_ctx *c)
{
	return getuid();
}

stp_s64 stp_fn_euid(struct stp_ctx *c)
{
	return geteuid();
}

stp_s64 stp_fn_gid(struct stp_ctx *c)
{
	return getgid();
}

stp_s64 stp_fn_egid(struct stp_ctx *c)
{
	return getegid();
}

struct stp_str stp_fn_execname(struct stp_ctx *c, struct stp_slot s)
{
	const char *p = program_invocation_short_name;
	size_t n = strlen(p);

	return stp_str_copy(c, s,
			    (struct stp_str){ p, n < 15 ? (stp_u32)n : 15 });
}

stp_s64 stp_fn_cpu(struct stp_ctx *c)
{
	return sched_getcpu();
}
