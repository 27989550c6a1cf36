/* SPDX-License-Identifier: LGPL-2.1-or-later */
/**
 * @file
 * Unpacks LZ4 in the form of kernel images, which `lz4 -l` writes.
 */
#ifndef VM_LZ4_H
#define VM_LZ4_H

#include <stdbool.h>
#include <stddef.h>

/** Unpacks @n bytes at @p into @out of *@size bytes; sets *@size to the bytes
 *  written.  Returns false if the bytes are damaged or do not fit. */
bool lz4_unpack(const unsigned char *p, size_t n, char *out, size_t *size);

#endif
