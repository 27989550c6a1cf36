/* SPDX-License-Identifier: LGPL-2.1-or-later */
#include "translator/target/dwarf_thing.h"

#include "base/error.h"
#include "translator/target/dwarf_index.h"

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
		struct dwarf_thing t = { .tag = (int)row->tag };

		t.unit = index_text(ix, ix->units[row->unit].name);
		if (dwarf_index_die(d, row->unit, row->at, &t.die))
			vec_push(ret, t);
	}
	return NULL;
}
