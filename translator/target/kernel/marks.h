/* SPDX-License-Identifier: LGPL-2.1-or-later */
/**
 * @file
 * What the kernel's own boundary symbols say about its other symbols.
 */
#ifndef TARGET_MARKS_H
#define TARGET_MARKS_H

#include <stdbool.h>

struct image;
struct raw_symbols;

/** A name that the compiler made next to a function's: __pfx_x, x.cold. */
bool mark_is_by_product(const char *name);

/** Set KERNEL_SYMBOL_INIT where it belongs. */
void mark_init(struct raw_symbols *s);
/** Set KERNEL_SYMBOL_BLACKLIST. */
void mark_blacklist(struct raw_symbols *s, const struct image *im);
/** Set KERNEL_SYMBOL_FTRACE; false if the image's list cannot be read. */
bool mark_ftrace(struct raw_symbols *s, const struct image *im);

#endif
