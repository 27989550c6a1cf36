/* SPDX-License-Identifier: LGPL-2.1-or-later */
/*
 * How calls pass the objects of a class of C++: by their content, as C does, or by the
 * address of a copy that the caller makes.
 *
 * The ABI passes a class by address if its copy or move constructor or its destructor is not
 * trivial, or if all its copy and move constructors are deleted.  Some compilers write the
 * answer (DW_AT_calling_convention); others only what the class declares.
 */
#include <dwarf.h>
#include <stdlib.h>
#include <string.h>

#include "translator/target/dwarf/dwarf_private.h"

/* DW_AT_defaulted: "= default" where the function is declared first; else it counts as one
 * that the program has written. */
#define DEFAULTED_IN_CLASS 1

/* What a class declares. */
struct declared {
	bool is_virtual;	/* it has a virtual function or base */
	bool has_own;		/* a copy or move constructor or a destructor of its own */
	bool may_be_copy;	/* a constructor that is one if its other parameters
				   have defaults */
	bool has_copy;		/* a copy or move constructor, of its own or not */
	bool has_usable_copy;	/* the same, not deleted */
	bool has_move_assignment;
};

/* ---- what is declared --------------------------------------------------- */

/* Compares names without the arguments of a template. */
static bool is_same_name(const char *a, const char *b)
{
	size_t n = strcspn(a, "<");

	return n && n == strcspn(b, "<") && !strncmp(a, b, n);
}

/* Finds the first parameter that the source has, which excludes `this`, and counts those
 * after it; false: there is none. */
static bool first_param(Dwarf_Die *function, Dwarf_Die *ret, unsigned *rest)
{
	Dwarf_Die child;
	unsigned n = 0;

	for_each_child(function, child) {
		if (dwarf_tag(&child) != DW_TAG_formal_parameter ||
		    die_flag(&child, DW_AT_artificial))
			continue;
		if (!n++)
			*ret = child;
	}
	*rest = n ? n - 1 : 0;
	return n;
}

/* Returns the kind of reference to the class @t that a parameter is. */
static enum ctype_reference reference_to(const struct ctype *t,
					 Dwarf_Die *param)
{
	const struct ctype *p = dwarf_type_of(t->image, param), *to;

	p = ctype_strip(p);
	if (p->kind != CTYPE_POINTER || !p->reference)
		return CTYPE_NO_REFERENCE;
	to = ctype_strip(ctype_target(p));
	return to == t || (to->kind == t->kind && !strcmp(to->name, t->name))
		       ? p->reference : CTYPE_NO_REFERENCE;
}

static bool is_own(Dwarf_Die *function)
{
	return die_number(function, DW_AT_defaulted, 0) != DEFAULTED_IN_CLASS &&
	       !die_flag(function, DW_AT_deleted);
}

static void add_constructor(struct declared *d, const struct ctype *t,
			    Dwarf_Die *function)
{
	Dwarf_Die param;
	unsigned rest;

	if (!first_param(function, &param, &rest) || !reference_to(t, &param))
		return;
	if (rest) {
		d->may_be_copy = true;
		return;
	}
	d->has_copy = true;
	d->has_usable_copy |= !die_flag(function, DW_AT_deleted);
	d->has_own |= is_own(function);
}

static void add_assignment(struct declared *d, const struct ctype *t,
			   Dwarf_Die *function)
{
	Dwarf_Die param;
	unsigned rest;

	d->has_move_assignment |=
		first_param(function, &param, &rest) &&
		reference_to(t, &param) == CTYPE_RVALUE_REFERENCE;
}

/* Adds a function that the class declares.  An artificial one is the compiler's. */
static void add_function(struct declared *d, const struct ctype *t,
			 const char *class, Dwarf_Die *function)
{
	const char *name = die_name(function);

	d->is_virtual |= die_number(function, DW_AT_virtuality, 0) != 0;
	if (die_flag(function, DW_AT_artificial))
		return;
	if (*name == '~')
		d->has_own |= is_own(function);
	else if (!strcmp(name, "operator="))
		add_assignment(d, t, function);
	else if (is_same_name(name, class))
		add_constructor(d, t, function);
}

