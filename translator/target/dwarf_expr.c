/* SPDX-License-Identifier: LGPL-2.1-or-later */
/*
 * DWARF expressions: what each op does to the stack (dwarf_stack.h), and what
 * is made of the object when there are no more.
 */
#include <dwarf.h>
#include <stdlib.h>
#include <string.h>

#include "base/arena.h"
#include "translator/target/cc_x86_64.h"
#include "translator/target/die.h"
#include "translator/target/dwarf_stack.h"

#define STEPS_MAX 2000		/* of all expressions that one leads to */
#define DEPTH_MAX 4		/* frame base, CFA, entry value in each other */

const char dwarf_expr_gone[] =
	"the compiler does not keep it at this address";

static bool run_ops(struct run *r, const Dwarf_Op *ops, size_t n);

/* 0: not one of them, they are 1 more than the operation. */
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

/* ---- registers and memory ----------------------------------------------- */

/* General registers and the instruction pointer are what a probe has. */
#define LAST_REGISTER 16

static bool push_register(struct run *r, uint64_t n, int64_t offset)
{
	struct value v;

	if (n > LAST_REGISTER)
		return stack_refuse(r, n <= CC_ST1 + 7 ? location_float_register
						 : "it is in a register that "
						   "a probe cannot read");
	if (!stack_push_op(r, (struct path_op){ .kind = r->at->reg,
					  .n = (unsigned)n }))
		return false;
	return stack_pop(r, &v) && stack_add_constant(r, &v, offset) && stack_push(r, v);
}

static bool do_load(struct run *r, unsigned size, bool sign)
{
	struct path_op op = { .kind = PATH_LOAD, .size = size, .sign = sign,
			      .user = r->at->user };
	struct value v;

	if (size != 1 && size != 2 && size != 4 && size != 8)
		return stack_refuse(r, "its location reads memory in a size that is "
				 "none of 1, 2, 4, 8");
	if (!stack_pop(r, &v) || !stack_as_ops(r, &v) || !stack_append(r, &v, op))
		return false;
	v.size = 0;
	return stack_push(r, v);
}

/* Expressions that this one names: their result is pushed. */
static bool run_inner(struct run *r, Dwarf_Attribute *attr,
		      const Dwarf_Op *ops, size_t n)
{
	Dwarf_Attribute *outer = r->attr;
	size_t pieces = r->pieces.n;
	enum form form = r->form;
	bool ok;

	if (++r->depth > DEPTH_MAX)
		return stack_damaged(r);
	r->attr = attr;
	ok = run_ops(r, ops, n);
	r->attr = outer;
	r->depth--;
	if (ok && (r->pieces.n != pieces || r->form == BYTES))
		return stack_damaged(r);
	r->form = form;
	return ok;
}

/* At the entry it is what a call pushed its return address below. */
static bool push_cfa(struct run *r)
{
	Dwarf_Frame *frame = NULL;
	Dwarf_Op *ops;
	bool ok = false;
	size_t n;

	for (int i = 0; i < 2 && !frame; i++)
		if (r->at->cfi[i])
			dwarf_cfi_addrframe(r->at->cfi[i], r->at->pc, &frame);
	if (frame && dwarf_frame_cfa(frame, &ops, &n) == 0 && n)
		ok = run_inner(r, r->attr, ops, n);
	else if (r->at->pc == r->at->entry)
		ok = push_register(r, CC_RSP, 8);
	else
		stack_refuse(r, "there is no unwind information for this address");
	free(frame);
	return ok;
}

static bool push_frame(struct run *r, int64_t offset)
{
	Dwarf_Die function = r->at->function;
	Dwarf_Attribute attr;
	struct value v;
	Dwarf_Op *ops;
	size_t n;

	if (!function.addr ||
	    !dwarf_attr_integrate(&function, DW_AT_frame_base, &attr))
		return stack_refuse(r, "its function has no frame");
	if (dwarf_getlocation_addr(&attr, r->at->pc, &ops, &n, 1) != 1)
		return stack_refuse(r, "its function has no frame at this address");
	return run_inner(r, &attr, ops, n) && stack_pop(r, &v) &&
	       stack_add_constant(r, &v, offset) && stack_push(r, v);
}

