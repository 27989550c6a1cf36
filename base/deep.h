/* SPDX-License-Identifier: LGPL-2.1-or-later */
/**
 * @file
 * A large stack, for functions that recurse over trees: the tree of a sum of 100 000
 * terms is as many nodes deep.
 */
#ifndef BASE_DEEP_H
#define BASE_DEEP_H

/**
 * Calls run(@arg) in another thread, which has a stack of one gigabyte, and returns after
 * @run has returned.  Only the used part of the stack takes memory.  If the stack or the
 * thread cannot be made, calls run(@arg) in the caller's thread.
 */
void deep_call(void (*run)(void *arg), void *arg);

#endif
