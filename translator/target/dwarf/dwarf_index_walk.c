/* SPDX-License-Identifier: LGPL-2.1-or-later */
/*
 * Walks through one unit.
 *
 * Only what can hold code is entered: functions, blocks, inlined copies,
 * namespaces, and classes where the language puts functions into them; types
 * and variables are noted in passing, outside functions.  A function's name is
 * at its root (see dwarf_index_names.c), which many copies share and which may
 * come later in the unit; so bodies are first noted with the DIE that leads
 * there, and named at the end of the unit.
 *
 * Hostile DWARF can make lists of children overlap, so that a walk would take
 * exponential time: a unit has no more DIEs than bytes, and that is counted.
 */
#include <dwarf.h>
#include <string.h>

#include "base/error.h"
#include "translator/target/dwarf/die.h"
#include "translator/target/dwarf/dwarf_func.h"
#include "translator/target/dwarf/dwarf_scan_private.h"
#include "translator/target/elf/elf.h"

#define DEPTH_MAX 256

/* ---- bodies ------------------------------------------------------------- */

static void note_span(struct scan *s, Dwarf_Addr low, Dwarf_Addr high)
{
	struct index_span span = { .low = low, .high = high,
				   .unit = s->unit };

	/* 0: thrown away by the linker */
	if (low && low < high)
		vec_push(&s->raw->spans, span);
}

void scan_note_spans(struct scan *s, Dwarf_Die *die)
{
	Dwarf_Addr base, low, high;
	ptrdiff_t at = 0;

	while ((at = dwarf_ranges(die, at, &base, &low, &high)) > 0)
		note_span(s, low, high);
}

static bool first_address(Dwarf_Die *die, const struct facts *f,
			  Dwarf_Addr *ret)
{
	Dwarf_Addr base, high;
	ptrdiff_t at = 0;

	*ret = f->low;
	if (!f->has_ranges)
		return f->has_low;
	while ((at = dwarf_ranges(die, at, &base, ret, &high)) > 0)
		if (*ret < high)
			return true;
	return false;
}

/* Finds where a copy is entered, as die_entry() does, but from facts that are read
 * already. */
static bool entry_of_copy(Dwarf_Die *die, const struct facts *f,
			  Dwarf_Addr *ret)
{
	*ret = f->entry;
	if (f->has_entry && !f->entry_is_offset)
		return true;
	if (!first_address(die, f, ret))
		return false;
	*ret += f->entry;
	return true;
}

static void note_body(struct scan *s, Dwarf_Die *die, const struct facts *f,
		      Dwarf_Addr entry, bool is_copy)
{
	struct pending p = {
		.body = { .entry = entry, .unit = s->unit,
			  .at = (uint32_t)dwarf_cuoffset(die),
			  .is_copy = is_copy },
		.towards = f->has_towards && is_copy ? f->towards : *die,
	};

	vec_push(&s->pending, p);
}

/*
 * Returns true for the code of a weak function that another one replaced.  The code is
 * still there, but its name belongs to the other one: nothing ever calls it.
 */
static bool is_replaced(struct scan *s, const struct raw_body *b)
{
	const struct raw_func *f = &s->raw->funcs.at[b->func];
	const char *name = s->raw->texts.bytes.p +
		(f->linkage ? f->linkage : f->plain);
	const struct elf_symbol *there;
	size_t first;

	if (b->is_copy || !(f->flags & INDEX_EXTERNAL) ||
	    !elf_symbols_named(s->d->debug, name, &first))
		return false;
	/* a part that was split off the function has a symbol of its own */
	there = elf_symbol_at(s->d->debug, b->entry);
	return !there || there->addr != b->entry;
}

/* Returns true for the code of the rest of a split function; see
 * dwarf_is_rest(). */
static bool is_part(struct scan *s, const struct raw_body *b)
{
	const struct elf_symbol *there;

	if (b->is_copy)
		return false;
	there = elf_symbol_at(s->d->debug, b->entry);
	return there && there->addr == b->entry &&
	       strstr(there->name, ".part.");
}

static void name_one(struct scan *s, struct pending *p)
{
	p->body.func = scan_func(s, &p->towards);
	if (p->body.func == SCAN_NONE || is_replaced(s, &p->body))
		return;
	if (is_part(s, &p->body)) {
		vec_push(&s->parts, p->body);
		return;
	}
	vec_push(&s->raw->bodies, p->body);
	s->raw->funcs.at[p->body.func].whole_in = s->unit + 1;
}

/* Finds the functions of all pending bodies.  A part is called by its function, so it
 * counts only where its unit has no other code of the function. */
static void name_pending(struct scan *s)
{
	for (size_t i = 0; i < s->pending.n; i++)
		name_one(s, &s->pending.at[i]);
	for (size_t i = 0; i < s->parts.n; i++) {
		const struct raw_body *b = &s->parts.at[i];

		if (s->raw->funcs.at[b->func].whole_in != s->unit + 1)
			vec_push(&s->raw->bodies, *b);
	}
	s->pending.n = s->parts.n = 0;
}

/* ---- types and variables ------------------------------------------------ */

