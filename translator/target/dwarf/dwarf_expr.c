/* SPDX-License-Identifier: LGPL-2.1-or-later */
/*
 * Evaluates DWARF expressions: what each op does to the stack (dwarf_stack.h),
 * one after the other; jumps are in dwarf_expr_jump.c.
 */
#include <dwarf.h>
#include <string.h>

#include "base/arena.h"
#include "translator/target/dwarf/dwarf_run.h"

#define STEPS_MAX 2000		/* of all expressions that one leads to */

/* Returns 1 more than the operation that @atom is; 0: it is none. */
static unsigned math_of(unsigned atom)
{
	static const unsigned char ops[256] = {
		[DW_OP_plus] = 1 + PATH_MATH_ADD,
		[DW_OP_minus] = 1 + PATH_MATH_SUB,
		[DW_OP_mul] = 1 + PATH_MATH_MUL,
		[DW_OP_div] = 1 + PATH_MATH_DIV,
		[DW_OP_mod] = 1 + PATH_MATH_MOD,
		[DW_OP_and] = 1 + PATH_MATH_AND,
		[DW_OP_or] = 1 + PATH_MATH_OR,
		[DW_OP_xor] = 1 + PATH_MATH_XOR,
		[DW_OP_shl] = 1 + PATH_MATH_SHL,
		[DW_OP_shr] = 1 + PATH_MATH_USHR,
		[DW_OP_shra] = 1 + PATH_MATH_SHR,
		[DW_OP_eq] = 1 + PATH_MATH_EQ, [DW_OP_ne] = 1 + PATH_MATH_NE,
		[DW_OP_lt] = 1 + PATH_MATH_LT, [DW_OP_le] = 1 + PATH_MATH_LE,
		[DW_OP_gt] = 1 + PATH_MATH_GT, [DW_OP_ge] = 1 + PATH_MATH_GE,
	};

	return atom < 256 ? ops[atom] : 0;
}

/* ---- one op ------------------------------------------------------------- */

static bool copy_element(struct run *r, uint64_t from_top)
{
	if (from_top >= r->n)
		return stack_damaged(r);
	return stack_push(r, r->stack[r->n - 1 - from_top]);
}

/* Moves the top below the next @n - 1 elements. */
static bool rotate(struct run *r, size_t n)
{
	struct value top;

	if (r->n < n)
		return stack_damaged(r);
	top = r->stack[r->n - 1];
	memmove(&r->stack[r->n - n + 1], &r->stack[r->n - n],
		(n - 1) * sizeof(top));
	r->stack[r->n - n] = top;
	return true;
}

static bool set_bytes(struct run *r, const Dwarf_Op *op)
{
	if (dwarf_getlocation_implicit_value(r->attr, op, &r->bytes) != 0)
		return stack_damaged(r);
	r->form = BYTES;
	return true;
}

/* Replaces v by |v|, which is (v ^ s) - s with s = -1 if v is negative, else 0. */
static bool do_abs(struct run *r)
{
	struct value v, sign;

	if (!stack_pop(r, &v))
		return false;
	if (v.is_unsigned)
		return stack_push(r, v);
	if (!v.n) {
		v.k = v.k < 0 ? (int64_t)-(uint64_t)v.k : v.k;
		return stack_narrow(r, &v) && stack_push(r, v);
	}
	return stack_push(r, v) && stack_push(r, v) &&
	       stack_math_constant(r, 63, PATH_MATH_SHR) &&
	       stack_pop(r, &sign) && stack_push(r, sign) &&
	       stack_math(r, PATH_MATH_XOR) && stack_push(r, sign) &&
	       stack_math(r, PATH_MATH_SUB);
}

/* Refuses an op that path ops cannot express. */
static bool refuse_op(struct run *r, unsigned atom)
{
	switch (atom) {
	case DW_OP_implicit_pointer:
	case DW_OP_GNU_implicit_pointer:
		return stack_refuse(r, "it points to something that the compiler "
				 "does not keep in memory");
	case DW_OP_GNU_parameter_ref:
		r->hint = "probe the function's callers";
		return stack_refuse(r, "the compiler does not pass it to this "
				       "copy of the function");
	default:
		r->why = arena_printf(r->arena, "its location needs an unknown "
						"operation: 0x%x",
				      atom);
		return false;
	}
}

