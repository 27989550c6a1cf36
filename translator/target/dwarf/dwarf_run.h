/* SPDX-License-Identifier: LGPL-2.1-or-later */
/**
 * @file
 * What the files of dwarf_expr.c share: the ops of DWARF expressions, by what
 * they are about.  Each works on the run's stack; what fails says why in
 * run.why and gives false.
 */
#ifndef TARGET_DWARF_RUN_H
#define TARGET_DWARF_RUN_H

#include "translator/target/dwarf/dwarf_stack.h"

struct expr {
	const Dwarf_Op *ops;
	size_t n;
};

/** The ops from @from to below @to; jumps lead nowhere else. */
bool expr_run(struct run *r, const struct expr *e, size_t from, size_t to);

/* ---- dwarf_expr_push.c -------------------------------------------------- */

/* General registers and the instruction pointer are what a probe has. */
#define LAST_REGISTER 16

bool expr_push_register(struct run *r, uint64_t n, int64_t offset);
bool expr_load(struct run *r, unsigned size, bool sign);
/** The unwind tables at the address of @at; to be freed; NULL: there are none. */
Dwarf_Frame *expr_frame(const struct dwarf_at *at);
/** Where the frame of the function is, by its unwind information. */
bool expr_push_cfa(struct run *r);
/** The same as the function's own expression says it, plus @offset. */
bool expr_push_frame(struct run *r, int64_t offset);
/** What a register held when the function was entered. */
bool expr_push_entry(struct run *r, const Dwarf_Op *op);
bool expr_push_address(struct run *r, uint64_t addr);
/** The same where a variable of the file's own may be: it need not be in the
 *  file, see elf_words.h.  (dwarf_tls.c) */
bool expr_push_datum(struct run *r, uint64_t addr);
bool expr_push_indexed_address(struct run *r, const Dwarf_Op *op);
bool expr_push_indexed_constant(struct run *r, const Dwarf_Op *op);
bool expr_convert(struct run *r, const Dwarf_Op *op);
bool expr_push_typed_register(struct run *r, const Dwarf_Op *op);
bool expr_push_typed_constant(struct run *r, const Dwarf_Op *op);
bool expr_typed_load(struct run *r, const Dwarf_Op *op);

/* ---- dwarf_caller.c ----------------------------------------------------- */

/** expr_push_register() of the function that called r->at->callee. */
bool expr_push_callers_register(struct run *r, uint64_t n, int64_t offset);
/** Pushes the value that the caller has passed in register @reg. */
bool expr_push_by_callers(struct run *r, unsigned reg);

/* ---- dwarf_tls.c -------------------------------------------------------- */

/** The address of what is so far into thread-local memory. */
bool expr_tls(struct run *r);
/** That of the variable @name (mangled), which the file uses and may not
 *  define. */
bool expr_other(struct run *r, const char *name);

/* ---- dwarf_expr_piece.c ------------------------------------------------- */

/** What the ops since the last one made is @bits of the object. */
bool expr_piece(struct run *r, uint64_t bits, uint64_t shift);
/** The object is in a register.  A register of floating point is only a
 *  piece's trouble, if @next makes it one. */
bool expr_register(struct run *r, uint64_t n, const Dwarf_Op *next);
/** Add @bits of r->bytes. */
void expr_add_bytes(struct run *r, uint64_t bits);
/** There are no more ops, and the object has @size bytes, 0 unknown. */
bool expr_finish(struct run *r, uint64_t size);
/** Returns true if no part of the object exists. */
bool expr_is_absent(const struct run *r);

/* ---- dwarf_expr_jump.c -------------------------------------------------- */

/** DW_OP_bra or DW_OP_skip at @at, which becomes where to go on. */
bool expr_jump(struct run *r, const struct expr *e, size_t *at);
/** "where it is depends on a condition" */
extern const char expr_conditional[];

#endif
