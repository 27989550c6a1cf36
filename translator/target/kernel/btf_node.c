/* SPDX-License-Identifier: LGPL-2.1-or-later */
/*
 * Makes ctype nodes of BTF records, each when it is first needed.  A node's
 * parts (members, enumerators, parameters) are also made when they are first
 * needed.  This makes the nodes of the parts' types, but not the parts of those nodes.
 */
#include "base/arena.h"
#include "translator/target/kernel/btf_private.h"

struct btf_node {
	struct ctype type;
	const void *parts;	/* array of what the kind has; NULL: not made yet */
};

enum ctype_kind btf_ctype_kind(const struct btf_raw *r)
{
	static const unsigned char kinds[BTF_KINDS] = {
		[BTF_PTR] = CTYPE_POINTER, [BTF_ARRAY] = CTYPE_ARRAY,
		[BTF_STRUCT] = CTYPE_STRUCT, [BTF_UNION] = CTYPE_UNION,
		[BTF_ENUM] = CTYPE_ENUM, [BTF_ENUM64] = CTYPE_ENUM,
		[BTF_TYPEDEF] = CTYPE_TYPEDEF, [BTF_CONST] = CTYPE_CONST,
		[BTF_VOLATILE] = CTYPE_VOLATILE,
		[BTF_RESTRICT] = CTYPE_RESTRICT, [BTF_FLOAT] = CTYPE_FLOAT,
		[BTF_FUNC] = CTYPE_FUNCTION, [BTF_FUNC_PROTO] = CTYPE_FUNCTION,
	};

	if (r->kind == BTF_FWD)
		return r->flag ? CTYPE_UNION : CTYPE_STRUCT;
	if (r->kind == BTF_INT)
		return get_u32(r->extra) >> 24 & BTF_INT_BOOL ? CTYPE_BOOL
							      : CTYPE_INT;
	return kinds[r->kind];
}

bool btf_is_declaration(const struct btf_raw *r)
{
	return r->kind == BTF_FWD ||
	       ((r->kind == BTF_ENUM || r->kind == BTF_ENUM64) && !r->n);
}

static struct btf *image_of(const struct ctype *t)
{
	return t->image;
}

/* ---- targets ------------------------------------------------------------ */

static const struct ctype *node_target(const struct ctype *t)
{
	const struct btf *b = image_of(t);
	struct btf_raw r = btf_raw(b, (uint32_t)t->id);

	switch (r.kind) {
	case BTF_FUNC:
		r = btf_raw(b, r.word);
		return r.kind == BTF_FUNC_PROTO ? btf_type(b, r.word) : NULL;
	case BTF_ARRAY:
		return btf_type(b, btf_part(&r, 0, 3, 0));
	case BTF_PTR:
	case BTF_TYPEDEF:
	case BTF_CONST:
	case BTF_VOLATILE:
	case BTF_RESTRICT:
	case BTF_FUNC_PROTO:
		return btf_type(b, r.word);
	default:
		return NULL;
	}
}

static const struct ctype *node_definition(const struct ctype *t)
{
	return btf_find(image_of(t), t->kind, t->name);
}

/* ---- parts -------------------------------------------------------------- */

/* Stores the parts of a node, which are made once, and returns them.  The node was made in this
 * file, so it may be changed. */
static const void *remember(const struct ctype *t, const void *parts)
{
	((struct btf_node *)t)->parts = parts;
	return parts;
}

static const void *remembered(const struct ctype *t)
{
	return ((const struct btf_node *)t)->parts;
}

/*
 * Sets the offset of member @i, and its size if it is a bit-field.  If the structure
 * @r has the flag, one word has both.  If not, a bit-field is a member whose INT has
 * fewer bits than its bytes, or does not begin at bit 0.
 */
static void set_bits(const struct btf *b, const struct btf_raw *r,
		     uint32_t i, struct ctype_member *m)
{
	uint32_t offset = btf_part(r, i, 3, 2), encoding;
	struct btf_raw type = btf_raw(b, btf_part(r, i, 3, 1));

	m->bit_offset = offset;
	if (r->flag) {
		m->bit_offset = offset & 0xffffff;
		m->bit_size = offset >> 24;
		return;
	}
	if (type.kind != BTF_INT)
		return;
	encoding = get_u32(type.extra);
	if ((encoding & 0xff) != 8 * type.word || (encoding >> 16 & 0xff)) {
		m->bit_offset += encoding >> 16 & 0xff;
		m->bit_size = encoding & 0xff;
	}
}

static const struct ctype_member *node_members(const struct ctype *t)
{
	struct btf *b = image_of(t);
	struct btf_raw r = btf_raw(b, (uint32_t)t->id);
	struct ctype_member *m;

	if (remembered(t))
		return remembered(t);
	m = arena_alloc(b->arena, r.n * sizeof(*m));
	for (uint32_t i = 0; i < r.n; i++) {
		m[i].name = btf_string(b, btf_part(&r, i, 3, 0));
		m[i].type = btf_type(b, btf_part(&r, i, 3, 1));
		set_bits(b, &r, i, &m[i]);
	}
	return remember(t, m);
}

static int64_t enumerator_value(const struct btf_raw *r, uint32_t i)
{
	uint64_t value;

	if (r->kind == BTF_ENUM64) {
		value = btf_part(r, i, 3, 1);
		return (int64_t)(value | (uint64_t)btf_part(r, i, 3, 2) << 32);
	}
	value = btf_part(r, i, 2, 1);
	return r->flag ? (int32_t)value : (int64_t)value;
}

