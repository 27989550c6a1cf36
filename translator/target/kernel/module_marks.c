/* SPDX-License-Identifier: LGPL-2.1-or-later */
/*
 * Reads the marks of a module's functions from the sections that the kernel uses
 * when it loads the module.  The blacklist is what .kprobes.text and
 * .noinstr.text hold, and the functions that _kprobe_blacklist points to.
 * __mcount_loc points to the calls to ftrace.  Such a call is a function's first
 * instruction, or the second one, after the four bytes of ENDBR64.
 */
#include "translator/target/kernel/module_marks.h"

#include <stdlib.h>

#include "base/arena.h"

#define ENDBR_SIZE 4

struct module_marks {
	const struct elf_file *e;
	elf_pointers calls, blacklist;	/* sorted by `to` */
};

static int by_target(const void *a, const void *b)
{
	const struct elf_pointer *x = a, *y = b;

	return x->to < y->to ? -1 : x->to > y->to;
}

static void read_list(const struct elf_file *e, const char *section,
		      elf_pointers *ret)
{
	const struct elf_section *s = elf_file_section(e, section);

	if (s)
		elf_file_pointers(e, s, ret);
	if (ret->n)
		qsort(ret->at, ret->n, sizeof(*ret->at), by_target);
}

struct module_marks *module_marks_read(const struct elf_file *e)
{
	struct module_marks *m = xcalloc(1, sizeof(*m));

	m->e = e;
	read_list(e, "__mcount_loc", &m->calls);
	read_list(e, "_kprobe_blacklist", &m->blacklist);
	return m;
}

void module_marks_free(struct module_marks *m)
{
	if (!m)
		return;
	vec_free(&m->calls);
	vec_free(&m->blacklist);
	free(m);
}

/* Returns true if a pointer of @list points to one of the @n bytes from @addr
 * on. */
static bool leads_to(const elf_pointers *list, uint64_t addr, uint64_t n)
{
	size_t low = 0, high = list->n;

	while (low < high) {
		size_t mid = low + (high - low) / 2;

		if (list->at[mid].to < addr)
			low = mid + 1;
		else
			high = mid;
	}
	return low < list->n && list->at[low].to - addr < n;
}

bool module_mark_is_blacklisted(const struct module_marks *m,
				const struct elf_symbol *s)
{
	const char *section = m->e->sections.at[s->section].name;

	return !strcmp(section, ".kprobes.text") ||
	       !strcmp(section, ".noinstr.text") ||
	       leads_to(&m->blacklist, s->addr, 1);
}

bool module_mark_is_traced(const struct module_marks *m,
			   const struct elf_symbol *s)
{
	uint64_t room = ENDBR_SIZE + 1;

	/* a call after the end of @s belongs to the next function */
	if (s->size && s->size < room)
		room = s->size;
	return leads_to(&m->calls, s->addr, room);
}

bool module_mark_is_notrace(const struct module_marks *m,
			    const struct elf_symbol *s)
{
	return m->calls.n && !module_mark_is_traced(m, s);
}
