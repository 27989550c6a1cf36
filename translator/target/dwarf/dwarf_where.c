/* SPDX-License-Identifier: LGPL-2.1-or-later */
/*
 * Finds where the variables of a code address are: by debug information, and at
 * a function's first instruction by the calling convention.
 */
#include <dwarf.h>
#include <string.h>

#include "base/arena.h"
#include "translator/target/dwarf/die.h"
#include "translator/target/dwarf/dwarf_address.h"
#include "translator/target/dwarf/dwarf_file.h"
#include "translator/target/dwarf/dwarf_type.h"
#include "translator/target/elf/elf.h"
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

static const char user_hint[] =
	"probe a line of the function, where it has been stored: "
	"process(\"PATH\").statement(\"FUNCTION@FILE:LINE\")";

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
		ret->hint = user_hint;
	return true;
}

/* ---- at a function's first instruction ---------------------------------- */

/* Finds the expression of a parameter that has one for the whole function, not a list;
 * false: it has none. */
static bool one_expression(Dwarf_Die *die, Dwarf_Block *ret)
{
	Dwarf_Attribute a;

	return dwarf_attr(die, DW_AT_location, &a) &&
	       dwarf_formblock(&a, ret) == 0 && ret->length;
}

/* Returns true if @option is one of those in the text. */
static bool has_option(const char *text, const char *option)
{
	size_t n = strlen(option);

	while ((text = strstr(text, option))) {
		text += n;
		if (!*text || *text == ' ')
			return true;
	}
	return false;
}

/* Returns true if gcc was told to optimise, other than by -O0. */
static bool is_optimised(const char *producer)
{
	const char *option = strstr(producer, " -O");

	return option && option[3] != '0';
}

/*
 * Returns true if gcc has not followed the variables of the unit from one place to the next:
 * it writes where they are in most of the function, which is not so at its entry.
 */
static bool is_untracked(Dwarf_Die *function)
{
	Dwarf_Attribute a;
	Dwarf_Die unit;
	const char *producer;

	if (!dwarf_diecu(function, &unit, NULL, NULL))
		return false;
	producer = dwarf_formstring(dwarf_attr(&unit, DW_AT_producer, &a));
	return producer && !strncmp(producer, "GNU ", 4) &&
	       (has_option(producer, " -fno-var-tracking") ||
		!is_optimised(producer));
}

/*
 * Returns true if the location of a parameter does not hold at the entry, as it is the same
 * in the whole function: in unoptimised code, or in the frame of a parameter whose address
 * is taken.  The parameter is not there yet: the prologue puts it there.
 */
static bool is_put_later(Dwarf_Die *function, Dwarf_Die *die)
{
	Dwarf_Block block;

	if (!one_expression(die, &block))
		return false;
	return block.data[0] == DW_OP_fbreg || block.data[0] == DW_OP_breg6 ||
	       block.data[0] == DW_OP_breg7 || is_untracked(function);
}

/* Returns true if the compiler has given the code at the address other parameters than the
 * source: gcc names such copies of a function. */
static bool is_changed_copy(const struct dwarf_address *at,
			    Dwarf_Die *function)
{
	static const char *const marks[] = { ".isra.", ".constprop.", ".part." };
	const struct elf_symbol *s;
	bool changed = false, marked;
	size_t next = 0;

	if (!dwarf_hasattr(function, DW_AT_abstract_origin))
		return false;
	while ((s = elf_symbol_next_at(at->vars->d->debug, at->pc, &next))) {
		marked = false;
		for (size_t i = 0; i < sizeof(marks) / sizeof(*marks); i++)
			marked |= strstr(s->name, marks[i]) != NULL;
		if (!marked)
			return false;
		changed = true;
	}
	return changed;
}

/* Returns true if the debug information says of each parameter where it is. */
static bool are_all_located(Dwarf_Die *function)
{
	Dwarf_Die child;

	for_each_child(function, child)
		if (dwarf_tag(&child) == DW_TAG_formal_parameter &&
		    !dwarf_hasattr(&child, DW_AT_location))
			return false;
	return true;
}

/* Returns true if the function gets the parameters of its source, as the convention says.  A
 * function that other files cannot call may have lost some. */
static bool keeps_parameters(const struct dwarf_address *at,
			     Dwarf_Die *function)
{
	return (die_flag(function, DW_AT_external) ||
		are_all_located(function)) && !is_changed_copy(at, function);
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

/* Finds a parameter at a function's entry.  If the debug information does not say where it
 * is, the convention is taken to hold for a function that other files may call. */
static struct location at_entry(const struct dwarf_address *at,
				const struct dwarf_variable *v, uint64_t size)
{
	Dwarf_Die function = dwarf_address_inside(at)->scopes.at[0], die = v->die;
	struct location l;

	if (is_put_later(&function, &die)) {
		if (keeps_parameters(at, &function) &&
		    by_convention(at, &die, &l))
			return l;
		return (struct location){
			.reason = "the compiler has changed the parameters of "
				  "this copy of the function, and the debug "
				  "information says only where it is stored later",
			.hint = at->vars->space == DWARF_USER ? user_hint : NULL,
		};
	}
	l = anywhere(at, v, size);
	if (l.reason && die_flag(&function, DW_AT_external) &&
	    !is_changed_copy(at, &function))
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
