/* SPDX-License-Identifier: LGPL-2.1-or-later */
/**
 * @file
 * Unpacks the ELF file of a bzImage, and the contents of an .xz.
 */
#ifndef VM_IMAGE_H
#define VM_IMAGE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>

struct sys_error;

/** Unpacks the ELF file in @n bytes of a bzImage; @path is for errors.  *@ret is
 *  to be freed. */
struct sys_error *image_unpack(const char *path, const void *image, size_t n,
			       char **ret, size_t *size_ret);

/**
 * Unpacks .xz bytes into @out of *@size bytes; sets *@size to the bytes written.
 * Returns false if the bytes are damaged or do not fit.
 */
bool image_unxz(const void *p, size_t n, void *out, size_t *size);

#endif
