/* SPDX-License-Identifier: LGPL-2.1-or-later */
/**
 * @file
 * Writes whole buffers: the loop around write(2).
 */
#ifndef BASE_FD_H
#define BASE_FD_H

#include <stdbool.h>
#include <stddef.h>

/** Write all @n bytes, in as many calls as needed.  Returns false with errno set if
 *  a call fails. */
bool fd_write_all(int fd, const void *bytes, size_t n);

#endif
