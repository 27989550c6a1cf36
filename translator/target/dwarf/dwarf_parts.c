/* SPDX-License-Identifier: LGPL-2.1-or-later */
/*
 * The parts of a node: members, enumerators, parameters.  They are made at the first
 * call that needs them.  That makes the nodes of their types, too, but not the parts
 * of these types.
 */
#include <dwarf.h>

#include "base/arena.h"
#include "translator/target/dwarf/dwarf_private.h"

/* ---- members ------------------------------------------------------------ */

/* Finds the offset of a member: a constant, or an expression that adds one;
 * false: it is known at run time only. */
static bool member_offset(Dwarf_Die *m, uint64_t *ret)
{
	Dwarf_Attribute a;
	Dwarf_Op *ops;
	size_t n;

	if (die_find_number(m, DW_AT_data_member_location, ret))
		return true;
	*ret = 0;
	if (!dwarf_attr_integrate(m, DW_AT_data_member_location, &a))
		return true;
	if (dwarf_getlocation(&a, &ops, &n) != 0 || n != 1 ||
	    (ops[0].atom != DW_OP_plus_uconst && ops[0].atom != DW_OP_constu))
		return false;
	*ret = ops[0].number;
	return true;
}

/* Returns k, which is below 0, of the location of a virtual base.  Compilers write it as
 * this + *(*this + k).  0 if it has another form. */
static int64_t vtable_offset(Dwarf_Die *m)
{
	Dwarf_Attribute a;
	Dwarf_Op *ops;
	size_t n;

	if (!dwarf_attr_integrate(m, DW_AT_data_member_location, &a) ||
	    dwarf_getlocation(&a, &ops, &n) != 0 || n != 6 ||
	    ops[0].atom != DW_OP_dup || ops[1].atom != DW_OP_deref ||
	    (ops[2].atom != DW_OP_constu && ops[2].atom != DW_OP_const1u &&
	     ops[2].atom != DW_OP_const2u &&
	     (ops[2].atom < DW_OP_lit0 || ops[2].atom > DW_OP_lit31)) ||
	    ops[3].atom != DW_OP_minus || ops[4].atom != DW_OP_deref ||
	    ops[5].atom != DW_OP_plus)
		return 0;
	if (ops[2].atom >= DW_OP_lit0 && ops[2].atom <= DW_OP_lit31)
		return DW_OP_lit0 - ops[2].atom;
	return ops[2].number < INT32_MAX ? -(int64_t)ops[2].number : 0;
}

/*
 * Sets the bits of a bit-field.  DWARF 2 and 3 count them from the most significant bit
 * of the integer that holds it, later versions from the structure's start.
 */
static void set_bits(Dwarf_Die *m, struct ctype_member *ret)
{
	uint64_t skipped, unit, size = die_number(m, DW_AT_bit_size, 0);

	if (!size || size > 64)
		return;
	ret->bit_size = (unsigned)size;
	if (dwarf_hasattr(m, DW_AT_data_bit_offset)) {
		ret->bit_offset = die_number(m, DW_AT_data_bit_offset, 0);
		return;
	}
	if (!dwarf_hasattr(m, DW_AT_bit_offset))
		return;
	skipped = die_number(m, DW_AT_bit_offset, 0);
	unit = die_number(m, DW_AT_byte_size, ctype_size(ret->type));
	ret->bit_offset += 8 * unit - skipped - size;
}

/* Returns true if an entry is a member.  Static members are variables; bits
 * without a name are padding. */
static bool is_member(Dwarf_Die *m)
{
	uint64_t offset;

	if (dwarf_tag(m) == DW_TAG_inheritance)
		return true;
	return dwarf_tag(m) == DW_TAG_member &&
	       !die_flag(m, DW_AT_external) &&
	       !die_flag(m, DW_AT_declaration) && member_offset(m, &offset) &&
	       (*die_name(m) || !dwarf_hasattr(m, DW_AT_bit_size));
}

static struct ctype_member a_member(struct dwarf_types *types, Dwarf_Die *m)
{
	struct ctype_member one = { .name = "" };
	uint64_t offset;
	bool known = member_offset(m, &offset);

