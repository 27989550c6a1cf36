/* SPDX-License-Identifier: LGPL-2.1-or-later */
/**
 * @file
 * Wildcards as in file names, without a special meaning of dot and slash.
 */
#ifndef BASE_GLOB_H
#define BASE_GLOB_H

#include <stdbool.h>
#include <stddef.h>

/**
 * Returns true if @glob matches all of @s.  * matches any text, ? one character,
 * [a-z] one of these, [!a-z] or [^a-z] one of the others.  After a backslash a
 * character has no special meaning.  A [ that is never closed means itself.
 */
bool glob_match(const char *glob, const char *s);

/** The number of characters of @glob before the first special one. */
size_t glob_literal(const char *glob);

#endif
