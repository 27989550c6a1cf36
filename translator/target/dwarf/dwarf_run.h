/* SPDX-License-Identifier: LGPL-2.1-or-later */
/**
 * @file
 * The ops of DWARF expressions, which dwarf_expr.c and its files share, grouped by
 * what they are about.  Each function works on the run's stack; on failure it says
 * why in run.why and returns false.
 */
#ifndef TARGET_DWARF_RUN_H
#define TARGET_DWARF_RUN_H

#include "translator/target/dwarf/dwarf_stack.h"

/** An expression: its ops. */
struct expr {
	const Dwarf_Op *ops;
	size_t n;
};

/** Run the ops with the numbers @from to below @to.  No jump in them may lead elsewhere. */
bool expr_run(struct run *r, const struct expr *e, size_t from, size_t to);

/* ---- dwarf_expr_push.c -------------------------------------------------- */

/* The last register (DWARF number) that a probe has: the general registers
 * and the instruction pointer. */
#define LAST_REGISTER 16

/** Pushes register @n (DWARF number) plus @offset. */
bool expr_push_register(struct run *r, uint64_t n, int64_t offset);
/** Replaces the address on top by the @size bytes there; @sign: they are a signed number. */
bool expr_load(struct run *r, unsigned size, bool sign);
/** The unwind data at the address of @at; free() it.  NULL: there is none. */
Dwarf_Frame *expr_frame(const struct dwarf_at *at);
/** Pushes the CFA of the function, by its unwind data. */
bool expr_push_cfa(struct run *r);
/** Pushes the frame base, as the function's own expression says it, plus @offset. */
bool expr_push_frame(struct run *r, int64_t offset);
/** Pushes what a register held when the function was entered; @op: a DW_OP_entry_value. */
bool expr_push_entry(struct run *r, const Dwarf_Op *op);
/** Pushes the link address @addr of the file. */
bool expr_push_address(struct run *r, uint64_t addr);
/** Pushes the address of the file's own variable at link address @addr: at
 *  run time it may be in another file, see elf_words.h.  (dwarf_tls.c) */
bool expr_push_datum(struct run *r, uint64_t addr);
/* The next six do one op, @op, that has an operand in another section, or a type. */
bool expr_push_indexed_address(struct run *r, const Dwarf_Op *op);
bool expr_push_indexed_constant(struct run *r, const Dwarf_Op *op);
bool expr_convert(struct run *r, const Dwarf_Op *op);
bool expr_push_typed_register(struct run *r, const Dwarf_Op *op);
bool expr_push_typed_constant(struct run *r, const Dwarf_Op *op);
bool expr_typed_load(struct run *r, const Dwarf_Op *op);

/* ---- dwarf_caller.c ----------------------------------------------------- */

/** Pushes register @n plus @offset, as the register was in the function that called the one
 *  of r->at->callee. */
bool expr_push_callers_register(struct run *r, uint64_t n, int64_t offset);
/** Pushes the value that the caller has passed in register @reg. */
bool expr_push_by_callers(struct run *r, unsigned reg);

/* ---- dwarf_tls.c -------------------------------------------------------- */

/** Replaces the offset on top by its address in thread-local memory. */
bool expr_tls(struct run *r);
/** Pushes the address of the variable @name (mangled), which the file uses
 *  and may not define. */
bool expr_other(struct run *r, const char *name);

/* ---- dwarf_expr_piece.c ------------------------------------------------- */

/** Adds a piece: what the ops since the last piece made, from bit @shift on, is the next @bits
 *  bits of the object. */
bool expr_piece(struct run *r, uint64_t bits, uint64_t shift);
/** Pushes the register @n that the object is in.  If a probe cannot read the register and the
 *  next op, @next, is a DW_OP_piece, only that piece is absent.  @next may be NULL. */
bool expr_register(struct run *r, uint64_t n, const Dwarf_Op *next);
/** Adds the first @bits bits of r->bytes to the object; fewer if r->bytes is shorter. */
void expr_add_bytes(struct run *r, uint64_t bits);
/** Completes the object after the last op; it has @size bytes, 0 unknown. */
bool expr_finish(struct run *r, uint64_t size);
/** Returns true if no part of the object exists. */
bool expr_is_absent(const struct run *r);

/* ---- dwarf_expr_jump.c -------------------------------------------------- */

/** Does the DW_OP_bra or DW_OP_skip that is op number *@at, and sets *@at to the number of
 *  the op to go on with. */
bool expr_jump(struct run *r, const struct expr *e, size_t *at);
/** The reason "its location depends on a condition". */
extern const char expr_conditional[];

#endif