	one.is_base = dwarf_tag(m) == DW_TAG_inheritance;
	one.is_virtual = one.is_base &&
			 (!known || die_number(m, DW_AT_virtuality, 0));
	if (one.is_virtual)
		one.in_vtable = vtable_offset(m);
	if (!one.is_base)
		one.name = die_name(m);
	one.type = dwarf_type_of(types, m);
	one.bit_offset = 8 * offset;
	set_bits(m, &one);
	return one;
}

/* Sets when a member is present.  Values are written in the size of the
 * discriminant, with or without a sign. */
static void set_when(Dwarf_Die *parent, struct ctype_member *ret)
{
	uint64_t value;

	if (dwarf_tag(parent) == DW_TAG_variant_part) {
		ret->when = CTYPE_DISCRIMINANT;
	} else if (dwarf_tag(parent) == DW_TAG_variant) {
		ret->when = CTYPE_OTHERWISE;
		if (die_find_number(parent, DW_AT_discr_value, &value)) {
			ret->when = CTYPE_VARIANT;
			ret->variant = (int64_t)value;
		}
	}
}

/**
 * Count the members, and write them to @ret if it is not NULL.  The variants of
 * a Rust enum count as members, which overlap as those of a union do.
 */
static uint64_t put_members(struct dwarf_types *types, Dwarf_Die *parent,
			    struct ctype_member *ret, int depth)
{
	uint64_t n = 0;
	Dwarf_Die child;
	int tag;

	if (depth > CTYPE_DEPTH)
		return 0;
	for_each_child(parent, child) {
		tag = dwarf_tag(&child);
		if (tag == DW_TAG_variant_part || tag == DW_TAG_variant)
			n += put_members(types, &child, ret ? ret + n : NULL,
					 depth + 1);
		if (!is_member(&child))
			continue;
		if (ret) {
			ret[n] = a_member(types, &child);
			set_when(parent, &ret[n]);
		}
		n++;
	}
	return n;
}

uint64_t dwarf_count_members(struct dwarf_types *types, Dwarf_Die *parent)
{
	return put_members(types, parent, NULL, 0);
}

const struct ctype_member *dwarf_node_members(const struct ctype *t)
{
	struct dwarf_types *types = t->image;
	struct dwarf_node *node = node_of(t);
	struct ctype_member *m;

	if (node->parts)
		return node->parts;
	m = arena_alloc(types->arena, t->n * sizeof(*m));
	put_members(types, &node->die, m, 0);
	node->parts = m;
	return m;
}

/* ---- other parts -------------------------------------------------------- */

uint64_t dwarf_count_children(Dwarf_Die *parent, int tag)
{
	Dwarf_Die child;
	uint64_t n = 0;

	for_each_child(parent, child)
		n += dwarf_tag(&child) == tag;
	return n;
}

const struct ctype_enumerator *dwarf_node_enumerators(const struct ctype *t)
{
	struct dwarf_types *types = t->image;
	struct dwarf_node *node = node_of(t);
	struct ctype_enumerator *e;
	Dwarf_Die child;
	size_t n = 0;

	if (node->parts)
		return node->parts;
	node->parts = e = arena_alloc(types->arena, t->n * sizeof(*e));
	for_each_child(&node->die, child) {
		if (dwarf_tag(&child) != DW_TAG_enumerator)
			continue;
		e[n].name = die_name(&child);
		e[n++].value =
			(int64_t)die_number(&child, DW_AT_const_value, 0);
	}
	return e;
}

const struct ctype_param *dwarf_node_params(const struct ctype *t)
{
	struct dwarf_types *types = t->image;
	struct dwarf_node *node = node_of(t);
	struct ctype_param *p;
	Dwarf_Die child;
	size_t n = 0;

	if (node->parts)
		return node->parts;
	node->parts = p = arena_alloc(types->arena, t->n * sizeof(*p));
	for_each_child(&node->die, child) {
		if (dwarf_tag(&child) != DW_TAG_formal_parameter)
			continue;
		p[n].name = die_name(&child);
		p[n++].type = dwarf_type_of(types, &child);
	}
	return p;
}
