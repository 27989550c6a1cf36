/* SPDX-License-Identifier: LGPL-2.1-or-later */
/*
 * Opens type information, and finds types by name.  Opening checks everything
 * once: every record lies in the section, every name in the strings, every
 * reference names a type.  Nothing after that needs to check again, except that
 * references may be circular.
 */
#include <stdlib.h>

#include "base/arena.h"
#include "base/error.h"
#include "base/hash.h"
#include "base/tags/target.h"
#include "translator/target/kernel/btf_private.h"

#define MAGIC 0xeb9f
#define HEADER_MIN 24
#define RECORD 12
#define STRINGS_MAX (1 << 30)	/* bytes; the sizes of base and module, added, fit into 32 bits */

/** The number of words that a kind adds to the three of every type. */
static const struct {
	unsigned char fixed;	/* once */
	unsigned char part;	/* for each part */
	bool refers;		/* the third word is a type */
} shapes[BTF_KINDS] = {
	[BTF_INT] = { .fixed = 1 },
	[BTF_PTR] = { .refers = true },
	[BTF_ARRAY] = { .fixed = 3 },
	[BTF_STRUCT] = { .part = 3 },
	[BTF_UNION] = { .part = 3 },
	[BTF_ENUM] = { .part = 2 },
	[BTF_TYPEDEF] = { .refers = true },
	[BTF_VOLATILE] = { .refers = true },
	[BTF_CONST] = { .refers = true },
	[BTF_RESTRICT] = { .refers = true },
	[BTF_FUNC] = { .refers = true },
	[BTF_FUNC_PROTO] = { .part = 2, .refers = true },
	[BTF_VAR] = { .fixed = 1, .refers = true },
	[BTF_DATASEC] = { .part = 3 },
	[BTF_DECL_TAG] = { .fixed = 1, .refers = true },
	[BTF_TYPE_TAG] = { .refers = true },
	[BTF_ENUM64] = { .part = 3 },
};

static struct btf_raw raw_at(const unsigned char *p)
{
	uint32_t info = get_u32(p + 4);

	return (struct btf_raw){
		.name = get_u32(p), .kind = info >> 24 & 0x1f,
		.n = info & 0xffff, .flag = info >> 31,
		.word = get_u32(p + 8), .extra = p + RECORD,
	};
}

struct btf_raw btf_raw(const struct btf *b, uint32_t id)
{
	while (id && id < b->first_id)
		b = b->base;
	if (!id)
		return (struct btf_raw){ .kind = BTF_VOID };
	return raw_at(b->types.p + b->offsets[id - b->first_id]);
}

const char *btf_string(const struct btf *b, uint32_t offset)
{
	while (offset < b->first_string)
		b = b->base;
	return (const char *)b->strings.p + (offset - b->first_string);
}

uint32_t btf_last_id(const struct btf *b)
{
	return b->last_id;
}

/* ---- opening ------------------------------------------------------------ */

static bool cut(struct range all, uint64_t at, uint32_t n, struct range *ret)
{
	if (at > all.n || n > all.n - at)
		return false;
	*ret = (struct range){ all.p + at, n };
	return true;
}

static const char *read_header(struct btf *b, struct range all)
{
	uint64_t end;

	if (all.n < HEADER_MIN || get_u16(all.p) != MAGIC)
		return "it does not begin like type information";
	if (all.p[2] != 1)
		return "its version is not 1";
	end = get_u32(all.p + 4);
	if (end < HEADER_MIN ||
	    !cut(all, end + get_u32(all.p + 8), get_u32(all.p + 12),
		 &b->types) ||
	    !cut(all, end + get_u32(all.p + 16), get_u32(all.p + 20),
		 &b->strings))
		return "it is truncated";
	if (!b->strings.n || b->strings.n > STRINGS_MAX ||
	    b->strings.p[b->strings.n - 1] ||
	    (!b->base && b->strings.p[0]))
		return "its strings are damaged";
	return NULL;
}

/* Returns the size in bytes of the record at offset @at; 0 if it is damaged, and *@why is
 * what is wrong. */
static size_t record_size(const struct btf *b, size_t at, const char **why)
{
	struct btf_raw r;
	size_t n;

	*why = "a type is truncated";
	if (b->types.n - at < RECORD)
		return 0;
	r = raw_at(b->types.p + at);
	if (r.kind == BTF_VOID || r.kind >= BTF_KINDS) {
		*why = "it has an unknown kind of type";
		return 0;
	}
	n = RECORD + 4 * (shapes[r.kind].fixed +
			  (size_t)shapes[r.kind].part * r.n);
	return n <= b->types.n - at ? n : 0;
}

/* Counts the types, and fills b->offsets if it is allocated.  Returns what is wrong with a
 * record, or NULL. */
static const char *find_records(struct btf *b, uint32_t *count)
{
	const char *why;

	*count = 0;
	for (size_t at = 0, n; at < b->types.n; at += n) {
		n = record_size(b, at, &why);
		if (!n)
			return why;
		if (b->offsets)
			b->offsets[*count] = (uint32_t)at;
		++*count;
	}
	return NULL;
}

/* ---- checking ----------------------------------------------------------- */

static bool is_name(const struct btf *b, uint32_t name)
{
	return name < b->first_string ||
	       name - b->first_string < b->strings.n;
}

