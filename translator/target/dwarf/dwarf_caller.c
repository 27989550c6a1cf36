/* SPDX-License-Identifier: LGPL-2.1-or-later */
/*
 * Finds what a register held when the function was entered, when the register has
 * another value now (DW_OP_entry_value): what the call passed in that register.
 *
 * When the probe is hit, the return address says which call it was.  What a
 * call passes is an expression of the caller's registers.  Those that a function must
 * preserve are found by the unwind tables of the function that was called.
 */
#include <dwarf.h>
#include <stdlib.h>

#include "base/arena.h"
#include "translator/target/dwarf/die.h"
#include "translator/target/dwarf/dwarf_calls.h"
#include "translator/target/dwarf/dwarf_run.h"
#include "translator/target/types/types.h"

#define CALLERS_MAX 4		/* callers of callers */
#define CHOICES_MAX 256		/* of one value */

/* ---- registers of the caller -------------------------------------------- */

/* Pushes a register of the caller by its rule in the unwind tables of the
 * called function: it is unchanged, copied, saved in memory, or computed. */
static bool push_saved(struct run *r, uint64_t n, const Dwarf_Op *ops,
		       size_t n_ops, const Dwarf_Op *undefined)
{
	struct expr e = { ops, n_ops };

	if (!n_ops && ops == undefined)
		return stack_refuse(r, "the function has overwritten the "
				       "register of its caller");
	if (!n_ops)
		return expr_push_register(r, n, 0);
	if (n_ops == 1 && ops->atom == DW_OP_regx)
		return expr_push_register(r, ops->number, 0);
	if (!expr_run(r, &e, 0, n_ops))
		return false;
	return ops[n_ops - 1].atom == DW_OP_stack_value ||
	       expr_load(r, 8, false);
}

static bool push_by_tables(struct run *r, uint64_t n)
{
	Dwarf_Frame *frame = expr_frame(r->at);
	enum form form = r->form;
	Dwarf_Op undefined[3], *ops;
	size_t n_ops;
	bool ok;

	if (!frame ||
	    dwarf_frame_register(frame, (int)n, undefined, &ops, &n_ops) != 0)
		ok = stack_refuse(r, "there is no unwind information for this "
				     "address");
	else
		ok = push_saved(r, n, ops, n_ops, undefined);
	r->form = form;
	free(frame);
	return ok;
}

bool expr_push_callers_register(struct run *r, uint64_t n, int64_t offset)
{
	const struct dwarf_at *at = r->at;
	struct value v;
	bool ok;

	r->at = at->callee;
	if (n == CC_RSP)
		ok = expr_push_cfa(r);
	else if (cc_x86_64_survives(n))
		ok = push_by_tables(r, n);
	else
		ok = stack_refuse(r, "the call has overwritten the register "
				     "with the argument");
	r->at = at;
	return ok && stack_pop(r, &v) && stack_add_constant(r, &v, offset) &&
	       stack_push(r, v);
}

/* ---- one call ----------------------------------------------------------- */

static struct dwarf_at at_call(const struct run *r,
			       const struct dwarf_call *call)
{
	struct dwarf_at at = *r->at;

	at.pc = call->after - 1;
	at.function = call->caller;
	at.callee = r->at;
	at.n_callees++;
	if (!die_entry(&at.function, &at.entry))
		at.entry = UINT64_MAX;
	return at;
}

/* Finds the ops for the value that @call passes in register @reg; false: the debug information
 * does not have it, or ops cannot express it. */
static bool value_of(struct run *r, const struct dwarf_call *call,
		     unsigned reg, struct value *ret)
{
	struct dwarf_at at = at_call(r, call);
	Dwarf_Attribute attr;
	struct run of = { .arena = r->arena, .at = &at, .attr = &attr,
			  .is_empty = true, .choices = r->choices };
	struct expr e;
	Dwarf_Op *ops;
	bool ok;

	if (!dwarf_call_value(call, reg, &attr) ||
	    dwarf_getlocation(&attr, &ops, &e.n) != 0)
		return false;
	e.ops = ops;
	ok = expr_run(&of, &e, 0, e.n) && !of.pieces.n &&
	     (of.form == MEMORY || of.form == VALUE) && stack_pop(&of, ret) &&
	     stack_as_ops(&of, ret);
	r->choices = of.choices;
	return ok;
}

/* ---- all calls ---------------------------------------------------------- */

typedef VEC(struct path_choice) choices;

static bool add_choices(struct run *r, const dwarf_calls *calls, unsigned reg,
			choices *ret)
{
	struct path_choice c;
	struct value v;

	for (size_t i = 0; i < calls->n; i++) {
		if (++r->choices > CHOICES_MAX)
			return stack_refuse(r, "the function is called from "
					       "too many locations");
		if (!value_of(r, &calls->at[i], reg, &v))
			continue;
		c = (struct path_choice){
			.address = { .kind = PATH_SYMBOL,
				     .k = (int64_t)calls->at[i].after },
			.ops = v.ops, .n_ops = v.n,
		};
		vec_push_in(r->arena, ret, c);
	}
	return ret->n || stack_refuse(r, "the compiler keeps only its value at "
					 "the function's entry, and no call "
					 "site describes it");
}

/* Pushes the return address, which is the word below the CFA. */
static bool push_return_address(struct run *r)
{
	struct path_op caller = { .kind = PATH_CALLER };
	struct value v;

	if (!expr_push_cfa(r) || !stack_math_constant(r, -8, PATH_MATH_ADD))
		return false;
	if (!r->at->user)
		return expr_load(r, 8, false);
	r->risks++;
	return stack_pop(r, &v) && stack_as_ops(r, &v) &&
	       stack_append(r, &v, caller) && stack_push(r, v);
}

static bool push_choice(struct run *r, const dwarf_calls *calls, unsigned reg)
{
	choices list = { 0 };
	struct value v;

	if (!add_choices(r, calls, reg, &list) || !push_return_address(r) ||
	    !stack_pop(r, &v))
		return false;
	r->risks++;
	return stack_append(r, &v, (struct path_op){ .kind = PATH_CHOOSE,
						     .choices = list.at,
						     .n_choices = list.n }) &&
	       stack_push(r, v);
}

bool expr_push_by_callers(struct run *r, unsigned reg)
{
	Dwarf_Die function = r->at->function;
	dwarf_calls calls = { 0 };
	const char *why = NULL;
	bool ok;

	if (!r->at->d || !function.addr || r->at->n_callees == CALLERS_MAX)
		return stack_refuse(r, "the compiler keeps only its value at "
				       "the function's entry");
	ok = dwarf_calls_of(r->at->d, &function, !r->at->user, &calls, &why)
		     ? push_choice(r, &calls, reg) : stack_refuse(r, why);
	vec_free(&calls);
	return ok;
}
