/* SPDX-License-Identifier: LGPL-2.1-or-later */
/*
 * Escapes are decoded once, here, so that everything after the lexer sees
 * bytes; the printer writes them again in one spelling.
 */
#include "parser/literal.h"

#include <stdlib.h>
#include <string.h>

#include "base/buf.h"

static int digit_value(char c)
{
	if (c >= '0' && c <= '9')
		return c - '0';
	if (c >= 'a' && c <= 'f')
		return c - 'a' + 10;
	if (c >= 'A' && c <= 'F')
		return c - 'A' + 10;
	return 99;
}

bool literal_number(const char *s, size_t n, int64_t *ret)
{
	uint64_t value = 0;
	int base = 10;
	size_t i = 0;

	if (n > 2 && s[0] == '0' && (s[1] == 'x' || s[1] == 'X')) {
		base = 16;
		i = 2;
	} else if (s[0] == '0') {
		base = 8;
	}
	for (; i < n; i++) {
		int digit = digit_value(s[i]);

		if (digit >= base)
			return false;
		if (__builtin_mul_overflow(value, (uint64_t)base, &value) ||
		    __builtin_add_overflow(value, (uint64_t)digit, &value))
			return false;
	}
	*ret = (int64_t)value;
	return true;
}

/* Up to @max digits of @base at @s; returns how many there are. */
static size_t decode_digits(struct buf *out, const char *s, size_t n, int base,
			    size_t max)
{
	int value = 0;
	size_t i = 0;

	for (; i < n && i < max && digit_value(s[i]) < base; i++)
		value = value * base + digit_value(s[i]);
	if (i)
		buf_putc(out, value & 0xff);
	return i;
}

/* The escape after a backslash; returns its length. */
static size_t decode_escape(struct buf *out, const char *s, size_t n, bool hex)
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

void literal_decode(struct buf *out, const char *s, size_t n, bool hex)
{
	while (n) {
		const char *p = memchr(s, '\\', n);
		size_t plain = p ? (size_t)(p - s) : n;

		buf_add(out, s, plain);
		s += plain;
		n -= plain;
		if (n > 1) {
			size_t len = decode_escape(out, s + 1, n - 1, hex);

			s += 1 + len;
			n -= 1 + len;
		} else if (n) {		/* a lone backslash at the end */
			buf_putc(out, '\\');
			return;
		}
	}
}

static bool is_plain(unsigned char c)
{
	return c >= ' ' && c != '"' && c != '\\' && c != 0x7f;
}

static void quote_byte(struct buf *out, unsigned char c)
{
	static const char letters[] = "abtnvfr", meant[] = "\a\b\t\n\v\f\r";
	const char *p = memchr(meant, c, sizeof(meant) - 1);

	if (p) {
		buf_putc(out, '\\');
		buf_putc(out, letters[p - meant]);
	} else if (c == '"' || c == '\\') {
		buf_putc(out, '\\');
		buf_putc(out, c);
	} else {
		buf_printf(out, "\\%03o", c);
	}
}

void literal_quote(struct buf *out, const char *s, size_t n)
{
	buf_putc(out, '"');
	for (size_t i = 0; i < n; i++) {
		size_t from = i;

		while (i < n && is_plain((unsigned char)s[i]))
			i++;
		buf_add(out, s + from, i - from);
		if (i < n)
			quote_byte(out, (unsigned char)s[i]);
	}
	buf_putc(out, '"');
}

/* ---- %p of old ---- */

#define POINTER_WIDTH 18	/* 0x and sixteen digits */

static void put_pointer(struct buf *out, const char *width, size_t n)
{
	long wide = n ? strtol(width, NULL, 10) : POINTER_WIDTH;
	long digits = wide > 2 ? wide - 2 : 0;

	if (digits > POINTER_WIDTH - 2)
		digits = POINTER_WIDTH - 2;
	buf_printf(out, "%%#%ld.%ldx", wide, digits);
}

void literal_old_pointers(struct buf *out, const char *s, size_t n)
{
	for (size_t i = 0; i < n;) {
		size_t width = 0;

		if (s[i] == '%')
			width = strspn(s + i + 1, "0123456789");
		if (s[i] == '%' && s[i + 1 + width] == 'p') {
			put_pointer(out, s + i + 1, width);
			i += width + 2;
		} else if (s[i] == '%' && s[i + 1] == '%') {
			buf_puts(out, "%%");
			i += 2;
		} else {
			buf_putc(out, s[i++]);
		}
	}
}
