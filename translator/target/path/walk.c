/* SPDX-License-Identifier: LGPL-2.1-or-later */
/*
 * Makes the ops that reach the object of a walk, and that read or write it.
 * Offsets are collected and become one ADD when an address is wanted, so
 * `$a->b.c.d[3]` costs one addition for each pointer that is followed.
 */
#include <stdarg.h>
#include <string.h>

#include "base/arena.h"
#include "base/buf.h"
#include "translator/target/path/walk_private.h"

/* ---- small parts -------------------------------------------------------- */

static struct walk start(struct arena *a, enum walk_at at,
			 const struct ctype *type, bool user)
{
	return (struct walk){ .arena = a, .at = at, .type = type,
			      .user = user, .span = SPAN_NONE };
}

struct walk walk_root(struct arena *a, const struct location *root,
		      const struct ctype *type, bool user)
{
	struct walk w = start(a, WALK_ROOT, type, user);

	w.root = *root;
	return w;
}

struct walk walk_value(struct arena *a, const struct ctype *type, bool user)
{
	return start(a, WALK_VALUE, type, user);
}

struct walk walk_memory(struct arena *a, const struct ctype *type, bool user)
{
	return start(a, WALK_MEMORY, type, user);
}

bool walk_refuse(struct walk *w, const char *hint, const char *fmt, ...)
{
	va_list ap;

	va_start(ap, fmt);
	w->reason = arena_vprintf(w->arena, fmt, ap);
	va_end(ap);
	w->hint = hint;
	return false;
}

/* Appends an op, to a copy of the ops: copies of a walk may share them, so ops are
 * never changed. */
bool walk_op(struct walk *w, struct path_op op)
{
	struct path_op *ops;

	if (w->n_ops == WALK_OPS)
		return walk_refuse(w, NULL, "the path to it is too long");
	op.span = w->span;
	ops = arena_alloc(w->arena, (w->n_ops + 1) * sizeof(*ops));
	if (w->n_ops)
		memcpy(ops, w->ops, w->n_ops * sizeof(*ops));
	ops[w->n_ops++] = op;
	w->ops = ops;
	return true;
}

static bool add_ops(struct walk *w, const struct path_op *ops, size_t n)
{
	for (size_t i = 0; i < n; i++)
		if (!walk_op(w, ops[i]))
			return false;
	return true;
}

const char *walk_type_text(struct arena *a, const struct ctype *t)
{
	_cleanup_buf_ struct buf b = BUF_INIT;

	ctype_put(&b, t, "");
	return arena_strdup(a, b.p);
}

const char *walk_own_text(const struct walk *w)
{
	return walk_type_text(w->arena, w->type);
}

/* ---- pointers made here ------------------------------------------------- */

struct pointer_node {
	struct ctype type;
	const struct ctype *target;
};

static const struct ctype *made_target(const struct ctype *t)
{
	return ((const struct pointer_node *)t)->target;
}

static const struct ctype_ops made_ops = { .target = made_target };

const struct ctype *walk_pointer_to(struct arena *a, const struct ctype *t)
{
	struct pointer_node *node = arena_new(a, struct pointer_node);

	node->type = (struct ctype){ .kind = CTYPE_POINTER, .space = t->space,
				     .name = "", .size = 8, .ops = &made_ops };
	node->target = t;
	return &node->type;
}

bool walk_is_char(const struct ctype *t)
{
	t = ctype_strip(t);
	return t->kind == CTYPE_INT && t->is_char && t->size == 1;
}

/* ---- where the object is ------------------------------------------------ */

/* Returns the piece of the root that holds all @bits from the walk's position on;
 * NULL with a reason. */
static const struct location_piece *find_piece(struct walk *w, uint64_t bits)
{
	const struct location *root = &w->root;

	if (root->reason) {
		walk_refuse(w, root->hint, "%s", root->reason);
		return NULL;
	}
	for (size_t i = 0; i < root->n; i++) {
		const struct location_piece *p = &root->pieces[i];
		uint64_t first = (uint64_t)w->bit - p->bit_offset;

		if (w->bit < 0 || first >= p->bit_size)
			continue;
		if (p->kind != LOCATION_ABSENT && bits <= p->bit_size - first)
			return p;
		walk_refuse(w, NULL, "%s", p->kind == LOCATION_ABSENT
			    ? p->why : "it is split over several locations "
				       "here");
		return NULL;
	}
	walk_refuse(w, NULL, "it is outside the variable");
	return NULL;
}

