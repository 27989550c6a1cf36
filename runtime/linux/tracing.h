/* SPDX-License-Identifier: GPL-2.0-or-later */
/**
 * @file
 * Whether the kernel's function tracing is switched on, and that it stays so:
 * sysctl kernel.ftrace_enabled.  Kprobes at entries of functions need it and do
 * not ask for it: the kernel takes them, never hits them, and complains when
 * they go.  Kinds that register with the function tracer themselves say so to
 * it and need none of this.
 */
#ifndef STP_LINUX_TRACING_H
#define STP_LINUX_TRACING_H

/** Is it switched off now?  It may be meanwhile. */
bool stp_tracing_is_off(void);

/** It cannot be switched off from now on until stp_tracing_release(); may be
 *  called again.  -EBUSY: it is off already.  Other errors: the kernel cannot
 *  promise that. */
int stp_tracing_hold(void);
void stp_tracing_release(void);

#endif
