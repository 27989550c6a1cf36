/* SPDX-License-Identifier: LGPL-2.1-or-later */
/*
 * Where parameters and results of Rust's own functions are on x86-64.
 *
 * Rust promises no calling convention.  What its compiler does follows from how it
 * sees a type: as nothing, one number, two numbers, or other memory.  Numbers are
 * passed each by itself, wherever they lie in the object: (u32, u32) takes two
 * registers.  Other memory of at most 8 bytes is one number, and of more than 16
 * bytes it is passed by address.  Between 8 and 16 bytes it depends on the version, so
 * the location is unknown.  It is also unknown for types that debug information does not
 * tell apart: unions, 128 bits, enumerations with several values of different kinds.
 */
#include <string.h>

#include "translator/target/types/cc_x86_64_private.h"
#include "translator/target/types/ctype.h"

/* The most types looked at in one parameter. */
#define TYPES_MAX 1000

enum number {
	INTEGER,
	POINTER,
	FLOAT,
};

struct leaf {
	enum number kind;
	uint64_t offset, size;	/* bytes in the object */
};

/** The numbers that an object consists of. */
struct leaves {
	struct leaf at[2];
	unsigned n;
	bool is_other;		/* there are more than two, or an array */
	bool is_unsure;		/* it may be numbers or other memory */
	bool is_wide;		/* it has a number of more than 8 bytes */
	unsigned budget;	/* how many more types are looked at */
};

static void add_type(struct leaves *l, const struct ctype *t, uint64_t offset,
		     int depth);

/* ---- what a type consists of -------------------------------------------- */

static void add_leaf(struct leaves *l, enum number kind, uint64_t offset,
		     uint64_t size)
{
	l->is_wide |= size > 8;
	if (l->n == 2)
		l->is_other = true;
	else
		l->at[l->n++] = (struct leaf){ kind, offset, size };
}

/* Adds what @part has to @l. */
static void join(struct leaves *l, const struct leaves *part)
{
	l->is_other |= part->is_other;
	l->is_unsure |= part->is_unsure;
	l->is_wide |= part->is_wide;
	for (unsigned i = 0; i < part->n; i++)
		add_leaf(l, part->at[i].kind, part->at[i].offset,
			 part->at[i].size);
}

static struct leaves leaves_of(const struct ctype *t, uint64_t offset,
			       unsigned budget, int depth)
{
	struct leaves l = { .budget = budget };

	add_type(&l, t, offset, depth);
	return l;
}

static bool has_any(const struct leaves *l)
{
	return l->n || l->is_other || l->is_unsure;
}

static bool is_same(const struct leaf *a, const struct leaf *b)
{
	return a->kind == b->kind && a->offset == b->offset &&
	       a->size == b->size;
}

static bool overlap(const struct leaf *a, const struct leaf *b)
{
	return a->offset < b->offset + b->size &&
	       b->offset < a->offset + a->size;
}

/* Returns true if the discriminant is a value that a number of the variant never
 * has, a null pointer for instance. */
static bool is_niche(const struct leaves *variant, const struct leaf *tag)
{
	for (unsigned i = 0; i < variant->n; i++)
		if (overlap(&variant->at[i], tag))
			return true;
	return variant->is_other;
}

/* Adds an enumeration with values.  It consists of the discriminant and one number, if all
 * variants that have a value have one number, of the same kind and in the same place. */
static void add_enum(struct leaves *l, const struct ctype *t, uint64_t offset,
		     int depth)
{
	const struct ctype_member *m = ctype_members(t);
	struct leaves tag = leaves_of(m[0].type, offset + m[0].bit_offset / 8,
				      l->budget, depth);
	struct leaves all = { 0 };
	unsigned with_value = 0;
	bool has_niche = false;

	for (size_t i = 1; i < t->n && l->budget; i++) {
		struct leaves v;

		if (m[i].when != CTYPE_VARIANT && m[i].when != CTYPE_OTHERWISE)
			continue;
		v = leaves_of(m[i].type, offset, --l->budget, depth);
		if (!has_any(&v))
			continue;
		has_niche |= tag.n && is_niche(&v, &tag.at[0]);
		if (!with_value++)
			all = v;
		else if (v.is_other || v.is_unsure || all.n != 1 || v.n != 1 ||
			 !is_same(&all.at[0], &v.at[0]))
			all.is_unsure = true;
	}
	if (tag.n != 1 || (has_niche && with_value > 1))
		all.is_unsure = true;
	if (!has_niche)
		join(l, &tag);
	join(l, &all);
}