/* What a register held when the function was entered. */
static bool push_entry_value(struct run *r, const Dwarf_Op *op)
{
	Dwarf_Attribute attr;
	Dwarf_Op *ops;
	size_t n;

	if (r->at->pc != r->at->entry) {
		r->hint = "read it at the function's entry: @entry() in a "
			  ".return probe, or a variable that an entry probe "
			  "sets";
		return stack_refuse(r, "the compiler only knows what it was when "
				 "the function was entered");
	}
	if (dwarf_getlocation_attr(r->attr, op, &attr) != 0 ||
	    dwarf_getlocation(&attr, &ops, &n) != 0 || n != 1)
		return stack_damaged(r);
	return run_inner(r, &attr, ops, n);
}

static bool push_address(struct run *r, uint64_t addr)
{
	return stack_push_op(r, (struct path_op){ .kind = PATH_SYMBOL,
					    .k = (int64_t)addr });
}

static bool push_indexed_address(struct run *r, const Dwarf_Op *op)
{
	Dwarf_Attribute attr;
	Dwarf_Addr addr;

	if (dwarf_getlocation_attr(r->attr, op, &attr) != 0 ||
	    dwarf_formaddr(&attr, &addr) != 0)
		return stack_damaged(r);
	return push_address(r, addr);
}

static bool push_indexed_constant(struct run *r, const Dwarf_Op *op)
{
	Dwarf_Attribute attr;
	Dwarf_Word k;

	if (dwarf_getlocation_attr(r->attr, op, &attr) != 0 ||
	    dwarf_formudata(&attr, &k) != 0)
		return stack_damaged(r);
	return stack_push_constant(r, (int64_t)k);
}

static bool do_tls(struct run *r)
{
	struct value v;

	if (!stack_pop(r, &v))
		return false;
	if (v.n)
		return stack_refuse(r, "where it is in thread-local memory is "
				 "computed at run time");
	return stack_push_op(r, (struct path_op){ .kind = PATH_TLS, .k = v.k });
}

/* ---- types -------------------------------------------------------------- */

/* False for types that are no integers; address-sized for no type. */
static bool find_type(struct run *r, const Dwarf_Op *op, struct value *ret)
{
	Dwarf_Die die;
	uint64_t size, encoding;

	ret->size = 0;
	ret->is_unsigned = false;
	if ((op->atom == DW_OP_convert || op->atom == DW_OP_reinterpret ||
	     op->atom == DW_OP_GNU_convert ||
	     op->atom == DW_OP_GNU_reinterpret) && !op->number)
		return true;
	if (dwarf_getlocation_die(r->attr, op, &die) != 0)
		return stack_damaged(r);
	size = die_number(&die, DW_AT_byte_size, 0);
	encoding = die_number(&die, DW_AT_encoding, 0);
	if (!size || size > 8 || encoding == DW_ATE_float ||
	    encoding == DW_ATE_complex_float)
		return stack_refuse(r, "it is computed from floating point numbers "
				 "or wide ones");
	ret->size = (unsigned)size;
	ret->is_unsigned = encoding != DW_ATE_signed &&
			   encoding != DW_ATE_signed_char;
	return true;
}

static bool do_convert(struct run *r, const Dwarf_Op *op)
{
	struct value v, type;

	if (!stack_pop(r, &v) || !find_type(r, op, &type))
		return false;
	v.size = type.size;
	v.is_unsigned = type.is_unsigned;
	return stack_narrow(r, &v) && stack_push(r, v);
}

static bool push_typed_register(struct run *r, const Dwarf_Op *op)
{
	struct value v, type;

	if (!find_type(r, op, &type) || !push_register(r, op->number, 0) ||
	    !stack_pop(r, &v))
		return false;
	v.size = type.size;
	v.is_unsigned = type.is_unsigned;
	return stack_narrow(r, &v) && stack_push(r, v);
}

static bool push_typed_constant(struct run *r, const Dwarf_Op *op)
{
	struct value v = { .n = 0 };
	Dwarf_Attribute attr;
	Dwarf_Block block;

	if (!find_type(r, op, &v))
		return false;
	if (dwarf_getlocation_attr(r->attr, op, &attr) != 0 ||
	    dwarf_formblock(&attr, &block) != 0 || block.length > 8)
		return stack_damaged(r);
	memcpy(&v.k, block.data, block.length);
	return stack_narrow(r, &v) && stack_push(r, v);
}

static bool do_typed_load(struct run *r, const Dwarf_Op *op)
{
	struct value v, type;

	if (!find_type(r, op, &type) ||
	    !do_load(r, (unsigned)op->number, !type.is_unsigned) ||
	    !stack_pop(r, &v))
		return false;
	v.size = type.size;
	v.is_unsigned = type.is_unsigned;
	return stack_push(r, v);
}

