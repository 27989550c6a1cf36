/* SPDX-License-Identifier: LGPL-2.1-or-later */
#include "base/buf.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/arena.h"

void buf_free(struct buf *b)
{
	if (b->cap)
		free(b->p);
	*b = (struct buf)BUF_INIT;
}

void buf_reset(struct buf *b)
{
	b->n = 0;
	if (b->cap)
		b->p[0] = '\0';
}

/* Makes room for @n more bytes and the NUL; returns the address for them. */
static char *room(struct buf *b, size_t n)
{
	size_t need = b->n + n + 1;

	if (need > b->cap) {
		size_t cap = b->cap ? b->cap * 2 : 64;

		if (cap < need)
			cap = need;
		b->p = xrealloc(b->cap ? b->p : NULL, cap);
		b->cap = cap;
	}
	return b->p + b->n;
}

static void advance(struct buf *b, size_t n)
{
	b->n += n;
	b->p[b->n] = '\0';
}

void buf_reserve(struct buf *b, size_t n)
{
	*room(b, n) = '\0';
}

void buf_add(struct buf *b, const void *p, size_t n)
{
	if (!n)
		return;
	memcpy(room(b, n), p, n);
	advance(b, n);
}

void buf_puts(struct buf *b, const char *s)
{
	buf_add(b, s, strlen(s));
}

void buf_putc(struct buf *b, int c)
{
	*room(b, 1) = (char)c;
	advance(b, 1);
}

void buf_fill(struct buf *b, int c, size_t n)
{
	if (!n)
		return;
	memset(room(b, n), c, n);
	advance(b, n);
}

void buf_vprintf(struct buf *b, const char *fmt, va_list ap)
{
	va_list again;
	int n;

	va_copy(again, ap);
	n = vsnprintf(NULL, 0, fmt, again);
	va_end(again);
	if (n <= 0)
		return;
	vsnprintf(room(b, (size_t)n), (size_t)n + 1, fmt, ap);
	advance(b, (size_t)n);
}

void buf_printf(struct buf *b, const char *fmt, ...)
{
	va_list ap;

	va_start(ap, fmt);
	buf_vprintf(b, fmt, ap);
	va_end(ap);
}

static const char *short_escape(unsigned char c)
{
	switch (c) {
	case '"':  return "\\\"";
	case '\\': return "\\\\";
	case '\n': return "\\n";
	case '\t': return "\\t";
	case '\r': return "\\r";
	default:   return NULL;
	}
}

void buf_put_escaped(struct buf *b, const char *s, size_t n)
{
	for (size_t i = 0; i < n; i++) {
		unsigned char c = (unsigned char)s[i];
		const char *esc = short_escape(c);

		if (esc)
			buf_puts(b, esc);
		else if (c >= ' ' && c < 0x7f)
			buf_putc(b, c);
		else
			buf_printf(b, "\\%03o", c);
	}
}

void buf_put_json(struct buf *b, const char *s, size_t n)
{
	for (size_t i = 0; i < n;) {
		unsigned char c = (unsigned char)s[i];
		const char *esc = short_escape(c);
		size_t len = utf8_len(s + i, n - i);

		if (esc)
			buf_puts(b, esc);
		else if (!len || c < ' ' || c == 0x7f)
			buf_printf(b, "\\u%04x", c);
		else
			buf_add(b, s + i, len);
		i += len ? len : 1;
	}
}

/* Returns the length of a UTF-8 sequence whose first byte is @c, or 0 if none
 * begins with @c.  *@value gets the bits that @c has of the character, *@least
 * the smallest character that needs this length. */
static size_t utf8_lead(unsigned char c, uint32_t *value, uint32_t *least)
{
	if (c < 0x80) {
		*value = c;
		*least = 0;
		return 1;
	}
	if (c >= 0xc2 && c < 0xe0) {
		*value = c & 0x1f;
		*least = 0x80;
		return 2;
	}
	if (c >= 0xe0 && c < 0xf0) {
		*value = c & 0x0f;
		*least = 0x800;
		return 3;
	}
	if (c >= 0xf0 && c < 0xf5) {
		*value = c & 0x07;
		*least = 0x10000;
		return 4;
	}
	return 0;
}

size_t utf8_len(const char *s, size_t n)
{
	uint32_t value, least;
	size_t len;

	if (!n)
		return 0;
	len = utf8_lead((unsigned char)s[0], &value, &least);
	if (!len || len > n)
		return 0;
	for (size_t i = 1; i < len; i++) {
		if (((unsigned char)s[i] & 0xc0) != 0x80)
			return 0;
		value = value << 6 | ((unsigned char)s[i] & 0x3f);
	}
	if (value < least || value > 0x10ffff ||
	    (value >= 0xd800 && value < 0xe000))
		return 0;
	return len;
}

void buf_align(struct buf *b, size_t align)
{
	size_t over = b->n % align;

	if (over)
		buf_fill(b, 0, align - over);
}
