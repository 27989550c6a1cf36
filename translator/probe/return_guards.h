/* SPDX-License-Identifier: LGPL-2.1-or-later */
/**
 * @file
 * Finds the functions of a program and its libraries where an exception is
 * thrown or the stack is switched: the module puts return addresses back there
 * that a probe of a return has replaced (runtime/linux/return_guard.h).
 */
#ifndef PROBE_RETURN_GUARDS_H
#define PROBE_RETURN_GUARDS_H

#include "translator/probe/probe.h"

struct binary;

/** What a probe of returns in @b needs, in the processes of @program, NULL: all
 *  that run @b; perhaps nothing.  In the arena of @r's program. */
const struct return_guards *return_guards_of(const struct resolve *r,
					     struct binary *b,
					     const struct probe_location *program);

#endif
