/* SPDX-License-Identifier: LGPL-2.1-or-later */
/*
 * Reads attributes by libdw's functions, and checks what libdw does not.
 */
#include <dwarf.h>

#include "translator/target/dwarf/die.h"

bool die_child(Dwarf_Die *parent, Dwarf_Die *ret)
{
	Dwarf_Die child;

	if (dwarf_child(parent, &child) != 0 || child.addr <= parent->addr)
		return false;
	*ret = child;
	return true;
}

/* Goes forward only: a sibling attribute may lie, which would make a loop. */
bool die_next(Dwarf_Die *d)
{
	Dwarf_Die next;

	if (dwarf_siblingof(d, &next) != 0 || next.addr <= d->addr)
		return false;
	*d = next;
	return true;
}

const char *die_name(Dwarf_Die *d)
{
	const char *name = dwarf_diename(d);

	return name ? name : "";
}

bool die_find_number(Dwarf_Die *d, unsigned attr, uint64_t *ret)
{
	Dwarf_Attribute a;
	Dwarf_Sword s;
	Dwarf_Word u;

	if (!dwarf_attr_integrate(d, attr, &a))
		return false;
	switch (dwarf_whatform(&a)) {
	case DW_FORM_sdata:
	case DW_FORM_implicit_const:
		if (dwarf_formsdata(&a, &s) != 0)
			return false;
		*ret = (uint64_t)s;
		return true;
	case DW_FORM_data1:
	case DW_FORM_data2:
	case DW_FORM_data4:
	case DW_FORM_data8:
	case DW_FORM_udata:
		if (dwarf_formudata(&a, &u) != 0)
			return false;
		*ret = u;
		return true;
	default:
		return false;
	}
}

uint64_t die_number(Dwarf_Die *d, unsigned attr, uint64_t otherwise)
{
	uint64_t number;

	return die_find_number(d, attr, &number) ? number : otherwise;
}

bool die_flag(Dwarf_Die *d, unsigned attr)
{
	Dwarf_Attribute a;
	bool flag = false;

	return dwarf_attr_integrate(d, attr, &a) &&
	       dwarf_formflag(&a, &flag) == 0 && flag;
}

bool die_ref(Dwarf_Die *d, unsigned attr, Dwarf_Die *ret)
{
	Dwarf_Attribute a;

	return dwarf_attr_integrate(d, attr, &a) &&
	       dwarf_formref_die(&a, ret) != NULL;
}

bool die_own_ref(Dwarf_Die *d, unsigned attr, Dwarf_Die *ret)
{
	Dwarf_Attribute a;

	return dwarf_attr(d, attr, &a) && dwarf_formref_die(&a, ret) != NULL;
}

static bool first_address(Dwarf_Die *d, uint64_t *ret)
{
	Dwarf_Addr base, low, high;
	ptrdiff_t at = 0;

	while ((at = dwarf_ranges(d, at, &base, &low, &high)) > 0)
		if (low < high) {
			*ret = low;
			return true;
		}
	return !dwarf_lowpc(d, ret);
}

bool die_entry(Dwarf_Die *d, uint64_t *ret)
{
	Dwarf_Attribute a;
	Dwarf_Word offset;

	if (!dwarf_attr(d, DW_AT_entry_pc, &a))
		return first_address(d, ret);
	if (!dwarf_formaddr(&a, ret))
		return true;
	/* version 5: it may be an offset from the first address */
	if (dwarf_formudata(&a, &offset) || !first_address(d, ret))
		return false;
	*ret += offset;
	return true;
}

unsigned die_address_size(Dwarf_Die *d)
{
	Dwarf_Die unit;
	uint8_t size;

	return dwarf_diecu(d, &unit, &size, NULL) && size == 4 ? 4 : 8;
}

/* libdw has no names of C17 and C23 yet. */
bool die_is_c_language(int language)
{
	switch (language) {
	case DW_LANG_C89:
	case DW_LANG_C:
	case DW_LANG_C99:
	case DW_LANG_C11:
	case DW_LANG_Mips_Assembler:
	case 0x2c:	/* C17 */
	case 0x3e:	/* C23 */
		return true;
	default:
		return false;
	}
}

bool die_is_plain_c(Dwarf_Die *d)
{
	Dwarf_Die unit;

	return dwarf_diecu(d, &unit, NULL, NULL) &&
	       die_is_c_language(dwarf_srclang(&unit));
}
