/* SPDX-License-Identifier: LGPL-2.1-or-later */
/*
 * Finds the expression that holds at an address, and says why when none does.
 */
#include <dwarf.h>
#include <string.h>

#include "base/arena.h"
#include "base/buf.h"
#include "translator/target/dwarf/die.h"
#include "translator/target/dwarf/dwarf_expr.h"

/* The most ranges that a hint names, and the most that are looked at to find these. */
#define HINT_PLACES 3
#define RANGES_MAX 1000

/* ---- where else it is --------------------------------------------------- */

static void put_location(struct buf *b, Dwarf_Die *variable, Dwarf_Addr from,
		      Dwarf_Addr to)
{
	Dwarf_Line *line = NULL;
	const char *file;
	Dwarf_Die unit;
	int n;

	buf_puts(b, b->n ? ", " : "it can be read at ");
	if (dwarf_diecu(variable, &unit, NULL, NULL))
		line = dwarf_getsrc_die(&unit, from);
	file = line ? dwarf_linesrc(line, NULL, NULL) : NULL;
	if (file && dwarf_lineno(line, &n) == 0)
		buf_printf(b, "%s:%d (0x%llx to 0x%llx)", basename(file),
			   n, (unsigned long long)from,
			   (unsigned long long)to - 1);
	else
		buf_printf(b, "0x%llx to 0x%llx", (unsigned long long)from,
			   (unsigned long long)to - 1);
}

/** The nearest ranges seen so far, the nearest first. */
struct ranges {
	struct {
		Dwarf_Addr from, to, distance;
	} at[HINT_PLACES];
	size_t n;
};

static void add_range(struct ranges *r, Dwarf_Addr pc, Dwarf_Addr from,
		      Dwarf_Addr to)
{
	Dwarf_Addr distance = from > pc ? from - pc : pc - from;
	size_t i = r->n < HINT_PLACES ? r->n++ : HINT_PLACES;

	for (; i && r->at[i - 1].distance > distance; i--)
		if (i < HINT_PLACES)
			r->at[i] = r->at[i - 1];
	if (i == HINT_PLACES)
		return;
	r->at[i].from = from;
	r->at[i].to = to;
	r->at[i].distance = distance;
}

const char *dwarf_location_elsewhere(struct arena *a, const struct dwarf_at *at,
				     Dwarf_Die *variable)
{
	_cleanup_buf_ struct buf b = BUF_INIT;
	struct ranges ranges = { .n = 0 };
	Dwarf_Addr base, from, to;
	Dwarf_Attribute attr;
	ptrdiff_t next = 0;
	Dwarf_Op *ops;
	size_t n;

	if (!dwarf_attr_integrate(variable, DW_AT_location, &attr))
		return NULL;
	for (int i = 0; i < RANGES_MAX; i++) {
		next = dwarf_getlocations(&attr, next, &base, &from, &to, &ops,
					  &n);
		if (next <= 0)
			break;
		if (n && from < to && !dwarf_expr(a, at, &attr, ops, n, 0).reason)
			add_range(&ranges, at->pc, from, to);
	}
	for (size_t i = 0; i < ranges.n; i++)
		put_location(&b, variable, ranges.at[i].from, ranges.at[i].to);
	return b.n ? arena_strdup(a, b.p) : NULL;
}

/* ---- constants ---------------------------------------------------------- */

static struct location constant(struct arena *a, Dwarf_Die *variable,
				Dwarf_Attribute *attr, uint64_t size)
{
	unsigned char bytes[8];
	Dwarf_Block block;
	const char *text;
	uint64_t number;

	if (dwarf_formblock(attr, &block) == 0)
		return dwarf_expr_bytes(a, block.data, block.length);
	text = dwarf_formstring(attr);
	if (text)
		return dwarf_expr_bytes(a, (const unsigned char *)text,
					strlen(text) + 1);
	if (!die_find_number(variable, DW_AT_const_value, &number))
		return (struct location){ .reason = "its value has an unknown "
						    "form" };
	memcpy(bytes, &number, sizeof(bytes));
	return dwarf_expr_bytes(a, bytes, size && size < 8 ? size : 8);
}

/* ---- the location ------------------------------------------------------- */

static struct location at_this_pc(struct arena *a, const struct dwarf_at *at,
				  Dwarf_Attribute *attr, uint64_t size)
{
	struct location l = { .reason = dwarf_expr_gone };
	Dwarf_Op *ops;
	size_t n;
	int found = dwarf_getlocation_addr(attr, at->pc, &ops, &n, 1);

	if (found < 0)
		l.reason = arena_printf(a, "its location cannot be read: %s",
					dwarf_errmsg(-1));
	if (found == 1 && n)
		l = dwarf_expr(a, at, attr, ops, n, size);
	l.is_elsewhere = l.reason && !l.hint;
	return l;
}

static const char *symbol_of(Dwarf_Die *variable)
{
	Dwarf_Attribute a;
	const char *name = NULL;

	if (dwarf_attr_integrate(variable, DW_AT_linkage_name, &a))
		name = dwarf_formstring(&a);
	return name ? name : die_name(variable);
}

struct location dwarf_location(struct arena *a, const struct dwarf_at *at,
			       Dwarf_Die *variable, uint64_t size)
{
	Dwarf_Attribute attr;

	if (dwarf_attr_integrate(variable, DW_AT_location, &attr))
		return at_this_pc(a, at, &attr, size);
	if (dwarf_attr_integrate(variable, DW_AT_const_value, &attr))
		return constant(a, variable, &attr, size);
	if (die_flag(variable, DW_AT_declaration) &&
	    die_flag(variable, DW_AT_external))
		return dwarf_expr_other(a, at, symbol_of(variable), size);
	return (struct location){ .reason = "the compiler removed it" };
}
