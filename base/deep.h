/* SPDX-License-Identifier: LGPL-2.1-or-later */
/**
 * @file
 * A large stack, for functions that recurse over trees: a chain of 100 000
 * terms is a tree of that depth.
 */
#ifndef BASE_DEEP_H
#define BASE_DEEP_H

/**
 * Calls run(@arg) in a thread with a stack of one gigabyte and returns after @run has
 * returned.  Only the used part of the stack takes memory.  If the stack or the thread
 * cannot be made, @run uses the caller's stack.
 */
void deep_call(void (*run)(void *arg), void *arg);

#endif
