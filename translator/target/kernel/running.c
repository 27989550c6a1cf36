/* SPDX-License-Identifier: LGPL-2.1-or-later */
/*
 * Reads files in which a running kernel shows its symbols, types and build id.  A line
 * of /proc/kallsyms has an address in hex, a type, a name and, for symbols that are not
 * of the kernel's image, a tab and "[module]".  A user who may not see addresses reads
 * 0 for all of them.
 */
#include "translator/target/kernel/running.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/arena.h"
#include "base/cleanup.h"
#include "translator/target/kernel/kallsyms.h"

static void add(struct raw_symbols *s, const char *line)
{
	struct raw_symbol one = { .name = (uint32_t)s->names.n };
	unsigned long long addr;
	const char *name;
	int at = 0;

	if (sscanf(line, "%llx %c %n", &addr, &one.type, &at) < 2 || !at)
		return;
	name = line + at;
	one.addr = addr;
	one.name_len = (uint16_t)strcspn(name, "\t\n");
	if (!one.name_len || one.name_len > SYMBOL_NAME_MAX ||
	    name[one.name_len] == '\t')
		return;
	buf_add(&s->names, name, one.name_len);
	buf_putc(&s->names, 0);
	if (!(s->n & (s->n - 1)))
		s->at = xrealloc(s->at, (s->n ? 2 * s->n : 1) *
						sizeof(*s->at));
	s->at[s->n++] = one;
}

static int by_address(const void *a, const void *b)
{
	const struct raw_symbol *x = a, *y = b;

	if (x->addr != y->addr)
		return x->addr < y->addr ? -1 : 1;
	return x->name < y->name ? -1 : x->name > y->name;
}

bool running_symbols(const char *path, struct raw_symbols *ret)
{
	_cleanup_fclose_ FILE *f = fopen(path, "re");
	_cleanup_free_ char *line = NULL;
	size_t room = 0;

	*ret = (struct raw_symbols){ .names = BUF_INIT };
	while (f && getline(&line, &room, f) > 0)
		add(ret, line);
	if (ret->n)
		qsort(ret->at, ret->n, sizeof(*ret->at), by_address);
	return ret->n;
}

bool running_bytes(const char *path, struct buf *ret)
{
	_cleanup_fclose_ FILE *f = fopen(path, "re");
	char piece[65536];
	size_t n;

	while (f && (n = fread(piece, 1, sizeof(piece), f)) > 0)
		buf_add(ret, piece, n);
	return ret->n;
}
