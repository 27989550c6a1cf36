/* SPDX-License-Identifier: GPL-2.0-or-later */
/**
 * @file
 * Tracepoints of the kernel that the runtime itself listens to.
 */
#ifndef STP_LINUX_OWN_TRACEPOINTS_H
#define STP_LINUX_OWN_TRACEPOINTS_H

#include <linux/tracepoint.h>
#include <linux/types.h>

/** A callback of the runtime at a tracepoint. */
struct stp_hook {
	const char *name;	/* of the tracepoint; NULL: it is not wanted */
	void *callback;		/* its parameters: void *unused, then what the
				   tracepoint passes */
	struct tracepoint *tp;	/* not NULL: the callback is registered */
};

/** Registers those of the @n hooks that have a name, or none.  Returns 0 or
 *  -errno: -ENOENT, the kernel has no such tracepoint.  May sleep. */
int stp_hooks_on(struct stp_hook *hooks, u32 n);
/** Unregisters the hooks.  When it returns, no callback runs or will run.  May
 *  sleep. */
void stp_hooks_off(struct stp_hook *hooks, u32 n);

#endif
