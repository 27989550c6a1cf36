/* SPDX-License-Identifier: LGPL-2.1-or-later */
/*
 * Edit distances with one bit for each row of the table (Myers 1999; Hyyro 2003 for
 * swapped neighbours).  The usual table of distances has a row for each character of one
 * word and a column for each character of the other.  Neighbouring cells differ by -1, 0
 * or 1, so two 64-bit words hold a column: the rows where it increases and those where it
 * decreases.  The next column then takes a dozen operations instead of a loop.
 */
#include <string.h>

#include "base/nearest.h"

struct column {
	/* each bit is for the cell of one row; it is set if this cell is ... */
	uint64_t up, down;	/* ... larger by 1, smaller by 1 than the cell above */
	uint64_t diagonal;	/* ... equal to the cell above in the previous column */
	uint64_t places;	/* ... in a row with the character of this column */
};

bool nearest_init(struct nearest *w, const char *word)
{
	*w = (struct nearest){ .n = strlen(word) };
	if (!w->n || w->n > NEAREST_WORD_MAX)
		return false;
	w->limit = w->n / 3 ? w->n / 3 : 1;
	for (size_t i = 0; i < w->n; i++)
		w->places[(unsigned char)word[i]] |= UINT64_C(1) << i;
	return true;
}

/* Changes @c to the next column, whose character has the positions @places.  Returns by how
 * much the cell in the last row, whose bit is @last, changes: -1, 0 or 1. */
static int step(struct column *c, uint64_t places, uint64_t last)
{
	uint64_t swap = ((~c->diagonal & places) << 1) & c->places;
	uint64_t right, left, diagonal;

	diagonal = (((places & c->up) + c->up) ^ c->up) | places | c->down |
		   swap;
	right = c->down | ~(diagonal | c->up);
	left = diagonal & c->up;
	*c = (struct column){ .diagonal = diagonal, .places = places };
	c->up = left << 1 | ~(diagonal | (right << 1 | 1));
	c->down = diagonal & (right << 1 | 1);
	return right & last ? 1 : left & last ? -1 : 0;
}

size_t nearest_distance(const struct nearest *w, const char *s, size_t n)
{
	uint64_t last = UINT64_C(1) << (w->n - 1);
	struct column c = { .up = ~UINT64_C(0) };
	size_t d = w->n;

	if (n > w->n + w->limit || w->n > n + w->limit)
		return SIZE_MAX;
	for (size_t i = 0; i < n; i++) {
		d += (size_t)step(&c, w->places[(unsigned char)s[i]], last);
		if (d > w->limit + (n - 1 - i))
			return SIZE_MAX;
	}
	return d;
}
