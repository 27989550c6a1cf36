/* SPDX-License-Identifier: LGPL-2.1-or-later */
/*
 * Finds the scopes around an address: first all from the outermost function to the
 * innermost block that has the address, then of these only the function that is meant
 * and its own blocks.
 */
#include <dwarf.h>
#include <string.h>

#include "base/arena.h"
#include "translator/target/dwarf/die.h"
#include "translator/target/dwarf/dwarf_func.h"
#include "translator/target/dwarf/dwarf_index.h"
#include "translator/target/dwarf/dwarf_address.h"
#include "translator/target/dwarf/dwarf_type.h"

/* The most scopes in each other: inlined functions, blocks, namespaces. */
#define SCOPES_MAX 300
#define ORIGINS_MAX 8

struct dwarf_vars *dwarf_vars_create(struct dwarf *d, enum dwarf_space space)
{
	struct arena *arena = arena_create();
	struct dwarf_vars *vars = arena_new(arena, struct dwarf_vars);

	vars->d = d;
	vars->types = dwarf_types_create(d, space == DWARF_USER
						? CTYPE_OF_PROGRAM
						: CTYPE_OF_KERNEL);
	vars->arena = arena;
	vars->insides = arena_create();
	arena_alloc(vars->insides, 1);
	vars->none = arena_mark(vars->insides);
	/* the debug file may lack what the program needs to be unwound */
	vars->cfi[0] = dwarf_getcfi(d->dw);
	vars->own_cfi = dwarf_getcfi_elf(d->elf->elf);
	vars->cfi[1] = vars->own_cfi;
	vars->space = space;
	return vars;
}

void dwarf_vars_destroy(struct dwarf_vars *vars)
{
	if (!vars)
		return;
	dwarf_types_destroy(vars->types);
	if (vars->own_cfi)
		dwarf_cfi_end(vars->own_cfi);
	vec_free(&vars->asked);
	arena_destroy(vars->insides);
	arena_destroy(vars->arena);
}

void dwarf_vars_forget(struct dwarf_vars *vars)
{
	for (size_t i = 0; i < vars->asked.n; i++)
		vars->asked.at[i]->in = NULL;
	vars->asked.n = 0;
	arena_release(vars->insides, &vars->none);
}

struct dwarf_types *dwarf_vars_types(struct dwarf_vars *vars)
{
	return vars->types;
}

Dwarf_Die dwarf_origin(Dwarf_Die *die)
{
	Dwarf_Die at = *die, next;

	for (int i = 0; i < ORIGINS_MAX; i++) {
		if (!die_own_ref(&at, DW_AT_abstract_origin, &next) &&
		    !die_own_ref(&at, DW_AT_specification, &next))
			break;
		at = next;
	}
	return at;
}

/* ---- down to an address ------------------------------------------------- */

static bool is_function(Dwarf_Die *die)
{
	int tag = dwarf_tag(die);

	return tag == DW_TAG_subprogram || tag == DW_TAG_inlined_subroutine;
}

/* Returns true for an entry that may hold functions, but has no code itself. */
static bool is_container(int tag)
{
	return tag == DW_TAG_namespace || tag == DW_TAG_module ||
	       tag == DW_TAG_structure_type || tag == DW_TAG_class_type;
}

static bool is_scope(int tag)
{
	return tag == DW_TAG_subprogram || tag == DW_TAG_inlined_subroutine ||
	       tag == DW_TAG_lexical_block || tag == DW_TAG_try_block ||
	       tag == DW_TAG_catch_block;
}

static bool find_scopes(Dwarf_Die *parent, Dwarf_Addr pc, struct arena *a,
			die_vec *ret, int depth)
{
	Dwarf_Die child;
	int tag;

	if (depth > SCOPES_MAX)
		return false;
	for_each_child(parent, child) {
		tag = dwarf_tag(&child);
		if (is_container(tag) &&
		    find_scopes(&child, pc, a, ret, depth + 1))
			return true;
		if (!is_scope(tag) || dwarf_haspc(&child, pc) != 1)
			continue;
		vec_push_in(a, ret, child);
		find_scopes(&child, pc, a, ret, depth + 1);
		return true;
	}
	return false;
}

