/* SPDX-License-Identifier: GPL-2.0-or-later */
/**
 * @file
 * Keeps programs alive that leave functions by an exception, or by switching to
 * another stack, while the return of the function is probed.
 *
 * While such a function runs, its return address on the stack is that of a
 * page of the kernel's (a trampoline), and the kernel keeps the true one.
 * Unwinders read return addresses, and find no function at the trampoline's.
 * If the stack pointer is above the frame of a call, the kernel assumes that
 * the call was left without a return, and forgets the call.  When that call
 * returns nevertheless, the kernel ends the program.  So at a few functions of
 * the program and its libraries (section GUARDS of the blob) the true addresses
 * are put back on the stack:
 * - where an exception is thrown, or its unwinding continues.  When the unwinder
 *   has found where the program continues, the kernel's address is put in again,
 *   and returns are hit as before.  A function that the exception has left never
 *   returns.
 * - where the program switches stacks.  The returns of functions that run then
 *   are not hit any more, and are counted: STP_CAUSE_SWITCHED.
 * - where a probed function is called in a signal handler that has a stack of its
 *   own.  To the kernel this is a switch of stacks, too, and it is counted in the
 *   same way.
 * - when the session ends, in all threads: they may stay for hours in
 *   functions that were probed, and throw when there is no guard any more.
 */
#ifndef STP_LINUX_RETURN_GUARD_H
#define STP_LINUX_RETURN_GUARD_H

#include <linux/mm_types.h>
#include <linux/ptrace.h>

#include "runtime/core/types.h"

/** Attaches all guards of the blob; a second call does nothing.  Returns 0, or
 *  -errno: then none is attached. */
int stp_guards_attach(void);
/** Detaches all guards, if they are attached.  No guard is hit any more when it
 *  returns. */
void stp_guards_detach(void);
/** Returns the number of function returns that were not hit because of
 *  guards. */
u64 stp_guards_lost(void);

/**
 * Returns true if the kernel keeps no more calls of this thread.  Called at the
 * entry of a function whose return is probed, inside of another such function.
 * On a signal's alternate stack the kernel would take the functions on the
 * thread's own stack for left, so their return addresses are put back.
 */
bool stp_guards_is_deep(const struct pt_regs *regs);

/* ---- between the two files ----------------------------------------------- */

/** Returns the address of the trampoline in a process, or 0 if it has none. */
unsigned long stp_guards_trampoline(struct mm_struct *mm);
/** Puts the true addresses back into the stacks of all threads of the processes
 *  for which @is_meant returns true.  Call it when no return is probed any more.
 *  Without memory for the list of threads it does nothing.  May sleep. */
void stp_guards_put_back(bool (*is_meant)(const struct mm_struct *mm));

#endif
