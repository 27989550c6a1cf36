/* SPDX-License-Identifier: LGPL-2.1-or-later */
/**
 * @file
 * BTF as it is in the file, for the parts of its reader: btf.c checks and
 * finds, btf_search.c finds without an index, btf_node.c makes ctype nodes.
 * The format:
 *
 *	u16 magic 0xeb9f, u8 version 1, u8 flags, u32 size of this header,
 *	u32 offset and u32 size of the types, u32 the same of the strings,
 *	offsets counting from the end of the header
 *
 * Strings are NUL-terminated and named by their offset; the first is "".
 * Types follow each other and are named by their number; the first is 1, void
 * is 0.  A type is three words and what its kind adds:
 *
 *	u32 name
 *	u32 kind << 24, number of parts in the low 16 bits, a flag on top
 *	u32 size in bytes, or the type it refers to
 *
 *	INT		u32: encoding << 24 | bit offset << 16 | bits
 *	ARRAY		u32 type of the elements, type of the index, number
 *	STRUCT UNION	per member: u32 name, type, bit offset.  With the flag
 *			the offset's top byte is the size of a bit-field
 *	ENUM		per enumerator: u32 name, value; flag: signed
 *	ENUM64		per enumerator: u32 name, low half, high half
 *	FUNC_PROTO	per parameter: u32 name, type; both 0: "..."
 *	FUNC		nothing: refers to its FUNC_PROTO
 *	FWD		nothing: a declared structure; flag: a union
 *	VAR		u32 linkage
 *	DATASEC		per variable: u32 type, offset, size
 *	DECL_TAG	u32 which member or parameter it is about
 *
 * The other kinds only refer to a type.  Source: the kernel's documentation,
 * Documentation/bpf/btf.rst.
 */
#ifndef TARGET_BTF_RAW_H
#define TARGET_BTF_RAW_H

#include "translator/target/kernel/btf.h"

enum btf_kind {
	BTF_VOID, BTF_INT, BTF_PTR, BTF_ARRAY, BTF_STRUCT, BTF_UNION, BTF_ENUM,
	BTF_FWD, BTF_TYPEDEF, BTF_VOLATILE, BTF_CONST, BTF_RESTRICT, BTF_FUNC,
	BTF_FUNC_PROTO, BTF_VAR, BTF_DATASEC, BTF_FLOAT, BTF_DECL_TAG,
	BTF_TYPE_TAG, BTF_ENUM64, BTF_KINDS
};

enum { BTF_INT_SIGNED = 1, BTF_INT_CHAR = 2, BTF_INT_BOOL = 4 };

/** The words of one type. */
struct btf_raw {
	enum btf_kind kind;
	uint32_t name;
	uint32_t n;		/* parts */
	bool flag;
	uint32_t word;		/* size or type */
	const unsigned char *extra;
};

struct btf_node;
struct btf_index;

struct btf {
	const struct btf *base;
	struct range types, strings;
	uint32_t first_id, last_id;
	uint32_t first_string;	/* strings before it are the base's */
	uint32_t *offsets;	/* of each type in `types`, from first_id on */
	struct btf_node **nodes;	/* of each type; NULL: not made yet */
	struct btf_index *index;	/* by name, filled at the first search */
	struct arena *arena;
};

/** The words of the type @id, which may be the base's; 0 is a BTF_VOID. */
struct btf_raw btf_raw(const struct btf *b, uint32_t id);
/** The string at @offset, which may be one of the base. */
const char *btf_string(const struct btf *b, uint32_t offset);

/** Word @i of part @part of @r, whose parts have @words words each. */
static inline uint32_t btf_part(const struct btf_raw *r, uint32_t part,
				uint32_t words, uint32_t i)
{
	return get_u32(r->extra + 4 * ((size_t)part * words + i));
}

/** The kind of node that a record becomes; CTYPE_VOID if it becomes none. */
enum ctype_kind btf_ctype_kind(const struct btf_raw *r);
/** Returns true if the record only declares a structure, union or enumeration. */
bool btf_is_declaration(const struct btf_raw *r);

#endif
