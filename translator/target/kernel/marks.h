/* SPDX-License-Identifier: LGPL-2.1-or-later */
/**
 * @file
 * Sets the flags of a kernel's symbols by what its own boundary symbols say, such
 * as __init_begin and __init_end.
 */
#ifndef TARGET_MARKS_H
#define TARGET_MARKS_H

#include <stdbool.h>

struct image;
struct raw_symbols;

/** Returns true for a name that the compiler adds to a function's: __pfx_x, x.cold. */
bool mark_is_by_product(const char *name);

/** Sets KERNEL_SYMBOL_PER_CPU of the per-CPU variables, and KERNEL_SYMBOL_INIT of the
 *  other symbols in init memory. */
void mark_data(struct raw_symbols *s);
/** Sets KERNEL_SYMBOL_BLACKLIST of the symbols where the kernel refuses kprobes. */
void mark_blacklist(struct raw_symbols *s, const struct image *im);
/** Sets KERNEL_SYMBOL_FTRACE of the functions that ftrace can hook; false if the
 *  image's list of them cannot be read or matches no symbol. */
bool mark_ftrace(struct raw_symbols *s, const struct image *im);

#endif
