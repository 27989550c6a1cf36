/* SPDX-License-Identifier: GPL-2.0-or-later */
/**
 * @file
 * Direct calls of ftrace: a function's entry calls code of ours.  6.4 gave
 * the calls that take many functions the names of those that took one.
 */
#ifndef STP_COMPAT_DIRECT_H
#define STP_COMPAT_DIRECT_H

#include <linux/ftrace.h>
#include <linux/version.h>

/** The functions of @ops' filter call @addr: all of them or none.  Function
 *  tracing may not be switched off meanwhile; 6.1 forgets other flags. */
static inline int stp_direct_register(struct ftrace_ops *ops,
				      unsigned long addr)
{
#if LINUX_VERSION_CODE < KERNEL_VERSION(6, 4, 0)
	int err = register_ftrace_direct_multi(ops, addr);
#else
	int err = register_ftrace_direct(ops, addr);
#endif
	if (!err)
		ops->flags |= FTRACE_OPS_FL_PERMANENT;
	return err;
}

static inline void stp_direct_unregister(struct ftrace_ops *ops,
					 unsigned long addr)
{
#if LINUX_VERSION_CODE < KERNEL_VERSION(6, 4, 0)
	unregister_ftrace_direct_multi(ops, addr);
#else
	unregister_ftrace_direct(ops, addr, false);
#endif
	ftrace_free_filter(ops);
}

#endif
