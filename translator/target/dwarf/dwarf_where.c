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
#include "translator/target/dwarf/dwarf_called.h"
#include "translator/target/dwarf/dwarf_file.h"
#include "translator/target/dwarf/dwarf_type.h"
#include "translator/target/types/types.h"

static const char user_hint[] =
	"probe a line of the function, where it has been stored: "
	"process(\"PATH\").statement(\"FUNCTION@FILE:LINE\")";

/* ---- at a function's first instruction ---------------------------------- */

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
 * Returns true if a list of locations begins with one in memory that the prologue has yet to
 * write, below the stack of the caller or near a frame pointer that is still the caller's.
 */
static bool is_made_early(const struct dwarf_address *at, Dwarf_Attribute *a)
{
	int64_t base;
	Dwarf_Op *ops;
	size_t n;

	if (dwarf_getlocation_addr(a, at->pc, &ops, &n, 1) != 1 || !n)
		return false;
	if (ops->atom == DW_OP_fbreg && dwarf_frame_base(at, &base) && base)
		return true;
	return (ops->atom == DW_OP_fbreg || ops->atom == DW_OP_breg7) &&
	       (int64_t)ops->number < 0;
}

/* Finds the first operation of a location that a parameter has in the whole function; NULL: it has a
 * list, or none. */
static const Dwarf_Op *first_op(Dwarf_Die *die)
{
	Dwarf_Attribute a;
	Dwarf_Block block;
	Dwarf_Op *ops;
	size_t n;

	if (!dwarf_attr(die, DW_AT_location, &a) ||
	    dwarf_formblock(&a, &block) != 0 ||
	    dwarf_getlocation(&a, &ops, &n) != 0 || !n)
		return NULL;
	return ops;
}

/* Finds the register that has a parameter or its address. */
static bool find_register(const Dwarf_Op *op, unsigned *ret)
{
	*ret = (op->atom - DW_OP_reg0) % 32;
	return op->atom >= DW_OP_reg0 && op->atom <= DW_OP_breg31 &&
	       (op->atom < DW_OP_breg0 || !op->number);
}

/* Returns true for a register that may have a parameter at the entry. */
static bool has_parameters(unsigned reg)
{
	return reg >= CC_XMM0 ||
	       (path_is_calling_register(reg) && reg != CC_RAX &&
		reg != CC_RSP && reg != CC_RBP);
}

/*
 * Returns true if a location for the whole function is what the prologue writes: the frame, memory
 * near another register, or a register that has no parameters.  One that has parameters may have
 * another one yet.  A copy of a function has other ones than the function: only of a function that is
 * called as its source says is it not trusted.
 */
static bool is_made_inside(Dwarf_Die *function, const Dwarf_Op *op)
{
	unsigned reg;

	if (op->atom == DW_OP_fbreg || op->atom == DW_OP_breg6 ||
	    op->atom == DW_OP_breg7)
		return true;
	if (!find_register(op, &reg))
		return op->atom >= DW_OP_breg0 && op->atom <= DW_OP_breg31;
	return !has_parameters(reg) ||
	       (reg < CC_XMM0 && die_flag(function, DW_AT_external) &&
		!dwarf_hasattr(function, DW_AT_abstract_origin));
}

/*
 * Returns true if the location of a parameter does not hold at the entry: the prologue, which has
 * not run, puts it there.  That is so of one location for the whole function, in unoptimised code or
 * of a parameter whose address is taken, and of lists that begin too early.
 */
static bool is_put_later(const struct dwarf_address *at, Dwarf_Die *function,
			 Dwarf_Die *die)
{
	const Dwarf_Op *op = first_op(die);
	Dwarf_Attribute a;

	if (!op)
		return dwarf_attr(die, DW_AT_location, &a) &&
		       is_made_early(at, &a);
	return is_made_inside(function, op) || is_untracked(function);
}

/*
 * Returns true if debug information has a parameter in another of the registers for parameters than
 * the convention.  The function may have moved it, or be called in another way.
 */
static bool is_doubtful(Dwarf_Die *die, const struct location *l)
{
	const Dwarf_Op *op = first_op(die);
	unsigned reg;

	if (!op || l->reason || !l->n || !find_register(op, &reg) ||
	    !has_parameters(reg))
		return false;
	return !l->pieces[0].n_ops || l->pieces[0].ops[0].n != reg;
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

/* Finds a parameter that the prologue puts somewhere, before that. */
static struct location before_prologue(const struct dwarf_address *at,
				       Dwarf_Die *die)
{
	struct location l;

	if (!dwarf_called_with(at, die, &l))
		l = (struct location){
			.reason = "the compiler has changed the parameters of "
				  "this copy of the function, and the debug "
				  "information says only where it is stored later",
		};
	if (is_doubtful(die, &l))
		l = (struct location){
			.reason = "the debug information and the calling "
				  "convention disagree about its register",
		};
	if (l.reason && at->vars->space == DWARF_USER)
		l.hint = user_hint;
	return l;
}

/* Finds a parameter at a function's entry.  If the debug information does not say where it
 * is, the convention is taken to hold for a function that other files may call. */
static struct location at_entry(const struct dwarf_address *at,
				const struct dwarf_variable *v, uint64_t size)
{
	Dwarf_Die function = dwarf_address_inside(at)->scopes.at[0], die = v->die;
	struct location l, asked;

	if (is_put_later(at, &function, &die))
		return before_prologue(at, &die);
	l = anywhere(at, v, size);
	if (l.reason && die_flag(&function, DW_AT_external) &&
	    dwarf_called_with(at, &die, &asked) && !asked.reason)
		return asked;
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
