/* SPDX-License-Identifier: LGPL-2.1-or-later */
/**
 * @file
 * The reader of DWARF types, as its files see it: dwarf_type.c finds entries,
 * dwarf_node.c makes nodes of them, dwarf_parts.c makes the parts of nodes,
 * dwarf_passing.c finds how classes are passed.
 */
#ifndef TARGET_DWARF_RAW_H
#define TARGET_DWARF_RAW_H

#include "translator/target/dwarf/die.h"
#include "translator/target/dwarf/dwarf_type.h"

struct arena;
struct hash;

struct dwarf_node {
	struct ctype type;
	Dwarf_Die die;
	unsigned dimension;	/* ARRAY: number in the entry, from 0 */
	const struct ctype *inner;	/* ARRAY: the next dimension, or NULL */
	bool has_passing;	/* STRUCT, UNION: `passing` is set */
	enum ctype_passing passing;
	const void *parts;	/* members, enumerators or params; NULL: not made yet */
};

static inline struct dwarf_node *node_of(const struct ctype *t)
{
	return (struct dwarf_node *)t;
}

struct dwarf_types {
	struct dwarf *d;
	enum ctype_space space;
	struct arena *arena;
	struct hash *nodes;	/* from the address of an entry to its struct dwarf_node */
	struct hash *names;	/* from the address of a nested entry to its full name */
	struct hash *scanned;	/* units whose entries are in `names` */
	unsigned depth;		/* how many classes in each other are being looked at */
};

/** The kind of type that an entry becomes; CTYPE_VOID if it becomes none. */
enum ctype_kind dwarf_ctype_kind(Dwarf_Die *die);
/** Make the node of an entry that has no node yet; @kind is not CTYPE_VOID. */
const struct ctype *dwarf_node(struct dwarf_types *types, Dwarf_Die *die,
			       enum ctype_kind kind);
/** The name of an entry, after the names of the namespaces and classes that it is in. */
const char *dwarf_full_name(struct dwarf_types *types, Dwarf_Die *die);

/* ---- dwarf_parts.c ------------------------------------------------------ */

/** The functions for struct ctype_ops: each returns t->n parts, made at the first call. */
const struct ctype_member *dwarf_node_members(const struct ctype *t);
const struct ctype_enumerator *dwarf_node_enumerators(const struct ctype *t);
const struct ctype_param *dwarf_node_params(const struct ctype *t);

/** How calls pass an object of the class @t, for struct ctype_ops (dwarf_passing.c). */
enum ctype_passing dwarf_node_passing(const struct ctype *t);

/** The number of children of @parent with the tag @tag. */
uint64_t dwarf_count_children(Dwarf_Die *parent, int tag);
/** The number of members of @parent, also those in the variants of a Rust enum. */
uint64_t dwarf_count_members(struct dwarf_types *types, Dwarf_Die *parent);

#endif
