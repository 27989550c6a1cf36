/* SPDX-License-Identifier: LGPL-2.1-or-later */
/** @file What a build lacks: room, memory, files, time. */
#ifndef BASE_SHORTAGE_H
#define BASE_SHORTAGE_H

#include <stdbool.h>

struct sys_error;

/**
 * [disk-full] or [resource-limit] if that is what @code, an errno, means, else
 * NULL.  What failed is @what ("write") of @path.
 */
struct sys_error *shortage_of(int code, const char *what, const char *path);

/** The same by what a program that ran in @dir printed in @log. */
struct sys_error *shortage_in(const char *log, const char *dir);

/** Returns true if it is one of these, which say nothing about the script or
 *  the kernel. */
bool shortage_is(const struct sys_error *err);

#endif
