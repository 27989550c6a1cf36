/* SPDX-License-Identifier: LGPL-2.1-or-later */
/*
 * Does arithmetic on lists of ops.  Operations on two constants are done here, at compile time.
 */
#include <string.h>

#include "base/arena.h"
#include "translator/target/dwarf/dwarf_stack.h"

bool stack_refuse(struct run *r, const char *why)
{
	r->why = why;
	return false;
}

bool stack_damaged(struct run *r)
{
	return stack_refuse(r, "the debug information is damaged here");
}

/* ---- the stack ---------------------------------------------------------- */

bool stack_push(struct run *r, struct value v)
{
	if (r->n == STACK_MAX)
		return stack_damaged(r);
	r->stack[r->n++] = v;
	return true;
}

bool stack_push_constant(struct run *r, int64_t k)
{
	return stack_push(r, (struct value){ .k = k });
}

bool stack_pop(struct run *r, struct value *ret)
{
	if (!r->n)
		return stack_damaged(r);
	*ret = r->stack[--r->n];
	return true;
}

bool stack_push_op(struct run *r, struct path_op op)
{
	struct value v = { .n = 1 };

	v.ops = arena_memdup(r->arena, &op, sizeof(op));
	return stack_push(r, v);
}

/* Gives @a the ops of @a, then those of @b, then @last, in a new list: lists of ops are never
 * changed, because values share them. */
static bool join(struct run *r, struct value *a, const struct value *b,
		 struct path_op last)
{
	struct path_op *ops;

	if (a->n + b->n + 1 > OPS_MAX)
		return stack_refuse(r, "its location is too complicated");
	ops = arena_alloc(r->arena, (a->n + b->n + 1) * sizeof(*ops));
	if (a->n)
		memcpy(ops, a->ops, a->n * sizeof(*ops));
	if (b->n)
		memcpy(ops + a->n, b->ops, b->n * sizeof(*ops));
	ops[a->n + b->n] = last;
	a->ops = ops;
	a->n += b->n + 1;
	return true;
}

bool stack_append(struct run *r, struct value *v, struct path_op op)
{
	return join(r, v, &(struct value){ .n = 0 }, op);
}

bool stack_as_ops(struct run *r, struct value *v)
{
	if (v->n)
		return true;
	return stack_append(r, v, (struct path_op){ .kind = PATH_CONST, .k = v->k });
}

/* ---- arithmetic --------------------------------------------------------- */

static int64_t sign_extended(int64_t k, unsigned size)
{
	unsigned unused = 64 - 8 * size;

	return (int64_t)((uint64_t)k << unused) >> unused;
}

bool stack_narrow(struct run *r, struct value *v)
{
	if (!v->size || v->size >= 8)
		return true;
	if (!v->n && v->is_unsigned)
		v->k &= (INT64_C(1) << 8 * v->size) - 1;
	else if (!v->n)
		v->k = sign_extended(v->k, v->size);
	if (!v->n)
		return true;
	return stack_append(r, v, (struct path_op){ .kind = PATH_BITFIELD,
					      .size = 8 * v->size,
					      .sign = !v->is_unsigned });
}

/* Returns the result of a comparison; -1 if @math is none. */
static int compare(enum path_math math, int64_t a, int64_t b)
{
	switch (math) {
	case PATH_MATH_EQ:
		return a == b;
	case PATH_MATH_NE:
		return a != b;
	case PATH_MATH_LT:
		return a < b;
	case PATH_MATH_LE:
		return a <= b;
	case PATH_MATH_GT:
		return a > b;
	case PATH_MATH_GE:
		return a >= b;
	default:
		return -1;
	}
}

/* Divides two constants, as signed numbers.  False: the division is by zero. */
static bool fold_division(enum path_math math, int64_t a, int64_t b,
			  int64_t *ret)
{
	if (b == -1)	/* the quotient of the least number has no room */
		*ret = math == PATH_MATH_DIV ? (int64_t)-(uint64_t)a : 0;
	else if (b)
		*ret = math == PATH_MATH_DIV ? a / b : a % b;
	return b;
}

/* Computes an operation on two constants.  False: it is left to run time, and *@ret
 * is as before. */
