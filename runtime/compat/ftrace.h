/* SPDX-License-Identifier: GPL-2.0-or-later */
/**
 * @file
 * The registers that an ftrace callback gets, the flags with which it
 * gets at least the argument registers, and its filter.  Since 5.18 one call
 * sets many functions; since 6.0 modules may free a filter.
 */
#ifndef STP_COMPAT_FTRACE_H
#define STP_COMPAT_FTRACE_H

#include <linux/ftrace.h>
#include <linux/version.h>

/* Until 5.10 a callback gets a plain struct pt_regs.  Without STP_FTRACE_NESTS
 * it is not called while another callback runs, and such hits are lost
 * uncounted. */
#if LINUX_VERSION_CODE < KERNEL_VERSION(5, 11, 0)
#define ftrace_regs pt_regs
#define STP_FTRACE_NESTS FTRACE_OPS_FL_RECURSION_SAFE
#else
#define STP_FTRACE_NESTS 0
#endif

/** Returns the registers at the hook: all of them with STP_FTRACE_ALL_REGS; with
 *  STP_FTRACE_ARGS those that it describes. */
static __always_inline struct pt_regs *
stp_ftrace_regs(struct ftrace_regs *fregs)
{
#if LINUX_VERSION_CODE < KERNEL_VERSION(5, 11, 0)
	return fregs;
#elif defined(arch_ftrace_regs)
	return &arch_ftrace_regs(fregs)->regs;
#else
	return &fregs->regs;
#endif
}

/** Flags of an ftrace_ops that gets all registers, and of one that gets the
 *  argument registers, the stack pointer and the frame pointer. */
#define STP_FTRACE_ALL_REGS (FTRACE_OPS_FL_SAVE_REGS | STP_FTRACE_NESTS)
#ifdef CONFIG_HAVE_DYNAMIC_FTRACE_WITH_ARGS
#define STP_FTRACE_ARGS 0
#else
#define STP_FTRACE_ARGS STP_FTRACE_ALL_REGS
#endif

/** 1 if functions can only be added to a filter and removed from it one by one,
 *  else 0.  If the ops is registered, each call is a pass over the kernel's
 *  text. */
#if LINUX_VERSION_CODE >= KERNEL_VERSION(5, 18, 0)
#define STP_FTRACE_ONE_BY_ONE 0
#else
#define STP_FTRACE_ONE_BY_ONE 1
#endif

/** Makes the @n functions at @ips the filter of @ops, instead of all former
 *  ones.  Returns 0 or -errno.  With STP_FTRACE_ONE_BY_ONE @ops must not be
 *  registered: the functions not yet added again would miss hits meanwhile. */
static inline int stp_ftrace_set_filter(struct ftrace_ops *ops,
					unsigned long *ips, unsigned int n)
{
#if !STP_FTRACE_ONE_BY_ONE
	return ftrace_set_filter_ips(ops, ips, n, 0, 1);
#else
	unsigned int i;
	int err = 0;

	for (i = 0; i < n && !err; i++)
		err = ftrace_set_filter_ip(ops, ips[i], 0, !i);
	return err;
#endif
}

/** Returns 0 if a filter would take the @n functions at @ips, or -errno.
 *  @trial must not be registered. */
static inline int stp_ftrace_try_filter(struct ftrace_ops *trial,
					unsigned long *ips, unsigned int n)
{
	unsigned int i;
	int err = 0;

	if (!STP_FTRACE_ONE_BY_ONE)
		return stp_ftrace_set_filter(trial, ips, n);
	for (i = 0; i < n && !err; i++)
		err = ftrace_set_filter_ip(trial, ips[i], 0, 1);
	return err;
}

static inline void stp_ftrace_free_filter(struct ftrace_ops *ops)
{
#if LINUX_VERSION_CODE >= KERNEL_VERSION(6, 0, 0)
	ftrace_free_filter(ops);
#else
	ftrace_set_filter(ops, NULL, 0, 1);
#endif
}

#endif
