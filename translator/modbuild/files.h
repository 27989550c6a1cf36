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

/** Appends the whole file to @ret; after an error, perhaps a part of it. */
struct sys_error *file_read(const char *path, struct buf *ret);

/** Makes or replaces the file; directories above it must exist. */
struct sys_error *file_write(const char *path, const void *p, size_t n);
struct sys_error *file_copy(const char *from, const char *to);

/** Makes the directories between @dir, which exists, and file DIR/@name. */
struct sys_error *file_make_parents(const char *dir, const char *name);

/** Removes a file, or a tree at most 7 levels deep.  Errors are ignored.  Follows no
 *  link. */
void file_remove(const char *path);

/**
 * Makes a private directory in $TMPDIR.  If TMPDIR is not set, or is not an absolute
 * path of letters, digits and /._+- only, makes it in /tmp.  *@ret is the path, on the
 * heap; the caller removes the directory.
 */
struct sys_error *file_temp_dir(char **ret);

/**
 * Makes the directory DIR/@name, if @dir has only characters that make(1) accepts;
 * else a temporary directory.  *@ret is the path, on the heap; the caller removes the
 * directory.
 */
struct sys_error *file_work_dir(const char *dir, const char *name, char **ret);

/**
 * Calls @fn for every regular file in @dir and in directories at most 6 levels below
 * it, sorted by name.  @name is the path below @dir.  Names that begin with a dot are
 * skipped.  Stops at the first error and returns it.
 */
struct sys_error *file_walk(const char *dir,
			    struct sys_error *(*fn)(void *data,
						    const char *name),
			    void *data);

/** Returns the error for errno @code when doing @what ("write") to @path. */
struct sys_error *file_error(int code, const char *what, const char *path);

#endif
