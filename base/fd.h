/* SPDX-License-Identifier: LGPL-2.1-or-later */
/**
 * @file
 * Descriptors: what read(2) and write(2) leave to their callers.
 */
#ifndef BASE_FD_H
#define BASE_FD_H

#include <stdbool.h>
#include <stddef.h>

/** Write all @n bytes, however many calls it takes; false with errno. */
bool fd_write_all(int fd, const void *bytes, size_t n);

#endif
