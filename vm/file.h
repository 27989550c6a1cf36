/* SPDX-License-Identifier: LGPL-2.1-or-later */
/**
 * @file
 * Small file helpers of this room: whole files in, whole files out.
 */
#ifndef VM_FILE_H
#define VM_FILE_H

#include <stdbool.h>
#include <sys/stat.h>
#include <time.h>

#include "base/buf.h"

struct sys_error;

/** Append the file's bytes to @ret. */
struct sys_error *vm_file_read(const char *path, struct buf *ret);
/** Write under another name, then rename into place; @mtime may be NULL. */
struct sys_error *vm_file_write(const char *path, const void *p, size_t n,
				const struct timespec *mtime);
/** Create @path and its parents, 0755. */
struct sys_error *vm_file_make_dirs(const char *path);
bool vm_file_exists(const char *path);
/** Remove a directory tree (made by us); errors are not told. */
void vm_file_remove_tree(const char *path);
/** An allocated printf, for paths. */
char *vm_file_path(const char *fmt, ...) __attribute__((format(printf, 1, 2)));

#endif
