/* SPDX-License-Identifier: LGPL-2.1-or-later */
#include "translator/target/types/cc_classes.h"

#include <string.h>

#include "translator/target/types/ctype.h"

/* The most types looked at.  An honest structure of 16 bytes has few: at most 128 members, of one
 * bit each, and the types that these are made of. */
#define SCALARS_MAX 1000

static void add_type(struct cc_classes *c, const struct ctype *t,
		     uint64_t bit_offset, int depth);

/* ---- classes ------------------------------------------------------------ */

static enum cc_class merge(enum cc_class a, enum cc_class b)
{
	if (a == b || b == CC_NONE)
		return a;
	if (a == CC_NONE || b == CC_MEMORY)
		return b;
	if (a == CC_MEMORY)
		return a;
	if (a == CC_INTEGER || b == CC_INTEGER)
		return CC_INTEGER;
	if (a >= CC_X87 || b >= CC_X87)
		return CC_MEMORY;
	return CC_SSE;
}

static void add_class(struct cc_classes *c, uint64_t bit_offset,
		      enum cc_class class)
{
	if (bit_offset >= 128)
		c->half[0] = CC_MEMORY;
	else
		c->half[bit_offset / 64] = merge(c->half[bit_offset / 64],
						 class);
}

static void add_memory(struct cc_classes *c)
{
	add_class(c, 0, CC_MEMORY);
}

/* Adds the classes of an object of @size bytes: @first for its first eight bytes, @rest for
 * the eight bytes after them. */
static void add_bytes(struct cc_classes *c, uint64_t bit_offset, uint64_t size,
		      enum cc_class first, enum cc_class rest)
{
	add_class(c, bit_offset, first);
	if (size > 8)
		add_class(c, bit_offset + 64, rest);
}

/* Every compiler has a name of its own for it, and for two of them; what it does not
 * have is the size of a number of 128 bits, or that number's name. */
bool cc_is_long_double(const struct ctype *t)
{
	return t->kind == CTYPE_FLOAT && !t->is_decimal &&
	       t->size == (t->is_complex ? 32 : 16) &&
	       !strstr(t->name, "128") && !strstr(t->name, "kind=16");
}

static void add_float(struct cc_classes *c, const struct ctype *t,
		      uint64_t bit_offset)
{
	if (cc_is_long_double(t) && t->is_complex)
		add_class(c, bit_offset, CC_COMPLEX_X87);
	else if (cc_is_long_double(t))
		add_bytes(c, bit_offset, t->size, CC_X87, CC_X87UP);
	else if (t->is_complex && t->size > 16)
		add_memory(c);
	else if (t->is_complex && t->size == 8)
		add_class(c, bit_offset, CC_SSE);
	else
		add_bytes(c, bit_offset, t->size, CC_SSE,
			  t->is_complex ? CC_SSE : CC_SSEUP);
}

/* Returns true if a scalar is naturally aligned.  An object with one that is not is passed in
 * memory. */
static bool is_aligned(const struct ctype *t, uint64_t bit_offset)
{
	uint64_t size = t->is_complex ? t->size / 2 : t->size;

	return size && bit_offset % (8 * size) == 0;
}

static void add_bits(struct cc_classes *c, const struct ctype_member *m,
		     uint64_t bit_offset)
{
	add_class(c, bit_offset, CC_INTEGER);
	add_class(c, bit_offset + m->bit_size - 1, CC_INTEGER);
}

static void add_members(struct cc_classes *c, const struct ctype *t,
			uint64_t bit_offset, int depth)
{
	const struct ctype_member *m = ctype_members(t);

	for (size_t i = 0; m && i < t->n && c->budget; i++) {
		uint64_t at = bit_offset + m[i].bit_offset;

		if (m[i].bit_size)
			add_bits(c, &m[i], at);
		else
			add_type(c, m[i].type, at, depth + 1);
	}
}

static void add_elements(struct cc_classes *c, const struct ctype *t,
			 uint64_t bit_offset, int depth)
{
	uint64_t size = ctype_size(ctype_target(t));

	if (t->is_vector) {
		add_bytes(c, bit_offset, t->n * size, CC_SSE, CC_SSEUP);
		return;
	}
	for (uint64_t i = 0; size && i < t->n && c->budget; i++) {
		if (bit_offset >= 128)
			break;
		add_type(c, ctype_target(t), bit_offset, depth + 1);
		bit_offset += 8 * size;
	}
}

