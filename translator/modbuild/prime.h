/* SPDX-License-Identifier: LGPL-2.1-or-later */
/**
 * @file
 * Priming: finding out how modules of a kernel are built.
 */
#ifndef TRANSLATOR_MODBUILD_PRIME_H
#define TRANSLATOR_MODBUILD_PRIME_H

#include "translator/modbuild/recipe.h"

/**
 * Fill in @r and put its files into @dir: kbuild builds the runtime with the
 * stub as its script; flags, tools and the objects are taken over; then a
 * module is built the short way and compared with kbuild's.  If they differ,
 * r->bad says why, which is not a failure.
 */
struct sys_error *prime(struct recipe *r, const char *dir);

struct ko;

/**
 * The comparison: the stub's @source, built from the @objects taken over,
 * against kbuild's module @theirs.  prime_check.c.
 */
struct sys_error *prime_check(struct recipe *r, const char *objects,
			      const char *source, const struct ko *theirs);

#endif
