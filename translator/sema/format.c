/* SPDX-License-Identifier: LGPL-2.1-or-later */
/**
 * @file
 * Formats of printf and sprintf: one flag, width or *, precision or .*, an
 * optional l, the conversion.  A single % at the very end stands for itself.
 */
#include <string.h>

#include "base/arena.h"
#include "base/buf.h"
#include "translator/sema/sema.h"

struct scan {
	struct arena *a;
	const char *p, *end;
	format_vec *out;
	const char *why;
};

static void add_literal(struct scan *s, const struct buf *text)
{
	struct format_piece piece = { .is_literal = true, .len = text->n };

	if (!text->n)
		return;
	piece.text = arena_memdup(s->a, text->p, text->n + 1);
	vec_push_in(s->a, s->out, piece);
}

static bool skip_number(struct scan *s)
{
	const char *start = s->p;

	while (s->p < s->end && *s->p >= '0' && *s->p <= '9')
		s->p++;
	return s->p > start;
}

/* s->p is behind the %; false with s->why set if it is no conversion. */
static bool conversion(struct scan *s)
{
	struct format_piece piece = { 0 };

	if (s->p < s->end && strchr("0+- #", *s->p))
		s->p++;
	if (s->p < s->end && *s->p == '*') {
		piece.star_width = true;
		s->p++;
	} else {
		skip_number(s);
	}
	if (s->p < s->end && *s->p == '.') {
		s->p++;
		if (s->p < s->end && *s->p == '*') {
			piece.star_precision = true;
			s->p++;
		} else {
			skip_number(s);
		}
	}
	while (s->p < s->end && *s->p == 'l')
		s->p++;
	if (s->p >= s->end) {
		s->why = "the format ends in the middle of a conversion";
		return false;
	}
	if (!*s->p || !strchr("bcdiouxXpsmM", *s->p)) {
		s->why = "invalid or missing conversion specifier";
		return false;
	}
	piece.conv = *s->p++;
	vec_push_in(s->a, s->out, piece);
	return true;
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
	return conv == 's' ? TYPE_STRING : TYPE_LONG;
}
