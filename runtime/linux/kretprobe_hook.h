/* SPDX-License-Identifier: GPL-2.0-or-later */
/**
 * @file
 * Kretprobes that are called from one hook of our own.
 *
 * The kernel arms kretprobes one by one, and goes over all hooks of the
 * function tracer for each: a thousand take ten seconds.  So they are
 * registered disabled, and share one hook of the tracer, which calls what the
 * kernel's own hook would call.  A hit costs less, too.
 *
 * The caller makes sure that only one of these functions runs at a time.
 */
#ifndef STP_LINUX_KRETPROBE_HOOK_H
#define STP_LINUX_KRETPROBE_HOOK_H

#include <linux/kprobes.h>

#include "runtime/core/handler.h"

/** Allocates memory for @n functions.  Returns 0 or -errno. */
int stp_hooked_prepare(stp_u32 n);
/**
 * Makes the entry of @kp's function call its pre_handler, from the next
 * stp_hooked_apply() until stp_hooked_remove().  @kp is registered, and
 * disabled.  Returns false if @kp is not where the function
 * tracer is called, another kretprobe of the run is there, the table is full,
 * the shared hook has failed, or this kernel cannot share hooks.  Then the
 * caller has to let the kernel enable @kp.
 */
bool stp_hooked_add(struct kprobe *kp);
void stp_hooked_remove(struct kprobe *kp);
/** Passes what was added and removed to the kernel.  Returns 0 or -errno.  After
 *  an error the caller has to let the kernel enable the kprobes. */
int stp_hooked_apply(void);
/** Unregisters the hook, so there are no new hits.  Hits that have begun may
 *  still run, with preemption off. */
void stp_hooked_end(void);
void stp_hooked_free(void);

#endif
