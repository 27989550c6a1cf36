/* SPDX-License-Identifier: LGPL-2.1-or-later */
/**
 * @file
 * Facilities of the runtime that are compiled when a script first uses them:
 * the time of priming a kernel depends on how much it compiles.
 *
 * A late facility is compiled with the flags and the include paths that
 * kbuild compiled the others with, and kept in the cache: its objects, a small
 * object of records for the kernel's symbols that the recipe has no checksums
 * of (as for embedded C), and their names in the file `imports`.
 */
#ifndef TRANSLATOR_MODBUILD_LATE_H
#define TRANSLATOR_MODBUILD_LATE_H

#include "translator/modbuild/build.h"

/**
 * Find what late facilities the objects script0.o ... and the embedded unit
 * in @b->dir refer to, make those that the cache has not, and add their
 * objects to @b->late, their kernel symbols to @b->imports.
 * [not-on-this-kernel] if the kernel lacks what one of them needs.
 */
struct sys_error *late_add(struct build *b, size_t n_units);

/** Make late facility @f, if the cache does not have it; likewise. */
struct sys_error *late_try(const struct build *b, const struct facility *f);

#endif
