/* SPDX-License-Identifier: LGPL-2.1-or-later */
/**
 * @file
 * The variables that are visible at a code address, and where they are.
 *
 *	struct dwarf_vars *vars = dwarf_vars_create(d, DWARF_USER);
 *	const struct dwarf_address *at =
 *		dwarf_address_at(vars, pc, &function, DWARF_HERE);
 *	const struct dwarf_variable *v = dwarf_find_variable(at, "count");
 *	struct location l = dwarf_variable_location(at, v);
 *	...
 *	dwarf_vars_destroy(vars);
 *
 * Visible are, inner before outer: variables of the blocks around the address,
 * the function's parameters, the file's variables, external variables of other
 * files.  A copy of an inlined function is a function like others; what its
 * caller declares is not visible in it.
 *
 * All that is returned belongs to the struct dwarf_vars.  Addresses and types
 * live as long as that, all else until dwarf_vars_forget().
 */
#ifndef TARGET_DWARF_SCOPE_H
#define TARGET_DWARF_SCOPE_H

#include <elfutils/libdw.h>
#include <stdbool.h>
#include <stddef.h>

#include "translator/target/types/types.h"

struct ctype;
struct dwarf;
struct dwarf_code;
struct dwarf_types;

/** Whose memory the variables are in: the kernel's or a program's. */
enum dwarf_space { DWARF_KERNEL, DWARF_USER };

enum dwarf_when {
	DWARF_HERE,	/* the instruction is about to be executed */
	DWARF_RETURN,	/* the function returns: parameters are as they were
			   when it was entered, there is a result */
};

struct dwarf_vars;
struct dwarf_address;

struct dwarf_variable {
	const char *name;
	const struct ctype *type;
	Dwarf_Die die;
	enum {
		DWARF_PARAMETER,
		DWARF_LOCAL,
		DWARF_GLOBAL,
	} kind;
};

/** Make a reader of the variables of one file.  @d stays the caller's and
 *  must live as long. */
struct dwarf_vars *dwarf_vars_create(struct dwarf *d, enum dwarf_space space);
/** Free @vars and all that it returned; NULL is fine. */
void dwarf_vars_destroy(struct dwarf_vars *vars);
/**
 * Free what was found out about addresses so far, also what was returned.  The
 * addresses stay, except for those of dwarf_address_of().
 */
void dwarf_vars_forget(struct dwarf_vars *vars);
/** The types of the same file. */
struct dwarf_types *dwarf_vars_types(struct dwarf_vars *vars);

/**
 * Make a code address.  @function: the DW_TAG_subprogram or DW_TAG_inlined_subroutine that is
 * meant; NULL: the innermost one at @pc.  (The first instruction of a function may also be
 * that of a copy inlined into it.)  With DWARF_RETURN and a @function, the function's entry is
 * taken instead of @pc.  At a pc in no function only globals are visible.
 */
const struct dwarf_address *dwarf_address_at(struct dwarf_vars *vars,
					 Dwarf_Addr pc, Dwarf_Die *function,
					 enum dwarf_when when);

/**
 * Make a code address in the function called @function: the innermost of those
 * around @pc that has this name or, if none has, the innermost.
 */
const struct dwarf_address *dwarf_address_in(struct dwarf_vars *vars,
					 Dwarf_Addr pc, const char *function);

/**
 * Make the address where code of a function begins; its DIE is read when it is needed.
 * Such addresses live until dwarf_vars_forget(): patterns have a great many.
 */
const struct dwarf_address *dwarf_address_of(struct dwarf_vars *vars,
					 const struct dwarf_code *code,
					 enum dwarf_when when);

/** The variable that @name means at @at, or NULL. */
const struct dwarf_variable *dwarf_find_variable(const struct dwarf_address *at,
						 const char *name);
/** The name nearest to @name that is visible at @at, for "did you mean", or NULL. */
const char *dwarf_nearest_variable(const struct dwarf_address *at,
				   const char *name);

/**
 * List the parameters, in the order of the source, then the other variables of
 * the function that are visible here and not hidden by others, inner blocks
 * first.  `$$parms` and `$$locals` are those of one kind, `$$vars` all.  The
 * compiler's own are left out, except `this`; so are, at a DWARF_RETURN, all that
 * are no parameters.
 */
const struct dwarf_variable *
dwarf_list_variables(const struct dwarf_address *at, size_t *n_ret);

/**
 * A variable outside functions, or NULL.  With @file: the one called @name,
 * without namespaces, in a file whose path ends in @file (whole components).
 * @file NULL: an external one of any file; @name may be "ns::name".
 */
const struct dwarf_variable *dwarf_find_global(struct dwarf_vars *vars,
					       const char *name,
					       const char *file);

/** The variable outside functions called @name, also a static one, if it is the only one
 *  in the units of @file, or in all units if @file is NULL; or NULL.  The name is qualified
 *  where the language does that: "ns::count". */
const struct dwarf_variable *dwarf_find_static(struct dwarf_vars *vars,
					       const char *name,
					       const char *file);

/** The location of @v at @at, see location.h.  @v was returned for @at, or is a global. */
struct location dwarf_variable_location(const struct dwarf_address *at,
					const struct dwarf_variable *v);

/** The hint for a location that is_elsewhere, or NULL. */
const char *dwarf_variable_elsewhere(const struct dwarf_address *at,
				     const struct dwarf_variable *v);

/**
 * The location of the result of the function of a DWARF_RETURN address, and its
 * type.  A function without result has type void and a location without pieces.
 */
struct location dwarf_result(const struct dwarf_address *at,
			     const struct ctype **type_ret);

/** The type (CTYPE_FUNCTION) of the function at @at, or NULL outside functions. */
const struct ctype *dwarf_address_function(const struct dwarf_address *at);

#endif