/* Does one op.  Long and flat: a case for each op that needs its operands. */
static bool do_op(struct run *r, const Dwarf_Op *op, const Dwarf_Op *next)
{
	unsigned atom = op->atom, math = math_of(atom);
	struct value v;

	if (math)
		return stack_math(r, math - 1);
	if (atom >= DW_OP_lit0 && atom <= DW_OP_lit31)
		return stack_push_constant(r, atom - DW_OP_lit0);
	if (atom >= DW_OP_reg0 && atom <= DW_OP_reg31)
		return expr_register(r, atom - DW_OP_reg0, next);
	if (atom >= DW_OP_breg0 && atom <= DW_OP_breg31)
		return expr_push_register(r, atom - DW_OP_breg0,
				     (int64_t)op->number);
	switch (atom) {
	case DW_OP_nop:
	case DW_OP_GNU_uninit:
		return true;
	case DW_OP_addr:
		return expr_push_datum(r, op->number);
	case DW_OP_addrx:
	case DW_OP_GNU_addr_index:
		return expr_push_indexed_address(r, op);
	case DW_OP_constx:
	case DW_OP_GNU_const_index:
		return expr_push_indexed_constant(r, op);
	case DW_OP_const1u:
	case DW_OP_const1s:
	case DW_OP_const2u:
	case DW_OP_const2s:
	case DW_OP_const4u:
	case DW_OP_const4s:
	case DW_OP_const8u:
	case DW_OP_const8s:
	case DW_OP_constu:
	case DW_OP_consts:
		return stack_push_constant(r, (int64_t)op->number);
	case DW_OP_regx:
		return expr_register(r, op->number, next);
	case DW_OP_bregx:
		return expr_push_register(r, op->number, (int64_t)op->number2);
	case DW_OP_fbreg:
		return expr_push_frame(r, (int64_t)op->number);
	case DW_OP_call_frame_cfa:
		return expr_push_cfa(r);
	case DW_OP_dup:
		return copy_element(r, 0);
	case DW_OP_over:
		return copy_element(r, 1);
	case DW_OP_pick:
		return copy_element(r, op->number);
	case DW_OP_drop:
		return stack_pop(r, &v);
	case DW_OP_swap:
		return rotate(r, 2);
	case DW_OP_rot:
		return rotate(r, 3);
	case DW_OP_deref:
		return expr_load(r, 8, false);
	case DW_OP_deref_size:
		return expr_load(r, (unsigned)op->number, false);
	case DW_OP_deref_type:
	case DW_OP_GNU_deref_type:
		return expr_typed_load(r, op);
	case DW_OP_plus_uconst:
		return stack_math_constant(r, (int64_t)op->number, PATH_MATH_ADD);
	case DW_OP_abs:
		return do_abs(r);
	case DW_OP_neg:
		return stack_math_constant(r, -1, PATH_MATH_MUL);
	case DW_OP_not:
		return stack_math_constant(r, -1, PATH_MATH_XOR);
	case DW_OP_form_tls_address:
	case DW_OP_GNU_push_tls_address:
		return expr_tls(r);
	case DW_OP_entry_value:
	case DW_OP_GNU_entry_value:
		return expr_push_entry(r, op);
	case DW_OP_convert:
	case DW_OP_GNU_convert:
	case DW_OP_reinterpret:
	case DW_OP_GNU_reinterpret:
		return expr_convert(r, op);
	case DW_OP_regval_type:
	case DW_OP_GNU_regval_type:
		return expr_push_typed_register(r, op);
	case DW_OP_const_type:
	case DW_OP_GNU_const_type:
		return expr_push_typed_constant(r, op);
	case DW_OP_stack_value:
		r->form = VALUE;
		return true;
	case DW_OP_implicit_value:
		return set_bytes(r, op);
	case DW_OP_piece:
		return op->number <= INT64_MAX / 16 ?
			       expr_piece(r, 8 * op->number, 0) : stack_damaged(r);
	case DW_OP_bit_piece:
		return expr_piece(r, op->number, op->number2);
	default:
		return refuse_op(r, atom);
	}
}

bool expr_run(struct run *r, const struct expr *e, size_t from, size_t to)
{
	const Dwarf_Op *ops = e->ops;

	for (size_t i = from; i < to; ) {
		if (++r->steps > STEPS_MAX)
			return stack_refuse(r, "its location is too "
					       "complicated");
		if (ops[i].atom == DW_OP_bra || ops[i].atom == DW_OP_skip) {
			if (!expr_jump(r, e, &i))
				return false;
			continue;
		}
		if (ops[i].atom != DW_OP_piece && ops[i].atom != DW_OP_bit_piece)
			r->is_empty = false;
		if (!do_op(r, &ops[i], i + 1 < e->n ? &ops[i + 1] : NULL))
			return false;
		i++;
	}
	return true;
}

/* ---- the whole ---------------------------------------------------------- */

static struct location finish(struct run *r, bool ok, uint64_t size)
{
	if (!ok || !expr_finish(r, size))
		return (struct location){ .reason = r->why, .hint = r->hint };
	if (expr_is_absent(r))
		return (struct location){ .reason = r->pieces.n
						   ? r->pieces.at[0].why
						   : dwarf_expr_gone };
	return (struct location){ .pieces = r->pieces.at, .n = r->pieces.n };
}

struct location dwarf_expr(struct arena *a, const struct dwarf_at *at,
			   Dwarf_Attribute *attr, const Dwarf_Op *ops,
			   size_t n, uint64_t size)
{
	struct run r = { .arena = a, .at = at, .attr = attr, .is_empty = true };
	struct expr e = { ops, n };

	return finish(&r, expr_run(&r, &e, 0, n), size);
}

struct location dwarf_expr_other(struct arena *a, const struct dwarf_at *at,
				 const char *symbol, uint64_t size)
{
	struct run r = { .arena = a, .at = at };

	return finish(&r, expr_other(&r, symbol), size);
}

struct location dwarf_expr_bytes(struct arena *a, const unsigned char *bytes,
				 size_t n)
{
	struct run r = { .arena = a };

	r.bytes.data = (unsigned char *)bytes;
	r.bytes.length = n;
	expr_add_bytes(&r, 8 * (uint64_t)n);
	return (struct location){ .pieces = r.pieces.at, .n = r.pieces.n };
}
