/* SPDX-License-Identifier: LGPL-2.1-or-later */
/**
 * @file
 * Interned strings: equal bytes have equal pointers.
 *
 * Names are compared by pointer everywhere after the lexer.  An interned
 * string is NUL-terminated, may hold any bytes, and lives as long as its pool.
 */
#ifndef BASE_INTERN_H
#define BASE_INTERN_H

#include <stddef.h>

struct arena;
struct intern;

/** Creates a pool whose memory comes from @a and is freed with @a. */
struct intern *intern_create(struct arena *a);

/** Returns the pool's pointer for these @n bytes, which are added if they are new. */
const char *intern_bytes(struct intern *in, const char *s, size_t n);
const char *intern_str(struct intern *in, const char *s);

/** The pool's pointer for these @n bytes; NULL if they are not in the pool. */
const char *intern_find(const struct intern *in, const char *s, size_t n);

/** The length in bytes of an interned string, of any pool. */
size_t intern_len(const char *interned);

#endif
