/* SPDX-License-Identifier: LGPL-2.1-or-later */
/*
 * Reads symbols, and keeps one name for each offset in the file.  It is the name
 * that staprun also chooses (staprun/tracee_elf.c), so that a script compares the
 * name that is printed.
 */
#include <stdlib.h>
#include <string.h>

#include "translator/target/elf/code_names.h"
#include "translator/target/elf/elf_file.h"

struct ranked {
	struct code_name name;
	unsigned rank;
};

typedef VEC(struct ranked) ranked_vec;

static bool is_wanted(const struct elf_symbol *s)
{
	return s->section && s->addr && *s->name &&
	       (s->type == STT_FUNC || s->type == STT_OBJECT ||
		s->type == STT_NOTYPE || s->type == STT_GNU_IFUNC);
}

/* Returns the rank of a symbol.  Of several at one offset, the one with the lowest
 * rank is kept.  Symbols with a type come before those without a type; in both
 * groups, global and weak symbols come before local ones. */
static unsigned rank_of(const struct elf_symbol *s)
{
	return 2 * (s->type == STT_NOTYPE) + (s->bind == STB_LOCAL);
}

static int by_offset(const void *a, const void *b)
{
	const struct ranked *x = a, *y = b;

	if (x->name.at != y->name.at)
		return x->name.at < y->name.at ? -1 : 1;
	if (x->rank != y->rank)
		return x->rank < y->rank ? -1 : 1;
	return strcmp(x->name.name, y->name.name);
}

static void take(struct elf_file *e, const struct elf_symbol *s,
		 ranked_vec *all)
{
	struct ranked r = { .rank = rank_of(s) };
	uint64_t at;

	if (!is_wanted(s) || !elf_file_offset(e, s->addr, &at) ||
	    at > UINT32_MAX || s->size > UINT32_MAX)
		return;
	r.name = (struct code_name){ (uint32_t)at, (uint32_t)s->size,
				     s->name };
	vec_push(all, r);
}

void code_names_read(struct elf_file *e, struct elf_file *names,
		     code_name_vec *ret)
{
	ranked_vec all = { 0 };
	size_t n, first = ret->n;
	const struct elf_symbol *s = elf_symbols(names, &n);

	for (size_t i = 0; i < n; i++)
		take(e, &s[i], &all);
	if (all.n)
		qsort(all.at, all.n, sizeof(*all.at), by_offset);
	for (size_t i = 0; i < all.n; i++) {
		struct code_name *last = ret->n > first
			? &ret->at[ret->n - 1] : NULL;
		uint32_t at = all.at[i].name.at;

		if (last && last->at == at)
			continue;
		if (last && !last->size)
			last->size = at - last->at;
		vec_push(ret, all.at[i].name);
	}
	if (ret->n > first && !ret->at[ret->n - 1].size)
		ret->at[ret->n - 1].size = 1;
	vec_free(&all);
}
