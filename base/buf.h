/* SPDX-License-Identifier: LGPL-2.1-or-later */
/**
 * @file
 * A growing byte buffer, always with a NUL after its last byte.
 *
 *	struct buf b = BUF_INIT;
 *	buf_printf(&b, "%d", n);
 *	use(b.p, b.n);
 *	buf_free(&b);
 */
#ifndef BASE_BUF_H
#define BASE_BUF_H

#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

struct buf {
	char *p;	/* never NULL: "" before the first byte is added */
	size_t n;	/* bytes used, without the NUL */
	size_t cap;	/* bytes allocated; 0: p is a constant */
};

#define BUF_INIT { .p = (char *)"" }

void buf_free(struct buf *b);
/** Empties @b, but keeps its memory. */
void buf_reset(struct buf *b);
/** Makes room for @n more bytes in one step, so that a large buffer is not reallocated
 *  many times. */
void buf_reserve(struct buf *b, size_t n);
void buf_add(struct buf *b, const void *p, size_t n);
void buf_puts(struct buf *b, const char *s);
void buf_putc(struct buf *b, int c);
void buf_fill(struct buf *b, int c, size_t n);
void buf_printf(struct buf *b, const char *fmt, ...)
	__attribute__((format(printf, 2, 3)));
void buf_vprintf(struct buf *b, const char *fmt, va_list ap);
/** Append the @n bytes at @s as they are written inside a C string literal: ", \ and bytes
 *  that are not printable ASCII are escaped. */
void buf_put_escaped(struct buf *b, const char *s, size_t n);
/** Append the @n bytes at @s as they are written inside a JSON string.  Bytes that are not
 *  UTF-8 become \u00XX. */
void buf_put_json(struct buf *b, const char *s, size_t n);
/** Length of the valid UTF-8 sequence (1..4) at the start of the @n bytes at @s,
 *  or 0 if there is none. */
size_t utf8_len(const char *s, size_t n);
/** Append zero bytes until b->n is a multiple of @align. */
void buf_align(struct buf *b, size_t align);

#define _cleanup_buf_ __attribute__((__cleanup__(buf_free)))

#endif
