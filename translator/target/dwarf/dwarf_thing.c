/* SPDX-License-Identifier: LGPL-2.1-or-later */
/*
 * Reads the DIEs of the index's rows of types, enumerators and variables.
 */
#include "translator/target/dwarf/dwarf_thing.h"

#include <dwarf.h>

#include "base/error.h"
#include "translator/target/dwarf/die.h"
#include "translator/target/dwarf/dwarf_index.h"

struct sys_error *dwarf_things_find(struct dwarf *d, const char *name,
				    struct dwarf_things *ret)
{
	const struct dwarf_index *ix;
	struct sys_error *err = dwarf_index_get(d, &ix);
	size_t first, end;

	if (err)
		return err;
	end = dwarf_index_things(ix, name, &first);
	for (size_t i = first; i < end; i++) {
		const struct index_thing *row = &ix->things[i];
		struct dwarf_thing t = { .tag = row->tag };

		t.is_external = row->flags & INDEX_EXTERNAL;
		t.unit = index_text(ix, ix->units[row->unit].name);
		if (dwarf_index_die(d, row->unit, row->at, &t.die))
			vec_push(ret, t);
	}
	return NULL;
}

bool dwarf_enumerator_find(struct dwarf *d, const char *name, int64_t *ret)
{
	struct dwarf_things all = { 0 };
	bool found = false;
	uint64_t value;

	sys_error_free(dwarf_things_find(d, name, &all));
	for (size_t i = 0; i < all.n && !found; i++) {
		found = all.at[i].tag == DW_TAG_enumerator &&
			die_find_number(&all.at[i].die, DW_AT_const_value,
					&value);
		if (found)
			*ret = (int64_t)value;
	}
	vec_free(&all);
	return found;
}
