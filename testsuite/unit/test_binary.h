/* SPDX-License-Identifier: LGPL-2.1-or-later */
/**
 * @file
 * Binaries for tests: a directory of their own, programs compiled into it,
 * and what other tools (nm, readelf, objdump, addr2line) say about them.
 */
#ifndef TEST_BINARY_H
#define TEST_BINARY_H

#include <stdbool.h>

#include "base/buf.h"

/** For cmocka: make the directory and change into it; remove it. */
int binary_setup(void **state);
int binary_teardown(void **state);

/** Write a file; fails the test if it cannot. */
void binary_write(const char *name, const char *text);
/** Run a shell command, which must succeed. */
void binary_run(const char *fmt, ...) __attribute__((format(printf, 1, 2)));
/** Does it succeed?  For tools that may be missing. */
bool binary_try(const char *fmt, ...) __attribute__((format(printf, 1, 2)));
/** The same, and what it writes; buf_free() it. */
struct buf binary_output(const char *fmt, ...)
	__attribute__((format(printf, 1, 2)));

/** Walk the lines of a text: NULL at the end. */
char *binary_line(char **at);

#endif