static struct declared declared_by(const struct ctype *t)
{
	struct dwarf_node *node = node_of(t);
	const char *class = die_name(&node->die);
	struct declared d = { 0 };
	Dwarf_Die child;

	for_each_child(&node->die, child) {
		if (dwarf_tag(&child) == DW_TAG_subprogram)
			add_function(&d, t, class, &child);
		if (dwarf_tag(&child) == DW_TAG_inheritance)
			d.is_virtual |= die_number(&child, DW_AT_virtuality, 0)
					!= 0;
	}
	return d;
}

/* ---- what follows from it ----------------------------------------------- */

/* The first version of gcc that says which functions are defaulted and deleted; DWARF has that
 * from version 5 on, other compilers write it there only. */
#define GCC_SAYS_DEFAULTED 8

/* Returns true if the unit would say that a function is defaulted or deleted. */
static bool says_defaulted(Dwarf_Die *die)
{
	Dwarf_Attribute a;
	Dwarf_Half version;
	Dwarf_Die unit;
	const char *producer;

	if (!dwarf_cu_die(die->cu, &unit, &version, NULL, NULL, NULL, NULL,
			  NULL))
		return false;
	if (version >= 5)
		return true;
	producer = dwarf_formstring(dwarf_attr(&unit, DW_AT_producer, &a));
	if (!producer || strncmp(producer, "GNU ", 4) ||
	    strstr(producer, "-gstrict-dwarf"))
		return false;
	producer += strcspn(producer + 4, " ") + 4;
	return atoi(producer) >= GCC_SAYS_DEFAULTED;
}

/* Returns how the class is passed by its own declarations alone. */
static enum ctype_passing by_declarations(const struct ctype *t)
{
	struct declared d = declared_by(t);
	bool is_deleted = d.has_copy ? !d.has_usable_copy
				     : d.has_move_assignment;

	if (d.is_virtual)
		return CTYPE_BY_REFERENCE;
	if (!d.has_own && !is_deleted && !d.may_be_copy)
		return CTYPE_BY_CONTENT;
	return (d.has_own || is_deleted) && says_defaulted(&node_of(t)->die)
		       ? CTYPE_BY_REFERENCE : CTYPE_BY_UNKNOWN;
}

static bool is_class(const struct ctype *t)
{
	return t->kind == CTYPE_STRUCT || t->kind == CTYPE_UNION;
}

/* Returns how an object in an object makes the whole be passed. */
static enum ctype_passing by_part(const struct ctype *t)
{
	t = ctype_strip(t);
	for (int depth = 0; t->kind == CTYPE_ARRAY; depth++) {
		if (depth == CTYPE_DEPTH)
			return CTYPE_BY_UNKNOWN;
		t = ctype_strip(ctype_target(t));
	}
	if (is_class(t) && t->is_declared)
		return CTYPE_BY_UNKNOWN;
	return ctype_passing(t);
}

/* Returns how the class is passed by its declarations, its members and its bases. */
static enum ctype_passing find_passing(const struct ctype *t)
{
	enum ctype_passing passing = by_declarations(t), part;
	const struct ctype_member *m = ctype_members(t);
	struct dwarf_types *types = t->image;

	if (types->depth == CTYPE_DEPTH)
		return CTYPE_BY_UNKNOWN;
	types->depth++;
	for (size_t i = 0; m && i < t->n; i++) {
		if (passing == CTYPE_BY_REFERENCE)
			break;
		part = by_part(m[i].type);
		if (part != CTYPE_BY_CONTENT)
			passing = part;
	}
	types->depth--;
	return passing;
}

enum ctype_passing dwarf_node_passing(const struct ctype *t)
{
	struct dwarf_node *node = node_of(t);

	if (node->has_passing)
		return node->passing;
	/* a damaged class that holds itself leads back here */
	node->has_passing = true;
	node->passing = CTYPE_BY_UNKNOWN;
	switch (die_number(&node->die, DW_AT_calling_convention, 0)) {
	case DW_CC_pass_by_reference:
		node->passing = CTYPE_BY_REFERENCE;
		break;
	case DW_CC_pass_by_value:
		node->passing = CTYPE_BY_CONTENT;
		break;
	default:
		node->passing = find_passing(t);
	}
	return node->passing;
}