static void add_members(struct leaves *l, const struct ctype *t,
			uint64_t offset, int depth)
{
	const struct ctype_member *m = ctype_members(t);

	for (size_t i = 0; m && i < t->n; i++) {
		l->is_unsure |= m[i].bit_size || m[i].when != CTYPE_ALWAYS;
		add_type(l, m[i].type, offset + m[i].bit_offset / 8, depth);
	}
}

static void add_struct(struct leaves *l, const struct ctype *t,
		       uint64_t offset, int depth)
{
	const struct ctype_member *m = ctype_members(t);

	if (m && t->n && m[0].when == CTYPE_DISCRIMINANT)
		add_enum(l, t, offset, depth);
	else
		add_members(l, t, offset, depth);
}

static void add_type(struct leaves *l, const struct ctype *type,
		     uint64_t offset, int depth)
{
	const struct ctype *t = ctype_strip(type);
	uint64_t size = ctype_size(t);

	if (!l->budget || depth > CTYPE_DEPTH || t->is_declared) {
		l->is_unsure = true;
		return;
	}
	l->budget--;
	switch (size ? t->kind : CTYPE_VOID) {
	case CTYPE_VOID:
		break;
	case CTYPE_INT:
	case CTYPE_BOOL:
	case CTYPE_ENUM:
		add_leaf(l, INTEGER, offset, size);
		break;
	case CTYPE_POINTER:
		add_leaf(l, POINTER, offset, size);
		break;
	case CTYPE_FLOAT:
		add_leaf(l, FLOAT, offset, size);
		break;
	case CTYPE_ARRAY:
		l->is_other = true;
		l->is_unsure |= t->is_vector;
		break;
	case CTYPE_STRUCT:
		add_struct(l, t, offset, depth + 1);
		break;
	default:
		l->is_unsure = true;
	}
}

/* ---- how it is passed ---------------------------------------------------- */

enum form {
	NOTHING,
	NUMBERS,		/* one or two */
	ONE_WORD,		/* other memory in one register */
	BY_ADDRESS,
	UNKNOWN,
};

static uint64_t align_up(uint64_t n, uint64_t to)
{
	return (n + to - 1) / to * to;
}

/* Returns true if the two numbers are where their own alignment puts them; only then they
 * are passed as two numbers.  Sorts them by offset. */
static bool is_plain_pair(struct leaves *l, uint64_t size)
{
	struct leaf first = l->at[0], second = l->at[1];
	uint64_t most;

	if (second.offset < first.offset) {
		l->at[0] = second;
		l->at[1] = first;
		first = l->at[0];
		second = l->at[1];
	}
	most = first.size > second.size ? first.size : second.size;
	return first.offset == 0 &&
	       second.offset == align_up(first.size, second.size) &&
	       size == align_up(second.offset + second.size, most);
}

static bool is_numbers(struct leaves *l, uint64_t size)
{
	if (l->is_other || !l->n)
		return false;
	return l->n == 2 ? is_plain_pair(l, size)
			 : l->at[0].offset == 0 && l->at[0].size == size;
}

static enum form form_of(const struct ctype *t, struct leaves *l)
{
	uint64_t size = ctype_size(t);

	*l = leaves_of(t, 0, TYPES_MAX, 0);
	if (t->is_declared || l->is_wide || size > INT64_MAX / 4)
		return UNKNOWN;
	if (!size)
		return NOTHING;
	if (!l->is_unsure && is_numbers(l, size))
		return NUMBERS;
	if (size > 16)
		return BY_ADDRESS;
	return l->is_unsure || size > 8 ? UNKNOWN : ONE_WORD;
}

