/* SPDX-License-Identifier: GPL-2.0-or-later */
/**
 * @file
 * Direct calls of ftrace: a function's entry calls our code.  Since 5.18 one
 * ftrace_ops can do that for many functions.  Since 6.4 the kernel's functions
 * that register many of them have no "_multi" in their names.
 *
 * The kernel keeps direct calls in a table of 4096 lists.  Before 6.7 it makes
 * a new table for each entry after the 8192nd and never frees the old one,
 * which has 33 KB: the 10 000th function costs as much as a kretprobe.  So at
 * most STP_DIRECT_MOST functions are registered.
 */
#ifndef STP_COMPAT_DIRECT_H
#define STP_COMPAT_DIRECT_H

#include <linux/version.h>

/** 1 if functions can have direct calls, else 0. */
#if defined(CONFIG_DYNAMIC_FTRACE_WITH_DIRECT_CALLS) &&                        \
	LINUX_VERSION_CODE >= KERNEL_VERSION(5, 18, 0)
#define STP_DIRECT_CALLS 1
#else
#define STP_DIRECT_CALLS 0
#endif

#if LINUX_VERSION_CODE < KERNEL_VERSION(6, 7, 0)
/** The maximum number of functions that are registered for direct calls. */
#define STP_DIRECT_MOST 8192
#else
#define STP_DIRECT_MOST 0xffffffff
#endif

#if !defined(__ASSEMBLY__) && STP_DIRECT_CALLS
#include "runtime/compat/ftrace.h"

/** Makes all functions of @ops' filter call @addr, or none of them.  Returns 0
 *  or -errno.  While @ops is registered function tracing cannot be switched
 *  off.  The flag for that is set after registering, because 6.1 drops flags
 *  that were set before. */
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
	stp_ftrace_free_filter(ops);
}

/**
 * Makes the functions of @ops' filter call @addr without the table of direct
 * calls.  Returns 0 or -errno.  @addr is the trampoline of @ops, which the
 * kernel calls if no other tracer is at the function.  If one is, the kernel
 * calls @redirect: like a live patch it sets the address at which the function
 * continues.  No other tracer may set that address then.
 */
static inline int stp_redirect_register(struct ftrace_ops *ops,
					ftrace_func_t redirect,
					unsigned long addr)
{
	ops->func = redirect;
	ops->trampoline = addr;
	ops->flags |= FTRACE_OPS_FL_SAVE_REGS | FTRACE_OPS_FL_IPMODIFY |
		      FTRACE_OPS_FL_PERMANENT;
	return register_ftrace_function(ops);
}

static inline void stp_redirect_unregister(struct ftrace_ops *ops)
{
	unregister_ftrace_function(ops);
	stp_ftrace_free_filter(ops);
}
#endif

#endif
