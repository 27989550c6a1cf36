/* SPDX-License-Identifier: LGPL-2.1-or-later */
/**
 * @file
 * Files in which a running kernel shows its symbols, types and build id.
 */
#ifndef TARGET_RUNNING_H
#define TARGET_RUNNING_H

#include <stdbool.h>

#include "base/buf.h"

struct raw_symbols;

/**
 * The symbols of the kernel's image in a file like /proc/kallsyms, by address;
 * those of modules are left out.  False: none.  To be freed in either case.
 */
bool running_symbols(const char *path, struct raw_symbols *ret);
/** Append all of a file whose size is not known before; false: nothing. */
bool running_bytes(const char *path, struct buf *ret);

#endif
