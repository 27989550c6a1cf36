/* SPDX-License-Identifier: LGPL-2.1-or-later */
/**
 * @file
 * A large stack, for functions that recurse over trees: a chain of 100 000
 * terms is a tree of that depth.
 */
#ifndef BASE_DEEP_H
#define BASE_DEEP_H

/**
 * Calls run(@arg) on a stack of a gigabyte, of which only what is used takes
 * memory, and returns when it has ended.  Where there is no room for such a
 * stack it runs on that of the caller.
 */
void deep_call(void (*run)(void *arg), void *arg);

#endif
