/* SPDX-License-Identifier: GPL-2.0-or-later */
/**
 * @file
 * What a callback of ftrace gets: how its registers are found, and what has
 * to be said to get those of the arguments at least.
 */
#ifndef STP_COMPAT_FTRACE_H
#define STP_COMPAT_FTRACE_H

#include <linux/ftrace.h>

/** Registers at the hook: all of them, or those of STP_FTRACE_ARGS. */
static __always_inline struct pt_regs *
stp_ftrace_regs(struct ftrace_regs *fregs)
{
#ifdef arch_ftrace_regs
	return &arch_ftrace_regs(fregs)->regs;
#else
	return &fregs->regs;
#endif
}

/** Flags of an ftrace_ops: with all registers; with the arguments' ones, the
 *  stack pointer and the frame pointer. */
#define STP_FTRACE_ALL_REGS FTRACE_OPS_FL_SAVE_REGS
#ifdef CONFIG_HAVE_DYNAMIC_FTRACE_WITH_ARGS
#define STP_FTRACE_ARGS 0
#else
#define STP_FTRACE_ARGS FTRACE_OPS_FL_SAVE_REGS
#endif

#endif