static bool fold(enum path_math math, int64_t a, int64_t b, int64_t *ret)
{
	uint64_t u = (uint64_t)a, v = (uint64_t)b;
	int truth;

	switch (math) {
	case PATH_MATH_ADD:
		*ret = (int64_t)(u + v);
		return true;
	case PATH_MATH_SUB:
		*ret = (int64_t)(u - v);
		return true;
	case PATH_MATH_MUL:
		*ret = (int64_t)(u * v);
		return true;
	case PATH_MATH_AND:
		*ret = a & b;
		return true;
	case PATH_MATH_OR:
		*ret = a | b;
		return true;
	case PATH_MATH_XOR:
		*ret = a ^ b;
		return true;
	case PATH_MATH_SHL:
		*ret = v < 64 ? (int64_t)(u << v) : 0;
		return true;
	case PATH_MATH_SHR:
		*ret = a >> (v < 64 ? v : 63);
		return true;
	case PATH_MATH_USHR:
		*ret = v < 64 ? (int64_t)(u >> v) : 0;
		return true;
	case PATH_MATH_DIV:
	case PATH_MATH_MOD:
		return fold_division(math, a, b, ret);
	default:
		truth = compare(math, a, b);
		if (truth >= 0)
			*ret = truth;
		return truth >= 0;
	}
}

/* Adds a constant by one more op; if the last op adds already, by another op instead of it. */
bool stack_add_constant(struct run *r, struct value *v, int64_t k)
{
	struct path_op *last = v->n ? &v->ops[v->n - 1] : NULL;

	if (!last) {
		v->k = (int64_t)((uint64_t)v->k + (uint64_t)k);
		return true;
	}
	if (!k)
		return true;
	if (last->kind == PATH_ADD) {
		k = (int64_t)((uint64_t)last->k + (uint64_t)k);
		v->n--;
		return stack_append(r, v, (struct path_op){ .kind = PATH_ADD,
						      .k = k });
	}
	return stack_append(r, v, (struct path_op){ .kind = PATH_ADD, .k = k });
}

static bool is_commutative_add(enum path_math math, const struct value *a,
			       const struct value *b)
{
	return math == PATH_MATH_ADD && (!a->n || !b->n);
}

/* Compares unsigned numbers: they have the order of signed ones whose top
 * bit is inverted. */
static bool compare_unsigned(struct run *r, const struct value *a,
			     const struct value *b, enum path_math math)
{
	return stack_push(r, *a) &&
	       stack_math_constant(r, INT64_MIN, PATH_MATH_XOR) &&
	       stack_push(r, *b) &&
	       stack_math_constant(r, INT64_MIN, PATH_MATH_XOR) &&
	       stack_math(r, math);
}

/* ANDs the top with all bits if @d is at least 0 as a signed number, else with none. */
static bool and_if_positive(struct run *r, const struct value *d)
{
	if (!d->n && d->k > 0)
		return true;
	return stack_push(r, *d) && stack_math_constant(r, 63, PATH_MATH_SHR) &&
	       stack_math_constant(r, -1, PATH_MATH_XOR) &&
	       stack_math(r, PATH_MATH_AND);
}

/*
 * Sets @q to a quotient of unsigned numbers, x / d, which is exact or one too small, and @rest
 * to x - q * d.  The operations are signed: half of x is positive, and twice its quotient is
 * at most one too small.  If d has its top bit, the quotient is 0 or 1, so @q is 0.
 */
static bool divide_roughly(struct run *r, const struct value *x,
			   const struct value *d, struct value *q,
			   struct value *rest)
{
	return stack_push(r, *x) && stack_math_constant(r, 1, PATH_MATH_USHR) &&
	       stack_push(r, *d) && stack_math(r, PATH_MATH_DIV) &&
	       stack_math_constant(r, 1, PATH_MATH_SHL) &&
	       and_if_positive(r, d) && stack_pop(r, q) &&
	       stack_push(r, *x) && stack_push(r, *q) && stack_push(r, *d) &&
	       stack_math(r, PATH_MATH_MUL) && stack_math(r, PATH_MATH_SUB) &&
	       stack_pop(r, rest);
}

/* Pushes 1 if @d fits into @rest once more, else 0.  @rest is less than twice @d. */
static bool push_fits(struct run *r, const struct value *rest,
		      const struct value *d)
{
	if (!d->n && d->k > 0 && d->k <= INT64_MAX / 2)
		return stack_push(r, *rest) &&
		       stack_math_constant(r, d->k, PATH_MATH_GE);
	return compare_unsigned(r, rest, d, PATH_MATH_GE);
}

/* Divides unsigned numbers, and corrects the rough quotient or its rest. */
static bool divide_unsigned(struct run *r, const struct value *x,
			    const struct value *d, enum path_math math)
{
	struct value q, rest;

	if (!divide_roughly(r, x, d, &q, &rest))
		return false;
	if (math == PATH_MATH_DIV)
		return push_fits(r, &rest, d) && stack_push(r, q) &&
		       stack_math(r, PATH_MATH_ADD);
	return stack_push(r, rest) && push_fits(r, &rest, d) &&
	       stack_push(r, *d) && stack_math(r, PATH_MATH_MUL) &&
	       stack_math(r, PATH_MATH_SUB);
}

