/* SPDX-License-Identifier: LGPL-2.1-or-later */
/**
 * @file
 * What the code of a kernel's function shows of its arguments, where types do
 * not tell which function of a name has which.
 */
#ifndef TARGET_STACK_ARGS_H
#define TARGET_STACK_ARGS_H

#include <stdbool.h>

struct kernel;
struct kernel_symbol;

/**
 * Returns true if the code shows that the function, whose call the compiler did
 * not change, takes nothing from its caller's frame.  False: it does, or that
 * is not known.
 */
bool stack_args_are_none(struct kernel *k, const struct kernel_symbol *s);

#endif
