/* SPDX-License-Identifier: LGPL-2.1-or-later */
/*
 * Builds the table of symbols, and finds names and addresses in it.
 *
 * Sorting is the expensive part: names of a kernel share long beginnings, so
 * comparing two of them is slow.  So names are compared in pieces of eight bytes:
 * rows are sorted by the first eight bytes taken as one number, then each run of
 * equal rows by the next eight bytes, until the names end.
 */
#include <endian.h>
#include <stdlib.h>

#include "base/arena.h"
#include "base/cleanup.h"
#include "translator/target/kernel/kallsyms.h"
#include "translator/target/kernel/symtab.h"

#define PIECE 8

/* ---- sorting ------------------------------------------------------------ */

struct sort_row {
	uint64_t key;		/* the piece of the name that is compared now */
	uint32_t i;		/* index in the decoded table, which is by address */
};

static int by_key(const void *a, const void *b)
{
	const struct sort_row *x = a, *y = b;

	if (x->key != y->key)
		return x->key < y->key ? -1 : 1;
	return x->i < y->i ? -1 : x->i > y->i;
}

/* Returns the eight bytes of a name from @depth on as a number.  Bytes after the
 * name's end count as 0. */
static uint64_t piece_of(const struct raw_symbols *s, uint32_t i, size_t depth)
{
	const struct raw_symbol *r = &s->at[i];
	uint64_t key = 0;

	if (depth < r->name_len) {
		size_t n = r->name_len - depth;

		memcpy(&key, s->names.p + r->name + depth,
		       n < PIECE ? n : PIECE);
	}
	return be64toh(key);
}

/* Returns true if the last byte of the key is 0.  Then the names of rows with this key
 * end here and are equal: nothing is left to sort. */
static bool is_last_piece(uint64_t key)
{
	return !(key & 0xff);
}

static void sort_names(const struct raw_symbols *s, struct sort_row *rows,
		       size_t n, size_t depth)
{
	for (size_t i = 0; i < n; i++)
		rows[i].key = piece_of(s, rows[i].i, depth);
	qsort(rows, n, sizeof(*rows), by_key);
	for (size_t i = 0, end; i < n; i = end) {
		end = i + 1;
		while (end < n && rows[end].key == rows[i].key)
			end++;
		if (end - i > 1 && !is_last_piece(rows[i].key))
			sort_names(s, rows + i, end - i, depth + PIECE);
	}
}

static struct sort_row *sorted(const struct raw_symbols *s)
{
	struct sort_row *rows = xcalloc(s->n, sizeof(*rows));

	for (size_t i = 0; i < s->n; i++)
		rows[i].i = (uint32_t)i;
	sort_names(s, rows, s->n, 0);
	return rows;
}

/* ---- building ----------------------------------------------------------- */

static bool same_name(const struct raw_symbols *s, const struct raw_symbol *a,
		      const struct raw_symbol *b)
{
	return a->name_len == b->name_len &&
	       !memcmp(s->names.p + a->name, s->names.p + b->name,
		       a->name_len);
}

/* Fills @rows and @names in sorted order, each name once; returns how many bytes of
 * @names are used. */
static size_t lay_out(const struct raw_symbols *s, const struct sort_row *order,
		      struct symtab_row *rows, char *names)
{
	const struct raw_symbol *before = NULL;
	size_t used = 0;

	for (size_t i = 0; i < s->n; i++) {
		const struct raw_symbol *r = &s->at[order[i].i];

		rows[i] = (struct symtab_row){
			.addr = r->addr, .name_len = r->name_len,
			.type = r->type, .flags = r->flags,
			.name = (uint32_t)used,
		};
		if (before && same_name(s, before, r)) {
			rows[i].name = rows[i - 1].name;
			continue;
		}
		memcpy(names + used, s->names.p + r->name, r->name_len + 1U);
		used += r->name_len + 1U;
		before = r;
	}
	return used;
}

void symtab_build(struct symtab *ret, const struct raw_symbols *s,
		  const char *build_id, bool knows_ftrace)
{
	size_t at_names = sizeof(struct symtab_head) +
			  s->n * (sizeof(struct symtab_row) +
				  sizeof(uint32_t));
	char *all = xcalloc(1, at_names + s->names.n);
	struct symtab_head *head = (struct symtab_head *)all;
	struct symtab_row *rows = (struct symtab_row *)(head + 1);
	uint32_t *by_addr = (uint32_t *)(rows + s->n);
	_cleanup_free_ struct sort_row *order = sorted(s);

	head->n = (uint32_t)s->n;
	head->knows_ftrace = knows_ftrace;
	strncpy(head->build_id, build_id, sizeof(head->build_id) - 1);
	for (size_t i = 0; i < s->n; i++)
		by_addr[order[i].i] = (uint32_t)i;
	head->size = at_names + lay_out(s, order, rows, all + at_names);
	symtab_seal(head);
	*ret = (struct symtab){ head, rows, by_addr, all + at_names, false };
}

/* ---- finding ------------------------------------------------------------ */

/* Returns the index of the first row from @low on whose name begins with the @n bytes at
 * @prefix or comes after them (@least 0), or only comes after them (@least 1). */
static size_t first_from(const struct symtab *t, size_t low, const char *prefix,
			 size_t n, int least)
{
	size_t high = t->head->n;

	while (low < high) {
		size_t mid = low + (high - low) / 2;

		if (strncmp(symtab_name(t, mid), prefix, n) < least)
			low = mid + 1;
		else
			high = mid;
	}
	return low;
}

size_t symtab_range(const struct symtab *t, const char *prefix, size_t n,
		    size_t *first)
{
	*first = first_from(t, 0, prefix, n, 0);
	return first_from(t, *first, prefix, n, 1);
}

size_t symtab_up_to(const struct symtab *t, uint64_t addr)
{
	size_t low = 0, high = t->head->n;

	while (low < high) {
		size_t mid = low + (high - low) / 2;

		if (t->rows[t->by_addr[mid]].addr <= addr)
			low = mid + 1;
		else
			high = mid;
	}
	return low;
}
