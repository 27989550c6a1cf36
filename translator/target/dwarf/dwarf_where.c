/* SPDX-License-Identifier: LGPL-2.1-or-later */
/*
 * Finds where the variables of a code address are: by debug information, and at
 * a function's first instruction by the calling convention.
 */
#include <dwarf.h>

#include "base/arena.h"
#include "translator/target/dwarf/die.h"
#include "translator/target/dwarf/dwarf_address.h"
#include "translator/target/dwarf/dwarf_file.h"
#include "translator/target/dwarf/dwarf_type.h"
#include "translator/target/types/types.h"

/* Finds the number of a parameter in its function, from 0; false: the source of the function
 * does not have the parameter. */
static bool find_index(const struct dwarf_address *at, Dwarf_Die *die,
		       size_t *ret)
{
	Dwarf_Die function = dwarf_address_inside(at)->scopes.at[0], origin;
	Dwarf_Die want = dwarf_origin(die), child;

	if (die_own_ref(&function, DW_AT_abstract_origin, &origin))
		function = origin;
	*ret = 0;
	for_each_child(&function, child) {
		if (dwarf_tag(&child) != DW_TAG_formal_parameter)
			continue;
		origin = dwarf_origin(&child);
		if (origin.addr == want.addr)
			return true;
		++*ret;
	}
	return false;
}

static bool by_convention(const struct dwarf_address *at, Dwarf_Die *die,
			  struct location *ret)
{
	const struct ctype *function = dwarf_address_function(at);
	struct arena *a = at->vars->insides;
	struct cc_location *locations;
	size_t i;

	if (!find_index(at, die, &i) || i >= function->n)
		return false;
	locations = arena_alloc(a, function->n * sizeof(*locations));
	cc_x86_64_params(function, locations);
	*ret = cc_x86_64_location(a, &locations[i], dwarf_address_inside(at)->at.reg,
				  at->vars->space == DWARF_USER);
	if (ret->reason && at->vars->space == DWARF_USER)
		ret->hint = "probe a line of the function, where it has been "
			    "stored: process(\"PATH\").statement("
			    "\"FUNCTION@FILE:LINE\")";
	return true;
}

/*
 * Returns true if the location in the frame is the same in the whole function: in
 * unoptimised code, or of a parameter whose address is taken.  At the entry, the
 * parameter is not there yet: the prologue puts it there.
 */
static bool is_in_frame(Dwarf_Die *die)
{
	Dwarf_Attribute a;
	Dwarf_Block block;

	return dwarf_attr(die, DW_AT_location, &a) &&
	       dwarf_formblock(&a, &block) == 0 && block.length &&
	       (block.data[0] == DW_OP_fbreg ||
		block.data[0] == DW_OP_breg6 || block.data[0] == DW_OP_breg7);
}

static struct location anywhere(const struct dwarf_address *at,
				const struct dwarf_variable *v, uint64_t size)
{
	Dwarf_Die die = v->die;
	struct location l = dwarf_location(at->vars->insides,
					   &dwarf_address_inside(at)->at, &die,
					   size);

	dwarf_name_symbols(at->vars, v->name, &l);
	return l;
}

/*
 * Finds a parameter at a function's entry.  If the debug information does not say where
 * it is, the convention is taken to hold for a function that other files may call; the
 * compiler's copies of such a function (.isra, .constprop) count as it does.
 */
static struct location at_entry(const struct dwarf_address *at,
				const struct dwarf_variable *v, uint64_t size)
{
	Dwarf_Die function = dwarf_address_inside(at)->scopes.at[0], die = v->die;
	struct location l;

	if (is_in_frame(&die) && by_convention(at, &die, &l))
		return l;
	l = anywhere(at, v, size);
	if (l.reason && die_flag(&function, DW_AT_external))
		by_convention(at, &die, &l);
	return l;
}

struct location dwarf_variable_location(const struct dwarf_address *at,
					const struct dwarf_variable *v)
{
	uint64_t size = ctype_size(v->type);

	if (v->kind == DWARF_PARAMETER && dwarf_address_is_entry(at))
		return at_entry(at, v, size);
	if (v->kind == DWARF_LOCAL && at->when == DWARF_RETURN)
		return (struct location){
			.reason = "a local variable does not exist after its "
				  "function has returned",
			.hint = "probe a statement of the function" };
	return anywhere(at, v, size);
}

const char *dwarf_variable_elsewhere(const struct dwarf_address *at,
				     const struct dwarf_variable *v)
{
	Dwarf_Die die = v->die;

	return dwarf_location_elsewhere(at->vars->insides,
					&dwarf_address_inside(at)->at, &die);
}

struct location dwarf_result(const struct dwarf_address *at,
			     const struct ctype **type_ret)
{
	const struct ctype *function = dwarf_address_function(at);
	struct cc_location place;

	*type_ret = &ctype_void;
	if (!function)
		return (struct location){ .reason = "there is no function at "
						    "this address" };
	*type_ret = ctype_target(function);
	cc_x86_64_result(function, &place);
	return cc_x86_64_location(at->vars->insides, &place, PATH_REG,
				  at->vars->space == DWARF_USER);
}