static const char in_register[] =
	"it is in a register here, which has no address";

bool walk_enter_memory(struct walk *w, uint64_t bits)
{
	const struct location_piece *p = find_piece(w, bits);

	if (!p)
		return false;
	if (p->kind != LOCATION_ADDRESS)
		return walk_refuse(w, NULL, "%s", in_register);
	w->bit -= (int64_t)p->bit_offset;
	w->at = WALK_MEMORY;
	return add_ops(w, p->ops, p->n_ops);
}

/* Makes the ops' value the address of the byte at the walk's position. */
static bool add_offset(struct walk *w)
{
	int64_t bytes = (w->bit - (w->bit & 7)) / 8;

	w->bit &= 7;
	return !bytes || walk_op(w, (struct path_op){ .kind = PATH_ADD,
						      .k = bytes });
}

bool walk_in_memory(struct walk *w)
{
	if (w->at == WALK_VALUE)
		return walk_refuse(w, NULL, "it is a value, which has no "
				   "address");
	if (w->at == WALK_ROOT && !walk_enter_memory(w, 1))
		return false;
	return add_offset(w);
}

/* ---- loads -------------------------------------------------------------- */

static bool is_signed(const struct walk *w)
{
	const struct ctype *t = ctype_strip(w->type);

	return (t->kind == CTYPE_INT || t->kind == CTYPE_ENUM) && t->is_signed;
}

/* Returns the number of bits of the scalar at the walk's position; 0 with a
 * reason. */
static unsigned scalar_bits(struct walk *w)
{
	uint64_t size = ctype_size(w->type);

	if (w->bit_size && w->bit_size <= 64)
		return w->bit_size;
	if (!w->bit_size && (size == 1 || size == 2 || size == 4 || size == 8))
		return (unsigned)size * 8;
	walk_refuse(w, NULL, "a '%s' has %llu bytes, but a number of the "
			     "script has 8",
		    walk_own_text(w), (unsigned long long)size);
	return 0;
}

static bool cut(struct walk *w, unsigned shift, unsigned bits, unsigned of)
{
	if (!shift && bits == of)
		return true;
	return walk_op(w, (struct path_op){ .kind = PATH_BITFIELD,
					    .shift = shift, .size = bits,
					    .sign = is_signed(w) });
}

/* Takes the value out of a register. */
static bool take_value(struct walk *w, const struct location_piece *p,
		       unsigned bits, bool whole)
{
	uint64_t shift = p->shift + ((uint64_t)w->bit - p->bit_offset);

	if (shift + bits > 64)
		return walk_refuse(w, NULL, "it is split over several "
					    "locations here");
	if (!add_ops(w, p->ops, p->n_ops))
		return false;
	if (whole && !shift && bits == p->bit_size)
		return true;
	return cut(w, (unsigned)shift, bits, 64);
}

static bool load(struct walk *w, unsigned size, bool sign)
{
	return walk_op(w, (struct path_op){ .kind = PATH_LOAD, .size = size,
					    .sign = sign, .user = w->user });
}

static int64_t align_down(int64_t bit, int64_t unit)
{
	return bit & -unit;
}

/*
 * Loads the smallest naturally aligned word that holds the bits; a packed
 * bit-field may need a word that is not aligned.
 */
static bool load_bits(struct walk *w, unsigned bits)
{
	int64_t at = w->bit, unit = 8, first;

	while (unit < 64 && at + bits > align_down(at, unit) + unit)
		unit *= 2;
	first = align_down(at, unit);
	if (at + bits > first + unit) {
		first = align_down(at, 8);
		if (at + bits > first + 64)
			return walk_refuse(w, NULL, "the bit-field spans nine "
						    "bytes");
	}
	w->bit = first;
	if (at == first && bits == unit)
		return add_offset(w) && load(w, bits / 8, is_signed(w));
	return add_offset(w) && load(w, (unsigned)unit / 8, false) &&
	       cut(w, (unsigned)(at - first), bits, 0);
}

