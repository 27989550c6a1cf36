/* SPDX-License-Identifier: LGPL-2.1-or-later */
/**
 * @file
 * Reads and writes whole files, for this room.
 */
#ifndef VM_FILE_H
#define VM_FILE_H

#include <stdbool.h>
#include <sys/stat.h>
#include <time.h>

#include "base/buf.h"

struct sys_error;

/** Appends the file's bytes to @ret. */
struct sys_error *vm_file_read(const char *path, struct buf *ret);
/** Writes a file of mode 0644 under another name, then renames it to @path.  @mtime: the
 *  modification time to set; NULL: now. */
struct sys_error *vm_file_write(const char *path, const void *p, size_t n,
				const struct timespec *mtime);
/** Creates the directory @path and its parents, with mode 0755, if they do not exist. */
struct sys_error *vm_file_make_dirs(const char *path);
bool vm_file_exists(const char *path);
/** Removes a directory tree that we made; errors are not reported. */
void vm_file_remove_tree(const char *path);
/** Returns formatted text, such as a path, to be freed. */
char *vm_file_path(const char *fmt, ...) __attribute__((format(printf, 1, 2)));

#endif