/* ---- the function that is meant ----------------------------------------- */

static size_t index_of(const die_vec *v, const Dwarf_Die *die)
{
	size_t i = 0;

	while (i < v->n && v->at[i].addr != die->addr)
		i++;
	return i;
}

static size_t innermost_function(const die_vec *v)
{
	size_t i = v->n;

	while (i && !is_function(&v->at[i - 1]))
		i--;
	return i ? i - 1 : 0;
}

/* Takes the function at @first with the blocks of its own that hold the address. */
static void cut(struct dwarf_vars *vars, struct dwarf_inside *in,
		const die_vec *all, size_t first)
{
	for (size_t i = first; i < all->n; i++) {
		if (i > first && is_function(&all->at[i]))
			break;
		vec_push_in(vars->insides, &in->scopes, all->at[i]);
	}
}

/* Sets the function that the frame belongs to: the one that has code of its own, not a copy
 * inlined into it.  Its entry is UINT64_MAX if DWARF has no code of it. */
static void set_frame(struct dwarf_inside *in, const die_vec *all,
		      size_t first)
{
	for (size_t i = 0; i <= first && i < all->n; i++)
		if (dwarf_tag(&all->at[i]) == DW_TAG_subprogram)
			in->at.function = all->at[i];
	if (!in->at.function.addr && in->scopes.n &&
	    dwarf_tag(&in->scopes.at[0]) == DW_TAG_subprogram)
		in->at.function = in->scopes.at[0];
	if (!in->at.function.addr ||
	    !die_entry(&in->at.function, &in->at.entry))
		in->at.entry = UINT64_MAX;
}

/* Finds the body that holds the address without a walk over its unit, which
 * is slow and needed only for bodies that are in pieces. */
static bool find_body(const struct dwarf_address *p, Dwarf_Die *function,
		      Dwarf_Die *ret)
{
	Dwarf_Die unit;

	if (function && dwarf_tag(function) == DW_TAG_subprogram &&
	    dwarf_haspc(function, p->pc) == 1) {
		*ret = *function;
		return true;
	}
	return dwarf_unit_at(p->vars->d, p->pc, &unit) &&
	       dwarf_index_body_at(p->vars->d, p->pc, ret);
}

static void set_scopes(struct dwarf_address *p, struct dwarf_inside *in,
		       Dwarf_Die *unit, Dwarf_Die *function)
{
	struct arena *a = p->vars->insides;
	Dwarf_Die body, *from = unit;
	die_vec all = { 0 };
	size_t first;

	if (find_body(p, function, &body)) {
		vec_push_in(a, &all, body);
		from = &body;
	}
	find_scopes(from, p->pc, a, &all, 0);
	first = function ? index_of(&all, function) : innermost_function(&all);
	if (first < all.n)
		cut(p->vars, in, &all, first);
	else if (function)
		vec_push_in(a, &in->scopes, *function);
	set_frame(in, &all, first);
}

static void set_unit(struct dwarf_inside *in, const Dwarf_Die *otherwise)
{
	Dwarf_Die origin;

	in->unit = *otherwise;
	if (!in->scopes.n)
		return;
	origin = dwarf_origin(&in->scopes.at[0]);
	dwarf_diecu(&origin, &in->unit, NULL, NULL);
}

/* ---- addresses ---------------------------------------------------------- */

static void init_at(const struct dwarf_address *p, struct dwarf_at *at)
{
	at->pc = p->pc;
	at->entry = UINT64_MAX;
	at->reg = p->when == DWARF_RETURN ? PATH_ENTRY_SAVED : PATH_REG;
	at->cfi[0] = p->vars->cfi[0];
	at->cfi[1] = p->vars->cfi[1];
	at->user = p->vars->space == DWARF_USER;
	at->elf = p->vars->d->elf;
	at->d = p->vars->d;
}

/* Returns true if the function is called @name, which is its whole name. */
static bool is_called(struct dwarf_vars *vars, Dwarf_Die *function,
		      const char *name)
{
	struct dwarf_func f;

	if (!strstr(name, "::"))
		return !strcmp(die_name(function), name);
	return dwarf_func_of(vars->d, function, &f) && !strcmp(f.name, name);
}

