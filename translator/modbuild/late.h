/* SPDX-License-Identifier: LGPL-2.1-or-later */
/**
 * @file
 * Compiles facilities of the runtime when a script first uses them.  Priming
 * does not compile them, so it takes less time.
 *
 * A late facility is compiled with the flags and the include paths that kbuild
 * used for the other facilities.  Its cache entry has its object, a small object of
 * records for the kernel's symbols that the recipe does not import (see embed.h), and
 * the names of these symbols in the file `imports`.
 */
#ifndef TRANSLATOR_MODBUILD_LATE_H
#define TRANSLATOR_MODBUILD_LATE_H

#include "translator/modbuild/build.h"

/**
 * Finds the late facilities that the script's objects in @b->dir refer to, and those
 * that these facilities refer to.  The script's objects are @n_units files script0.o,
 * script1.o ..., the embedded unit and the trampolines.  Makes the facilities that are
 * not in the cache.  Adds the objects of all of them to @b->late and their kernel
 * symbols to @b->imports.  Fails with [not-on-this-kernel] if one of them does not compile or
 * needs a symbol that the kernel does not export.
 */
struct sys_error *late_add(struct build *b, size_t n_units);

/** Makes late facility @f, if the cache does not have it; fails like late_add(). */
struct sys_error *late_try(const struct build *b, const struct facility *f);

#endif
