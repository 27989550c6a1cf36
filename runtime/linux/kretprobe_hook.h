/* SPDX-License-Identifier: GPL-2.0-or-later */
/**
 * @file
 * Kretprobes that are hit by way of a hook of ours.
 *
 * The kernel arms them one by one, and goes over all hooks of the function
 * tracer for each: thousand take it ten seconds.  So it gets them disabled, and
 * all of them share one registration with the tracer, which calls what the
 * kernel's own would call.  A hit costs less, too.
 *
 * Calls are made one at a time.
 */
#ifndef STP_LINUX_KRETPROBE_HOOK_H
#define STP_LINUX_KRETPROBE_HOOK_H

#include <linux/kprobes.h>

#include "runtime/core/handler.h"

/** Room for @n functions.  0 or -errno. */
int stp_hooked_prepare(stp_u32 n);
/**
 * From the next stp_hooked_apply() on, and until the one after
 * stp_hooked_remove(), the entry of its function calls @kp's pre_handler; @kp
 * is registered, and disabled.  False: it is not at a hook of the tracer, or
 * another one is there, and the kernel has to enable it.
 */
bool stp_hooked_add(struct kprobe *kp);
void stp_hooked_remove(struct kprobe *kp);
/** 0, or -errno: then there are no hits. */
int stp_hooked_apply(void);
/** None is hit any more; hits may still be under way, with preemption off. */
void stp_hooked_end(void);
void stp_hooked_free(void);

#endif
