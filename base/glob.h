/* SPDX-License-Identifier: LGPL-2.1-or-later */
/**
 * @file
 * Matches names with wildcards like those for file names, but dots and slashes have no
 * special meaning.
 */
#ifndef BASE_GLOB_H
#define BASE_GLOB_H

#include <stdbool.h>
#include <stddef.h>

/**
 * Returns true if @glob matches the whole of @s.  * matches any text, ? any one byte,
 * [a-z] a byte from a to z, [!a-z] and [^a-z] any other byte.  After a backslash a byte
 * has no special meaning.  A [ without a closing ] means itself.
 */
bool glob_match(const char *glob, const char *s);

/** The number of bytes of @glob before the first of *, ?, [ and \. */
size_t glob_literal(const char *glob);

#endif
