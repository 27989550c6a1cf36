/* SPDX-License-Identifier: LGPL-2.1-or-later */
/**
 * @file
 * For the files of the reader of DWARF types: dwarf_type.c finds entries,
 * dwarf_node.c makes nodes of them, dwarf_parts.c what these are made of.
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
	unsigned dimension;	/* ARRAY: which of the entry's, from 0 */
	const struct ctype *inner;	/* ARRAY: the next dimension, or NULL */
	const void *parts;	/* an array by kind; NULL: not made yet */
};

static inline struct dwarf_node *node_of(const struct ctype *t)
{
	return (struct dwarf_node *)t;
}

struct dwarf_types {
	struct dwarf *d;
	enum ctype_space space;
	struct arena *arena;
	struct hash *nodes;	/* address of an entry: struct dwarf_node */
	struct hash *names;	/* address of a nested entry: its full name */
	struct hash *scanned;	/* units whose full names are known */
};

/** What an entry becomes; CTYPE_VOID if it becomes nothing. */
enum ctype_kind dwarf_ctype_kind(Dwarf_Die *die);
/** A node for the entry, which has none yet and is no void. */
const struct ctype *dwarf_node(struct dwarf_types *types, Dwarf_Die *die,
			       enum ctype_kind kind);
/** The name with those of the namespaces and classes it is in. */
const char *dwarf_full_name(struct dwarf_types *types, Dwarf_Die *die);

/* ---- dwarf_parts.c ------------------------------------------------------ */

/** What struct ctype_ops has: t->n of them. */
const struct ctype_member *dwarf_node_members(const struct ctype *t);
const struct ctype_enumerator *dwarf_node_enumerators(const struct ctype *t);
const struct ctype_param *dwarf_node_params(const struct ctype *t);

/** The children with that tag; what counts as a member. */
uint64_t dwarf_count_children(Dwarf_Die *parent, int tag);
uint64_t dwarf_count_members(struct dwarf_types *types, Dwarf_Die *parent);

#endif