static void add_scalar(struct cc_classes *c, const struct ctype *t,
		       uint64_t bit_offset)
{
	if (!is_aligned(t, bit_offset))
		add_memory(c);
	else if (t->kind == CTYPE_FLOAT)
		add_float(c, t, bit_offset);
	else
		add_bytes(c, bit_offset, t->size, CC_INTEGER, CC_INTEGER);
}

static void add_type(struct cc_classes *c, const struct ctype *t,
		     uint64_t bit_offset, int depth)
{
	t = ctype_strip(t);
	if (!c->budget || --c->budget == 0 || depth > CTYPE_DEPTH) {
		add_memory(c);
		return;
	}
	switch (t->kind) {
	case CTYPE_STRUCT:
	case CTYPE_UNION:
		add_members(c, t, bit_offset, depth);
		break;
	case CTYPE_ARRAY:
		add_elements(c, t, bit_offset, depth);
		break;
	default:
		add_scalar(c, t, bit_offset);
	}
}

void cc_classify(struct cc_classes *c, const struct ctype *t, uint64_t size)
{
	*c = (struct cc_classes){ .budget = SCALARS_MAX };
	if (size > 16 && !(t->kind == CTYPE_FLOAT && cc_is_long_double(t)))
		add_memory(c);
	else
		add_type(c, t, 0, 0);
	if (c->half[1] == CC_MEMORY ||
	    (c->half[1] == CC_X87UP && c->half[0] != CC_X87))
		add_memory(c);
	if (c->half[1] == CC_SSEUP && c->half[0] != CC_SSE)
		c->half[1] = CC_SSE;
}

bool cc_is_in(const struct cc_classes *c, enum cc_class class)
{
	return c->half[0] == class || c->half[1] == class;
}

/* ---- vectors ------------------------------------------------------------ */

/* Returns true if the object at @t begins with a vector of more than 16 bytes. */
static bool begins_wide(const struct ctype *t, size_t *budget, int depth)
{
	const struct ctype_member *m;

	t = ctype_strip(t);
	if (!*budget || --*budget == 0 || depth > CTYPE_DEPTH)
		return false;
	if (t->kind == CTYPE_ARRAY)
		return t->is_vector ? ctype_size(t) > 16
				    : begins_wide(ctype_target(t), budget,
						  depth + 1);
	m = ctype_members(t);
	for (size_t i = 0; m && i < t->n; i++)
		if (!m[i].bit_offset &&
		    begins_wide(m[i].type, budget, depth + 1))
			return true;
	return false;
}

bool cc_has_wide_vector(const struct ctype *t)
{
	uint64_t size = ctype_size(t);
	size_t budget = SCALARS_MAX;

	if (t->kind == CTYPE_ARRAY)
		return size != 8 && size != 16;
	return (size == 32 || size == 64) && begins_wide(t, &budget, 0);
}

/* ---- alignment ---------------------------------------------------------- */

/* Returns true for _BitInt(N), whose words need no more alignment than one of them. */
static bool is_of_bits(const struct ctype *t)
{
	return t->kind == CTYPE_INT && t->size > 8 && strstr(t->name, "_BitInt");
}

/* Returns the alignment of the type itself; 1 if its members are packed more
 * closely than their alignment. */
static uint64_t natural_align(const struct ctype *t, size_t *budget, int depth)
{
	const struct ctype_member *m;
	uint64_t align = 1, one;

	t = ctype_strip(t);
	if (!*budget || --*budget == 0 || depth > CTYPE_DEPTH)
		return 1;
	if (t->kind == CTYPE_ARRAY)
		return t->is_vector ? ctype_size(t)
				    : natural_align(ctype_target(t), budget,
						    depth + 1);
	if (t->kind != CTYPE_STRUCT && t->kind != CTYPE_UNION)
		return is_of_bits(t) ? 8 : t->is_complex ? t->size / 2 : t->size;
	m = ctype_members(t);
	for (size_t i = 0; m && i < t->n; i++) {
		one = natural_align(m[i].type, budget, depth + 1);
		if (one > align && m[i].bit_offset % (8 * one) == 0)
			align = one;
	}
	if (t->align > align)
		align = t->align;
	return t->size % align ? 1 : align;
}

uint64_t cc_stack_align(const struct ctype *t)
{
	size_t budget = SCALARS_MAX;
	uint64_t align = natural_align(t, &budget, 0);

	return align > 8 && (align & (align - 1)) == 0 ? align : 8;
}
