/* SPDX-License-Identifier: LGPL-2.1-or-later */
/*
 * Makes ctype nodes from DWARF entries, without their parts (dwarf_parts.c).
 */
#include <dwarf.h>
#include <string.h>

#include "base/arena.h"
#include "base/hash.h"
#include "base/vec.h"
#include "translator/target/dwarf/dwarf_private.h"

/* gcc's encoding of a complex integer, which DWARF does not have. */
#define ATE_COMPLEX_INT DW_ATE_lo_user

/* Conventions of LLVM (DW_CC_LLVM_...) with the parameters of C, which libdw does not name. */
#define CC_LLVM_SYSV 0xc2
#define CC_LLVM_PRESERVE_MOST 0xc9
#define CC_LLVM_PRESERVE_ALL 0xca

/* ---- kinds -------------------------------------------------------------- */

static enum ctype_kind base_kind(Dwarf_Die *die)
{
	switch (die_number(die, DW_AT_encoding, 0)) {
	case DW_ATE_boolean:
		return CTYPE_BOOL;
	case DW_ATE_float:
	case DW_ATE_complex_float:
	case DW_ATE_imaginary_float:
	case DW_ATE_decimal_float:
		return CTYPE_FLOAT;
	default:
		return CTYPE_INT;
	}
}

static enum ctype_kind member_pointer_kind(Dwarf_Die *die)
{
	Dwarf_Die to;

	return die_ref(die, DW_AT_type, &to) &&
	       dwarf_tag(&to) == DW_TAG_subroutine_type ? CTYPE_ARRAY
							: CTYPE_INT;
}

/* Returns the kind of a type that has nothing but a name: C++'s type of nullptr is a pointer. */
static enum ctype_kind unspecified_kind(Dwarf_Die *die)
{
	return strstr(die_name(die), "nullptr") ? CTYPE_POINTER : CTYPE_VOID;
}

/* Returns the kind of an entry.  Long and flat: a case for each tag. */
enum ctype_kind dwarf_ctype_kind(Dwarf_Die *die)
{
	switch (dwarf_tag(die)) {
	case DW_TAG_base_type:
		return base_kind(die);
	case DW_TAG_enumeration_type:
		return CTYPE_ENUM;
	case DW_TAG_pointer_type:
	case DW_TAG_reference_type:
	case DW_TAG_rvalue_reference_type:
		return CTYPE_POINTER;
	case DW_TAG_unspecified_type:
		return unspecified_kind(die);
	case DW_TAG_ptr_to_member_type:
		return member_pointer_kind(die);
	case DW_TAG_array_type:
	case DW_TAG_string_type:
		return CTYPE_ARRAY;
	case DW_TAG_structure_type:
	case DW_TAG_class_type:
	case DW_TAG_interface_type:
		return CTYPE_STRUCT;
	case DW_TAG_union_type:
		return CTYPE_UNION;
	case DW_TAG_typedef:
	case DW_TAG_template_alias:
	case DW_TAG_subrange_type:
	case DW_TAG_packed_type:
	case DW_TAG_shared_type:
		return CTYPE_TYPEDEF;
	case DW_TAG_const_type:
	case DW_TAG_immutable_type:
		return CTYPE_CONST;
	case DW_TAG_volatile_type:
		return CTYPE_VOLATILE;
	case DW_TAG_restrict_type:
		return CTYPE_RESTRICT;
	case DW_TAG_atomic_type:
		return CTYPE_ATOMIC;
	case DW_TAG_subroutine_type:
	case DW_TAG_subprogram:
	case DW_TAG_inlined_subroutine:
		return CTYPE_FUNCTION;
	default:
		return CTYPE_VOID;
	}
}

/* ---- arrays ------------------------------------------------------------- */

/* The element of C++'s pointers to members, which are one or two of these. */
static const struct ctype word = {
	.kind = CTYPE_INT, .name = "long", .size = 8, .is_signed = true,
};

static const struct ctype character = {
	.kind = CTYPE_INT, .name = "char", .size = 1, .is_char = true,
};

static bool is_dimension(Dwarf_Die *d)
{
	int tag = dwarf_tag(d);

	return tag == DW_TAG_subrange_type || tag == DW_TAG_enumeration_type ||
	       tag == DW_TAG_generic_subrange;
}

static bool find_dimension(Dwarf_Die *array, unsigned i, Dwarf_Die *ret)
{
	Dwarf_Die child;

	for_each_child(array, child) {
		if (!is_dimension(&child) || i--)
			continue;
		*ret = child;
		return true;
	}
	return false;
}

static int64_t default_lower_bound(Dwarf_Die *d)
{
	Dwarf_Sword lower;
	Dwarf_Die unit;

	if (!dwarf_diecu(d, &unit, NULL, NULL) ||
	    dwarf_default_lower_bound(dwarf_srclang(&unit), &lower))
		return 0;
	return lower;
}

