/* SPDX-License-Identifier: LGPL-2.1-or-later */
#include "monitor/lines.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

static void append(struct lines *ls, const char *text, size_t len)
{
	size_t i = (ls->n - 1) % LINES_MOST;
	char *p = realloc(ls->at[i], ls->len[i] + len + 1);

	if (!p)
		abort();
	memcpy(p + ls->len[i], text, len);
	ls->len[i] += len;
	p[ls->len[i]] = '\0';
	ls->at[i] = p;
}

static void begin(struct lines *ls)
{
	size_t i = ls->n++ % LINES_MOST;

	free(ls->at[i]);
	ls->at[i] = NULL;
	ls->len[i] = 0;
}

void lines_add(struct lines *ls, const char *text, size_t len)
{
	while (len) {
		const char *end = memchr(text, '\n', len);
		size_t n = end ? (size_t)(end - text) : len;

		if (!ls->open)
			begin(ls);
		append(ls, text, n);
		ls->open = !end;
		n += end != NULL;
		text += n;
		len -= n;
	}
}

void lines_free(struct lines *ls)
{
	for (size_t i = 0; i < LINES_MOST; i++)
		free(ls->at[i]);
	memset(ls, 0, sizeof(*ls));
}

size_t lines_count(const struct lines *ls)
{
	return ls->n < LINES_MOST ? (size_t)ls->n : LINES_MOST;
}

static size_t index_of(const struct lines *ls, size_t i)
{
	return (size_t)((ls->n - lines_count(ls) + i) % LINES_MOST);
}

const char *lines_get(const struct lines *ls, size_t i)
{
	const char *s = ls->at[index_of(ls, i)];

	return s ? s : "";
}

void lines_write(const struct lines *ls, FILE *f)
{
	size_t n = lines_count(ls);

	if (ls->n > n)
		fprintf(f, "(%" PRIu64 " earlier lines are not kept: -o FILE "
			   "keeps all)\n", ls->n - n);
	for (size_t i = 0; i < n; i++) {
		fwrite(lines_get(ls, i), 1, ls->len[index_of(ls, i)], f);
		if (i + 1 < n || !ls->open)
			fputc('\n', f);
	}
}
