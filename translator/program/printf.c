/* SPDX-License-Identifier: LGPL-2.1-or-later */
/**
 * @file
 * Parses the formats of printf and sprintf.  A conversion is a %, then optionally one
 * flag, a width or *, a point with a precision or *, an l, and then the letter.  A
 * single % at the end of the format is a literal %.
 */
#include <string.h>

#include "base/arena.h"
#include "base/buf.h"
#include "runtime/abi.h"
#include "translator/program/program.h"

struct scan {
	struct arena *a;
	const char *p, *end;
	const char *from;	/* the % of the conversion */
	format_vec *out;
	const char *why;	/* the first error, or NULL */
};

static void add_literal(struct scan *s, const struct buf *text)
{
	struct format_piece piece = { .is_literal = true, .len = text->n };

	if (!text->n)
		return;
	piece.text = arena_memdup(s->a, text->p, text->n + 1);
	vec_push_in(s->a, s->out, piece);
}

/* The largest width or precision; larger numbers are read as this one. */
#define MOST 1000000

/* Reads a number, at most MOST; returns -1 if there is none. */
static int64_t take_number(struct scan *s)
{
	int64_t n = -1;

	for (; s->p < s->end && *s->p >= '0' && *s->p <= '9'; s->p++) {
		n = (n < 0 ? 0 : n) * 10 + *s->p - '0';
		n = n > MOST ? MOST : n;
	}
	return n;
}

/* Reads a width or precision, and returns the number.  For a '*' sets *@star and
 * returns -1.  If there is neither, returns -1. */
static int64_t take_size(struct scan *s, bool *star)
{
	if (s->p == s->end || *s->p != '*')
		return take_number(s);
	s->p++;
	*star = true;
	return -1;
}

/* Takes and returns the next byte if it is one of @set; otherwise returns 0. */
static char take_one(struct scan *s, const char *set)
{
	if (s->p == s->end || !*s->p || !strchr(set, *s->p))
		return 0;
	return *s->p++;
}

/* ---- conversions -------------------------------------------------------- */

static const struct format_conversion conversions[] = {
	{ 'd', TYPE_LONG, "decimal number, with its sign" },
	{ 'i', TYPE_LONG, "the same as %d" },
	{ 'u', TYPE_LONG, "decimal number without a sign" },
	{ 'x', TYPE_LONG, "hexadecimal number, letters a to f" },
	{ 'X', TYPE_LONG, "hexadecimal number, letters A to F" },
	{ 'o', TYPE_LONG, "octal number" },
	{ 'p', TYPE_LONG, "address, with 0x" },
	{ 's', TYPE_STRING, "string" },
	{ 'c', TYPE_LONG, "number as a byte" },
	{ 'b', TYPE_LONG, "number as bytes of this host's order: the width says how many" },
	{ 'm', TYPE_LONG, "memory at an address as it is: the precision says how many bytes" },
	{ 'M', TYPE_LONG, "memory at an address in hexadecimal: the precision says how many bytes" },
};

const struct format_conversion *format_conversion_at(size_t i)
{
	return i < sizeof(conversions) / sizeof(*conversions) ? &conversions[i]
							      : NULL;
}

static const struct format_conversion *find_conversion(char conv)
{
	const struct format_conversion *c;

	for (size_t i = 0; (c = format_conversion_at(i)); i++)
		if (c->conv == conv)
			return c;
	return NULL;
}

/* Takes and returns the next byte if it is a conversion letter; otherwise returns
 * 0. */
static char take_conversion(struct scan *s)
{
	return s->p < s->end && find_conversion(*s->p) ? *s->p++ : 0;
}

/* Sets s->why to @what and the text of the conversion up to the error.  Returns
 * false. */
static bool wrong(struct scan *s, const char *what)
{
	int n = s->p - s->from;

	s->why = arena_printf(s->a, "%s: '%.*s'", what, n, s->from);
	return false;
}

/* Checks the precision of %m and %M, which is a number of bytes.  Returns false, with
 * s->why set, if it is larger than STP_MEM_MOST. */
static bool check_size(struct scan *s, const struct format_piece *f)
{
	bool memory = f->conv == 'm' || f->conv == 'M';

	if (memory && f->precision > STP_MEM_MOST)
		return wrong(s, "%m and %M print at most 4096 bytes");
	return true;
}

/* Parses a conversion; s->p is after the %.  Returns false, with s->why set, if
 * it is not valid. */
static bool conversion(struct scan *s)
{
	struct format_piece piece = { .precision = -1 };

	s->from = s->p - 1;
	piece.flag = take_one(s, "0+- #");
	piece.width = take_size(s, &piece.star_width);
	if (take_one(s, ".")) {
		piece.precision = take_size(s, &piece.star_precision);
		if (piece.precision < 0 && !piece.star_precision)
			piece.precision = 0;
	}
	take_one(s, "l");
	if (s->p == s->end)
		return wrong(s, "the format ends inside a conversion");
	piece.conv = take_conversion(s);
	if (!piece.conv) {
		s->p++;
		return wrong(s, "invalid or missing conversion specifier");
	}
	vec_push_in(s->a, s->out, piece);
	return check_size(s, &piece);
}

bool format_parse(struct arena *a, const char *text, size_t len,
		  format_vec *ret, const char **why)
{
	struct scan s = { .a = a, .p = text, .end = text + len, .out = ret };
	_cleanup_buf_ struct buf lit = BUF_INIT;

	while (s.p < s.end && !s.why) {
		char c = *s.p++;

		if (c != '%' || s.p == s.end) {
			buf_putc(&lit, c);
		} else if (*s.p == '%') {
			buf_putc(&lit, *s.p++);
		} else {
			add_literal(&s, &lit);
			buf_reset(&lit);
			conversion(&s);
		}
	}
	add_literal(&s, &lit);
	*why = s.why;
	return !s.why;
}

enum base_type format_arg_type(char conv)
{
	return find_conversion(conv)->type;
}
