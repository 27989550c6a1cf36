/* SPDX-License-Identifier: LGPL-2.1-or-later */
/*
 * Reads numbers, and writes strings as the printer spells them.
 */
#include "parser/literal.h"

#include <stdlib.h>
#include <string.h>

#include "base/buf.h"
#include "base/escape.h"

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
		int digit = escape_digit(s[i]);

		if (digit >= base)
			return false;
		if (__builtin_mul_overflow(value, (uint64_t)base, &value) ||
		    __builtin_add_overflow(value, (uint64_t)digit, &value))
			return false;
	}
	*ret = (int64_t)value;
	return true;
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
