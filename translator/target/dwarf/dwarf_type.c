/* SPDX-License-Identifier: LGPL-2.1-or-later */
/*
 * Finds types by name, and names of types.  The index (dwarf_thing.h) leads from names
 * to entries, not from an entry to its full name, and libdw does not know what an entry
 * is nested in.  So a walk through a unit, from the outside in, collects the full names
 * of its nested types; units of C have none.
 */
#include <dwarf.h>
#include <string.h>

#include "base/arena.h"
#include "base/error.h"
#include "base/hash.h"
#include "translator/target/dwarf/dwarf_private.h"
#include "translator/target/dwarf/dwarf_thing.h"

/* The longest full name.  Templates have long names; longer ones are those
 * of a damaged file. */
#define NAME_MAX_LENGTH 20000

struct dwarf_types *dwarf_types_create(struct dwarf *d, enum ctype_space space)
{
	struct arena *arena = arena_create();
	struct dwarf_types *types = arena_new(arena, struct dwarf_types);

	types->d = d;
	types->space = space;
	types->arena = arena;
	types->nodes = hash_create();
	types->names = hash_create();
	types->scanned = hash_create();
	return types;
}

void dwarf_types_destroy(struct dwarf_types *types)
{
	if (!types)
		return;
	hash_destroy(types->nodes);
	hash_destroy(types->names);
	hash_destroy(types->scanned);
	arena_destroy(types->arena);
}

/* ---- reading the names of a unit ---------------------------------------- */

/** Where the walk is: the prefix of the names declared there. */
struct name_scope {
	const char *prefix;
	int depth;
};

static void scan_children(struct dwarf_types *types, Dwarf_Die *parent,
			  const struct name_scope *at);

static void *key_of(struct dwarf_types *types, const void *p)
{
	return arena_memdup(types->arena, &p, sizeof(p));
}

static const char *join(struct dwarf_types *types, const char *prefix,
			const char *name)
{
	if (!*prefix || strlen(prefix) + strlen(name) > NAME_MAX_LENGTH)
		return name;
	return arena_printf(types->arena, "%s::%s", prefix, name);
}

/* Returns the full name of an entry.  A definition outside its class or
 * namespace refers to its declaration there. */
static const char *full_name(struct dwarf_types *types, Dwarf_Die *die,
			     const struct name_scope *at)
{
	const char *full = NULL;
	Dwarf_Die declared;

	if (die_own_ref(die, DW_AT_specification, &declared))
		full = hash_find(types->names, &declared.addr,
				 sizeof(declared.addr));
	return full ? full : join(types, at->prefix, die_name(die));
}

static void scan_inside(struct dwarf_types *types, Dwarf_Die *die,
			const struct name_scope *at)
{
	struct name_scope inside = {
		.prefix = *die_name(die) ? full_name(types, die, at)
			: join(types, at->prefix, "(anonymous namespace)"),
		.depth = at->depth + 1,
	};

	if (inside.depth < CTYPE_DEPTH)
		scan_children(types, die, &inside);
}

static void scan_die(struct dwarf_types *types, Dwarf_Die *die,
		     const struct name_scope *at)
{
	int tag = dwarf_tag(die);
	enum ctype_kind kind = dwarf_ctype_kind(die);
	const char *full;

	if (tag == DW_TAG_namespace || tag == DW_TAG_module) {
		scan_inside(types, die, at);
		return;
	}
	if (kind == CTYPE_VOID || kind == CTYPE_FUNCTION)
		return;
	full = full_name(types, die, at);
	if (strcmp(full, die_name(die)))
		hash_set(types->names, key_of(types, die->addr),
			 sizeof(die->addr), (void *)full);
	if (*die_name(die) && (kind == CTYPE_STRUCT || kind == CTYPE_UNION))
		scan_inside(types, die, at);
}

static void scan_children(struct dwarf_types *types, Dwarf_Die *parent,
			  const struct name_scope *at)
{
	Dwarf_Die child;

	for_each_child(parent, child)
		scan_die(types, &child, at);
}

static void scan_unit(struct dwarf_types *types, Dwarf_Die *unit)
{
	struct name_scope top = { .prefix = "" };

	if (hash_find(types->scanned, &unit->cu, sizeof(unit->cu)))
		return;
	hash_set(types->scanned, key_of(types, unit->cu), sizeof(unit->cu),
		 types);
	scan_children(types, unit, &top);
}

const char *dwarf_full_name(struct dwarf_types *types, Dwarf_Die *die)
{
	const char *full;
	Dwarf_Die unit;

	if (die_is_plain_c(die) || !dwarf_diecu(die, &unit, NULL, NULL))
		return die_name(die);
	scan_unit(types, &unit);
	full = hash_find(types->names, &die->addr, sizeof(die->addr));
	return full ? full : die_name(die);
}

