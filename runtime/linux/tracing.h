/* SPDX-License-Identifier: GPL-2.0-or-later */
/**
 * @file
 * Checks that the kernel's function tracing is switched on, and keeps it on:
 * sysctl kernel.ftrace_enabled.  Kprobes at entries of functions need it but do
 * not request it: the kernel accepts them, never hits them, and complains when
 * they go.  Kinds that register with the function tracer themselves request it
 * there and need none of this.
 */
#ifndef STP_LINUX_TRACING_H
#define STP_LINUX_TRACING_H

/** Returns true if function tracing is switched off now, and false if that cannot
 *  be read from /proc.  It may change at any time. */
bool stp_tracing_is_off(void);

/** Keeps function tracing switched on until stp_tracing_release(); further
 *  calls do nothing.  Returns 0 or -errno: -EBUSY, it is off already; others,
 *  the kernel cannot guarantee it. */
int stp_tracing_hold(void);
void stp_tracing_release(void);

#endif
