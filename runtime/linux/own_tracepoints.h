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

/** Register all @n; none of them is if it fails with -errno, and -ENOENT says
 *  that the kernel has no such tracepoint.  May sleep. */
int stp_hooks_on(struct stp_hook *hooks, u32 n);
/** When it returns no callback runs or will run. */
void stp_hooks_off(struct stp_hook *hooks, u32 n);

#endif
