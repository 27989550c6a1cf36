/* SPDX-License-Identifier: LGPL-2.1-or-later */
/*
 * Finds calls by what they call.  A kernel's unit is read when a function in it is first
 * looked for; all units of a program are read at the first question.
 *
 * A function's return address tells which call led to it.  If the function ends
 * in a jump to a second function (a tail call), the second one has the same return
 * address but other arguments; so that call does not count as a call of the second
 * function.  One case remains: such jumps lead back to the first function.  Then
 * its return address says nothing about its arguments.
 */
#include <dwarf.h>
#include <string.h>

#include "base/error.h"
#include "base/hash.h"
#include "translator/target/dwarf/die.h"
#include "translator/target/dwarf/dwarf_address.h"
#include "translator/target/dwarf/dwarf_calls.h"
#include "translator/target/dwarf/dwarf_file.h"
#include "translator/target/dwarf/dwarf_index.h"

#define SCOPES_MAX 100		/* in each other */
#define CALLS_MAX 2000000	/* of a file */
#define CHAIN_MAX 200		/* functions that tail calls lead to */

struct dwarf_call_units {
	dwarf_calls all;	/* except tail calls */
	dwarf_calls tails;
	struct hash *read;	/* units, by the address of their DIE */
	struct hash *asked;	/* from the address of an origin to what may_come_back() has
				   returned for it */
	bool is_whole;		/* all units are read */
};

void dwarf_call_units_free(struct dwarf_call_units *units)
{
	if (!units)
		return;
	vec_free(&units->all);
	vec_free(&units->tails);
	hash_destroy(units->read);
	hash_destroy(units->asked);
	free(units);
}

/* ---- one call ----------------------------------------------------------- */

static const char *symbol_of(Dwarf_Die *origin)
{
	Dwarf_Attribute a;
	const char *name = NULL;

	if (!die_flag(origin, DW_AT_external))
		return NULL;
	if (dwarf_attr_integrate(origin, DW_AT_linkage_name, &a))
		name = dwarf_formstring(&a);
	return name ? name : dwarf_diename(origin);
}

static Dwarf_Addr address(Dwarf_Die *die, unsigned attr)
{
	Dwarf_Attribute a;
	Dwarf_Addr addr;

	return dwarf_attr(die, attr, &a) && dwarf_formaddr(&a, &addr) == 0
		       ? addr : 0;
}

static bool is_call(int tag)
{
	return tag == DW_TAG_call_site || tag == DW_TAG_GNU_call_site;
}

/* Returns @c, which has the caller of the call at @site, with the other members filled in. */
static struct dwarf_call read_call(Dwarf_Die *site, struct dwarf_call c)
{
	bool is_old = dwarf_tag(site) == DW_TAG_GNU_call_site;
	Dwarf_Die to;

	c.site = *site;	c.after = address(site, is_old ? DW_AT_low_pc : DW_AT_call_return_pc);
	c.is_tail = die_flag(site, is_old ? DW_AT_GNU_tail_call
					  : DW_AT_call_tail_call);
	if (die_own_ref(site, is_old ? DW_AT_abstract_origin
				     : DW_AT_call_origin, &to)) {
		c.to = dwarf_origin(&to);
		c.name = symbol_of(&c.to);
	}
	return c;
}

/* ---- a unit ------------------------------------------------------------- */

static bool may_hold_calls(int tag)
{
	return tag == DW_TAG_subprogram || tag == DW_TAG_inlined_subroutine ||
	       tag == DW_TAG_lexical_block || tag == DW_TAG_try_block ||
	       tag == DW_TAG_catch_block || tag == DW_TAG_namespace ||
	       tag == DW_TAG_module || tag == DW_TAG_class_type ||
	       tag == DW_TAG_structure_type;
}

static struct dwarf_call call_of(Dwarf_Die *caller)
{
	struct dwarf_call c = { .caller = *caller,
				.from = dwarf_origin(caller) };

