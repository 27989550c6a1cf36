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
 * Does all of @s match?  * any text, ? one character, [a-z] one of these,
 * [!a-z] or [^a-z] one of the others, a backslash takes the next character
 * as it is.  A [ that is never closed means itself.
 */
bool glob_match(const char *glob, const char *s);

/** How many characters of @glob come before the first special one. */
size_t glob_literal(const char *glob);

#endif
