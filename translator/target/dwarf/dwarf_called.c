/* SPDX-License-Identifier: LGPL-2.1-or-later */
/*
 * Where calls put the parameters of a function's code: by the calling convention, corrected by
 * what debug information says of the frame.
 */
#include <dwarf.h>
#include <string.h>

#include "base/arena.h"
#include "translator/target/dwarf/die.h"
#include "translator/target/dwarf/dwarf_address.h"
#include "translator/target/dwarf/dwarf_called.h"
#include "translator/target/dwarf/dwarf_file.h"
#include "translator/target/elf/elf.h"
#include "translator/target/types/types.h"

static const char own_convention[] =
	"the function has a calling convention of its own";

/* The most parameters that are compared with the function's code. */
#define COMPARED_MAX 100

/* ---- what a function is called with -------------------------------------- */

/** The parameters of a function's code, as it is called. */
struct called {
	struct ctype type;	/* the FUNCTION; first, see called_params() */
	const struct ctype *source;	/* as the source has it */
	struct ctype_param *params;
	Dwarf_Die *dies;	/* of the source */
	size_t *numbers;	/* in the source */
	bool is_changed;	/* calls do not pass all of them */
	bool is_partial;	/* debug information does not say where all of them are */
	struct cc_location *locations;
};

static const struct ctype *called_target(const struct ctype *t)
{
	return ctype_target(((const struct called *)t)->source);
}

static const struct ctype_param *called_params(const struct ctype *t)
{
	return ((const struct called *)t)->params;
}

static const struct ctype_ops called_ops = {
	.target = called_target, .params = called_params,
};

/* Finds the entry of the code for a parameter of its source. */
static bool find_own(Dwarf_Die *code, Dwarf_Die *param, Dwarf_Die *ret)
{
	Dwarf_Die origin;

	for_each_child(code, *ret) {
		origin = dwarf_origin(ret);
		if (dwarf_tag(ret) == DW_TAG_formal_parameter &&
		    origin.addr == param->addr)
			return true;
	}
	return false;
}

/*
 * Returns true for parameters that gcc declares and calls do not pass.  A constructor
 * of a class with virtual bases is two functions: one makes whole objects, the other
 * one those that are part of another object, and only the latter gets __vtt_parm.
 */
static bool is_left_out(Dwarf_Die *code, Dwarf_Die *param)
{
	const char *name = die_name(param);
	Dwarf_Die own;

	if (!die_flag(param, DW_AT_artificial))
		return false;
	return !strcmp(name, "__in_chrg") ||
	       (!strcmp(name, "__vtt_parm") && !find_own(code, param, &own));
}

/* Returns true if the function keeps the address of a parameter, which it was given: all of Fortran
 * that are not VALUE, classes of C++ that are passed by reference. */
static bool is_given_address(Dwarf_Die *own)
{
	Dwarf_Attribute attr;
	Dwarf_Op *ops;
	size_t n;

	return dwarf_attr(own, DW_AT_location, &attr) &&
	       dwarf_getlocation(&attr, &ops, &n) == 0 && n == 2 &&
	       ops[0].atom == DW_OP_fbreg && ops[1].atom == DW_OP_deref;
}

static const struct ctype address = {
	.kind = CTYPE_POINTER, .name = "", .size = 8,
};

/* Finds where parameters are.  Those of the type `address` point to theirs. */
static void find_by_convention(struct called *c)
{
	const struct ctype_param *p = ctype_params(c->source);

	cc_x86_64_params(&c->type, c->locations);
	for (size_t i = 0; i < c->type.n; i++) {
		struct cc_location *l = &c->locations[i];

		if (c->params[i].type != &address || l->where == CC_UNKNOWN)
			continue;
		l->is_address = true;
		l->size = ctype_size(p[c->numbers[i]].type);
		if (!l->size)	/* known at run time only */
			l->size = UINT64_MAX / 8;
	}
}

/* Adds parameter @i of the source, whose entry is @die. */
static void add_param(struct called *c, Dwarf_Die *code, Dwarf_Die *die, size_t i)
{
	size_t n = c->type.n++;
	Dwarf_Die own;

	c->numbers[n] = i;
	c->params[n] = ctype_params(c->source)[i];
	c->dies[n] = dwarf_origin(die);
	if (i >= COMPARED_MAX) {
		c->is_partial = true;
		return;
	}
	if (!find_own(code, &c->dies[n], &own)) {
		c->is_changed = true;
		return;
	}
	c->is_partial |= !dwarf_hasattr(&own, DW_AT_location);
	if (is_given_address(&own))
		c->params[n].type = &address;
}

static struct called *called(const struct dwarf_address *at)
{
	const struct ctype *source = dwarf_address_function(at);
	Dwarf_Die code = dwarf_address_inside(at)->scopes.at[0];
	Dwarf_Die function = code, origin, child;
	struct arena *a = at->vars->insides;
	struct called *c = arena_new(a, struct called);
	size_t i = 0;

	c->type = *source;
	c->type.ops = &called_ops;
	c->type.n = 0;
	c->source = source;
	c->params = arena_alloc(a, source->n * sizeof(*c->params));
	c->dies = arena_alloc(a, source->n * sizeof(*c->dies));
	c->numbers = arena_alloc(a, source->n * sizeof(*c->numbers));
	c->locations = arena_alloc(a, source->n * sizeof(*c->locations));
	if (die_own_ref(&function, DW_AT_abstract_origin, &origin))
		function = origin;
	for_each_child(&function, child) {
		if (dwarf_tag(&child) != DW_TAG_formal_parameter)
			continue;
		if (i == source->n)
			break;
		if (!is_left_out(&code, &child))
			add_param(c, &code, &child, i);
		i++;
	}
	find_by_convention(c);
	return c;
}

