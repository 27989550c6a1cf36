/* SPDX-License-Identifier: LGPL-2.1-or-later */
/*
 * Decodes escape sequences.  Strings are decoded once: all code after the lexer has the
 * decoded bytes.
 */
#include "base/escape.h"

#include <string.h>

#include "base/buf.h"

int escape_digit(char c)
{
	if (c >= '0' && c <= '9')
		return c - '0';
	if (c >= 'a' && c <= 'f')
		return c - 'a' + 10;
	if (c >= 'A' && c <= 'F')
		return c - 'A' + 10;
	return 99;
}

/* Decodes up to @max digits of @base at @s to one byte.  Returns how many digits these
 * are; 0 if there is none, and then adds no byte. */
static size_t decode_digits(struct buf *out, const char *s, size_t n, int base,
			    size_t max)
{
	int value = 0;
	size_t i = 0;

	for (; i < n && i < max && escape_digit(s[i]) < base; i++)
		value = value * base + escape_digit(s[i]);
	if (i)
		buf_putc(out, value & 0xff);
	return i;
}

/* Decodes the escape sequence whose part after the backslash is at @s.  Returns the length
 * of this part. */
static size_t decode_one(struct buf *out, const char *s, size_t n, bool hex)
{
	static const char letters[] = "abtnvfr", meant[] = "\a\b\t\n\v\f\r";
	const char *p = memchr(letters, s[0], sizeof(letters) - 1);
	size_t digits;

	if (p) {
		buf_putc(out, meant[p - letters]);
		return 1;
	}
	digits = decode_digits(out, s, n, 8, 3);
	if (digits)
		return digits;
	if (hex && s[0] == 'x') {
		digits = decode_digits(out, s + 1, n - 1, 16, 2);
		if (digits)
			return 1 + digits;
	}
	buf_putc(out, s[0]);
	return 1;
}

void escape_decode(struct buf *out, const char *s, size_t n, bool hex)
{
	while (n) {
		const char *p = memchr(s, '\\', n);
		size_t plain = p ? (size_t)(p - s) : n;

		buf_add(out, s, plain);
		s += plain;
		n -= plain;
		if (n > 1) {
			size_t len = decode_one(out, s + 1, n - 1, hex);

			s += 1 + len;
			n -= 1 + len;
		} else if (n) {		/* a backslash at the end stays */
			buf_putc(out, '\\');
			return;
		}
	}
}