/* ---- pieces ------------------------------------------------------------- */

static void add_piece(struct run *r, struct location_piece p, uint64_t bits)
{
	p.bit_offset = r->bits;
	p.bit_size = bits;
	if (bits)
		vec_push_in(r->arena, &r->pieces, p);
	r->bits += bits;
}

static void add_absent(struct run *r, uint64_t bits, const char *why)
{
	add_piece(r, (struct location_piece){ .kind = LOCATION_ABSENT,
					      .why = why }, bits);
}

/* Eight bytes at a time. */
static void add_bytes(struct run *r, uint64_t bits)
{
	struct path_op op = { .kind = PATH_CONST };
	size_t left = r->bytes.length;
	const unsigned char *p = r->bytes.data;

	for (; bits && left; bits -= bits < 64 ? bits : 64) {
		size_t n = left < 8 ? left : 8;

		op.k = 0;
		memcpy(&op.k, p, n);
		p += n;
		left -= n;
		add_piece(r, (struct location_piece){
			.kind = LOCATION_VALUE, .n_ops = 1,
			.ops = arena_memdup(r->arena, &op, sizeof(op)),
		}, bits < 8 * n ? bits : 8 * n);
	}
}

/* What the ops since the last piece made, as the next @bits of the object. */
static bool finish_piece(struct run *r, uint64_t bits, uint64_t shift)
{
	struct location_piece p = { .shift = (unsigned)shift };
	uint64_t most = bits;
	struct value v;

	if (r->is_empty) {
		add_absent(r, bits, r->absent ? r->absent : dwarf_expr_gone);
		return true;
	}
	if (r->form == BYTES) {
		add_bytes(r, bits);
		return true;
	}
	if (!stack_pop(r, &v) || !stack_as_ops(r, &v))
		return false;
	p.kind = r->form == MEMORY ? LOCATION_ADDRESS : LOCATION_VALUE;
	p.ops = v.ops;
	p.n_ops = v.n;
	if (p.kind == LOCATION_VALUE && most > 64 - shift)
		most = 64 - shift;
	add_piece(r, p, most);
	if (bits > most)
		add_absent(r, bits - most, "it is wider than the register it "
					   "is said to be in");
	return true;
}

static bool do_piece(struct run *r, uint64_t bits, uint64_t shift)
{
	bool ok;

	/* the same expression may say that the whole is not kept */
	if (r->depth || bits > INT64_MAX / 2 || shift >= 64)
		return stack_damaged(r);
	if (shift && r->form == MEMORY)
		return stack_refuse(r, "its bits are spread over memory");
	ok = finish_piece(r, bits, shift);
	r->form = MEMORY;
	r->is_empty = true;
	r->absent = NULL;
	return ok;
}

/* A register of floating point is only this piece's trouble. */
static bool do_register(struct run *r, uint64_t n, const Dwarf_Op *next)
{
	r->form = REGISTER;
	if (n <= LAST_REGISTER || !next || next->atom != DW_OP_piece)
		return push_register(r, n, 0);
	r->is_empty = true;
	r->absent = location_float_register;
	return true;
}

/* ---- one op ------------------------------------------------------------- */

static bool copy_element(struct run *r, uint64_t from_top)
{
	if (from_top >= r->n)
		return stack_damaged(r);
	return stack_push(r, r->stack[r->n - 1 - from_top]);
}

/* The top goes below the next @n - 1. */
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

/* |v| is (v ^ s) - s, s being -1 if v is negative, else 0. */
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

/* What no ops can say. */
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
	case DW_OP_bra:
	case DW_OP_skip:
		return stack_refuse(r, "where it is depends on a condition");
	default:
		r->why = arena_printf(r->arena, "its location needs an "
				      "operation that is not known: 0x%x",
				      atom);
		return false;
	}
}

