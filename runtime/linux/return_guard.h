/* SPDX-License-Identifier: GPL-2.0-or-later */
/**
 * @file
 * Keeps programs alive that leave functions whose returns are probed by an
 * exception or for another stack.
 *
 * While such a function runs, its return address on the stack is that of a page
 * of the kernel's (a trampoline), and the kernel has the true one.  Unwinders
 * read return addresses, and find no function there; and a call that seems to
 * be left, because the stack pointer is beyond it, is forgotten by the kernel,
 * which then ends the program at the return.  So at a few functions of the
 * program and its libraries (GUARDS of the blob) the true addresses are put
 * back on the stack:
 * - where an exception is thrown, or goes on.  When the unwinder has found where
 *   the program continues, the kernel's address is put in again, and returns
 *   are hit as before.  What the exception has left never returns.
 * - where the program switches stacks.  The returns of what runs then are not
 *   hit any more, and are counted: STP_CAUSE_SWITCHED.
 * - where a probed function is called in a signal handler that has a stack of its
 *   own.  This is the same to the kernel, and is counted in the same way.
 * - when the session ends, in all threads: they may go on for hours inside of
 *   what was probed, and throw when there is no guard any more.
 */
#ifndef STP_LINUX_RETURN_GUARD_H
#define STP_LINUX_RETURN_GUARD_H

#include <linux/mm_types.h>
#include <linux/ptrace.h>

#include "runtime/core/types.h"

/** Attaches all guards of the blob; again: nothing.  -errno, and none is. */
int stp_guards_attach(void);
/** No guard is hit any more when it returns.  None attached: nothing. */
void stp_guards_detach(void);
/** Returns that were not hit because of them. */
u64 stp_guards_lost(void);

/**
 * Called at the entry of a function whose return is probed, inside of another
 * one.  On a signal's alternate stack the kernel would take what runs on the
 * thread's own stack for left: its return addresses are put back.  Returns true
 * if the kernel keeps no more calls of this thread.
 */
bool stp_guards_is_deep(const struct pt_regs *regs);

/* ---- between the two files ----------------------------------------------- */

/** The address of the trampoline of a process; 0: it has none. */
unsigned long stp_guards_trampoline(struct mm_struct *mm);
/** Puts the true addresses back into the stacks of all threads of the processes
 *  that @is_meant.  No return is probed any more.  May sleep. */
void stp_guards_put_back(bool (*is_meant)(const struct mm_struct *mm));

#endif
