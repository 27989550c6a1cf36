/* SPDX-License-Identifier: LGPL-2.1-or-later */
/**
 * @file
 * Writes whole buffers: a loop that calls write(2).
 */
#ifndef BASE_FD_H
#define BASE_FD_H

#include <stdbool.h>
#include <stddef.h>

/** Writes all @n bytes, in as many calls of write() as needed.  Returns false, with errno
 *  set, if a call fails or writes nothing. */
bool fd_write_all(int fd, const void *bytes, size_t n);

#endif