/* Long and flat: a case for each op that needs its operands. */
static bool do_op(struct run *r, const Dwarf_Op *op, const Dwarf_Op *next)
{
	unsigned atom = op->atom, math = math_of(atom);
	struct value v;

	if (math)
		return stack_math(r, math - 1);
	if (atom >= DW_OP_lit0 && atom <= DW_OP_lit31)
		return stack_push_constant(r, atom - DW_OP_lit0);
	if (atom >= DW_OP_reg0 && atom <= DW_OP_reg31)
		return do_register(r, atom - DW_OP_reg0, next);
	if (atom >= DW_OP_breg0 && atom <= DW_OP_breg31)
		return push_register(r, atom - DW_OP_breg0,
				     (int64_t)op->number);
	switch (atom) {
	case DW_OP_nop:
	case DW_OP_GNU_uninit:
		return true;
	case DW_OP_addr:
		return push_address(r, op->number);
	case DW_OP_addrx:
	case DW_OP_GNU_addr_index:
		return push_indexed_address(r, op);
	case DW_OP_constx:
	case DW_OP_GNU_const_index:
		return push_indexed_constant(r, op);
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
		return do_register(r, op->number, next);
	case DW_OP_bregx:
		return push_register(r, op->number, (int64_t)op->number2);
	case DW_OP_fbreg:
		return push_frame(r, (int64_t)op->number);
	case DW_OP_call_frame_cfa:
		return push_cfa(r);
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
		return do_load(r, 8, false);
	case DW_OP_deref_size:
		return do_load(r, (unsigned)op->number, false);
	case DW_OP_deref_type:
	case DW_OP_GNU_deref_type:
		return do_typed_load(r, op);
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
		return do_tls(r);
	case DW_OP_entry_value:
	case DW_OP_GNU_entry_value:
		return push_entry_value(r, op);
	case DW_OP_convert:
	case DW_OP_GNU_convert:
	case DW_OP_reinterpret:
	case DW_OP_GNU_reinterpret:
		return do_convert(r, op);
	case DW_OP_regval_type:
	case DW_OP_GNU_regval_type:
		return push_typed_register(r, op);
	case DW_OP_const_type:
	case DW_OP_GNU_const_type:
		return push_typed_constant(r, op);
	case DW_OP_stack_value:
		r->form = VALUE;
		return true;
	case DW_OP_implicit_value:
		return set_bytes(r, op);
	case DW_OP_piece:
		return op->number <= INT64_MAX / 16 ?
			       do_piece(r, 8 * op->number, 0) : stack_damaged(r);
	case DW_OP_bit_piece:
		return do_piece(r, op->number, op->number2);
	default:
		return refuse_op(r, atom);
	}
}

static bool run_ops(struct run *r, const Dwarf_Op *ops, size_t n)
{
	for (size_t i = 0; i < n; i++) {
		if (++r->steps > STEPS_MAX)
			return stack_refuse(r, "its location is too complicated");
		if (ops[i].atom != DW_OP_piece && ops[i].atom != DW_OP_bit_piece)
			r->is_empty = false;
		if (!do_op(r, &ops[i], i + 1 < n ? &ops[i + 1] : NULL))
			return false;
	}
	return true;
}

/* ---- the whole ---------------------------------------------------------- */

static bool is_all_absent(const struct run *r)
{
	for (size_t i = 0; i < r->pieces.n; i++)
		if (r->pieces.at[i].kind != LOCATION_ABSENT)
			return false;
	return true;
}

/* An address of something whose size is not known reaches to the end. */
static bool finish(struct run *r, uint64_t size)
{
	uint64_t bits = size > INT64_MAX / 16 ? 0 : 8 * size;

	if (!bits)
		bits = r->form == MEMORY ? UINT64_MAX : 64;
	if (!r->bits)
		return finish_piece(r, bits, 0);
	/* what the pieces say nothing of */
	if (size && r->bits < bits)
		add_absent(r, bits - r->bits, dwarf_expr_gone);
	return true;
}

struct location dwarf_expr(struct arena *a, const struct dwarf_at *at,
			   Dwarf_Attribute *attr, const Dwarf_Op *ops,
			   size_t n, uint64_t size)
{
	struct run r = { .arena = a, .at = at, .attr = attr, .is_empty = true };

	if (!run_ops(&r, ops, n) || !finish(&r, size))
		return (struct location){ .reason = r.why, .hint = r.hint };
	if (is_all_absent(&r))
		return (struct location){ .reason = r.pieces.n
						   ? r.pieces.at[0].why
						   : dwarf_expr_gone };
	return (struct location){ .pieces = r.pieces.at, .n = r.pieces.n };
}

struct location dwarf_expr_bytes(struct arena *a, const unsigned char *bytes,
				 size_t n)
{
	struct run r = { .arena = a };

	r.bytes.data = (unsigned char *)bytes;
	r.bytes.length = n;
	add_bytes(&r, 8 * (uint64_t)n);
	return (struct location){ .pieces = r.pieces.at, .n = r.pieces.n };
}
