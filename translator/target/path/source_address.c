/* SPDX-License-Identifier: LGPL-2.1-or-later */
/*
 * Finds the source of an address: the function, the line, and what is visible
 * there.
 */
#include <dwarf.h>
#include <string.h>

#include "translator/target/dwarf/dwarf.h"
#include "translator/target/path/source_private.h"

uint64_t debug_address(const struct debug *d, const char *section,
		       uint64_t offset)
{
	const struct elf_section *s = elf_file_section(d->dwarf->debug,
						       section);

	return s && offset < s->size ? s->addr + offset : 0;
}

static bool is_meant(Dwarf_Die *scope, enum debug_copies copies)
{
	switch (dwarf_tag(scope)) {
	case DW_TAG_subprogram:
		return true;
	case DW_TAG_inlined_subroutine:
		return copies == DEBUG_COPIES;
	default:
		return false;
	}
}

static bool fill(struct debug *d, Dwarf_Die *scope, enum target_when when,
		 struct debug_code *ret)
{
	bool is_copy = dwarf_tag(scope) == DW_TAG_inlined_subroutine;

	if (!die_entry(scope, &ret->entry))
		return false;
	ret->function = dwarf_diename(scope);
	ret->is_copy = is_copy;
	ret->address = dwarf_address_at(d->vars, ret->entry, scope,
				    when == TARGET_RETURN && !is_copy
					    ? DWARF_RETURN : DWARF_HERE);
	return ret->function != NULL;
}

bool debug_code_at(struct debug *d, uint64_t addr, enum debug_copies copies,
		   enum target_when when, struct debug_code *ret)
{
	struct dwarf_scopes scopes = { 0 };
	bool found = false;

	dwarf_scopes_find(d->dwarf, addr, &scopes);
	for (size_t i = 0; i < scopes.n && !found; i++)
		found = is_meant(&scopes.at[i], copies) &&
			fill(d, &scopes.at[i], when, ret);
	vec_free(&scopes);
	return found;
}

const struct dwarf_address *debug_instruction(struct debug *d, uint64_t addr)
{
	struct debug_code in;

	if (!debug_code_at(d, addr, DEBUG_COPIES, TARGET_INSIDE, &in))
		return NULL;
	return dwarf_address_at(d->vars, addr, NULL, DWARF_HERE);
}

bool debug_line(struct debug *d, uint64_t addr, const char **file,
		unsigned *line)
{
	struct dwarf_line at;

	if (!dwarf_line_at(d->dwarf, addr, &at))
		return false;
	*file = dwarf_short_path(d->dwarf, at.file);
	*line = at.line;
	return true;
}

/* Returns true if scope @i is the rest of the function around it (see
 * dwarf_is_rest()), and so not a frame of its own. */
static bool is_rest(const struct dwarf_scopes *scopes, size_t i)
{
	Dwarf_Die *rest = &scopes->at[i];
	const char *name = dwarf_diename(rest), *around;

	if (!dwarf_is_rest(rest))
		return false;
	for (i++; i < scopes->n && !is_meant(&scopes->at[i], DEBUG_COPIES);)
		i++;
	around = i < scopes->n ? dwarf_diename(&scopes->at[i]) : NULL;
	return name && around && !strcmp(name, around);
}

size_t debug_inlined(struct debug *d, uint64_t addr, const char **names,
		     size_t max)
{
	struct dwarf_scopes scopes = { 0 };
	const char *name;
	size_t n = 0;

	dwarf_scopes_find(d->dwarf, addr, &scopes);
	for (size_t i = 0; i < scopes.n && n < max; i++) {
		name = dwarf_diename(&scopes.at[i]);
		if (name && is_meant(&scopes.at[i], DEBUG_COPIES) &&
		    !is_meant(&scopes.at[i], DEBUG_NO_COPIES) &&
		    !is_rest(&scopes, i))
			names[n++] = name;
	}
	vec_free(&scopes);
	return n;
}

bool debug_statement(struct debug *d, uint64_t addr, uint64_t *ret)
{
	struct dwarf_line line;

	if (!dwarf_line_at(d->dwarf, addr, &line))
		return false;
	*ret = line.addr;
	return true;
}
