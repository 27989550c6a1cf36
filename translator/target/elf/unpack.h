/* SPDX-License-Identifier: LGPL-2.1-or-later */
/**
 * @file
 * Compressed files: kernel modules (x.ko.xz, .zst, .gz) and the symbol table
 * that hides in a section of a stripped program (.gnu_debugdata).
 *
 * The format is recognised by the first bytes, never by the file's name.
 */
#ifndef TARGET_UNPACK_H
#define TARGET_UNPACK_H

#include <stdbool.h>
#include <stddef.h>

#include "translator/target/elf/image.h"

struct sys_error;

/** The most bytes to unpack.  No known file of debug information is nearly as large. */
#define UNPACK_MAX ((size_t)2 << 30)

/** Returns true if these bytes begin as xz, zstd or gzip do. */
bool unpack_is_packed(struct range in);

/**
 * Unpack all of @in, at most @max bytes; @ret is the caller's, free() it.
 * Bytes that are damaged, cut off or too many are error [bad-image], which
 * names @path.
 */
struct sys_error *unpack(const char *path, struct range in, size_t max,
			 struct range *ret)
	__attribute__((warn_unused_result));

#endif
