/* SPDX-License-Identifier: LGPL-2.1-or-later */
/**
 * @file
 * What the code of a kernel's function shows of its arguments.  The code is read
 * where several functions share a name, because types are found by name only.
 */
#ifndef TARGET_STACK_ARGS_H
#define TARGET_STACK_ARGS_H

#include <stdbool.h>

struct kernel;
struct kernel_symbol;

/**
 * Returns true if the code shows that the function @s has no arguments on the
 * stack, in its caller's frame; false if it has some, or that is not known.  The
 * compiler must not have changed the calling convention of @s.
 */
bool stack_args_are_none(struct kernel *k, const struct kernel_symbol *s);

#endif
