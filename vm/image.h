/* SPDX-License-Identifier: LGPL-2.1-or-later */
/**
 * @file
 * Unpacking: a bzImage to its ELF file, an .xz to its contents.
 */
#ifndef VM_IMAGE_H
#define VM_IMAGE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>

struct sys_error;

/** @n bytes of the bzImage @path to the ELF file in it; @ret is to be freed. */
struct sys_error *image_unpack(const char *path, const void *image, size_t n,
			       char **ret, size_t *size_ret);

/**
 * Unpack .xz bytes into @out of *@size bytes; *@size becomes what was
 * written.  False if the bytes are bad or do not fit.
 */
bool image_unxz(const void *p, size_t n, void *out, size_t *size);

#endif