/* ---- finding ------------------------------------------------------------ */

const struct ctype *dwarf_type_find(struct dwarf_types *types,
				    enum ctype_kind kind, const char *name)
{
	struct dwarf_things all = { 0 };
	const struct ctype *ret = NULL;

	if (*name)
		sys_error_free(dwarf_things_find(types->d, name, &all));
	for (size_t i = 0; i < all.n && !ret; i++)
		if (dwarf_ctype_kind(&all.at[i].die) == kind)
			ret = dwarf_type(types, &all.at[i].die);
	vec_free(&all);
	return ret;
}

bool dwarf_types_find_variable(struct dwarf_types *types, const char *name,
			       Dwarf_Die *ret)
{
	struct dwarf_things all = { 0 };
	bool found = false;

	sys_error_free(dwarf_things_find(types->d, name, &all));
	for (size_t i = 0; i < all.n && !found; i++) {
		struct dwarf_thing *t = &all.at[i];

		found = t->is_external &&
			dwarf_hasattr(&t->die, DW_AT_location);
		*ret = t->die;
	}
	vec_free(&all);
	return found;
}

const struct ctype *dwarf_type_find_near(struct dwarf_types *types,
					 Dwarf_Die *near, enum ctype_kind kind,
					 const char *name)
{
	Dwarf_Die unit, child;

	if (!near || !dwarf_diecu(near, &unit, NULL, NULL))
		return dwarf_type_find(types, kind, name);
	for_each_child(&unit, child)
		if (dwarf_ctype_kind(&child) == kind &&
		    !strcmp(die_name(&child), name) &&
		    !die_flag(&child, DW_AT_declaration))
			return dwarf_type(types, &child);
	return dwarf_type_find(types, kind, name);
}

static const struct ctype *find_any(struct dwarf_types *types,
				    Dwarf_Die *near, const char *name)
{
	static const enum ctype_kind kinds[] = {
		CTYPE_TYPEDEF, CTYPE_INT, CTYPE_BOOL, CTYPE_FLOAT,
		CTYPE_STRUCT, CTYPE_UNION, CTYPE_ENUM,
	};
	const struct ctype *t = NULL;

	for (size_t i = 0; !t && i < sizeof(kinds) / sizeof(kinds[0]); i++)
		t = dwarf_type_find_near(types, near, kinds[i], name);
	return t;
}

const struct ctype *dwarf_type_named(struct dwarf_types *types,
				     Dwarf_Die *near, const char *spelled)
{
	static const struct {
		const char *word;
		enum ctype_kind kind;
	} words[] = {
		{ "struct ", CTYPE_STRUCT }, { "class ", CTYPE_STRUCT },
		{ "union ", CTYPE_UNION }, { "enum ", CTYPE_ENUM },
	};
	size_t n;

	for (size_t i = 0; i < sizeof(words) / sizeof(words[0]); i++) {
		n = strlen(words[i].word);
		if (!strncmp(spelled, words[i].word, n))
			return dwarf_type_find_near(types, near, words[i].kind,
						    spelled + n);
	}
	return find_any(types, near, spelled);
}

/* ---- nodes -------------------------------------------------------------- */

/*
 * Replaces an entry that stands for another one: a declaration whose definition
 * is in a type unit, a copy of a function whose source is its origin.
 */
static void follow(Dwarf_Die *die)
{
	Dwarf_Die to;
	int tag = dwarf_tag(die);
	bool is_function = tag == DW_TAG_subprogram ||
			   tag == DW_TAG_inlined_subroutine;

	if (die_own_ref(die, is_function ? DW_AT_abstract_origin
					 : DW_AT_signature, &to) &&
	    dwarf_tag(&to) == (is_function ? DW_TAG_subprogram : tag))
		*die = to;
}

const struct ctype *dwarf_type(struct dwarf_types *types, Dwarf_Die *die)
{
	struct dwarf_node *node;
	enum ctype_kind kind;
	Dwarf_Die at;

	if (!die)
		return &ctype_void;
	at = *die;
	follow(&at);
	node = hash_find(types->nodes, &at.addr, sizeof(at.addr));
	if (node)
		return &node->type;
	kind = dwarf_ctype_kind(&at);
	if (kind == CTYPE_VOID)
		return &ctype_void;
	return dwarf_node(types, &at, kind);
}

const struct ctype *dwarf_type_of(struct dwarf_types *types, Dwarf_Die *die)
{
	Dwarf_Die type;

	if (!die_ref(die, DW_AT_type, &type))
		return &ctype_void;
	return dwarf_type(types, &type);
}
