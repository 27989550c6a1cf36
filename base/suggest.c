/* SPDX-License-Identifier: LGPL-2.1-or-later */
/*
 * Suggests names that are near a misspelt one.  The edit distance counts a swap of
 * neighbours as one step ("vfs_raed", "vfs_read").  Three rows of the usual table are
 * enough to compute it.
 */
#include <string.h>

#include "base/buf.h"
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

/* The nearest candidates so far, which are all at the same distance. */
struct nearest {
	const char *at[DIAG_MAX_NEAREST];
	size_t n;
	size_t limit;		/* their distance; if n is 0, the maximum distance */
};

static void add(struct nearest *r, const char *candidate, size_t d)
{
	if (d > r->limit)
		return;
	if (d < r->limit)
		r->n = 0;
	r->limit = d;
	for (size_t i = 0; i < r->n; i++)
		if (!strcmp(r->at[i], candidate))
			return;
	if (r->n < DIAG_MAX_NEAREST)
		r->at[r->n++] = candidate;
}

static void find(struct nearest *r, const char *word,
		 const char *const *candidates, size_t n)
{
	size_t len = strlen(word);

	r->n = 0;
	r->limit = len / 3 ? len / 3 : 1;
	if (!len || len > WORD_MAX)
		return;
	for (size_t i = 0; i < n; i++) {
		size_t m = strlen(candidates[i]);

		if (m <= WORD_MAX && m <= len + r->limit && len <= m + r->limit)
			add(r, candidates[i],
			    distance(word, len, candidates[i], m));
	}
}

const char *diag_nearest(const char *word, const char *const *candidates,
			 size_t n)
{
	struct nearest r;

	find(&r, word, candidates, n);
	return r.n ? r.at[0] : NULL;
}

bool diag_suggest(struct diag *e, const char *word,
		  const char *const *candidates, size_t n)
{
	_cleanup_buf_ struct buf b = BUF_INIT;
	struct nearest r;

	if (!diag_may_guess(e))
		return false;
	find(&r, word, candidates, n);
	for (size_t i = 0; i < r.n; i++)
		buf_printf(&b, "%s\"%s\"", !i ? "" : i + 1 < r.n ? ", " : " or ",
			   r.at[i]);
	if (r.n)
		diag_hint(e, "did you mean %s?", b.p);
	return r.n;
}