static const struct ctype_enumerator *node_enumerators(const struct ctype *t)
{
	struct btf *b = image_of(t);
	struct btf_raw r = btf_raw(b, (uint32_t)t->id);
	uint32_t words = r.kind == BTF_ENUM64 ? 3 : 2;
	struct ctype_enumerator *e;

	if (remembered(t))
		return remembered(t);
	e = arena_alloc(b->arena, r.n * sizeof(*e));
	for (uint32_t i = 0; i < r.n; i++) {
		e[i].name = btf_string(b, btf_part(&r, i, words, 0));
		e[i].value = enumerator_value(&r, i);
	}
	return remember(t, e);
}

/* Returns the FUNC_PROTO of a FUNC, or @r if it is one; a record without parts if
 * there is none. */
static struct btf_raw prototype(const struct btf *b, struct btf_raw r)
{
	if (r.kind == BTF_FUNC)
		r = btf_raw(b, r.word);
	if (r.kind != BTF_FUNC_PROTO)
		r.n = 0;
	return r;
}

static const struct ctype_param *node_params(const struct ctype *t)
{
	struct btf *b = image_of(t);
	struct btf_raw r = prototype(b, btf_raw(b, (uint32_t)t->id));
	struct ctype_param *p;

	if (remembered(t))
		return remembered(t);
	p = arena_alloc(b->arena, t->n * sizeof(*p));
	for (uint32_t i = 0; i < t->n; i++) {
		p[i].name = btf_string(b, btf_part(&r, i, 2, 0));
		p[i].type = btf_type(b, btf_part(&r, i, 2, 1));
	}
	return remember(t, p);
}

static const struct ctype_ops btf_ops = {
	.target = node_target,
	.members = node_members,
	.enumerators = node_enumerators,
	.params = node_params,
	.definition = node_definition,
};

/* ---- nodes -------------------------------------------------------------- */

static bool is_char_name(const char *name)
{
	return !strcmp(name, "char") || !strcmp(name, "signed char") ||
	       !strcmp(name, "unsigned char");
}

static void set_int(struct ctype *t, const struct btf_raw *r)
{
	uint32_t encoding = get_u32(r->extra) >> 24;

	t->size = r->word;
	t->is_signed = encoding & BTF_INT_SIGNED;
	t->is_char = (encoding & BTF_INT_CHAR) || is_char_name(t->name);
}

static void set_function(struct ctype *t, const struct btf *b,
			 const struct btf_raw *r)
{
	struct btf_raw proto = prototype(b, *r);

	t->n = proto.n;
	if (!t->n)
		return;
	t->is_variadic = !btf_part(&proto, proto.n - 1, 2, 0) &&
			 !btf_part(&proto, proto.n - 1, 2, 1);
	t->n -= t->is_variadic;
}

/* Sets the members of @t that the record alone decides. */
static void set_facts(struct ctype *t, const struct btf *b,
		      const struct btf_raw *r)
{
	switch (t->kind) {
	case CTYPE_INT:
	case CTYPE_BOOL:
		set_int(t, r);
		break;
	case CTYPE_POINTER:
		t->size = 8;
		break;
	case CTYPE_ARRAY:
		t->n = btf_part(r, 0, 3, 2);
		break;
	case CTYPE_FUNCTION:
		set_function(t, b, r);
		break;
	case CTYPE_FLOAT:
		t->size = r->word;
		break;
	case CTYPE_STRUCT:
	case CTYPE_UNION:
	case CTYPE_ENUM:
		t->is_declared = btf_is_declaration(r);
		if (r->kind == BTF_FWD)
			break;
		t->is_signed = t->kind == CTYPE_ENUM && r->flag;
		t->size = r->word;
		t->n = r->n;
		break;
	default:
		break;
	}
}

static const struct ctype *make_node(const struct btf *b, uint32_t id,
				     const struct btf_raw *r)
{
	struct btf_node *node = arena_new(b->arena, struct btf_node);

	node->type = (struct ctype){
		.kind = btf_ctype_kind(r), .name = btf_string(b, r->name),
		.space = CTYPE_OF_KERNEL,
		.ops = &btf_ops, .image = (void *)b, .id = id,
	};
	set_facts(&node->type, b, r);
	b->nodes[id - b->first_id] = node;
	return &node->type;
}

/* Returns the id of the type that the TYPE_TAGs at @id, if any, lead to; 0 (void) if
 * they are too many.  A TYPE_TAG only annotates the type that it refers to. */
static uint32_t skip_tags(const struct btf *b, uint32_t id)
{
	for (int depth = 0; depth < CTYPE_DEPTH; depth++) {
		struct btf_raw r = btf_raw(b, id);

		if (r.kind != BTF_TYPE_TAG)
			return id;
		id = r.word;
	}
	return 0;
}

const struct ctype *btf_type(const struct btf *b, uint32_t id)
{
	struct btf_raw r;

	id = id <= b->last_id ? skip_tags(b, id) : 0;
	if (!id)
		return &ctype_void;
	while (id < b->first_id)
		b = b->base;
	if (b->nodes[id - b->first_id])
		return &b->nodes[id - b->first_id]->type;
	r = btf_raw(b, id);
	if (btf_ctype_kind(&r) == CTYPE_VOID)
		return &ctype_void;
	return make_node(b, id, &r);
}
