/* SPDX-License-Identifier: LGPL-2.1-or-later */
/*
 * Finds what is inside a function: labels, calls, and the blocks around an address.
 *
 * The walks go only where code of the same function is, and count their
 * steps: lists of children that overlap, which only a hostile file has,
 * would otherwise take forever.
 */
#include <dwarf.h>
#include <string.h>

#include "base/error.h"
#include "base/glob.h"
#include "translator/target/dwarf/dwarf_address.h"
#include "translator/target/dwarf/die.h"
#include "translator/target/dwarf/dwarf_func.h"
#include "translator/target/dwarf/dwarf_index.h"
#include "translator/target/dwarf/dwarf_line.h"

#define DEPTH_MAX 256
#define STEPS_MAX (1u << 20)

struct walk {
	struct dwarf *d;
	Dwarf_Die function;	/* whose code it is, as it is in the source */
	const char *glob;
	/* True: its children are wanted too. */
	bool (*visit)(struct walk *w, Dwarf_Die *die);
	void *ret;
	unsigned steps;
};

static void walk(struct walk *w, Dwarf_Die *parent, unsigned depth)
{
	Dwarf_Die die;
	int rc = dwarf_child(parent, &die);

	for (; !rc && depth < DEPTH_MAX; rc = dwarf_siblingof(&die, &die)) {
		if (++w->steps > STEPS_MAX)
			return;
		if (w->visit(w, &die))
			walk(w, &die, depth + 1);
	}
}

static bool is_block(Dwarf_Die *die)
{
	int tag = dwarf_tag(die);

	return tag == DW_TAG_lexical_block || tag == DW_TAG_try_block ||
	       tag == DW_TAG_catch_block;
}

/* Returns true for a block of the function that is walked over; an inlined copy of it for which
 * dwarf_is_rest() is true counts as one, too.  A copy of another function is none, even if one
 * macro makes both. */
static bool is_own(struct walk *w, Dwarf_Die *die)
{
	Dwarf_Die origin;

	if (dwarf_tag(die) != DW_TAG_inlined_subroutine)
		return is_block(die);
	origin = dwarf_origin(die);
	return origin.addr == w->function.addr && dwarf_is_rest(die);
}

static unsigned number_of(Dwarf_Die *die, unsigned name)
{
	Dwarf_Attribute a;
	Dwarf_Word n;

	return dwarf_attr(die, name, &a) && !dwarf_formudata(&a, &n) ?
		(unsigned)n : 0;
}

static bool flag_of(Dwarf_Die *die, unsigned name)
{
	Dwarf_Attribute a;
	bool set = false;

	return dwarf_attr(die, name, &a) && !dwarf_formflag(&a, &set) && set;
}

/* ---- labels ------------------------------------------------------------- */

static bool visit_label(struct walk *w, Dwarf_Die *die)
{
	struct dwarf_labels *ret = w->ret;
	struct dwarf_label l = { .die = *die };
	int line = 0;

	if (dwarf_tag(die) != DW_TAG_label)
		return is_own(w, die);
	l.name = dwarf_name(die);
	/* a label that no jump needs any more has no address */
	if (!*l.name || !glob_match(w->glob, l.name) ||
	    dwarf_lowpc(die, &l.addr))
		return false;
	l.file = dwarf_decl_path(w->d, die);
	dwarf_decl_line(die, &line);
	l.line = (unsigned)line;
	vec_push(ret, l);
	return false;
}

void dwarf_labels_find(struct dwarf *d, Dwarf_Die *code, const char *glob,
		       struct dwarf_labels *ret)
{
	struct walk w = { .d = d, .function = dwarf_origin(code), .glob = glob,
			  .visit = visit_label, .ret = ret };

	walk(&w, code, 0);
}

/* ---- calls -------------------------------------------------------------- */

static bool die_of(Dwarf_Die *die, unsigned name, Dwarf_Die *ret)
{
	Dwarf_Attribute a;

	return dwarf_attr(die, name, &a) && dwarf_formref_die(&a, ret);
}

static bool fill_inlined(Dwarf_Die *die, struct dwarf_call *c)
{
	c->kind = DWARF_CALL_INLINED;
	c->line = number_of(die, DW_AT_call_line);
	return die_of(die, DW_AT_abstract_origin, &c->callee) &&
	       die_entry(die, &c->addr);
}

