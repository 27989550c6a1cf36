/* SPDX-License-Identifier: GPL-2.0-or-later */
/**
 * @file
 * Direct calls of ftrace: a function's entry calls code of ours.  Many
 * functions may since 5.18; 6.4 gave the calls that take many the names of
 * those that took one.
 *
 * The kernel keeps them in a table of 4096 lists.  Before 6.7, for each entry
 * after twice as many, it makes a new table and never frees the old one, 33 KB:
 * the 10 000th function costs as much as a kretprobe.  So no more than that are
 * asked for.
 */
#ifndef STP_COMPAT_DIRECT_H
#define STP_COMPAT_DIRECT_H

#include <linux/version.h>

/** Defined if functions can have direct calls. */
#if defined(CONFIG_DYNAMIC_FTRACE_WITH_DIRECT_CALLS) &&                        \
	LINUX_VERSION_CODE >= KERNEL_VERSION(5, 18, 0)
#define STP_DIRECT_CALLS 1
#else
#define STP_DIRECT_CALLS 0
#endif

#if LINUX_VERSION_CODE < KERNEL_VERSION(6, 7, 0)
/** The number of functions that may be registered. */
#define STP_DIRECT_MOST 8192
#else
#define STP_DIRECT_MOST 0xffffffff
#endif

#if !defined(__ASSEMBLY__) && STP_DIRECT_CALLS
#include "runtime/compat/ftrace.h"

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
	stp_ftrace_free_filter(ops);
}

/**
 * The same without that table: @ops has a trampoline of its own, which the
 * kernel calls if no other tracer is at the function.  Otherwise @redirect does
 * it: like a live patch it sets the address that the function goes on at, which
 * no other may then.
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