	c.from_name = symbol_of(&c.from);
	return c;
}

static void add_call(struct dwarf_call_units *u, struct dwarf_call c)
{
	if (u->all.n + u->tails.n == CALLS_MAX)
		return;
	if (c.is_tail)
		vec_push(&u->tails, c);
	else
		vec_push(&u->all, c);
}

/* Reads the calls inside @parent.  @of: a call with the function around
 * @parent as its caller, or without caller. */
static void read_scope(struct dwarf_call_units *u, Dwarf_Die *parent,
		       struct dwarf_call of, int depth)
{
	Dwarf_Die child;
	int tag = dwarf_tag(parent);

	if (tag == DW_TAG_subprogram)
		of = call_of(parent);
	if (depth > SCOPES_MAX)
		return;
	for_each_child(parent, child) {
		tag = dwarf_tag(&child);
		if (is_call(tag) && of.caller.addr)
			add_call(u, read_call(&child, of));
		else if (may_hold_calls(tag))
			read_scope(u, &child, of, depth + 1);
	}
}

static void read_unit(struct dwarf_call_units *u, Dwarf_Die *unit)
{
	if (hash_find(u->read, &unit->addr, sizeof(unit->addr)))
		return;
	hash_set(u->read, &unit->addr, sizeof(unit->addr), unit->addr);
	read_scope(u, unit, (struct dwarf_call){ .is_tail = false }, 0);
}

static void read_all(struct dwarf *d, struct dwarf_call_units *u)
{
	const struct dwarf_index *ix;
	struct sys_error *err;
	Dwarf_Die unit;

	if (u->is_whole)
		return;
	u->is_whole = true;
	err = dwarf_index_get(d, &ix);
	for (uint32_t i = 0; !err && i < ix->head->n_units; i++)
		if (ix->units[i].where == INDEX_IN_INFO &&
		    dwarf_index_unit_die(d, i, &unit))
			read_unit(u, &unit);
	sys_error_free(err);
}

static struct dwarf_call_units *read_calls(struct dwarf *d,
					   Dwarf_Die *function, bool is_large)
{
	Dwarf_Die unit;

	if (!d->calls) {
		d->calls = xcalloc(1, sizeof(*d->calls));
		d->calls->read = hash_create();
		d->calls->asked = hash_create();
	}
	if (!is_large)
		read_all(d, d->calls);
	else if (dwarf_diecu(function, &unit, NULL, NULL))
		read_unit(d->calls, &unit);
	return d->calls;
}

/* ---- whose calls they are ----------------------------------------------- */

static bool is_same(const Dwarf_Die *a, const char *a_name, const Dwarf_Die *b,
		    const char *b_name)
{
	return (a->addr && a->addr == b->addr) ||
	       (a_name && b_name && !strcmp(a_name, b_name));
}

/* The functions that tail calls lead to, beginning with one function. */
struct chain {
	const struct dwarf_call_units *u;
	Dwarf_Die origin;	/* of the function that must not be reached again */
	const char *name;
	VEC(Dwarf_Die) todo;	/* origins; those before `done` were looked at */
	size_t done;
	bool is_large;
};

static bool has_all_calls(Dwarf_Die *caller)
{
	return die_flag(caller, DW_AT_call_all_calls) ||
	       die_flag(caller, DW_AT_call_all_tail_calls) ||
	       die_flag(caller, DW_AT_GNU_all_call_sites) ||
	       die_flag(caller, DW_AT_GNU_all_tail_call_sites);
}

static bool is_listed(const struct chain *ch, const Dwarf_Die *origin)
{
	for (size_t i = 0; i < ch->todo.n; i++)
		if (ch->todo.at[i].addr == origin->addr)
			return true;
	return false;
}

/* Adds the function that a tail call leads to; false: the tail call leads back, or perhaps,
 * because it is not known where it or later tail calls lead. */