/* Notes the scope of a declaration: a definition elsewhere that refers to it has the same
 * scope. */
static void note_declaration(struct scan *s, Dwarf_Die *die, uint32_t scope)
{
	if (scope)
		*number_map_at(&s->scopes, scan_key(die), scope) = scope;
}

static void note_thing(struct scan *s, Dwarf_Die *die, uint32_t name,
		       unsigned flags)
{
	struct index_thing t = {
		.name = name, .unit = s->unit,
		.at = (uint32_t)dwarf_cuoffset(die),
		.tag = (uint16_t)dwarf_tag(die), .flags = (uint16_t)flags,
	};

	vec_push(&s->raw->things, t);
}

/* Returns true if a type of this kind and name was noted before.  A kernel
 * describes each of its types some thousand times; the first is enough. */
static bool is_known(struct scan *s, Dwarf_Die *die, uint32_t name)
{
	uint64_t key = (uint64_t)dwarf_tag(die) << 32 | name;
	uint32_t known;

	if (number_map_find(&s->types, key, &known))
		return true;
	number_map_at(&s->types, key, 1);
	return false;
}

/* Notes a type or enumerator under its full name, and under the name without
 * the namespaces that may be left out. */
static void note_first(struct scan *s, Dwarf_Die *die, uint32_t scope,
		       const char *plain)
{
	uint32_t full = scan_scoped(s, scope, plain);
	uint32_t brief = scope ? scan_brief(s, scope, plain) : full;

	if (!is_known(s, die, full))
		note_thing(s, die, full, 0);
	if (brief != full && !is_known(s, die, brief))
		note_thing(s, die, brief, 0);
}

/* Replaces the scope of a DIE by that of its declaration: a definition outside its class or
 * namespace refers to its declaration there.  False: the declaration is not known (yet). */
static bool find_scope(struct scan *s, Dwarf_Die *die, uint32_t *scope)
{
	Dwarf_Attribute a;
	Dwarf_Die declared;

	return !s->has_classes || !dwarf_attr(die, DW_AT_specification, &a) ||
	       (dwarf_formref_die(&a, &declared) &&
		number_map_find(&s->scopes, scan_key(&declared), scope));
}

static uint32_t own_scope(struct scan *s, Dwarf_Die *die, uint32_t scope)
{
	find_scope(s, die, &scope);
	return scope;
}

static void note_type(struct scan *s, Dwarf_Die *die, uint32_t scope)
{
	const char *plain = dwarf_diename(die);

	if (!plain || !*plain)
		return;
	if (dwarf_hasattr(die, DW_AT_declaration))
		note_declaration(s, die, scope);
	else
		note_first(s, die, own_scope(s, die, scope), plain);
}

/*
 * Returns true if an enumeration was noted before, by its line and its first
 * enumerator.  Headers bring the same enumerations into a thousand units.
 */
static bool is_known_enumeration(struct scan *s, Dwarf_Die *type,
				 uint32_t scope, Dwarf_Die *first)
{
	uint64_t key = UINT64_C(1) << 63;
	uint32_t known;
	int line = 0;

	dwarf_decl_line(type, &line);
	key |= (uint64_t)(line & 0x7fffffff) << 32;
	key |= scan_scoped(s, scope, dwarf_name(first));
	if (number_map_find(&s->types, key, &known))
		return true;
	number_map_at(&s->types, key, 1);
	return false;
}

static void note_enumerators(struct scan *s, Dwarf_Die *type, uint32_t scope)
{
	Dwarf_Die die;
	int rc = dwarf_child(type, &die);

	if (dwarf_hasattr(type, DW_AT_enum_class))
		scope = scan_enter(s, type, scope);
	if (rc || is_known_enumeration(s, type, scope, &die))
		return;
	for (; !rc && s->budget; rc = dwarf_siblingof(&die, &die)) {
		const char *name = dwarf_diename(&die);

		s->budget--;
		if (name && *name && dwarf_tag(&die) == DW_TAG_enumerator)
			note_first(s, &die, scope, name);
	}
}

static void note_definition(struct scan *s, Dwarf_Die *die, uint32_t scope)
{
	const char *plain = dwarf_diename(die);
	uint32_t full, brief;
	unsigned flags;

	if (!plain || !*plain)
		return;
	flags = dwarf_hasattr_integrate(die, DW_AT_external) ?
		INDEX_EXTERNAL : 0;
	full = scan_scoped(s, scope, plain);
	brief = scope ? scan_brief(s, scope, plain) : full;
	note_thing(s, die, full, flags);
	if (brief != full)
		note_thing(s, die, brief, flags);
}

/* Notes a variable.  clang has the definition of a member before the class. */
static void note_variable(struct scan *s, Dwarf_Die *die, uint32_t scope)
{
	if (!dwarf_hasattr(die, DW_AT_location) &&
	    !dwarf_hasattr(die, DW_AT_const_value))
		note_declaration(s, die, scope);
	else if (find_scope(s, die, &scope))
		note_definition(s, die, scope);
	else
		vec_push(&s->later, ((struct later){ *die, scope }));
}

