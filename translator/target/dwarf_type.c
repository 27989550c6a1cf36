/* SPDX-License-Identifier: LGPL-2.1-or-later */
/*
 * Which entries are which types.  libdw knows no parents, so the names of
 * nested types are collected on the way down, unit by unit; units of C have
 * none, and are read only when a name is sought.
 */
#include <dwarf.h>
#include <string.h>

#include "base/arena.h"
#include "base/hash.h"
#include "translator/target/dwarf_raw.h"

/* Templates have long names; longer ones are a damaged file's. */
#define NAME_MAX_LENGTH 20000

struct dwarf_named {
	Dwarf_Die die;
};

struct dwarf_types *dwarf_types_create(Dwarf *dw)
{
	struct arena *arena = arena_create();
	struct dwarf_types *types = arena_new(arena, struct dwarf_types);

	types->dw = dw;
	types->arena = arena;
	types->nodes = hash_create();
	types->names = hash_create();
	types->scanned = hash_create();
	for (int i = 0; i < DWARF_KINDS; i++)
		types->by_name[i] = hash_create();
	types->next_file = dw;
	return types;
}

void dwarf_types_destroy(struct dwarf_types *types)
{
	if (!types)
		return;
	hash_destroy(types->nodes);
	hash_destroy(types->names);
	hash_destroy(types->scanned);
	for (int i = 0; i < DWARF_KINDS; i++)
		hash_destroy(types->by_name[i]);
	arena_destroy(types->arena);
}

/* ---- reading the names of a unit ---------------------------------------- */

/**
 * Where the walk is: names in it begin with `full`; `brief` leaves inline and
 * anonymous namespaces out.
 */
struct place {
	const char *full, *brief;
	bool is_nested;		/* there may be types in types */
	int depth;
};

static void scan_children(struct dwarf_types *types, Dwarf_Die *parent,
			  const struct place *at);

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

/* A definition outside its class or namespace names its declaration there. */
static const char *full_name(struct dwarf_types *types, Dwarf_Die *die,
			     const struct place *at)
{
	const char *full = NULL;
	Dwarf_Die declared;

	if (die_own_ref(die, DW_AT_specification, &declared))
		full = hash_find(types->names, &declared.addr,
				 sizeof(declared.addr));
	return full ? full : join(types, at->full, die_name(die));
}

static void add_name(struct dwarf_types *types, enum ctype_kind kind,
		     const char *name, Dwarf_Die *die)
{
	struct dwarf_named *named;

	if (hash_find_str(types->by_name[kind], name))
		return;
	named = arena_new(types->arena, struct dwarf_named);
	named->die = *die;
	hash_set_str(types->by_name[kind], name, named);
}

static void scan_type(struct dwarf_types *types, Dwarf_Die *die,
		      enum ctype_kind kind, const struct place *at)
{
	const char *name = die_name(die), *full = full_name(types, die, at);

	if (full != name)
		hash_set(types->names, key_of(types, die->addr),
			 sizeof(die->addr), (void *)full);
	if (!*name || die_flag(die, DW_AT_declaration))
		return;
	add_name(types, kind, full, die);
	if (strcmp(at->full, at->brief))
		add_name(types, kind, join(types, at->brief, name), die);
}

/* Variables are kept as a kind of their own, which no type has. */
static void scan_variable(struct dwarf_types *types, Dwarf_Die *die,
			  const struct place *at)
{
	const char *name = die_name(die), *full = full_name(types, die, at);

	if (full != name)
		hash_set(types->names, key_of(types, die->addr),
			 sizeof(die->addr), (void *)full);
	if (!*name || !dwarf_hasattr(die, DW_AT_location) ||
	    !die_flag(die, DW_AT_external))
		return;
	add_name(types, CTYPE_VOID, full, die);
	if (strcmp(at->full, at->brief))
		add_name(types, CTYPE_VOID, join(types, at->brief, name), die);
}

static void scan_inside(struct dwarf_types *types, Dwarf_Die *die,
			const struct place *at, bool is_transparent)
{
	const char *name = die_name(die);
	struct place inside = {
		.full = *name ? full_name(types, die, at)
			      : join(types, at->full, "(anonymous namespace)"),
		.brief = is_transparent ? at->brief
					: join(types, at->brief, name),
		.is_nested = true,
		.depth = at->depth + 1,
	};

	if (inside.depth < CTYPE_DEPTH)
		scan_children(types, die, &inside);
}

static void scan_die(struct dwarf_types *types, Dwarf_Die *die,
		     const struct place *at)
{
	int tag = dwarf_tag(die);
	enum ctype_kind kind;

	if (tag == DW_TAG_namespace || tag == DW_TAG_module) {
		scan_inside(types, die, at,
			    !*die_name(die) ||
				    die_flag(die, DW_AT_export_symbols));
		return;
	}
	if (tag == DW_TAG_variable || tag == DW_TAG_member)
		scan_variable(types, die, at);
	if (tag == DW_TAG_subprogram || tag == DW_TAG_variable)
		return;
	kind = dwarf_ctype_kind(die);
	if (kind == CTYPE_VOID || kind == CTYPE_FUNCTION)
		return;
	scan_type(types, die, kind, at);
	if (at->is_nested && *die_name(die) &&
	    (kind == CTYPE_STRUCT || kind == CTYPE_UNION))
		scan_inside(types, die, at, false);
}

static void scan_children(struct dwarf_types *types, Dwarf_Die *parent,
			  const struct place *at)
{
	Dwarf_Die child;

	for_each_child(parent, child)
		scan_die(types, &child, at);
}

static void scan_unit(struct dwarf_types *types, Dwarf_Die *unit)
{
	struct place top = { .full = "", .brief = "" };

	if (hash_find(types->scanned, &unit->cu, sizeof(unit->cu)))
		return;
	hash_set(types->scanned, key_of(types, unit->cu), sizeof(unit->cu),
		 types);
	top.is_nested = !die_is_plain_c(unit);
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

/* Read the next unit; false if there was none. */
static bool scan_more(struct dwarf_types *types)
{
	Dwarf_Die unit;

	if (!types->next_file)
		return false;
	if (die_next_unit(types->next_file, &types->next_unit, &unit)) {
		scan_unit(types, &unit);
		return true;
	}
	types->next_file = types->next_file == types->dw
				   ? dwarf_getalt(types->dw)
				   : NULL;
	types->next_unit = NULL;
	return types->next_file != NULL;
}

/* ---- finding ------------------------------------------------------------ */

static struct dwarf_named *find(struct dwarf_types *types,
				enum ctype_kind kind, const char *name)
{
	struct dwarf_named *named;

	do
		named = hash_find_str(types->by_name[kind], name);
	while (!named && scan_more(types));
	return named;
}

const struct ctype *dwarf_type_find(struct dwarf_types *types,
				    enum ctype_kind kind, const char *name)
{
	struct dwarf_named *named = NULL;

	if (*name && kind > CTYPE_VOID && kind < DWARF_KINDS)
		named = find(types, kind, name);
	return named ? dwarf_type(types, &named->die) : NULL;
}

bool dwarf_types_find_variable(struct dwarf_types *types, const char *name,
			       Dwarf_Die *ret)
{
	struct dwarf_named *named = find(types, CTYPE_VOID, name);

	if (named)
		*ret = named->die;
	return named;
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
 * What stands for another entry: a declaration whose definition is in a type
 * unit, a copy of a function whose source is its origin.
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