static bool part_is_good(const struct btf *b, const struct btf_raw *r,
			 uint32_t i)
{
	uint32_t words = shapes[r->kind].part;
	uint32_t first = btf_part(r, i, words, 0);

	switch (r->kind) {
	case BTF_STRUCT:
	case BTF_UNION:
	case BTF_FUNC_PROTO:
		return is_name(b, first) &&
		       btf_part(r, i, words, 1) <= b->last_id;
	case BTF_DATASEC:
		return first <= b->last_id;
	default:
		return is_name(b, first);
	}
}

static bool type_is_good(const struct btf *b, const struct btf_raw *r)
{
	if (!is_name(b, r->name) ||
	    (shapes[r->kind].refers && r->word > b->last_id) ||
	    (r->kind == BTF_ARRAY && btf_part(r, 0, 3, 0) > b->last_id))
		return false;
	if (shapes[r->kind].part)
		for (uint32_t i = 0; i < r->n; i++)
			if (!part_is_good(b, r, i))
				return false;
	return true;
}

static const char *check_types(const struct btf *b)
{
	for (uint32_t id = b->first_id; id <= b->last_id; id++) {
		struct btf_raw r = btf_raw(b, id);

		if (!type_is_good(b, &r))
			return "a type refers to a missing type";
	}
	return NULL;
}

static const char *read_all(struct btf *b, struct range bytes)
{
	const char *why = read_header(b, bytes);
	uint32_t n = 0;

	if (!why)
		why = find_records(b, &n);
	if (why)
		return why;
	b->offsets = xcalloc(n + 1, sizeof(*b->offsets));
	b->nodes = xcalloc(n + 1, sizeof(*b->nodes));
	find_records(b, &n);
	b->last_id = b->first_id + n - 1;
	return check_types(b);
}

/* ---- by name ------------------------------------------------------------ */

/**
 * Chains of the types whose names have the same hash, lowest id first.  A type is
 * stored as its id - first_id + 1; 0 ends a chain.
 */
struct btf_index {
	uint32_t *first;	/* of each hash; NULL: not filled yet */
	uint32_t *next;		/* of each id */
	uint32_t mask;
};

static uint32_t hash_of(const struct btf_index *x, const char *name)
{
	uint64_t h = hash_bytes(HASH_SEED, name, strlen(name));

	return (uint32_t)(h ^ h >> 32) & x->mask;
}

static void fill_index(const struct btf *b)
{
	uint32_t n = b->last_id + 1 - b->first_id, size = 16;
	struct btf_index *x = b->index;

	while (size < n)
		size *= 2;
	x->mask = size - 1;
	x->first = xcalloc(size, sizeof(*x->first));
	x->next = xcalloc(n + 1, sizeof(*x->next));
	for (uint32_t i = n; i > 0; i--) {
		struct btf_raw r = btf_raw(b, b->first_id + i - 1);
		uint32_t *first;

		if (!r.name || btf_is_declaration(&r))
			continue;
		first = &x->first[hash_of(x, btf_string(b, r.name))];
		x->next[i - 1] = *first;
		*first = i;
	}
}

/* Returns the first type with that kind and name in the chain from @i on, a number as
 * in struct btf_index; or NULL. */
static const struct ctype *find_from(const struct btf *b, uint32_t i,
				     enum ctype_kind kind, const char *name)
{
	for (; i; i = b->index->next[i - 1]) {
		uint32_t id = b->first_id + i - 1;
		struct btf_raw r = btf_raw(b, id);

		if (btf_ctype_kind(&r) == kind &&
		    !strcmp(btf_string(b, r.name), name))
			return btf_type(b, id);
	}
	return NULL;
}

const struct ctype *btf_find(const struct btf *b, enum ctype_kind kind,
			     const char *name)
{
	const struct ctype *found = NULL;

	for (; b && *name && !found; b = b->base) {
		if (!b->index->first)
			fill_index(b);
		found = find_from(b, b->index->first[hash_of(b->index, name)],
				  kind, name);
	}
	return found;
}

const struct ctype *btf_find_next(const struct btf *b, const struct ctype *t)
{
	const struct btf *own = b;
	const struct ctype *found;

	while (own->base && t->id < own->first_id)
		own = own->base;
	if (!own->index->first)
		fill_index(own);
	found = find_from(own, own->index->next[t->id - own->first_id],
			  t->kind, t->name);
	if (!found && own->base)
		found = btf_find(own->base, t->kind, t->name);
	return found;
}

/* ---- life --------------------------------------------------------------- */

struct sys_error *btf_open(struct range bytes, const struct btf *base,
			   const char *what, struct btf **ret)
{
	struct btf *b = xcalloc(1, sizeof(*b));
	const char *why;

	b->base = base;
	b->first_id = base ? base->last_id + 1 : 1;
	b->first_string = base ? base->first_string +
				 (uint32_t)base->strings.n : 0;
	b->index = xcalloc(1, sizeof(*b->index));
	b->arena = arena_create();
	why = read_all(b, bytes);
	if (!why) {
		*ret = b;
		return NULL;
	}
	btf_close(b);
	return sys_error(DIAG_BAD_IMAGE, 0,
			 "cannot read the types of '%s': %s", what, why);
}

void btf_close(struct btf *b)
{
	if (!b)
		return;
	free(b->index->first);
	free(b->index->next);
	free(b->index);
	free(b->offsets);
	free(b->nodes);
	arena_destroy(b->arena);
	free(b);
}
