/* SPDX-License-Identifier: LGPL-2.1-or-later */
/*
 * Makes the pieces of an object, one or several, from its DWARF expression.
 */
#include <dwarf.h>
#include <string.h>

#include "base/arena.h"
#include "translator/target/dwarf/dwarf_run.h"
#include "translator/target/types/types.h"

const char dwarf_expr_gone[] =
	"the compiler does not keep it at this address";

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

/* Adds pieces of at most eight bytes, each a constant. */
void expr_add_bytes(struct run *r, uint64_t bits)
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

/* Adds what the ops since the last piece made, from bit @shift on, as the next @bits bits of the
 * object. */
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
		expr_add_bytes(r, bits);
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
		add_absent(r, bits - most, "it is larger than its register");
	return true;
}

bool expr_piece(struct run *r, uint64_t bits, uint64_t shift)
{
	bool ok;

	if (r->forks)
		return stack_refuse(r, expr_conditional);
	/* an expression inside another one (frame base, CFA) has no pieces */
	if (r->depth || bits > INT64_MAX / 2 || shift >= 64)
		return stack_damaged(r);
	if (shift && r->form == MEMORY)
		return stack_refuse(r, "its bits are not contiguous in memory");
	ok = finish_piece(r, bits, shift);
	r->form = MEMORY;
	r->is_empty = true;
	r->absent = NULL;
	return ok;
}

/* Returns true for xmm0 to xmm15 of a program, whose lower half can be read.
 * No call preserves them, so not in a caller. */
static bool is_vector(const struct run *r, uint64_t n)
{
	return r->at->user && !r->at->callee && !r->depth &&
	       n >= CC_XMM0 && n <= CC_XMM15;
}

bool expr_register(struct run *r, uint64_t n, const Dwarf_Op *next)
{
	r->form = REGISTER;
	if (is_vector(r, n))
		return stack_push_op(r, (struct path_op){ .kind = r->at->reg,
							  .n = (unsigned)n });
	if (n <= LAST_REGISTER || !next || next->atom != DW_OP_piece)
		return expr_push_register(r, n, 0);
	r->is_empty = true;
	r->absent = location_float_register;
	return true;
}

/* ---- the whole ---------------------------------------------------------- */

bool expr_is_absent(const struct run *r)
{
	for (size_t i = 0; i < r->pieces.n; i++)
		if (r->pieces.at[i].kind != LOCATION_ABSENT)
			return false;
	return true;
}

/* Completes the object.  One in memory whose size is not known reaches to
 * the end of memory. */
bool expr_finish(struct run *r, uint64_t size)
{
	uint64_t bits = size > INT64_MAX / 16 ? 0 : 8 * size;

	if (!bits)
		bits = r->form == MEMORY ? UINT64_MAX : 64;
	if (!r->bits)
		return finish_piece(r, bits, 0);
	/* the bytes at the end that no piece describes */
	if (size && r->bits < bits)
		add_absent(r, bits - r->bits, dwarf_expr_gone);
	return true;
}