/* Finds the number of a parameter in its function; false: calls do not pass it. */
static bool find_index(const struct called *c, Dwarf_Die *die, size_t *ret)
{
	Dwarf_Die want = dwarf_origin(die);

	for (*ret = 0; *ret < c->type.n; ++*ret)
		if (c->dies[*ret].addr == want.addr)
			return true;
	return false;
}

/* ---- the frame ---------------------------------------------------------- */

bool dwarf_frame_base(const struct dwarf_address *at, int64_t *ret)
{
	Dwarf_Die function = dwarf_address_inside(at)->scopes.at[0];
	Dwarf_Attribute attr;
	Dwarf_Op *ops;
	size_t n;

	if (!dwarf_attr_integrate(&function, DW_AT_frame_base, &attr) ||
	    dwarf_getlocation_addr(&attr, at->pc, &ops, &n, 1) != 1 || n != 1)
		return false;
	*ret = 0;
	if (ops->atom == DW_OP_call_frame_cfa ||
	    (ops->atom == DW_OP_breg7 && ops->number == 8))
		return true;
	/* the caller's frame pointer and the return address are between both */
	*ret = -16;
	return ops->atom == DW_OP_reg6 ||
	       (ops->atom == DW_OP_breg6 && !ops->number);
}

/*
 * Returns true if debug information says that a parameter is above the return address, where its
 * caller put it; @ret is where it is, or its address.
 */
static bool is_callers(Dwarf_Die *die, int64_t base, struct cc_location *ret)
{
	Dwarf_Attribute attr;
	int64_t offset;
	Dwarf_Op *ops;
	size_t n;

	if (!dwarf_attr(die, DW_AT_location, &attr) ||
	    dwarf_getlocation(&attr, &ops, &n) != 0 || !n || n > 2 ||
	    ops[0].atom != DW_OP_fbreg ||
	    (n == 2 && ops[1].atom != DW_OP_deref) ||
	    __builtin_add_overflow(base, (int64_t)ops[0].number, &offset) ||
	    offset < 0 || offset > INT32_MAX)
		return false;
	*ret = (struct cc_location){
		.where = CC_STACK, .is_address = n == 2,
		.size = ret->size, .offset = (uint64_t)offset,
	};
	return true;
}

/* Corrects the location of one parameter.  Returns true if the function has a convention of
 * its own. */
static bool compare_one(Dwarf_Die *own, int64_t base, const struct ctype *t,
			bool is_other, struct cc_location *l)
{
	bool in_register = l->where == CC_REGS;
	bool is_wide = t->kind == CTYPE_INT && t->size == 16;

	/* of a type that is not known, it is not known whether gcc means that room */
	if (l->where == CC_NOWHERE || (l->where == CC_UNKNOWN && !base))
		return is_other;
	if (!l->is_address)
		l->size = ctype_size(t);
	if (is_callers(own, base, l)) {
		/* what gcc then describes is room that the function itself fills */
		if (!in_register || base)
			return is_other || in_register;
		is_other = true;
	}
	if (is_other || (l->where == CC_STACK && is_wide))
		*l = (struct cc_location){ .where = CC_UNKNOWN,
					   .why = own_convention };
	return is_other;
}

/*
 * Corrects locations by what the frame shows: a parameter that its caller put on the stack is
 * there.  If the convention has a register for it, the function has another convention, of which
 * the registers are not known: gcc does not say so, and clang has its own ways to
 * pass __int128 and structures that end with an array of no size.
 */
static void compare_with_frame(const struct dwarf_address *at, struct called *c)
{
	Dwarf_Die code = dwarf_address_inside(at)->scopes.at[0], own;
	bool is_other = false, is_moved = false;
	int64_t base;

	if (!dwarf_frame_base(at, &base))
		return;
	for (size_t i = 0; i < c->type.n && i < COMPARED_MAX; i++) {
		struct cc_location *l = &c->locations[i], by_frame = *l;
		struct cc_location by_rule = *l;

		if (!find_own(&code, &c->dies[i], &own))
			continue;
		is_other = compare_one(&own, base,
				       ctype_strip(c->params[i].type),
				       is_other, l);
		is_moved |= by_rule.where == CC_STACK &&
			    l->where == CC_UNKNOWN;
		if (by_rule.where != CC_STACK || l->where != CC_STACK)
			continue;
		/* what follows one that is elsewhere on the stack is, too */
		if (is_callers(&own, base, &by_frame))
			is_moved |= by_frame.offset != by_rule.offset;
		else if (is_moved)
			*l = (struct cc_location){ .where = CC_UNKNOWN,
						   .why = own_convention };
	}
}

/* ---- copies that the compiler has changed ------------------------------- */

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

/* Returns true if calls pass the parameters of the source, as the convention says.  A function that
 * other files cannot call may have lost some. */
static bool keeps_parameters(const struct dwarf_address *at,
			     const struct called *c)
{
	Dwarf_Die code = dwarf_address_inside(at)->scopes.at[0];

	return !c->is_changed &&
	       (die_flag(&code, DW_AT_external) || !c->is_partial) &&
	       !is_changed_copy(at, &code);
}

bool dwarf_called_with(const struct dwarf_address *at, Dwarf_Die *die,
		       struct location *ret)
{
	struct called *c = called(at);
	size_t i;

	if (!keeps_parameters(at, c) || !find_index(c, die, &i))
		return false;
	compare_with_frame(at, c);
	*ret = cc_x86_64_location(at->vars->insides, &c->locations[i],
				  dwarf_address_inside(at)->at.reg,
				  at->vars->space == DWARF_USER);
	return true;
}
