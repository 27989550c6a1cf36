/* SPDX-License-Identifier: LGPL-2.1-or-later */
/**
 * @file
 * Whole files and directory trees: read, write, walk, remove.
 *
 * Failures are [io-error] with the path and the reason, or [disk-full].
 */
#ifndef TRANSLATOR_MODBUILD_FILES_H
#define TRANSLATOR_MODBUILD_FILES_H

#include <stdbool.h>
#include <stddef.h>

struct buf;
struct sys_error;

/** A path of the form DIR/printf(...), on the heap. */
char *file_path(const char *dir, const char *fmt, ...)
	__attribute__((format(printf, 2, 3)));

bool file_exists(const char *path);

/** Append the whole file to @ret. */
struct sys_error *file_read(const char *path, struct buf *ret);

/** Make or replace the file; directories above it must exist. */
struct sys_error *file_write(const char *path, const void *p, size_t n);
struct sys_error *file_copy(const char *from, const char *to);

/** Make the directories between @dir, which exists, and file DIR/@name. */
struct sys_error *file_make_parents(const char *dir, const char *name);

/** Remove a file or a tree; what is not there is fine.  Follows no link. */
void file_remove(const char *path);

/**
 * A new private directory in $TMPDIR or /tmp, with a path of letters, digits
 * and /._+- only; the caller removes it.
 */
struct sys_error *file_temp_dir(char **ret);

/**
 * A new directory @name in @dir, with a path that make(1) takes; if @dir's
 * has other characters, a temporary one instead.  The caller removes it.
 */
struct sys_error *file_work_dir(const char *dir, const char *name, char **ret);

/**
 * Call @fn with the path below @dir of every regular file in it, sorted, at
 * most 6 levels deep.  Stops at the first error and returns it.
 */
struct sys_error *file_walk(const char *dir,
			    struct sys_error *(*fn)(void *data,
						    const char *name),
			    void *data);

/** The failure @code of doing @what ("write") to @path. */
struct sys_error *file_error(int code, const char *what, const char *path);

#endif
