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
 * Reads the symbols of the kernel's image from a file like /proc/kallsyms, by
 * address, without those of modules.  False: there are none.  In either case
 * the caller calls raw_symbols_free(@ret).
 */
bool running_symbols(const char *path, struct raw_symbols *ret);
/** Appends all bytes of the file @path to @ret; false if @ret is empty after that.  The size
 *  that the kernel shows for such files is not used. */
bool running_bytes(const char *path, struct buf *ret);

#endif
