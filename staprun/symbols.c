/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * The kernel's symbols as /proc/kallsyms tells them, "ADDRESS TYPE NAME" and
 * perhaps "[MODULE]" behind it, a line each: read once, and sorted.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/cleanup.h"
#include "staprun/staprun.h"

struct symbol {
	uint64_t addr;
	const char *line;
};

struct symbols {
	char *text;
	struct symbol *at;
	size_t n, cap;
};

static char *read_text(void)
{
	_cleanup_fclose_ FILE *f = fopen("/proc/kallsyms", "re");
	size_t n = 0, cap = 0, more = 1;
	char *p = NULL;

	while (f && more) {
		if (cap - n < 1u << 16) {
			cap = cap ? 2 * cap : 1u << 22;
			p = must(realloc(p, cap));
		}
		more = fread(p + n, 1, cap - n - 1, f);
		n += more;
	}
	if (!p)
		p = must(calloc(1, 1));
	p[n] = '\0';
	return p;
}

static void add(struct symbols *s, const char *line)
{
	uint64_t addr = strtoull(line, NULL, 16);

	if (!addr)
		return;		/* we are not told */
	if (s->n == s->cap) {
		s->cap = s->cap ? 2 * s->cap : 1u << 16;
		s->at = must(realloc(s->at, s->cap * sizeof(*s->at)));
	}
	s->at[s->n++] = (struct symbol){ addr, line };
}

/* Names of one address stay in the order in which they are told. */
static int by_address(const void *a, const void *b)
{
	const struct symbol *x = a, *y = b;

	if (x->addr != y->addr)
		return x->addr < y->addr ? -1 : 1;
	return x->line < y->line ? -1 : x->line > y->line;
}

struct symbols *symbols_read(void)
{
	struct symbols *s = must(calloc(1, sizeof(*s)));
	char *rest, *line;

	s->text = rest = read_text();
	while ((line = strsep(&rest, "\n")))
		if (*line)
			add(s, line);
	if (s->n)
		qsort(s->at, s->n, sizeof(*s->at), by_address);
	return s;
}

void symbols_free(struct symbols *s)
{
	free(s->at);
	free(s->text);
	free(s);
}

void symbols_name(const struct symbols *s, uint64_t addr, char *buf,
		  size_t size)
{
	char name[300], module[64] = "";
	size_t lo = 0, hi = s->n;

	buf[0] = '\0';
	while (lo < hi) {
		size_t mid = lo + (hi - lo) / 2;

		if (s->at[mid].addr <= addr)
			lo = mid + 1;
		else
			hi = mid;
	}
	if (!addr || !lo ||
	    sscanf(s->at[lo - 1].line, "%*x %*c %299s %63s", name, module) < 1)
		return;
	snprintf(buf, size, "%s+%#llx%s%s", name,
		 (unsigned long long)(addr - s->at[lo - 1].addr),
		 *module ? " " : "", module);
}
