/* SPDX-License-Identifier: LGPL-2.1-or-later */
/**
 * @file
 * Whole files: read one, make a temporary one.
 */
#ifndef BASE_FILE_H
#define BASE_FILE_H

#include <stddef.h>

/**
 * Returns all bytes of the file @path and a NUL after them, to be freed, or NULL
 * with errno set if the file cannot be read.  *@n gets the number of bytes without
 * the NUL; @n may be NULL.
 */
char *whole_file(const char *path, size_t *n);

/**
 * Writes the @n bytes to a new file in TMPDIR, or in /tmp: its name begins with
 * @prefix and ends with @suffix.  Returns its path, to be freed, or NULL with
 * errno set.
 */
char *temporary_file(const char *prefix, const char *suffix, const void *bytes,
		     size_t n);

#endif
