/* SPDX-License-Identifier: LGPL-2.1-or-later */
/*
 * Finds the line of an address, and the addresses of wanted lines within code; the index
 * says which unit has them.
 */
#include <dwarf.h>
#include <string.h>

#include "base/error.h"
#include "translator/target/dwarf/dwarf_func.h"
#include "translator/target/dwarf/dwarf_index.h"
#include "translator/target/dwarf/dwarf_line.h"
#include "translator/target/dwarf/unit_lines.h"

/* Returns the number of the first row after @addr. */
static size_t first_after(const struct unit_lines *u, uint64_t addr)
{
	size_t low = 0, high = u->rows.n;

	while (low < high) {
		size_t mid = low + (high - low) / 2;

		if (u->rows.at[mid].addr <= addr)
			low = mid + 1;
		else
			high = mid;
	}
	return low;
}

static struct sys_error *lines_around(struct dwarf *d, uint64_t addr,
				      struct unit_lines **ret)
{
	const struct dwarf_index *ix;
	struct sys_error *err = dwarf_index_get(d, &ix);
	int64_t unit;

	*ret = NULL;
	if (err)
		return err;
	unit = dwarf_index_unit_at(ix, addr);
	return unit < 0 ? NULL : unit_lines_get(d, (uint32_t)unit, ret);
}

bool dwarf_line_at(struct dwarf *d, uint64_t addr, struct dwarf_line *ret)
{
	struct unit_lines *u;
	struct sys_error *err = lines_around(d, addr, &u);
	size_t n;

	sys_error_free(err);
	n = err || !u ? 0 : first_after(u, addr);
	if (!n || !u->rows.at[n - 1].line)
		return false;
	*ret = unit_lines_line(d, u, &u->rows.at[n - 1]);
	return true;
}

/* Appends the rows of one span that belong to the wanted lines. */
static void take_within(struct dwarf *d, struct unit_lines *u,
			const struct dwarf_span *span,
			const struct line_wish *wish, struct dwarf_lines *ret)
{
	size_t i = span->low ? first_after(u, span->low - 1) : 0;

	for (; i < u->rows.n && u->rows.at[i].addr < span->high; i++) {
		const struct line_row *r = &u->rows.at[i];

		if (r->line && r->line >= wish->first &&
		    r->line <= wish->last &&
		    elf_file_is_code(d->debug, r->addr) &&
		    !strcmp(unit_lines_path(d, u, r->file), wish->path))
			vec_push(ret, unit_lines_line(d, u, r));
	}
}

struct sys_error *dwarf_lines_within(struct dwarf *d,
				     const struct dwarf_spans *spans,
				     const struct line_wish *wish,
				     struct dwarf_lines *ret)
{
	struct sys_error *err = NULL;
	size_t n = ret->n;

	for (size_t i = 0; !err && i < spans->n; i++) {
		struct unit_lines *u;

		err = lines_around(d, spans->at[i].low, &u);
		if (!err && u)
			take_within(d, u, &spans->at[i], wish, ret);
	}
	dwarf_lines_tidy(ret, n);
	return err;
}
