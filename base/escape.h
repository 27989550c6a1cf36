/* SPDX-License-Identifier: LGPL-2.1-or-later */
/**
 * @file
 * Escape sequences in the strings of scripts.
 */
#ifndef BASE_ESCAPE_H
#define BASE_ESCAPE_H

#include <stdbool.h>
#include <stddef.h>

struct buf;

/** The value of the digit @c, 0 to 9, a to f or A to F; 99 if @c is no digit. */
int escape_digit(char c);

/**
 * Append the bytes that the @n bytes at @s mean, the text between the quotes of a string
 * token.  Escapes are \a \b \t \n \v \f \r, \ooo with one to three octal digits, and, if
 * @hex (language 2.3 and newer), \xHH with one or two digits.  Any other \c means c.
 */
void escape_decode(struct buf *out, const char *s, size_t n, bool hex);

#endif
