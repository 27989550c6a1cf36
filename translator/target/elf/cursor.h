/* SPDX-License-Identifier: LGPL-2.1-or-later */
/**
 * @file
 * Reads numbers and strings one after the other from bytes that are not
 * trusted.  A read past the end returns 0 or "" and sets `bad`, so a reader may
 * look at `bad` once, after a group of reads.
 */
#ifndef TARGET_CURSOR_H
#define TARGET_CURSOR_H

#include "translator/target/elf/image.h"

struct cursor {
	const unsigned char *p, *end;
	bool bad;
};

/** A cursor at the first byte of @r. */
static inline struct cursor cursor_of(struct range r)
{
	return (struct cursor){ r.p, r.n ? r.p + r.n : r.p, false };
}

/** The number of bytes from the cursor to the end. */
static inline size_t cursor_left(const struct cursor *c)
{
	return (size_t)(c->end - c->p);
}

/** Takes the next @n bytes; NULL, and `bad` is set, if there are fewer. */
static inline const unsigned char *cursor_take(struct cursor *c, uint64_t n)
{
	const unsigned char *p = c->p;

	if (c->bad || n > cursor_left(c)) {
		c->bad = true;
		c->p = c->end;
		return NULL;
	}
	c->p += n;
	return p;
}

/** A little-endian number of 1 to 8 bytes. */
static inline uint64_t cursor_uint(struct cursor *c, size_t n)
{
	const unsigned char *p = cursor_take(c, n);
	uint64_t v = 0;

	if (p)
		memcpy(&v, p, n);
	return v;
}

/** An unsigned LEB128 number; bits beyond the 64th are cut off. */
static inline uint64_t cursor_uleb(struct cursor *c)
{
	uint64_t v = 0;

	for (unsigned shift = 0; c->p < c->end; shift += 7) {
		unsigned char b = *c->p++;

		if (shift < 64)
			v |= (uint64_t)(b & 0x7f) << shift;
		if (!(b & 0x80))
			return v;
	}
	c->bad = true;
	return 0;
}

/** A signed LEB128 number; bits beyond the 64th are cut off. */
static inline int64_t cursor_sleb(struct cursor *c)
{
	uint64_t v = 0;

	for (unsigned shift = 0; c->p < c->end;) {
		unsigned char b = *c->p++;

		if (shift < 64)
			v |= (uint64_t)(b & 0x7f) << shift;
		shift += 7;
		if (b & 0x80)
			continue;
		if (shift < 64 && (b & 0x40))
			v |= ~UINT64_C(0) << shift;
		return (int64_t)v;
	}
	c->bad = true;
	return 0;
}

/** A NUL-terminated string, in place. */
static inline const char *cursor_string(struct cursor *c)
{
	const unsigned char *end = c->bad ? NULL :
		memchr(c->p, 0, cursor_left(c));
	const char *s = (const char *)c->p;

	if (!end) {
		c->bad = true;
		c->p = c->end;
		return "";
	}
	c->p = end + 1;
	return s;
}

#endif
