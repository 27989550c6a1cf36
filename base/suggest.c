/* SPDX-License-Identifier: LGPL-2.1-or-later */
/*
 * Edit distance with transpositions ("vfs_raed" is one step from "vfs_read"),
 * in three rows of the usual table.
 */
#include <string.h>

#include "base/diag.h"

#define WORD_MAX 128

static size_t min3(size_t a, size_t b, size_t c)
{
	size_t m = a < b ? a : b;

	return m < c ? m : c;
}

static size_t distance(const char *a, size_t na, const char *b, size_t nb)
{
	size_t rows[3][WORD_MAX + 1];
	size_t *before = rows[0], *last = rows[1], *now = rows[2];

	for (size_t j = 0; j <= nb; j++)
		last[j] = j;
	for (size_t i = 1; i <= na; i++) {
		size_t *spare = before;

		now[0] = i;
		for (size_t j = 1; j <= nb; j++) {
			now[j] = min3(last[j] + 1, now[j - 1] + 1,
				      last[j - 1] + (a[i - 1] != b[j - 1]));
			if (i > 1 && j > 1 && a[i - 1] == b[j - 2] &&
			    a[i - 2] == b[j - 1] && before[j - 2] + 1 < now[j])
				now[j] = before[j - 2] + 1;
		}
		before = last;
		last = now;
		now = spare;
	}
	return last[nb];
}

const char *diag_nearest(const char *word, const char *const *candidates,
			 size_t n)
{
	size_t len = strlen(word);
	size_t limit = len / 3 ? len / 3 : 1;
	const char *best = NULL;

	if (!len || len > WORD_MAX)
		return NULL;
	for (size_t i = 0; i < n; i++) {
		size_t m = strlen(candidates[i]), d;

		if (m > WORD_MAX || m > len + limit || len > m + limit)
			continue;
		d = distance(word, len, candidates[i], m);
		if (d < limit || (d == limit && !best)) {
			best = candidates[i];
			limit = d;
		}
	}
	return best;
}