/* Reads a call site as in DWARF 5, or as GNU compilers wrote it before. */
static bool fill_site(Dwarf_Die *die, struct dwarf_call *c)
{
	Dwarf_Attribute a;

	if (flag_of(die, DW_AT_call_tail_call) ||
	    flag_of(die, DW_AT_GNU_tail_call))
		c->kind = DWARF_CALL_TAIL;
	if (dwarf_attr(die, DW_AT_call_return_pc, &a))
		dwarf_formaddr(&a, &c->addr);
	else
		dwarf_lowpc(die, &c->addr);
	return (c->addr || c->kind == DWARF_CALL_TAIL) &&
	       (die_of(die, DW_AT_call_origin, &c->callee) ||
		die_of(die, DW_AT_abstract_origin, &c->callee));
}

/* Returns true if the callee has a name that fits: its own or, if the pattern has namespaces or
 * classes, the qualified one. */
static bool is_wanted(struct walk *w, struct dwarf_call *c)
{
	struct dwarf_func f;

	if (glob_match(w->glob, c->name))
		return true;
	return strstr(w->glob, "::") && dwarf_func_of(w->d, &c->callee, &f) &&
	       glob_match(w->glob, f.name);
}

static bool visit_call(struct walk *w, Dwarf_Die *die)
{
	struct dwarf_calls *ret = w->ret;
	struct dwarf_call c = { .die = *die };
	bool ok;

	if (is_own(w, die))
		return true;
	switch (dwarf_tag(die)) {
	case DW_TAG_inlined_subroutine:
		ok = fill_inlined(die, &c);
		break;
	case DW_TAG_call_site:
	case DW_TAG_GNU_call_site:
		ok = fill_site(die, &c);
		break;
	default:
		return false;
	}
	c.name = ok ? dwarf_diename(&c.callee) : NULL;
	if (c.name && is_wanted(w, &c))
		vec_push(ret, c);
	return false;
}

void dwarf_calls_find(struct dwarf *d, Dwarf_Die *code, const char *glob,
		      struct dwarf_calls *ret)
{
	struct walk w = { .d = d, .function = dwarf_origin(code), .glob = glob,
			  .visit = visit_call, .ret = ret };

	walk(&w, code, 0);
}

/* ---- scopes ------------------------------------------------------------- */

bool dwarf_unit_at(struct dwarf *d, uint64_t addr, Dwarf_Die *ret)
{
	const struct dwarf_index *ix;
	struct sys_error *err = dwarf_index_get(d, &ix);
	int64_t unit;

	if (err) {
		sys_error_free(err);
		return false;
	}
	unit = dwarf_index_unit_at(ix, addr);
	return unit >= 0 && dwarf_index_unit_die(d, (uint32_t)unit, ret);
}

struct chain {
	uint64_t addr;
	unsigned steps;
	VEC(Dwarf_Die) dies;	/* the outermost first */
};

static bool may_hold_functions(Dwarf_Die *die)
{
	switch (dwarf_tag(die)) {
	case DW_TAG_namespace:
	case DW_TAG_module:
	case DW_TAG_class_type:
	case DW_TAG_structure_type:
	case DW_TAG_union_type:
		return true;
	default:
		return false;
	}
}

static bool is_code(Dwarf_Die *die)
{
	return is_block(die) || dwarf_tag(die) == DW_TAG_subprogram ||
	       dwarf_tag(die) == DW_TAG_inlined_subroutine;
}

/* Adds the scopes inside @parent that have the address, the outermost first; false: there is
 * none.  Only one child can have the address, so no child after that is looked at. */
static bool descend(struct chain *c, Dwarf_Die *parent, unsigned depth)
{
	Dwarf_Die die;
	int rc = dwarf_child(parent, &die);

	for (; !rc && depth < DEPTH_MAX; rc = dwarf_siblingof(&die, &die)) {
		if (++c->steps > STEPS_MAX)
			return false;
		if (is_code(&die) && dwarf_haspc(&die, c->addr) > 0) {
			vec_push(&c->dies, die);
			descend(c, &die, depth + 1);
			return true;
		}
		if (may_hold_functions(&die) && !c->dies.n &&
		    descend(c, &die, depth + 1))
			return true;
	}
	return false;
}

void dwarf_scopes_find(struct dwarf *d, uint64_t addr,
		       struct dwarf_scopes *ret)
{
	struct chain c = { .addr = addr };
	Dwarf_Die unit, body;

	if (!dwarf_unit_at(d, addr, &unit))
		return;
	/* the second way is slow, and only for functions that are not in one piece */
	if (dwarf_index_body_at(d, addr, &body)) {
		vec_push(&c.dies, body);
		descend(&c, &body, 0);
	} else if (!descend(&c, &unit, 0)) {
		return;
	}
	for (size_t i = c.dies.n; i--; )
		vec_push(ret, c.dies.at[i]);
	vec_push(ret, unit);
	vec_free(&c.dies);
}
