/* SPDX-License-Identifier: LGPL-2.1-or-later */
/** @file Errors for what a build lacks: disk space, memory, open files, CPU time. */
#ifndef BASE_SHORTAGE_H
#define BASE_SHORTAGE_H

#include <stdbool.h>

struct sys_error;

/**
 * Returns an error [disk-full] or [resource-limit] if @code, an errno, means one of
 * them, else NULL.  @what ("write") is the action on @path that failed.
 */
struct sys_error *shortage_of(int code, const char *what, const char *path);

/** Returns such an error if @log, the output of a program that ran in @dir, has the
 *  message of one, else NULL. */
struct sys_error *shortage_in(const char *log, const char *dir);

/** Returns true if @err has one of these two tags: it then says nothing about the
 *  script or the kernel. */
bool shortage_is(const struct sys_error *err);

#endif
