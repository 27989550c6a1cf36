/* SPDX-License-Identifier: LGPL-2.1-or-later */
/**
 * @file
 * Reads and writes the numbers and strings of a script.
 */
#ifndef PARSER_LITERAL_H
#define PARSER_LITERAL_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct buf;

/**
 * Reads the number token @s of @n bytes: decimal, 0x hexadecimal or 0 octal.  Values from
 * 2^63 to 2^64 - 1 become negative numbers.  Returns false if it is misspelt or larger.
 */
bool literal_number(const char *s, size_t n, int64_t *ret);

/**
 * Append the format @s with each %p replaced by a conversion that prints as %p did before
 * language version 1.3: as wide as an address, with leading zeros.
 */
void literal_old_pointers(struct buf *out, const char *s, size_t n);

/** Append @s as a string literal in quotes; decoding gives @s again. */
void literal_quote(struct buf *out, const char *s, size_t n);

#endif