static void note_later(struct scan *s)
{
	for (size_t i = 0; i < s->later.n; i++) {
		struct later *l = &s->later.at[i];

		note_definition(s, &l->die, own_scope(s, &l->die, l->scope));
	}
	s->later.n = 0;
}

/* ---- the walk ----------------------------------------------------------- */

static bool walk(struct scan *s, Dwarf_Die *parent, uint32_t scope,
		 unsigned depth);

/* Notes a function and its code; true: there may be more code inside. */
static bool enter_function(struct scan *s, Dwarf_Die *die, uint32_t scope)
{
	struct facts f = scan_facts(die);
	Dwarf_Addr entry;

	if (!f.has_towards)
		note_declaration(s, die, scope);
	if (f.is_declaration || !(f.has_low || f.has_ranges) ||
	    !first_address(die, &f, &entry) ||
	    !elf_file_is_code(s->d->debug, entry))
		return false;
	note_body(s, die, &f, entry, false);
	s->around = f.has_towards ? f.towards.addr : NULL;
	if (s->needs_spans)
		scan_note_spans(s, die);
	return true;
}

/* Notes an inlined copy.  A copy that is the rest of the function around it is not noted,
 * because it is no second call. */
static void enter_copy(struct scan *s, Dwarf_Die *die)
{
	struct facts f = scan_facts(die);
	Dwarf_Addr entry;

	if (!f.has_towards || !(f.has_low || f.has_ranges) ||
	    !entry_of_copy(die, &f, &entry)) {
		s->around = NULL;
		return;
	}
	if (s->around != f.towards.addr || !dwarf_is_rest(die))
		note_body(s, die, &f, entry, true);
	s->around = f.towards.addr;
}

/* Walks through a function: only code is looked for, because names in it are local. */
static bool walk_function(struct scan *s, Dwarf_Die *die, uint32_t scope,
			  unsigned depth)
{
	const void *around = s->around;
	bool ok;

	if (!enter_function(s, die, scope))
		return true;
	s->inside++;
	ok = walk(s, die, 0, depth);
	s->inside--;
	s->around = around;
	return ok;
}

static bool walk_copy(struct scan *s, Dwarf_Die *die, unsigned depth)
{
	const void *around = s->around;
	bool ok;

	enter_copy(s, die);
	ok = walk(s, die, 0, depth);
	s->around = around;
	return ok;
}

static bool walk_type(struct scan *s, Dwarf_Die *die, uint32_t scope,
		      unsigned depth)
{
	if (!s->inside)
		note_type(s, die, scope);
	switch (dwarf_tag(die)) {
	case DW_TAG_enumeration_type:
		if (!s->inside)
			note_enumerators(s, die, scope);
		return true;
	case DW_TAG_class_type:
	case DW_TAG_interface_type:
	case DW_TAG_structure_type:
	case DW_TAG_union_type:
		return !s->has_classes ||
		       walk(s, die, scan_enter(s, die, scope), depth);
	default:
		return true;
	}
}

static bool walk_one(struct scan *s, Dwarf_Die *die, uint32_t scope,
		     unsigned depth)
{
	switch (dwarf_tag(die)) {
	case DW_TAG_subprogram:
		return walk_function(s, die, scope, depth);
	case DW_TAG_inlined_subroutine:
		return walk_copy(s, die, depth);
	case DW_TAG_lexical_block:
	case DW_TAG_try_block:
	case DW_TAG_catch_block:
		return walk(s, die, 0, depth);
	case DW_TAG_namespace:
	case DW_TAG_module:
		return walk(s, die, scan_enter(s, die, scope), depth);
	case DW_TAG_class_type:
	case DW_TAG_interface_type:
	case DW_TAG_structure_type:
	case DW_TAG_union_type:
	case DW_TAG_enumeration_type:
	case DW_TAG_typedef:
	case DW_TAG_template_alias:
	case DW_TAG_base_type:
	case DW_TAG_subrange_type:
		return walk_type(s, die, scope, depth);
	case DW_TAG_member:
		if (s->has_classes && !s->inside &&
		    dwarf_hasattr(die, DW_AT_external))
			note_variable(s, die, scope);
		return true;
	case DW_TAG_variable:
		if (!s->inside)
			note_variable(s, die, scope);
		return true;
	default:
		return true;
	}
}

static bool walk(struct scan *s, Dwarf_Die *parent, uint32_t scope,
		 unsigned depth)
{
	Dwarf_Die die;
	int rc = dwarf_child(parent, &die);

	if (rc < 0 || depth >= DEPTH_MAX)
		return scan_damaged(s, parent);
	for (; !rc; rc = dwarf_siblingof(&die, &die)) {
		if (!s->budget)
			return scan_damaged(s, &die);
		s->budget--;
		if (!walk_one(s, &die, scope, depth + 1))
			return false;
	}
	return rc > 0 || scan_damaged(s, &die);
}

void scan_walk(struct scan *s, Dwarf_Die *unit)
{
	walk(s, unit, 0, 0);
	name_pending(s);
	note_later(s);
	s->inside = 0;
}