/* Returns the number of elements; 0 if it is not known before run time, or
 * open as in `char name[]`. */
static uint64_t count_elements(Dwarf_Die *dimension)
{
	uint64_t n, lower, upper;

	if (dwarf_tag(dimension) == DW_TAG_enumeration_type)
		return dwarf_count_children(dimension, DW_TAG_enumerator);
	if (die_find_number(dimension, DW_AT_count, &n))
		return n > INT64_MAX ? 0 : n;
	if (!die_find_number(dimension, DW_AT_upper_bound, &upper))
		return 0;
	lower = die_number(dimension, DW_AT_lower_bound,
			   (uint64_t)default_lower_bound(dimension));
	n = upper - lower + 1;
	return n > INT64_MAX ? 0 : n;
}

static void set_stride(struct dwarf_node *node)
{
	uint64_t bits = die_number(&node->die, DW_AT_bit_stride, 0);
	uint64_t stride = die_number(&node->die, DW_AT_byte_stride, bits / 8);

	if (bits % 8 || !stride || node->inner)
		return;
	node->type.stride = stride;
	if (__builtin_mul_overflow(stride, node->type.n, &node->type.size))
		node->type.size = 0;
}

static void set_array(struct dwarf_types *types, struct dwarf_node *node)
{
	struct dwarf_node *inner;
	Dwarf_Die dimension;

	node->type.is_vector = die_flag(&node->die, DW_AT_GNU_vector);
	if (find_dimension(&node->die, node->dimension, &dimension))
		node->type.n = count_elements(&dimension);
	if (node->dimension < CTYPE_DEPTH &&
	    find_dimension(&node->die, node->dimension + 1, &dimension)) {
		inner = arena_memdup(types->arena, node, sizeof(*node));
		inner->dimension++;
		set_array(types, inner);
		node->inner = &inner->type;
	}
	set_stride(node);
}

/* ---- targets ------------------------------------------------------------ */

static const struct ctype *node_target(const struct ctype *t)
{
	struct dwarf_node *node = node_of(t);

	if (node->inner)
		return node->inner;
	switch (dwarf_tag(&node->die)) {
	case DW_TAG_ptr_to_member_type:
		return &word;
	case DW_TAG_string_type:
		return &character;
	default:
		return dwarf_type_of(t->image, &node->die);
	}
}

static const struct ctype *node_definition(const struct ctype *t)
{
	return dwarf_type_find(t->image, t->kind, t->name);
}

/* ---- facts -------------------------------------------------------------- */

static void set_number(struct dwarf_node *node)
{
	uint64_t encoding = die_number(&node->die, DW_AT_encoding, 0);
	struct ctype *t = &node->type;

	t->is_signed = encoding == DW_ATE_signed ||
		       encoding == DW_ATE_signed_char;
	t->is_char = encoding == DW_ATE_signed_char ||
		     encoding == DW_ATE_unsigned_char ||
		     encoding == DW_ATE_UTF;
	t->is_decimal = encoding == DW_ATE_decimal_float;
	t->is_complex = encoding == DW_ATE_complex_float ||
			encoding == ATE_COMPLEX_INT;
	if (dwarf_tag(&node->die) != DW_TAG_ptr_to_member_type)
		return;
	t->name = "long";
	t->size = 8;
	t->is_signed = true;
}

static bool has_negative(Dwarf_Die *die)
{
	Dwarf_Die child;

	for_each_child(die, child)
		if ((int64_t)die_number(&child, DW_AT_const_value, 0) < 0)
			return true;
	return false;
}

/* Finds the basic type of an enum without making nodes; false: there is none. */
static bool find_basic(Dwarf_Die *die, Dwarf_Die *ret)
{
	*ret = *die;
	for (int depth = 0; depth < CTYPE_DEPTH; depth++) {
		if (!die_ref(ret, DW_AT_type, ret))
			return false;
		if (dwarf_tag(ret) == DW_TAG_base_type)
			return true;
	}
	return false;
}

static void set_enum(struct dwarf_node *node)
{
	struct ctype *t = &node->type;
	Dwarf_Die basic;
	uint64_t encoding;

	t->n = dwarf_count_children(&node->die, DW_TAG_enumerator);
	t->is_declared = die_flag(&node->die, DW_AT_declaration);
	if (!find_basic(&node->die, &basic)) {
		t->is_signed = has_negative(&node->die);
		return;
	}
	encoding = die_number(&basic, DW_AT_encoding, 0);
	t->is_signed = encoding == DW_ATE_signed ||
		       encoding == DW_ATE_signed_char;
	if (!t->size)
		t->size = die_number(&basic, DW_AT_byte_size, 0);
}

static void set_structure(struct dwarf_types *types, struct dwarf_node *node)
{
	struct ctype *t = &node->type;

	t->n = dwarf_count_members(types, &node->die);
	t->is_declared = die_flag(&node->die, DW_AT_declaration);
}

