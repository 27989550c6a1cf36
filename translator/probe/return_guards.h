/* SPDX-License-Identifier: LGPL-2.1-or-later */
/**
 * @file
 * Finds the functions of a program and its libraries where an exception is
 * thrown or the stack is switched.  There the module puts back return addresses
 * that a probe of a return has replaced (runtime/linux/return_guard.h).
 */
#ifndef PROBE_RETURN_GUARDS_H
#define PROBE_RETURN_GUARDS_H

#include "translator/probe/probe.h"

struct binary;

/** The guards that a probe of returns in @b needs, perhaps none, in the processes that
 *  run @program (NULL: all that use @b).  They are in the arena of @r's program. */
const struct return_guards *return_guards_of(const struct resolve *r,
					     struct binary *b,
					     const struct probe_location *program);

#endif