/*
 * Finds the function around the address that the script names; false: none is
 * called so.  A function that was inlined into the named one may begin at the
 * same instruction, but the variables are those of the named one.
 */
static bool named_function(const struct dwarf_address *p, Dwarf_Die *ret)
{
	struct dwarf_scopes scopes = { 0 };
	bool found = false;

	dwarf_scopes_find(p->vars->d, p->pc, &scopes);
	for (size_t i = 0; i < scopes.n && !found; i++) {
		*ret = scopes.at[i];
		found = is_function(ret) && is_called(p->vars, ret, p->name);
	}
	vec_free(&scopes);
	return found;
}

static bool asked_function(const struct dwarf_address *p, Dwarf_Die *ret)
{
	if (p->function)
		*ret = *p->function;
	if (p->name)
		return named_function(p, ret);
	return p->function || (p->code_unit != DWARF_NO_CODE &&
			       dwarf_index_die(p->vars->d, p->code_unit,
					       p->code_at, ret));
}

/* Sets p->in, what is around the address. */
static void complete(struct dwarf_address *p)
{
	struct dwarf_inside *in = arena_new(p->vars->insides,
					    struct dwarf_inside);
	Dwarf_Die unit = { .addr = NULL }, asked;
	Dwarf_Die *function = asked_function(p, &asked) ? &asked : NULL;

	init_at(p, &in->at);
	if (function ? dwarf_diecu(function, &unit, NULL, NULL) != NULL
		     : dwarf_unit_at(p->vars->d, p->pc, &unit))
		set_scopes(p, in, &unit, function);
	set_unit(in, &unit);
	p->in = in;
	vec_push(&p->vars->asked, p);
}

struct dwarf_inside *dwarf_address_inside(const struct dwarf_address *at)
{
	if (!at->in)
		complete((struct dwarf_address *)at);
	return at->in;
}

static struct dwarf_address *new_address(struct dwarf_vars *vars, struct arena *a,
				     Dwarf_Addr pc, enum dwarf_when when)
{
	struct dwarf_address *p = arena_new(a, struct dwarf_address);

	*p = (struct dwarf_address){ .vars = vars, .pc = pc, .when = when,
				   .code_unit = DWARF_NO_CODE };
	return p;
}

const struct dwarf_address *dwarf_address_at(struct dwarf_vars *vars,
					 Dwarf_Addr pc, Dwarf_Die *function,
					 enum dwarf_when when)
{
	struct dwarf_address *p = new_address(vars, vars->arena, pc, when);
	Dwarf_Addr entry;

	if (function)
		p->function = arena_memdup(vars->arena, function,
					   sizeof(*function));
	if (when == DWARF_RETURN && function &&
	    die_entry(function, &entry))
		p->pc = entry;
	return p;
}

const struct dwarf_address *dwarf_address_in(struct dwarf_vars *vars,
					 Dwarf_Addr pc, const char *function)
{
	struct dwarf_address *p = new_address(vars, vars->arena, pc,
					    DWARF_HERE);

	p->name = function;
	return p;
}

const struct dwarf_address *dwarf_address_of(struct dwarf_vars *vars,
					 const struct dwarf_code *code,
					 enum dwarf_when when)
{
	struct dwarf_address *p = new_address(vars, vars->insides,
					    code->entry, when);

	p->code_unit = code->unit_number;
	p->code_at = code->at;
	return p;
}

bool dwarf_address_is_entry(const struct dwarf_address *at)
{
	const struct dwarf_inside *in = dwarf_address_inside(at);

	return in->scopes.n && at->pc == in->at.entry &&
	       in->scopes.at[0].addr == in->at.function.addr;
}

const struct ctype *dwarf_address_function(const struct dwarf_address *at)
{
	const struct dwarf_inside *in = dwarf_address_inside(at);

	return in->scopes.n ? dwarf_type(at->vars->types, &in->scopes.at[0])
			    : NULL;
}
