/* SPDX-License-Identifier: LGPL-2.1-or-later */
/**
 * @file
 * One DWARF expression as straight-line ops; for dwarf_loc.c.
 */
#ifndef TARGET_DWARF_EXPR_H
#define TARGET_DWARF_EXPR_H

#include "translator/target/dwarf/dwarf_loc.h"

/**
 * Evaluate an expression to a location.  @attr: the attribute that has the expression.
 * @ops: its @n ops, as dwarf_getlocation*() returned them.  @size: bytes of the object, 0 =
 * not known.  Expressions come from untrusted files: work and size of the result are bounded.
 */
struct location dwarf_expr(struct arena *a, const struct dwarf_at *at,
			   Dwarf_Attribute *attr, const Dwarf_Op *ops,
			   size_t n, uint64_t size);

/** The location of a variable that the file of @at only declares, by its symbol (mangled). */
struct location dwarf_expr_other(struct arena *a, const struct dwarf_at *at,
				 const char *symbol, uint64_t size);

/** The location of a constant value of @n bytes (any number). */
struct location dwarf_expr_bytes(struct arena *a, const unsigned char *bytes,
				 size_t n);

/** The reason "the compiler does not keep it at this address". */
extern const char dwarf_expr_gone[];

#endif