static bool follow(struct chain *ch, const struct dwarf_call *c)
{
	if (!c->to.addr || ch->todo.n > CHAIN_MAX ||
	    is_same(&c->to, c->name, &ch->origin, ch->name))
		return false;
	if (c->name && ch->is_large)
		return false;
	if (!is_listed(ch, &c->to))
		vec_push(&ch->todo, c->to);
	return true;
}

static bool follow_all(struct chain *ch)
{
	Dwarf_Die from = ch->todo.at[ch->done++];
	const char *name = symbol_of(&from);

	for (size_t i = 0; i < ch->u->tails.n; i++) {
		const struct dwarf_call *c = &ch->u->tails.at[i];

		if (is_same(&c->from, c->from_name, &from, name) &&
		    !follow(ch, c))
			return false;
	}
	return true;
}

static bool find_way_back(const struct dwarf_call_units *u, Dwarf_Die *origin,
			  const char *name, bool is_large)
{
	struct chain ch = { .u = u, .origin = *origin, .name = name,
			    .is_large = is_large };
	bool ok = true;

	vec_push(&ch.todo, *origin);
	while (ok && ch.done < ch.todo.n)
		ok = follow_all(&ch);
	vec_free(&ch.todo);
	return !ok;
}

/* Returns true if tail calls may lead back to the function.  The answer is
 * kept, because it is needed once for each of the function's variables. */
static bool may_come_back(const struct dwarf_call_units *u, Dwarf_Die *origin,
			  const char *name, bool is_large)
{
	static bool yes, no;
	const void *known = hash_find(u->asked, &origin->addr,
				      sizeof(origin->addr));

	if (!known) {
		known = find_way_back(u, origin, name, is_large) ? &yes : &no;
		hash_set(u->asked, &origin->addr, sizeof(origin->addr),
			 (void *)known);
	}
	return known == &yes;
}

bool dwarf_calls_of(struct dwarf *d, Dwarf_Die *function, bool is_large,
		    dwarf_calls *ret, const char **why)
{
	Dwarf_Die origin = dwarf_origin(function);
	const char *name = symbol_of(&origin);
	const struct dwarf_call_units *u;

	*why = "the compiler keeps only its value at the function's entry, and "
	       "not all calls of the function are known";
	if (!has_all_calls(function) || (name && is_large))
		return false;
	u = read_calls(d, function, is_large);
	if (u->all.n + u->tails.n == CALLS_MAX)
		return false;
	*why = "the compiler keeps only its value at the function's entry, and "
	       "the function may call itself with a jump";
	if (may_come_back(u, &origin, name, is_large))
		return false;
	for (size_t i = 0; i < u->all.n; i++)
		if (u->all.at[i].after &&
		    is_same(&u->all.at[i].to, u->all.at[i].name, &origin, name))
			vec_push(ret, u->all.at[i]);
	return true;
}

/* ---- what is passed ----------------------------------------------------- */

static bool is_in_register(Dwarf_Die *parameter, unsigned reg)
{
	Dwarf_Attribute a;
	Dwarf_Op *ops;
	size_t n;

	return dwarf_attr(parameter, DW_AT_location, &a) &&
	       dwarf_getlocation(&a, &ops, &n) == 0 && n == 1 &&
	       ((ops->atom == DW_OP_regx && ops->number == reg) ||
		(reg < 32 && ops->atom == DW_OP_reg0 + reg));
}

bool dwarf_call_value(const struct dwarf_call *call, unsigned reg,
		      Dwarf_Attribute *ret)
{
	Dwarf_Die site = call->site, child;
	int tag;

	for_each_child(&site, child) {
		tag = dwarf_tag(&child);
		if ((tag == DW_TAG_call_site_parameter ||
		     tag == DW_TAG_GNU_call_site_parameter) &&
		    is_in_register(&child, reg))
			return dwarf_attr(&child, DW_AT_call_value, ret) ||
			       dwarf_attr(&child, DW_AT_GNU_call_site_value,
					  ret);
	}
	return false;
}
