/* SPDX-License-Identifier: LGPL-2.1-or-later */
#include <string.h>

#include "base/arena.h"
#include "base/cleanup.h"
#include "translator/target/types/cc_classes.h"
#include "translator/target/types/cc_x86_64_private.h"
#include "translator/target/types/ctype.h"

/* ---- parameters --------------------------------------------------------- */

const unsigned cc_param_regs[CC_PARAM_REGS] = {
	CC_RDI, CC_RSI, CC_RDX, CC_RCX, CC_R8, CC_R9,
};

void cc_put_piece(struct cc_location *p, unsigned reg, unsigned half,
		      uint64_t size)
{
	struct cc_piece *piece = &p->pieces[p->n++];

	p->where = CC_REGS;
	*piece = (struct cc_piece){ .reg = reg, .offset = 8 * half };
	piece->size = (unsigned)(size - piece->offset);
	if (piece->size > 8)
		piece->size = 8;
}

void cc_put_on_stack(struct cc_taken *taken, struct cc_location *p,
			 uint64_t align, uint64_t size)
{
	taken->stack = (taken->stack + align - 1) & -align;
	p->where = CC_STACK;
	p->offset = taken->stack;
	taken->stack += (size + 7) & -UINT64_C(8);
}

void cc_put_address(struct cc_taken *taken, struct cc_location *p)
{
	p->is_address = true;
	if (taken->regs < CC_PARAM_REGS)
		cc_put_piece(p, cc_param_regs[taken->regs++], 0, 8);
	else
		cc_put_on_stack(taken, p, 8, 8);
}

static unsigned count(const struct cc_classes *c, enum cc_class class)
{
	return (c->half[0] == class) + (c->half[1] == class);
}

/* Puts a parameter into registers.  CC_SSEUP belongs to the register of the
 * CC_SSE before it. */
static void put_in_regs(struct cc_taken *taken, const struct cc_classes *c,
			struct cc_location *p)
{
	for (unsigned half = 0; half < 2; half++) {
		if (c->half[half] == CC_INTEGER)
			cc_put_piece(p, cc_param_regs[taken->regs++], half, p->size);
		if (c->half[half] == CC_SSE)
			cc_put_piece(p, CC_XMM0 + taken->xmms++, half, p->size);
	}
	if (c->half[1] == CC_SSEUP)
		p->pieces[0].size = 16;
}

static bool is_memory(const struct cc_classes *c)
{
	return cc_is_in(c, CC_MEMORY) || cc_is_in(c, CC_X87) ||
	       cc_is_in(c, CC_COMPLEX_X87);
}

static bool fits(const struct cc_taken *taken, const struct cc_classes *c)
{
	return taken->regs + count(c, CC_INTEGER) <= CC_PARAM_REGS &&
	       taken->xmms + count(c, CC_SSE) <= CC_PARAM_XMMS;
}

/* Returns why the location of a type is not known, or NULL.  For some it
 * depends on how the program was compiled. */
static const char *why_unknown(const struct ctype *t)
{
	uint64_t size = ctype_size(t);

	if (t->kind == CTYPE_VOID)
		return "its type is unknown";
	if (t->is_declared)
		return "its type is declared but not defined";
	if (cc_has_wide_vector(t))
		return "the location of vectors of its size depends on the "
		       "options the program was compiled with";
	if (size > INT64_MAX / 4)
		return "its type is damaged";
	if (ctype_passing(t) == CTYPE_BY_UNKNOWN)
		return "the debug information does not say whether calls pass "
		       "its class by address";
	return NULL;
}

/* The same of a parameter of @function. */
static const char *why_param_unknown(const struct ctype *function,
				     const struct ctype *t)
{
	if (function->is_unprototyped && t->kind == CTYPE_FLOAT && t->size < 8)
		return "the function has no prototype, so it is passed as a "
		       "double";
	return why_unknown(t);
}

static bool set_why(struct cc_location *p, const char *why)
{
	p->why = why;
	if (why)
		p->where = CC_UNKNOWN;
	return why != NULL;
}

static void put_param(struct cc_taken *taken, const struct ctype *t,
		      struct cc_location *p)
{
	struct cc_classes c;

	p->size = ctype_size(t);
	cc_classify(&c, t, p->size);
	if (ctype_passing(t) == CTYPE_BY_REFERENCE)
		cc_put_address(taken, p);
	else if (!is_memory(&c) && !count(&c, CC_INTEGER) && !count(&c, CC_SSE))
		p->where = CC_NOWHERE;
	else if (!is_memory(&c) && fits(taken, &c))
		put_in_regs(taken, &c, p);
	else
		cc_put_on_stack(taken, p, cc_stack_align(t), p->size);
}

/* ---- results ------------------------------------------------------------ */