static void add_piece(struct cc_location *p, unsigned reg,
		      const struct leaf *leaf)
{
	p->where = CC_REGS;
	p->pieces[p->n++] = (struct cc_piece){
		.reg = reg,
		.offset = (unsigned)leaf->offset,
		.size = (unsigned)leaf->size,
	};
}

static void set_unknown(struct cc_location *p)
{
	*p = (struct cc_location){
		.where = CC_UNKNOWN,
		.why = "how Rust passes its type is not known",
	};
}

/* Puts one number into the next register; false: it is on the stack. */
static bool put_number(struct cc_taken *taken, struct cc_location *p,
		       const struct leaf *leaf)
{
	bool is_float = leaf->kind == FLOAT;

	if (is_float && taken->xmms < CC_PARAM_XMMS)
		add_piece(p, CC_XMM0 + taken->xmms++, leaf);
	else if (!is_float && taken->regs < CC_PARAM_REGS)
		add_piece(p, cc_param_regs[taken->regs++], leaf);
	else
		return false;
	return true;
}

/* Puts each number into a register or, if none is free, by itself on the stack.  For an
 * object of two numbers of which one or both are on the stack, the location is unknown. */
static void put_numbers(struct cc_taken *taken, struct cc_location *p,
			const struct leaves *l)
{
	unsigned on_stack = 0;

	for (unsigned i = 0; i < l->n; i++)
		if (!put_number(taken, p, &l->at[i])) {
			cc_put_on_stack(taken, p, 8, 8);
			on_stack++;
		}
	if (on_stack && l->n > 1)
		set_unknown(p);
}

/* Returns false if it is not known what the parameter takes.  The location of a pair
 * may be unknown although that is known. */
static bool put_param(struct cc_taken *taken, const struct ctype *t,
		      struct cc_location *p)
{
	struct leaves l;
	enum form form = form_of(t, &l);

	p->size = ctype_size(t);
	switch (form) {
	case NOTHING:
		p->where = CC_NOWHERE;
		break;
	case NUMBERS:
		put_numbers(taken, p, &l);
		break;
	case ONE_WORD:
		l.n = 1;
		l.at[0] = (struct leaf){ INTEGER, 0, p->size };
		put_numbers(taken, p, &l);
		break;
	case BY_ADDRESS:
		cc_put_address(taken, p);
		break;
	default:
		set_unknown(p);
	}
	return form != UNKNOWN;
}

void cc_rust_params(const struct ctype *function, struct cc_location *ret)
{
	const struct ctype_param *params = ctype_params(function);
	struct cc_taken taken = { 0 };
	struct cc_location result;
	bool is_known;

	cc_rust_result(function, &result);
	is_known = result.where != CC_UNKNOWN;
	taken.regs = result.is_address;
	memset(ret, 0, function->n * sizeof(*ret));
	for (size_t i = 0; params && i < function->n; i++) {
		const struct ctype *t = ctype_strip(params[i].type);

		if (is_known)
			is_known = put_param(&taken, t, &ret[i]);
		else
			set_unknown(&ret[i]);
	}
}

void cc_rust_result(const struct ctype *function, struct cc_location *ret)
{
	static const unsigned regs[] = { CC_RAX, CC_RDX };
	const struct ctype *t = ctype_strip(ctype_target(function));
	unsigned n = 0, xmms = 0;
	struct leaves l;

	memset(ret, 0, sizeof(*ret));
	ret->size = ctype_size(t);
	switch (form_of(t, &l)) {
	case NOTHING:
		break;
	case NUMBERS:
		for (unsigned i = 0; i < l.n; i++)
			add_piece(ret, l.at[i].kind == FLOAT
					       ? CC_XMM0 + xmms++ : regs[n++],
				  &l.at[i]);
		break;
	case ONE_WORD:
		cc_put_piece(ret, CC_RAX, 0, ret->size);
		break;
	case BY_ADDRESS:
		ret->is_address = true;
		cc_put_piece(ret, CC_RAX, 0, 8);
		break;
	default:
		set_unknown(ret);
	}
}
