/* SPDX-License-Identifier: LGPL-2.1-or-later */
/**
 * @file
 * Inside target/: what source_points.c (functions and lines) and
 * source_inside.c (labels and calls) share.
 */
#ifndef TARGET_SOURCE_DEBUG_H
#define TARGET_SOURCE_DEBUG_H

#include "translator/target/dwarf/dwarf.h"
#include "translator/target/path/source_points.h"

struct debug {
	struct dwarf *dwarf;
	struct dwarf_vars *vars;
	const struct dwarf_address *outside;	/* NULL: not made yet */
	bool told_damage, told_missing;	/* see debug_take_gap() */
};

/** A function that gets each piece of code of @f; @code is without its DIE. */
typedef void source_code_fn(void *data, const struct dwarf_func *f,
			    struct dwarf_code *code);

/** Calls @fn for each body and inlined copy of a function.  If @fn needs the DIE, it
 *  reads it by dwarf_code_die(). */
void source_each_code(struct debug *d, const struct dwarf_func *f,
		      source_code_fn *fn, void *data);
/** Does the same for all functions that @spec names, by name, file and line. */
struct sys_error *source_each(struct debug *d, const struct source_spec *spec,
			      source_code_fn *fn, void *data)
	__attribute__((warn_unused_result));

/** A point in @f at @addr; the caller fills in the other members. */
struct source_point source_point_of(struct debug *d,
				    const struct dwarf_func *f,
				    uint64_t addr);

#endif
