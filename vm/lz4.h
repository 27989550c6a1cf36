/* SPDX-License-Identifier: LGPL-2.1-or-later */
/**
 * @file
 * LZ4 as kernels are packed with it: what `lz4 -l` writes.
 */
#ifndef VM_LZ4_H
#define VM_LZ4_H

#include <stdbool.h>
#include <stddef.h>

/** Unpack @n bytes at @p into @out of *@size bytes; *@size becomes what was
 *  written.  False if the bytes are bad or do not fit. */
bool lz4_unpack(const unsigned char *p, size_t n, char *out, size_t *size);

#endif
