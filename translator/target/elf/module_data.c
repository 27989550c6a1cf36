/* SPDX-License-Identifier: LGPL-2.1-or-later */
/*
 * Finds a symbol near the data.  Loading a module changes the distances between its
 * sections, but not those inside a section.  So data is found by any symbol of its section
 * whose name is unique.
 */
#include "translator/target/elf/module_data.h"

#include <string.h>

#include "base/arena.h"
#include "translator/target/elf/elf_symbols.h"

/* Returns the module's name from its .modinfo, or NULL. */
static const char *own_name(struct elf_file *e)
{
	struct range info;
	const char *s;

	if (!elf_file_bytes(e, ".modinfo", &info))
		return NULL;
	for (uint64_t at = 0; (s = range_string(info, at));
	     at += strlen(s) + 1)
		if (!strncmp(s, "name=", 5))
			return s + 5;
	return NULL;
}

static bool is_unique(struct elf_file *e, const char *name)
{
	size_t first;

	return elf_symbols_named(e, name, &first) - first == 1;
}

static bool is_named(const struct elf_symbol *s)
{
	return *s->name && (s->type == STT_OBJECT || s->type == STT_FUNC ||
			    s->type == STT_NOTYPE);
}

/* Returns the symbol of section @section (a number) that is nearest to @addr, before or
 * after it, and has a unique name; NULL: there is none. */
static const struct elf_symbol *nearest(struct elf_file *e, uint32_t section,
					uint64_t addr)
{
	const struct elf_symbol *best = NULL;
	uint64_t least = UINT64_MAX, d;
	size_t n;
	const struct elf_symbol *all = elf_symbols(e, &n);

	for (size_t i = 0; i < n; i++) {
		if (all[i].section != section || !is_named(&all[i]))
			continue;
		d = all[i].addr > addr ? all[i].addr - addr
				       : addr - all[i].addr;
		if (d >= least || !is_unique(e, all[i].name))
			continue;
		best = &all[i];
		least = d;
	}
	return best;
}

static struct module_datum refused(const char *reason)
{
	return (struct module_datum){ .reason = reason };
}

const char *module_data_unreadable(const char *section)
{
	if (!strncmp(section, ".init", 5))
		return "its memory is freed after the start of its module or of the kernel";
	if (!strncmp(section, ".data..percpu", 13))
		return "it is a per-CPU variable, and the CPU is not given";
	return NULL;
}

static struct module_datum find(struct elf_file *e, struct arena *a,
				const struct elf_section *s, uint64_t addr)
{
	const char *module = own_name(e);
	const struct elf_symbol *by;
	const char *why = module_data_unreadable(s->name);

	if (why)
		return refused(why);
	by = nearest(e, (uint32_t)elf_file_section_number(e, s), addr);
	if (!module || !by)
		return refused("its module has no symbol for it");
	return (struct module_datum){
		.symbol = arena_printf(a, "%s:%s", module, by->name),
		.distance = (int64_t)(addr - by->addr),
	};
}

struct module_datum module_datum_at(struct elf_file *e, struct arena *a,
				    const char *section, uint64_t offset)
{
	const struct elf_section *s = elf_file_section(e, section);

	if (!s || offset >= s->size)
		return refused("the module's file does not contain it");
	return find(e, a, s, s->addr + offset);
}

static bool is_variable(const struct elf_file *e, const struct elf_symbol *s)
{
	return (s->type == STT_OBJECT || s->type == STT_NOTYPE) &&
	       s->section && s->section < e->sections.n &&
	       !elf_symbol_is_function(e, s);
}

bool module_datum_named(struct elf_file *e, struct arena *a, const char *name,
			struct module_datum *ret)
{
	const struct elf_symbol *all, *found = NULL;
	size_t i, n, end = elf_symbols_named(e, name, &i), count = 0;

	all = elf_symbols(e, &n);
	for (; i < end; i++) {
		if (!is_variable(e, &all[i]))
			continue;
		found = &all[i];
		count++;
	}
	if (!found)
		return false;
	if (count == 1) {
		*ret = find(e, a, &e->sections.at[found->section],
			    found->addr);
		return true;
	}
	*ret = refused("the module has several variables of this name");
	ret->hint = arena_printf(a, "\"%s@FILE\" selects one, with debug "
				    "information",
				 name);
	return true;
}