static void set_pointer(struct dwarf_node *node)
{
	struct ctype *t = &node->type;

	if (!t->size)
		t->size = die_address_size(&node->die);
	if (dwarf_tag(&node->die) == DW_TAG_reference_type)
		t->reference = CTYPE_LVALUE_REFERENCE;
	if (dwarf_tag(&node->die) == DW_TAG_rvalue_reference_type)
		t->reference = CTYPE_RVALUE_REFERENCE;
}

/* Returns the convention of the compilers of the function's language.  Most call as C does.
 * Rust's does so for functions that are declared `extern "C"`, which DWARF does not say.  These
 * are taken to be among those whose names are not mangled. */
static enum ctype_convention language_convention(Dwarf_Die *function)
{
	Dwarf_Die unit;

	if (!dwarf_diecu(function, &unit, NULL, NULL))
		return CTYPE_AS_C;
	switch (dwarf_srclang(&unit)) {
	case DW_LANG_Rust:
		return dwarf_hasattr_integrate(function, DW_AT_linkage_name)
			       ? CTYPE_AS_RUST : CTYPE_AS_RUST_OR_C;
	case DW_LANG_Go:
	case DW_LANG_D:
	case DW_LANG_Haskell:
	case DW_LANG_OCaml:
	case DW_LANG_Swift:
	case DW_LANG_Julia:
	case DW_LANG_Dylan:
	case 0x27:		/* Zig; libdw has no name for it yet */
		return CTYPE_AS_ELSE;
	default:
		return CTYPE_AS_C;
	}
}

/* Returns the convention of a function.  Compilers mark functions whose parameters or result
 * they have changed, with DW_CC_nocall, and those that the source gives another one. */
static enum ctype_convention convention_of(Dwarf_Die *function)
{
	switch (die_number(function, DW_AT_calling_convention, DW_CC_normal)) {
	case DW_CC_normal:
	case DW_CC_program:
	case CC_LLVM_SYSV:
	case CC_LLVM_PRESERVE_MOST:
	case CC_LLVM_PRESERVE_ALL:
		return language_convention(function);
	default:
		return CTYPE_AS_ELSE;
	}
}

static void set_function(struct dwarf_node *node)
{
	struct ctype *t = &node->type;

	t->convention = convention_of(&node->die);
	t->is_unprototyped = !die_flag(&node->die, DW_AT_prototyped) &&
			     die_is_plain_c(&node->die);

	t->size = 0;
	t->n = dwarf_count_children(&node->die, DW_TAG_formal_parameter);
	t->is_variadic = dwarf_count_children(&node->die,
					DW_TAG_unspecified_parameters);
}

static void set_any_array(struct dwarf_types *types, struct dwarf_node *node)
{
	struct ctype *t = &node->type;
	uint64_t size = t->size;

	t->size = 0;
	switch (dwarf_tag(&node->die)) {
	case DW_TAG_ptr_to_member_type:
		t->n = 2;
		break;
	case DW_TAG_string_type:
		t->n = size;
		break;
	default:
		set_array(types, node);
	}
}

static void set_facts(struct dwarf_types *types, struct dwarf_node *node)
{
	switch (node->type.kind) {
	case CTYPE_INT:
	case CTYPE_BOOL:
	case CTYPE_FLOAT:
		set_number(node);
		break;
	case CTYPE_ENUM:
		set_enum(node);
		break;
	case CTYPE_STRUCT:
	case CTYPE_UNION:
		set_structure(types, node);
		break;
	case CTYPE_POINTER:
		set_pointer(node);
		break;
	case CTYPE_ARRAY:
		set_any_array(types, node);
		break;
	case CTYPE_FUNCTION:
		set_function(node);
		break;
	default:
		node->type.size = 0;
	}
}

static const struct ctype_ops dwarf_ops = {
	.target = node_target,
	.members = dwarf_node_members,
	.enumerators = dwarf_node_enumerators,
	.params = dwarf_node_params,
	.definition = node_definition,
	.passing = dwarf_node_passing,
};

const struct ctype *dwarf_node(struct dwarf_types *types, Dwarf_Die *die,
			       enum ctype_kind kind)
{
	struct dwarf_node *node = arena_new(types->arena, struct dwarf_node);

	node->die = *die;
	node->type = (struct ctype){
		.kind = kind, .space = types->space, .name = "",
		.size = die_number(die, DW_AT_byte_size, 0),
		.align = (unsigned)die_number(die, DW_AT_alignment, 0),
		.ops = &dwarf_ops, .image = types,
		.id = dwarf_dieoffset(die),
	};
	/* the node is known before its facts, which may lead back here */
	hash_set(types->nodes, &node->die.addr, sizeof(node->die.addr), node);
	node->type.name = dwarf_full_name(types, die);
	set_facts(types, node);
	return &node->type;
}