static void put_result(const struct cc_classes *c, struct cc_location *p)
{
	static const unsigned regs[] = { CC_RAX, CC_RDX };
	unsigned n = 0, xmms = 0;

	for (unsigned half = 0; half < 2; half++) {
		if (c->half[half] == CC_INTEGER)
			cc_put_piece(p, regs[n++], half, p->size);
		if (c->half[half] == CC_SSE)
			cc_put_piece(p, CC_XMM0 + xmms++, half, p->size);
		if (c->half[half] == CC_X87)
			cc_put_piece(p, CC_ST0, half, p->size);
		if (c->half[half] == CC_COMPLEX_X87)
			cc_put_piece(p, CC_ST0, half, p->size);
	}
	if (c->half[1] == CC_SSEUP || c->half[0] == CC_X87 ||
	    c->half[0] == CC_COMPLEX_X87)
		p->pieces[0].size = 16;
	if (c->half[0] == CC_COMPLEX_X87)
		p->pieces[p->n++] = (struct cc_piece){ CC_ST1, 16, 16 };
}

static void c_result(const struct ctype *function, struct cc_location *ret)
{
	const struct ctype *t = ctype_strip(ctype_target(function));
	struct cc_classes c;

	memset(ret, 0, sizeof(*ret));
	if (t->kind == CTYPE_VOID || set_why(ret, why_unknown(t)))
		return;
	ret->size = ctype_size(t);
	cc_classify(&c, t, ret->size);
	if (!cc_is_in(&c, CC_MEMORY) &&
	    ctype_passing(t) != CTYPE_BY_REFERENCE) {
		put_result(&c, ret);
		return;
	}
	ret->is_address = true;
	cc_put_piece(ret, CC_RAX, 0, 8);
}

/* ---- a function's parameters --------------------------------------------- */

/* Finds the parameters.  The caller passes the address of a result that registers cannot
 * hold, before them. */
static void c_params(const struct ctype *function, struct cc_location *ret)
{
	const struct ctype_param *params = ctype_params(function);
	struct cc_location result;
	struct cc_taken taken = { 0 };
	const char *why = NULL;

	c_result(function, &result);
	taken.regs = result.is_address;
	if (result.where == CC_UNKNOWN)
		why = "the location of the function's result is unknown, which "
		      "may take a register";
	memset(ret, 0, function->n * sizeof(*ret));
	for (size_t i = 0; params && i < function->n; i++) {
		const struct ctype *t = ctype_strip(params[i].type);

		if (!why &&
		    !set_why(&ret[i], why_param_unknown(function, t)))
			put_param(&taken, t, &ret[i]);
		if (why)
			ret[i] = (struct cc_location){ .where = CC_UNKNOWN,
						    .why = why };
		if (ret[i].why)
			why = "the type of an earlier parameter has an unknown "
			      "location";
	}
}

/* ---- the convention of the function ------------------------------------- */

static bool is_same_place(const struct cc_location *a,
			  const struct cc_location *b)
{
	if (a->where != b->where || a->is_address != b->is_address ||
	    a->n != b->n || a->offset != b->offset || a->size != b->size)
		return false;
	for (unsigned i = 0; i < a->n; i++)
		if (a->pieces[i].reg != b->pieces[i].reg ||
		    a->pieces[i].offset != b->pieces[i].offset ||
		    a->pieces[i].size != b->pieces[i].size)
			return false;
	return true;
}

/* Makes a place unknown that is another one by the other convention. */
static void agree(struct cc_location *p, const struct cc_location *other)
{
	if (!is_same_place(p, other) && p->where != CC_UNKNOWN)
		*p = (struct cc_location){
			.where = CC_UNKNOWN,
			.why = "the debug information does not say whether the "
			       "function is called as C or as Rust does, which "
			       "differ here",
		};
}

static void either_params(const struct ctype *function, struct cc_location *ret)
{
	_cleanup_free_ struct cc_location *other =
		xcalloc(function->n + 1, sizeof(*other));

	c_params(function, ret);
	cc_rust_params(function, other);
	for (size_t i = 0; i < function->n; i++)
		agree(&ret[i], &other[i]);
}

static void either_result(const struct ctype *function, struct cc_location *ret)
{
	struct cc_location other;

	c_result(function, ret);
	cc_rust_result(function, &other);
	agree(ret, &other);
}

/* Makes @n locations unknown, for a function that is called in a way of its own. */
static void set_unknown(struct cc_location *p, size_t n)
{
	for (size_t i = 0; i < n; i++)
		p[i] = (struct cc_location){
			.where = CC_UNKNOWN,
			.why = "the function has a calling convention of its "
			       "own",
		};
}

void cc_x86_64_params(const struct ctype *function, struct cc_location *ret)
{
	switch (function->convention) {
	case CTYPE_AS_C:
		c_params(function, ret);
		break;
	case CTYPE_AS_RUST:
		cc_rust_params(function, ret);
		break;
	case CTYPE_AS_RUST_OR_C:
		either_params(function, ret);
		break;
	default:
		set_unknown(ret, function->n);
	}
}

