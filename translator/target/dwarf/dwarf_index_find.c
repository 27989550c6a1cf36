/* SPDX-License-Identifier: LGPL-2.1-or-later */
/*
 * Searches the index, and reads the DIEs of its rows.
 */
#include <dwarf.h>
#include <stdlib.h>

#include "base/arena.h"
#include "translator/target/dwarf/dwarf_index.h"

/* ---- searching ---------------------------------------------------------- */

/* Returns the number of the first row of names[] that is not before (@least 0), or that is
 * after (@least 1), all names that begin with the @n bytes of @name. */
static size_t first_from(const struct dwarf_index *ix, const char *name,
			 size_t n, int least)
{
	size_t low = 0, high = ix->head->n_names;

	while (low < high) {
		size_t mid = low + (high - low) / 2;

		if (strncmp(index_text(ix, ix->names[mid].name), name, n) <
		    least)
			low = mid + 1;
		else
			high = mid;
	}
	return low;
}

size_t dwarf_index_prefixed(const struct dwarf_index *ix, const char *prefix,
			    size_t n, size_t *first)
{
	*first = first_from(ix, prefix, n, 0);
	return first_from(ix, prefix, n, 1);
}

size_t dwarf_index_named(const struct dwarf_index *ix, const char *name,
			 size_t *first)
{
	return dwarf_index_prefixed(ix, name, strlen(name) + 1, first);
}

static size_t first_thing(const struct dwarf_index *ix, const char *name,
			  int least)
{
	size_t low = 0, high = ix->head->n_things;

	while (low < high) {
		size_t mid = low + (high - low) / 2;

		if (strcmp(index_text(ix, ix->things[mid].name), name) < least)
			low = mid + 1;
		else
			high = mid;
	}
	return low;
}

size_t dwarf_index_things(const struct dwarf_index *ix, const char *name,
			  size_t *first)
{
	*first = first_thing(ix, name, 0);
	return first_thing(ix, name, 1);
}

/* The most spans that are examined, from the last one that begins at or before the address
 * backwards: spans may lie in each other. */
#define NESTED_MAX 64

int64_t dwarf_index_unit_at(const struct dwarf_index *ix, uint64_t addr)
{
	size_t low = 0, high = ix->head->n_spans;

	while (low < high) {
		size_t mid = low + (high - low) / 2;

		if (ix->spans[mid].low <= addr)
			low = mid + 1;
		else
			high = mid;
	}
	for (size_t i = 0; i < NESTED_MAX && i < low; i++)
		if (addr < ix->spans[low - 1 - i].high)
			return ix->spans[low - 1 - i].unit;
	return -1;
}

/* ---- DIEs --------------------------------------------------------------- */

static bool die_at(Dwarf *dw, uint32_t where, Dwarf_Off at, Dwarf_Die *ret)
{
	return where == INDEX_IN_TYPES ? dwarf_offdie_types(dw, at, ret)
				       : dwarf_offdie(dw, at, ret);
}

/* Finds the unit's own DIE or, if it is a skeleton, that of its split unit. */
static bool open_unit(struct dwarf *d, uint32_t unit, Dwarf_Die *ret)
{
	const struct index_unit *u = &d->index->units[unit];
	Dwarf_Die die, split;
	uint8_t type;

	if (!die_at(u->where == INDEX_IN_ALT ? d->alt : d->dw, u->where,
		    u->die, &die) ||
	    dwarf_cu_info(die.cu, NULL, &type, NULL, &split, NULL, NULL,
			  NULL) < 0)
		return false;
	*ret = type == DW_UT_skeleton && split.cu ? split : die;
	return true;
}

bool dwarf_index_unit_die(struct dwarf *d, uint32_t unit, Dwarf_Die *ret)
{
	const struct dwarf_index *ix;
	Dwarf_Die *known;

	ix = d->index;
	if (!ix || unit >= ix->head->n_units)
		return false;
	if (!ix->unit_dies)
		d->index->unit_dies = xcalloc(ix->head->n_units,
					      sizeof(*ix->unit_dies));
	known = &d->index->unit_dies[unit];
	if (!known->cu && !open_unit(d, unit, known))
		return false;
	*ret = *known;
	return true;
}

/* Returns the number of a split unit or a unit of the shared file, or -1.
 * dwarf_index_unit_die() has returned the unit's DIE before, so it is in unit_dies. */
static int64_t split_unit_of(const struct dwarf_index *ix, Dwarf_Die *unit)
{
	for (size_t i = 0; ix->unit_dies && i < ix->head->n_units; i++)
		if (ix->unit_dies[i].addr == unit->addr)
			return (int64_t)i;
	return -1;
}

int64_t dwarf_index_unit_of(struct dwarf *d, Dwarf_Die *unit)
{
	const struct dwarf_index *ix = d->index;
	Dwarf_Off offset = dwarf_dieoffset(unit);
	size_t low = 0, high = ix->head->n_info;

	if (dwarf_cu_getdwarf(unit->cu) != d->dw)
		return split_unit_of(ix, unit);
	while (low < high) {
		size_t mid = low + (high - low) / 2;

		if (ix->units[mid].die < offset)
			low = mid + 1;
		else
			high = mid;
	}
	return low < ix->head->n_info && ix->units[low].die == offset ?
		(int64_t)low : -1;
}

bool dwarf_index_die(struct dwarf *d, uint32_t unit, uint32_t at,
		     Dwarf_Die *ret)
{
	Dwarf_Die die;

	if (!dwarf_index_unit_die(d, unit, &die))
		return false;
	return die_at(dwarf_cu_getdwarf(die.cu), d->index->units[unit].where,
		      dwarf_dieoffset(&die) - dwarf_cuoffset(&die) + at, ret);
}

/* ---- bodies by address -------------------------------------------------- */

static int by_entry(const void *a, const void *b, void *data)
{
	const struct index_body *bodies = data;
	uint64_t x = bodies[*(const uint32_t *)a].entry;
	uint64_t y = bodies[*(const uint32_t *)b].entry;

	return x < y ? -1 : x > y;
}

static const uint32_t *sorted_bodies(struct dwarf_index *ix)
{
	uint32_t n = ix->head->n_bodies;

	if (ix->by_entry)
		return ix->by_entry;
	ix->by_entry = xcalloc(n + 1, sizeof(*ix->by_entry));
	for (uint32_t i = 0; i < n; i++)
		ix->by_entry[i] = i;
	qsort_r(ix->by_entry, n, sizeof(*ix->by_entry), by_entry,
		(void *)ix->bodies);
	return ix->by_entry;
}

bool dwarf_index_body_at(struct dwarf *d, uint64_t addr, Dwarf_Die *ret)
{
	struct dwarf_index *ix = d->index;
	const uint32_t *order = sorted_bodies(ix);
	size_t low = 0, high = ix->head->n_bodies;
	const struct index_body *b;

	while (low < high) {
		size_t mid = low + (high - low) / 2;

		if (ix->bodies[order[mid]].entry <= addr)
			low = mid + 1;
		else
			high = mid;
	}
	if (!low)
		return false;
	b = &ix->bodies[order[low - 1]];
	return dwarf_index_die(d, b->unit, b->at, ret) &&
	       dwarf_haspc(ret, addr) > 0;
}
