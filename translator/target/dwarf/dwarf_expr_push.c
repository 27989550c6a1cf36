/* SPDX-License-Identifier: LGPL-2.1-or-later */
/*
 * Ops of DWARF expressions that bring something from outside to the stack:
 * registers, memory, frames, what was at the entry; and types.
 */
#include <dwarf.h>
#include <stdlib.h>
#include <string.h>

#include "translator/target/dwarf/die.h"
#include "translator/target/dwarf/dwarf_run.h"
#include "translator/target/types/types.h"

#define DEPTH_MAX 4		/* frame base, CFA, entry value in each other */

/* ---- registers and memory ----------------------------------------------- */

bool expr_push_register(struct run *r, uint64_t n, int64_t offset)
{
	struct value v;

	if (r->at->callee)
		return expr_push_callers_register(r, n, offset);
	if (n > LAST_REGISTER)
		return stack_refuse(r, n <= CC_ST1 + 7 ? location_float_register
						 : "it is in a register that "
						   "a probe cannot read");
	if (!stack_push_op(r, (struct path_op){ .kind = r->at->reg,
					  .n = (unsigned)n }))
		return false;
	return stack_pop(r, &v) && stack_add_constant(r, &v, offset) && stack_push(r, v);
}

bool expr_load(struct run *r, unsigned size, bool sign)
{
	struct path_op op = { .kind = PATH_LOAD, .size = size, .sign = sign,
			      .user = r->at->user };
	struct value v;

	if (size != 1 && size != 2 && size != 4 && size != 8)
		return stack_refuse(r, "its location reads memory in a size "
				       "other than 1, 2, 4, 8");
	if (!stack_pop(r, &v) || !stack_as_ops(r, &v) || !stack_append(r, &v, op))
		return false;
	r->risks++;
	v.size = 0;
	return stack_push(r, v);
}

/* Runs an expression that the current one needs (frame base, CFA, entry value), and pushes
 * its result. */
static bool run_inner(struct run *r, Dwarf_Attribute *attr,
		      const Dwarf_Op *ops, size_t n)
{
	Dwarf_Attribute *outer = r->attr;
	size_t pieces = r->pieces.n;
	enum form form = r->form;
	struct expr e = { ops, n };
	bool ok;

	if (++r->depth > DEPTH_MAX)
		return stack_damaged(r);
	r->attr = attr;
	ok = expr_run(r, &e, 0, n);
	r->attr = outer;
	r->depth--;
	if (ok && (r->pieces.n != pieces || r->form == BYTES))
		return stack_damaged(r);
	r->form = form;
	return ok;
}

Dwarf_Frame *expr_frame(const struct dwarf_at *at)
{
	Dwarf_Frame *frame = NULL;

	for (int i = 0; i < 2 && !frame; i++)
		if (at->cfi[i])
			dwarf_cfi_addrframe(at->cfi[i], at->pc, &frame);
	return frame;
}

/* Pushes the CFA.  At the entry it is also known without unwind data: the
 * stack pointer before the call pushed its return address. */
bool expr_push_cfa(struct run *r)
{
	Dwarf_Frame *frame = expr_frame(r->at);
	Dwarf_Op *ops;
	bool ok = false;
	size_t n;

	if (frame && dwarf_frame_cfa(frame, &ops, &n) == 0 && n)
		ok = run_inner(r, r->attr, ops, n);
	else if (r->at->pc == r->at->entry)
		ok = expr_push_register(r, CC_RSP, 8);
	else
		stack_refuse(r, "there is no unwind information for this address");
	free(frame);
	return ok;
}

bool expr_push_frame(struct run *r, int64_t offset)
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

static const char only_at_entry[] = "the compiler keeps only its value at the "
				    "function's entry";

/* Pushes what a register held when the function was entered.  At the entry
 * it still holds that; later only callers know. */
bool expr_push_entry(struct run *r, const Dwarf_Op *op)
{
	Dwarf_Attribute attr;
	Dwarf_Op *ops;
	size_t n;

	if (dwarf_getlocation_attr(r->attr, op, &attr) != 0 ||
	    dwarf_getlocation(&attr, &ops, &n) != 0 || n != 1)
		return stack_damaged(r);
	if (r->at->pc == r->at->entry && !r->at->callee)
		return run_inner(r, &attr, ops, n);
	if (ops->atom >= DW_OP_reg0 && ops->atom <= DW_OP_reg31 &&
	    expr_push_by_callers(r, ops->atom - DW_OP_reg0))
		return true;
	r->hint = "read it at the entry: @entry() in a .return probe, or a "
		  "variable set by an entry probe";
	return stack_refuse(r, r->why ? r->why : only_at_entry);
}

bool expr_push_address(struct run *r, uint64_t addr)
{
	return stack_push_op(r, (struct path_op){ .kind = PATH_SYMBOL,
					    .k = (int64_t)addr });
}

bool expr_push_indexed_address(struct run *r, const Dwarf_Op *op)
{
	Dwarf_Attribute attr;
	Dwarf_Addr addr;

	if (dwarf_getlocation_attr(r->attr, op, &attr) != 0 ||
	    dwarf_formaddr(&attr, &addr) != 0)
		return stack_damaged(r);
	return expr_push_datum(r, addr);
}

bool expr_push_indexed_constant(struct run *r, const Dwarf_Op *op)
{
	Dwarf_Attribute attr;
	Dwarf_Word k;

	if (dwarf_getlocation_attr(r->attr, op, &attr) != 0 ||
	    dwarf_formudata(&attr, &k) != 0)
		return stack_damaged(r);
	return stack_push_constant(r, (int64_t)k);
}

/* ---- types -------------------------------------------------------------- */

/* Finds the type of an op; false for types that are no integers of at most 8 bytes.  If the
 * op has no type, the size is that of an address. */
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
		return stack_refuse(r, "it is computed from floating-point or "
				       "wide numbers");
	ret->size = (unsigned)size;
	ret->is_unsigned = encoding != DW_ATE_signed &&
			   encoding != DW_ATE_signed_char;
	return true;
}

bool expr_convert(struct run *r, const Dwarf_Op *op)
{
	struct value v, type;

	if (!stack_pop(r, &v) || !find_type(r, op, &type))
		return false;
	v.size = type.size;
	v.is_unsigned = type.is_unsigned;
	return stack_narrow(r, &v) && stack_push(r, v);
}

bool expr_push_typed_register(struct run *r, const Dwarf_Op *op)
{
	struct value v, type;

	if (!find_type(r, op, &type) || !expr_push_register(r, op->number, 0) ||
	    !stack_pop(r, &v))
		return false;
	v.size = type.size;
	v.is_unsigned = type.is_unsigned;
	return stack_narrow(r, &v) && stack_push(r, v);
}

bool expr_push_typed_constant(struct run *r, const Dwarf_Op *op)
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

bool expr_typed_load(struct run *r, const Dwarf_Op *op)
{
	struct value v, type;

	if (!find_type(r, op, &type) ||
	    !expr_load(r, (unsigned)op->number, !type.is_unsigned) ||
	    !stack_pop(r, &v))
		return false;
	v.size = type.size;
	v.is_unsigned = type.is_unsigned;
	return stack_push(r, v);
}