void cc_x86_64_result(const struct ctype *function, struct cc_location *ret)
{
	switch (function->convention) {
	case CTYPE_AS_C:
		c_result(function, ret);
		break;
	case CTYPE_AS_RUST:
		cc_rust_result(function, ret);
		break;
	case CTYPE_AS_RUST_OR_C:
		either_result(function, ret);
		break;
	default:
		set_unknown(ret, 1);
	}
}

/* ---- as ops ------------------------------------------------------------- */

/* The most ops of a location in memory, or of one whose address is in memory. */
#define MEMORY_OPS 3

const char location_float_register[] =
	"it is in a floating-point register, which a probe cannot read";

static void add_op(struct location_piece *p, struct path_op op)
{
	((struct path_op *)p->ops)[p->n_ops++] = op;
}

/* Allocates pieces with room for @n_ops ops each. */
static struct location_piece *new_pieces(struct arena *a, size_t n,
					 size_t n_ops)
{
	struct location_piece *p = arena_alloc(a, n * sizeof(*p));

	for (size_t i = 0; i < n; i++)
		p[i].ops = arena_alloc(a, n_ops * sizeof(*p->ops));
	return p;
}

/* Returns a location in memory: on the stack, or where an address in a register
 * or on the stack points. */
static struct location in_memory(struct arena *a, const struct cc_location *p,
				 enum path_op_kind reg, bool user)
{
	struct location_piece *piece = new_pieces(a, 1, MEMORY_OPS);
	int64_t offset = 8 + (int64_t)p->offset;

	piece->kind = LOCATION_ADDRESS;
	piece->bit_size = 8 * p->size;
	if (p->where == CC_REGS) {
		add_op(piece, (struct path_op){ .kind = reg,
						.n = p->pieces[0].reg });
		return (struct location){ .pieces = piece, .n = 1 };
	}
	add_op(piece, (struct path_op){ .kind = reg, .n = CC_RSP });
	add_op(piece, (struct path_op){ .kind = PATH_ADD, .k = offset });
	if (p->is_address)
		add_op(piece, (struct path_op){ .kind = PATH_LOAD, .size = 8,
						.user = user });
	return (struct location){ .pieces = piece, .n = 1 };
}

bool cc_x86_64_survives(uint64_t reg)
{
	enum { RBX = 3, R12 = 12, R15 = 15 };

	return reg == RBX || reg == CC_RBP || (reg >= R12 && reg <= R15);
}

/* Calling registers include rax, which has the number of vector registers
 * that a call uses. */
bool path_is_calling_register(uint64_t reg)
{
	enum { RAX, RDX, RCX, RBX, RSI, RDI, RBP, RSP, R8, R9 };

	return reg <= R9 && reg != RBX;
}

int path_register_word(uint64_t reg)
{
	/* the order of struct pt_regs, which is the same in user space */
	static const signed char words[] = {
		10, 12, 11, 5, 13, 14, 4, 19, 9, 8, 7, 6, 3, 2, 1, 0, 16,
	};

	return reg < sizeof(words) ? words[reg] : -1;
}

/* Returns true if handlers can read the piece: general registers, and in
 * programs the lower half of xmm0 to xmm15. */
static bool is_readable(const struct cc_piece *p, bool user)
{
	return p->reg < CC_XMM0 ||
	       (user && p->reg <= CC_XMM15 && p->size <= 8);
}

static struct location in_regs(struct arena *a, const struct cc_location *p,
			       enum path_op_kind reg, bool user)
{
	struct location_piece *pieces = new_pieces(a, p->n, 1);
	unsigned readable = 0;

	for (unsigned i = 0; i < p->n; i++) {
		const struct cc_piece *from = &p->pieces[i];

		pieces[i].bit_offset = 8 * (uint64_t)from->offset;
		pieces[i].bit_size = 8 * (uint64_t)from->size;
		if (!is_readable(from, user)) {
			pieces[i].kind = LOCATION_ABSENT;
			pieces[i].why = location_float_register;
			continue;
		}
		pieces[i].kind = LOCATION_VALUE;
		add_op(&pieces[i], (struct path_op){ .kind = reg,
						     .n = from->reg });
		readable++;
	}
	if (!readable)
		return (struct location){ .reason = location_float_register };
	return (struct location){ .pieces = pieces, .n = p->n };
}

struct location cc_x86_64_location(struct arena *a, const struct cc_location *p,
				   enum path_op_kind reg, bool user)
{
	switch (p->where) {
	case CC_UNKNOWN:
		return (struct location){ .reason = p->why };
	case CC_NOWHERE:
		return (struct location){ .n = 0 };
	case CC_STACK:
		return in_memory(a, p, reg, user);
	default:
		return p->is_address ? in_memory(a, p, reg, user)
				     : in_regs(a, p, reg, user);
	}
}
