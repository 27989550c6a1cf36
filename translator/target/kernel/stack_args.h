/* SPDX-License-Identifier: LGPL-2.1-or-later */
/**
 * @file
 * What the code of a kernel's function shows of its arguments.  It is asked
 * where functions share a name and types do not tell them apart.
 */
#ifndef TARGET_STACK_ARGS_H
#define TARGET_STACK_ARGS_H

#include <stdbool.h>

struct kernel;
struct kernel_symbol;

/**
 * Returns true if the code shows that the function takes nothing from its
 * caller's frame; false if it does, or that is not known.  It must be a function
 * whose calling convention the compiler did not change.
 */
bool stack_args_are_none(struct kernel *k, const struct kernel_symbol *s);

#endif
