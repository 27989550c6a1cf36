/* SPDX-License-Identifier: LGPL-2.1-or-later */
/**
 * @file
 * Primes a kernel: finds out how its modules are built.
 */
#ifndef TRANSLATOR_MODBUILD_PRIME_H
#define TRANSLATOR_MODBUILD_PRIME_H

#include "translator/modbuild/recipe.h"

/**
 * Fills in @r and puts its files into @dir.  kbuild builds the runtime with the
 * stub as its script; flags, tools and objects are taken over.  Then a module is
 * built the short way and compared with kbuild's.  If they differ, r->bad says
 * why, which is not a failure.
 */
struct sys_error *prime(struct recipe *r, const char *dir);

struct ko;

/**
 * Builds the stub's @source with the objects in directory @objects, and compares
 * the module with kbuild's, @theirs.  r->bad says how they differ.
 */
struct sys_error *prime_check(struct recipe *r, const char *objects,
			      const char *source, const struct ko *theirs);

#endif