bool walk_take(struct walk *w, bool whole)
{
	const struct location_piece *p;
	unsigned bits = scalar_bits(w);

	if (!bits)
		return false;
	if (w->at == WALK_ROOT) {
		p = find_piece(w, bits);
		if (!p)
			return false;
		if (p->kind == LOCATION_VALUE)
			return take_value(w, p, bits, whole);
		if (!walk_enter_memory(w, bits))
			return false;
	}
	if (w->bit_size || w->bit & 7)
		return load_bits(w, bits);
	return add_offset(w) && load(w, bits / 8, is_signed(w));
}

void walk_become(struct walk *w, const struct ctype *type)
{
	w->at = WALK_VALUE;
	w->type = type;
	w->bit = 0;
	w->bit_size = 0;
}

/* Refuses a type that is only declared.  The kernel, another module or a header
 * may define it. */
bool walk_refuse_declared(struct walk *w)
{
	const char *type = walk_own_text(w);

	return walk_refuse(w, arena_printf(w->arena, "name the module or "
						     "header that defines it: "
						     "@cast(..., \"%s\", "
						     "\"MODULE\" or "
						     "\"kernel<HEADER>\")",
					   type),
			   "the type '%s' is declared but not defined", type);
}

bool walk_refuse_whole(struct walk *w, const struct ctype *t)
{
	const char *hint = "read a member with ->, append $ to print it, or "
			   "take its address with &";

	if (t->is_declared)
		return walk_refuse_declared(w);
	return walk_refuse(w, hint, "it is a whole '%s'", walk_own_text(w));
}

static bool decay(struct walk *w, const struct ctype *to)
{
	if (!walk_in_memory(w))
		return false;
	walk_become(w, walk_pointer_to(w->arena, to));
	return true;
}

bool walk_see_through(struct walk *w)
{
	const struct ctype *t = ctype_strip(w->type);

	return t->kind != CTYPE_POINTER || !t->reference || walk_follow(w);
}

bool walk_read(struct walk *w)
{
	const struct ctype *t;

	if (!walk_see_through(w))
		return false;
	t = ctype_strip(w->type);
	if (w->at == WALK_VALUE)
		return true;
	switch (t->kind) {
	case CTYPE_STRUCT:
	case CTYPE_UNION:
		return walk_refuse_whole(w, t);
	case CTYPE_VOID:
		return walk_refuse(w, "give it a type: @cast(..., \"TYPE\")",
				   "its type is void");
	case CTYPE_ARRAY:
		return decay(w, ctype_target(t));
	case CTYPE_FUNCTION:
		return decay(w, w->type);
	default:
		if (!walk_take(w, false))
			return false;
	}
	walk_become(w, w->type);
	return true;
}

bool walk_write(struct walk *w)
{
	const struct ctype *t;

	if (!walk_see_through(w))
		return false;
	t = ctype_strip(w->type);
	if (w->at == WALK_VALUE)
		return walk_refuse(w, NULL, "it is a value without an address, "
					    "so it cannot be written");
	if (t->kind == CTYPE_STRUCT || t->kind == CTYPE_UNION ||
	    t->kind == CTYPE_ARRAY || t->kind == CTYPE_VOID ||
	    t->kind == CTYPE_FUNCTION)
		return walk_refuse(w, NULL, "a '%s' cannot be assigned as a "
				   "whole", walk_own_text(w));
	return walk_take(w, true);
}

bool walk_address(struct walk *w)
{
	if (w->bit_size)
		return walk_refuse(w, NULL, "a bit-field has no address");
	if (!walk_see_through(w) || !walk_in_memory(w))
		return false;
	walk_become(w, walk_pointer_to(w->arena, w->type));
	return walk_op(w, (struct path_op){ .kind = PATH_ADDRESS_OF });
}
