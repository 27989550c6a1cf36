/* SPDX-License-Identifier: LGPL-2.1-or-later */
/**
 * @file
 * Reads, writes, walks and removes whole files and directory trees.
 *
 * Errors are [io-error] with the path and the reason, or [disk-full].
 */
#ifndef TRANSLATOR_MODBUILD_FILES_H
#define TRANSLATOR_MODBUILD_FILES_H

#include <stdbool.h>
#include <stddef.h>

struct buf;
struct sys_error;

/** Returns the path DIR/NAME on the heap; the format makes NAME. */
char *file_path(const char *dir, const char *fmt, ...)
	__attribute__((format(printf, 2, 3)));

bool file_exists(const char *path);

/** Appends the whole file to @ret. */
struct sys_error *file_read(const char *path, struct buf *ret);

/** Makes or replaces the file; directories above it must exist. */
struct sys_error *file_write(const char *path, const void *p, size_t n);
struct sys_error *file_copy(const char *from, const char *to);

/** Makes the directories between @dir, which exists, and file DIR/@name. */
struct sys_error *file_make_parents(const char *dir, const char *name);

/** Removes a file or a tree; a missing one is no error.  Follows no link. */
void file_remove(const char *path);

/**
 * Makes a private directory in $TMPDIR or /tmp, with a path of letters, digits
 * and /._+- only.  *@ret is on the heap; the caller removes the directory.
 */
struct sys_error *file_temp_dir(char **ret);

/**
 * Makes the directory DIR/@name, if its path has only characters that make(1)
 * accepts; else a temporary directory.  *@ret is on the heap; the caller removes
 * the directory.
 */
struct sys_error *file_work_dir(const char *dir, const char *name, char **ret);

/**
 * Calls @fn with the path below @dir of every regular file in it, sorted, at
 * most 6 levels deep; names that begin with a dot are skipped.  Stops at the
 * first error and returns it.
 */
struct sys_error *file_walk(const char *dir,
			    struct sys_error *(*fn)(void *data,
						    const char *name),
			    void *data);

/** Returns the error for errno @code when doing @what ("write") to @path. */
struct sys_error *file_error(int code, const char *what, const char *path);

#endif
