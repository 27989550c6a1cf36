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
 * Reads a number token: decimal, 0x hexadecimal, 0 octal.  Values up to 2^64 - 1
 * are accepted and wrap; returns false if it is misspelt or larger.
 */
bool literal_number(const char *s, size_t n, int64_t *ret);

/**
 * Append the format @s with each %p as it was before language 1.3: as wide
 * as an address, with leading zeros.
 */
void literal_old_pointers(struct buf *out, const char *s, size_t n);

/** Append @s as a string literal in quotes; decoding gives @s again. */
void literal_quote(struct buf *out, const char *s, size_t n);

#endif
