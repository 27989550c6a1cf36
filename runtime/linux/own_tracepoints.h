/* SPDX-License-Identifier: GPL-2.0-or-later */
/**
 * @file
 * Tracepoints of the kernel that the runtime itself listens to.
 */
#ifndef STP_LINUX_OWN_TRACEPOINTS_H
#define STP_LINUX_OWN_TRACEPOINTS_H

#include <linux/tracepoint.h>
#include <linux/types.h>

struct stp_hook {
	const char *name;	/* NULL: it is not wanted */
	void *callback;		/* (void *unused, what the tracepoint passes) */
	struct tracepoint *tp;	/* not NULL: it is registered */
};

/** Registers all @n hooks, or none.  Returns 0 or -errno: -ENOENT, the kernel
 *  has no such tracepoint.  May sleep. */
int stp_hooks_on(struct stp_hook *hooks, u32 n);
/** Unregisters the hooks.  When it returns, no callback runs or will run.  May
 *  sleep. */
void stp_hooks_off(struct stp_hook *hooks, u32 n);

#endif
