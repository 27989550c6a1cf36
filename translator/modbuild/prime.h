/* SPDX-License-Identifier: LGPL-2.1-or-later */
/**
 * @file
 * Primes a kernel: finds out how its modules are built.
 */
#ifndef TRANSLATOR_MODBUILD_PRIME_H
#define TRANSLATOR_MODBUILD_PRIME_H

#include "translator/modbuild/recipe.h"

/**
 * Fills in the contents of @r and puts its files into @dir.  kbuild builds the
 * runtime with the stub as its script; its flags, tools and objects are taken over.
 * Then the stub's module is built the short way and compared with kbuild's.  If that
 * is not possible, or the modules differ, r->bad says why, which is not a failure.
 */
struct sys_error *prime(struct recipe *r, const char *dir);

struct ko;

/**
 * Builds the stub's @source with the objects in directory @objects, and compares
 * the module with kbuild's, @theirs.  If it cannot be built or lacks something, sets
 * r->bad.  Fails only for a shortage, such as a full disk.
 */
struct sys_error *prime_check(struct recipe *r, const char *objects,
			      const char *source, const struct ko *theirs);

#endif
