/* SPDX-License-Identifier: LGPL-2.1-or-later */
/**
 * @file
 * Reads DWARF entries (DIEs), which are not trusted.
 *
 * libdw checks that it stays inside the sections; it does not check that the
 * entries make sense.  Walks here only go forward in the section, so they
 * end; an attribute of the wrong form is as good as a missing one.
 */
#ifndef TARGET_DIE_H
#define TARGET_DIE_H

#include <elfutils/libdw.h>
#include <stdbool.h>
#include <stdint.h>

/** Find the first child of @parent; false if it has none. */
bool die_child(Dwarf_Die *parent, Dwarf_Die *ret);
/** Replace @d by the sibling after it; false at the end. */
bool die_next(Dwarf_Die *d);

/** A loop over each child @child (a Dwarf_Die) of @parent (a Dwarf_Die *). */
#define for_each_child(parent, child)                                          \
	for (bool more_ = die_child((parent), &(child)); more_;                \
	     more_ = die_next(&(child)))

/** The name of @d, else of its declaration or abstract origin; "" if they have none. */
const char *die_name(Dwarf_Die *d);
/** Find the number in attribute @attr of @d, else of its declaration or abstract origin;
 *  false if it is missing or is no constant. */
bool die_find_number(Dwarf_Die *d, unsigned attr, uint64_t *ret);
/** Returns the number that die_find_number() finds; @otherwise if it finds none. */
uint64_t die_number(Dwarf_Die *d, unsigned attr, uint64_t otherwise);
/** Returns true if the flag @attr of @d, else of its declaration or abstract origin, is set. */
bool die_flag(Dwarf_Die *d, unsigned attr);
/** Find the entry that @attr of @d, else of its declaration or abstract origin, refers to;
 *  false: none. */
bool die_ref(Dwarf_Die *d, unsigned attr, Dwarf_Die *ret);
/** Find the entry that @attr of @d itself refers to; false: none. */
bool die_own_ref(Dwarf_Die *d, unsigned attr, Dwarf_Die *ret);

/** Find where the code of @d begins: DW_AT_entry_pc, else the first of its addresses;
 *  false: it has none. */
bool die_entry(Dwarf_Die *d, uint64_t *ret);

/** The size of an address in the unit of @d, in bytes: 4 or 8. */
unsigned die_address_size(Dwarf_Die *d);
/** Returns true for C, of any year, and assembler (DW_LANG_...). */
bool die_is_c_language(int language);
/** Returns true if the unit of @d is in C or assembler, where names are not nested. */
bool die_is_plain_c(Dwarf_Die *d);

#endif
