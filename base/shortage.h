/* SPDX-License-Identifier: LGPL-2.1-or-later */
/** @file Errors of a build that lacks disk space, memory, open files or CPU time. */
#ifndef BASE_SHORTAGE_H
#define BASE_SHORTAGE_H

#include <stdbool.h>

struct sys_error;

/**
 * Returns an error [disk-full] or [resource-limit] if @code, an errno, means such a
 * shortage, else NULL.  @what ("write") is the action on @path that failed.
 */
struct sys_error *shortage_of(int code, const char *what, const char *path);

/** Returns an error like shortage_of() if @log contains a message about a shortage, else
 *  NULL.  @log is the output of a program that ran in @dir. */
struct sys_error *shortage_in(const char *log, const char *dir);

/** Returns true if @err is [disk-full] or [resource-limit].  Such an error is not caused
 *  by the script or the kernel. */
bool shortage_is(const struct sys_error *err);

#endif
