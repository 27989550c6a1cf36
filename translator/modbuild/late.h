/* SPDX-License-Identifier: LGPL-2.1-or-later */
/**
 * @file
 * Compiles facilities of the runtime when a script first uses them.  Priming
 * does not compile them, so it takes less time.
 *
 * A late facility is compiled with the flags and the include paths that kbuild
 * used for the others.  The cache keeps its object, a small object of records
 * for the kernel's symbols that the recipe has no checksums of (as for embedded
 * C), and the names of these symbols in the file `imports`.
 */
#ifndef TRANSLATOR_MODBUILD_LATE_H
#define TRANSLATOR_MODBUILD_LATE_H

#include "translator/modbuild/build.h"

/**
 * Finds the late facilities that the objects in @b->dir refer to: script0.o ...,
 * the embedded unit and the trampolines.  Makes those that are not in the cache,
 * and adds their objects to @b->late, their kernel symbols to @b->imports.  Fails
 * with [not-on-this-kernel] if the kernel lacks something that one of them needs.
 */
struct sys_error *late_add(struct build *b, size_t n_units);

/** Makes late facility @f, if the cache does not have it; fails like late_add(). */
struct sys_error *late_try(const struct build *b, const struct facility *f);

#endif