/* Returns true if @math is done on unsigned numbers, and differs from that on signed ones.
 * DWARF has the remainder of numbers without a type unsigned, but their quotient signed. */
static bool is_unsigned_math(const struct value *a, enum path_math math)
{
	if (!a->size)
		return math == PATH_MATH_MOD;
	return a->size == 8 && a->is_unsigned &&
	       (math == PATH_MATH_DIV || math == PATH_MATH_MOD ||
		(math >= PATH_MATH_LT && math <= PATH_MATH_GE));
}

static bool do_unsigned(struct run *r, struct value a, struct value b,
			enum path_math math)
{
	unsigned size = a.size;

	a.size = b.size = 0;
	if (math >= PATH_MATH_LT)
		return compare_unsigned(r, &a, &b, math);
	if (!divide_unsigned(r, &a, &b, math))
		return false;
	r->stack[r->n - 1].size = size;
	r->stack[r->n - 1].is_unsigned = size != 0;
	return true;
}

/* Returns true if a shift moves other bits in than the type of @a has above its own: a logical
 * shift of a signed number, or an arithmetic one of an unsigned number. */
static bool is_shift_of_other_sign(const struct value *a, enum path_math math)
{
	if (!a->size || a->size >= 8)
		return false;
	return a->is_unsigned ? math == PATH_MATH_SHR : math == PATH_MATH_USHR;
}

static bool shift_as_other_sign(struct run *r, struct value a, struct value b,
				enum path_math math)
{
	a.is_unsigned = !a.is_unsigned;
	if (!stack_narrow(r, &a) || !stack_push(r, a) || !stack_push(r, b) ||
	    !stack_math(r, math) || !stack_pop(r, &a))
		return false;
	a.is_unsigned = !a.is_unsigned;
	return stack_narrow(r, &a) && stack_push(r, a);
}

/* Joins @a and @b by @last: @a is set aside until the ops of @b are done. */
static bool join_by(struct run *r, struct value *a, struct value *b,
		    struct path_op last)
{
	if (!stack_as_ops(r, a) || !stack_as_ops(r, b) ||
	    !stack_append(r, a, (struct path_op){ .kind = PATH_PUSH }))
		return false;
	if (b->aside + 1 > a->aside)
		a->aside = b->aside + 1;
	if (a->aside > PATH_PUSH_MAX)
		return stack_refuse(r, "its location is too complicated");
	return join(r, a, b, last);
}

static bool join_math(struct run *r, struct value *a, struct value *b,
		      enum path_math math)
{
	r->risks += math == PATH_MATH_DIV || math == PATH_MATH_MOD;
	return join_by(r, a, b, (struct path_op){ .kind = PATH_MATH,
						  .n = math });
}

bool stack_loaded(struct run *r, int64_t k)
{
	struct value list, dynamic;

	r->risks++;
	return stack_pop(r, &dynamic) && stack_pop(r, &list) &&
	       join_by(r, &list, &dynamic,
		       (struct path_op){ .kind = PATH_LOADED, .k = k }) &&
	       stack_push(r, list);
}

bool stack_math(struct run *r, enum path_math math)
{
	struct value a, b;

	if (!stack_pop(r, &b) || !stack_pop(r, &a))
		return false;
	if (is_unsigned_math(&a, math))
		return do_unsigned(r, a, b, math);
	if (is_shift_of_other_sign(&a, math))
		return shift_as_other_sign(r, a, b, math);
	if (!a.n && !b.n && fold(math, a.k, b.k, &a.k))
		return stack_narrow(r, &a) && stack_push(r, a);
	if (is_commutative_add(math, &a, &b)) {
		if (!a.n) {
			b.size = a.size;
			b.is_unsigned = a.is_unsigned;
			if (!stack_add_constant(r, &b, a.k))
				return false;
			a = b;
		} else if (!stack_add_constant(r, &a, b.k)) {
			return false;
		}
	} else if (math == PATH_MATH_SUB && !b.n) {
		if (!stack_add_constant(r, &a, (int64_t)-(uint64_t)b.k))
			return false;
	} else if (!join_math(r, &a, &b, math)) {
		return false;
	}
	if (math < PATH_MATH_EQ)
		return stack_narrow(r, &a) && stack_push(r, a);
	a.size = 0;
	return stack_push(r, a);
}

bool stack_math_constant(struct run *r, int64_t k, enum path_math math)
{
	struct value v;

	if (!stack_pop(r, &v))
		return false;
	return stack_push(r, v) &&
	       stack_push(r, (struct value){ .k = k, .size = v.size,
				       .is_unsigned = v.is_unsigned }) &&
	       stack_math(r, math);
}
