/* SPDX-License-Identifier: LGPL-2.1-or-later */
/*
 * Variables in scopes.  A copy of a function (inlined, or the one that is
 * called) only has entries for what the compiler has something to say about;
 * the rest is in its origin, without a location.
 */
#include <dwarf.h>
#include <gelf.h>
#include <stdlib.h>
#include <string.h>

#include "base/arena.h"
#include "base/error.h"
#include "translator/target/cc_x86_64.h"
#include "translator/target/ctype.h"
#include "translator/target/die.h"
#include "translator/target/dwarf_func.h"
#include "translator/target/dwarf_index.h"
#include "translator/target/dwarf_place.h"
#include "translator/target/dwarf_thing.h"
#include "translator/target/dwarf_type.h"
#include "translator/target/nearest.h"

#define IMPORTS_MAX 16

/** Called for each variable; true stops the walk. */
struct visitor {
	bool (*fn)(struct visitor *v, struct dwarf_variable *found);
	struct dwarf_vars *vars;
	const char *name;
	const struct dwarf_variable *found;
	struct nearest word;
	const char *nearest;
	VEC(struct dwarf_variable) list;
	size_t work;	/* entries looked at more than once */
};

/* Damaged files import each other, and copy scopes of a great many. */
#define WORK_MAX 3000000

static bool is_variable(int tag)
{
	return tag == DW_TAG_formal_parameter || tag == DW_TAG_variable;
}

static bool visit(struct visitor *v, Dwarf_Die *die, bool is_global)
{
	struct dwarf_variable found = { .name = die_name(die), .die = *die };

	if (!*found.name)
		return false;
	found.kind = is_global ? DWARF_GLOBAL
		     : dwarf_tag(die) == DW_TAG_formal_parameter
			     ? DWARF_PARAMETER
			     : DWARF_LOCAL;
	return v->fn(v, &found);
}

/* ---- one scope ---------------------------------------------------------- */

/* Has the copy an entry of its own for this one of its origin? */
static bool has_copy(struct visitor *v, Dwarf_Die *scope, Dwarf_Die *original)
{
	Dwarf_Die child, origin;

	for_each_child(scope, child)
		if (v->work++ > WORK_MAX)
			return true;
		else if (is_variable(dwarf_tag(&child)) &&
		    die_own_ref(&child, DW_AT_abstract_origin, &origin) &&
		    origin.addr == original->addr)
			return true;
	return false;
}

static bool visit_scope(struct visitor *v, Dwarf_Die *scope)
{
	Dwarf_Die child, origin;

	for_each_child(scope, child)
		if (is_variable(dwarf_tag(&child)) && visit(v, &child, false))
			return true;
	if (!die_own_ref(scope, DW_AT_abstract_origin, &origin))
		return false;
	for_each_child(&origin, child)
		if (is_variable(dwarf_tag(&child)) &&
		    !has_copy(v, scope, &child) && visit(v, &child, false))
			return true;
	return false;
}

static bool visit_unit(struct visitor *v, Dwarf_Die *unit, int depth)
{
	Dwarf_Die child, imported;
	int tag;

	if (depth > IMPORTS_MAX)
		return false;
	for_each_child(unit, child) {
		if (depth && v->work++ > WORK_MAX)
			return false;
		tag = dwarf_tag(&child);
		if (tag == DW_TAG_variable && visit(v, &child, true))
			return true;
		if (tag == DW_TAG_namespace && visit_unit(v, &child, depth + 1))
			return true;
		if (tag == DW_TAG_imported_unit &&
		    die_own_ref(&child, DW_AT_import, &imported) &&
		    visit_unit(v, &imported, depth + 1))
			return true;
	}
	return false;
}

static void visit_place(struct visitor *v, const struct dwarf_place *at)
{
	Dwarf_Die unit = dwarf_place_whole(at)->unit, code;

	for (size_t i = at->scopes.n; i; i--)
		if (visit_scope(v, &at->scopes.at[i - 1]))
			return;
	if (unit.addr && visit_unit(v, &unit, 0))
		return;
	if (at->scopes.n &&
	    dwarf_diecu(&at->scopes.at[0], &code, NULL, NULL) &&
	    code.addr != unit.addr)
		visit_unit(v, &code, 0);
}

/* ---- finding ------------------------------------------------------------ */

static const struct dwarf_variable *keep(struct visitor *v,
					 struct dwarf_variable *found)
{
	found->type = dwarf_type_of(v->vars->types, &found->die);
	return arena_memdup(v->vars->arena, found, sizeof(*found));
}

static bool is_defined(Dwarf_Die *die)
{
	Dwarf_Attribute a;

	return dwarf_attr(die, DW_AT_location, &a) ||
	       dwarf_attr_integrate(die, DW_AT_const_value, &a);
}

/* A unit of link-time optimisation has the statics of many files. */
static bool is_same(const struct dwarf_variable *a,
		    const struct dwarf_variable *b)
{
	Dwarf_Die x = a->die, y = b->die;

	if (die_flag(&x, DW_AT_external))
		return true;
	x = dwarf_origin(&x);
	y = dwarf_origin(&y);
	return x.addr == y.addr;
}

/* A declaration is an answer if no definition follows. */
static bool is_sought(struct visitor *v, struct dwarf_variable *found)
{
	bool defined;

	if (strcmp(found->name, v->name))
		return false;
	if (found->kind != DWARF_GLOBAL &&
	    !die_flag(&found->die, DW_AT_external)) {
		v->found = keep(v, found);
		return true;
	}
	defined = is_defined(&found->die);
	if (v->found && (!defined || !is_same(v->found, found)))
		return false;
	v->found = keep(v, found);
	return defined;
}

const struct dwarf_variable *dwarf_find_variable(const struct dwarf_place *at,
						 const char *name)
{
	struct visitor v = { .fn = is_sought, .vars = at->vars, .name = name };
	const struct dwarf_variable *global;
	Dwarf_Die die;

	visit_place(&v, at);
	if (v.found)
		die = v.found->die;
	if (v.found && (v.found->kind != DWARF_GLOBAL || is_defined(&die) ||
			!die_flag(&die, DW_AT_external)))
		return v.found;
	global = dwarf_find_global(at->vars, name, NULL);
	return global ? global : v.found;
}

static bool is_nearest(struct visitor *v, struct dwarf_variable *found)
{
	size_t d = nearest_distance(&v->word, found->name, strlen(found->name));

	if (d > v->word.limit)
		return false;
	v->nearest = found->name;
	if (!d)
		return true;
	v->word.limit = d - 1;
	return false;
}

const char *dwarf_nearest_variable(const struct dwarf_place *at,
				   const char *name)
{
	struct visitor v = { .fn = is_nearest, .vars = at->vars };

	if (nearest_init(&v.word, name))
		visit_place(&v, at);
	return v.nearest;
}

/* ---- globals ------------------------------------------------------------ */

/* Of all units only those of that file are opened. */
static const struct dwarf_variable *find_in_file(struct visitor *v,
						 const char *file)
{
	struct dwarf *d = v->vars->d;
	const struct dwarf_index *ix;
	struct sys_error *err = dwarf_index_get(d, &ix);
	Dwarf_Die unit;

	for (uint32_t i = 0; !err && i < ix->head->n_units; i++)
		if (dwarf_file_fits(index_text(ix, ix->units[i].name), file) &&
		    dwarf_index_unit_die(d, i, &unit) &&
		    visit_unit(v, &unit, 0))
			break;
	sys_error_free(err);
	return v->found;
}

const struct dwarf_variable *dwarf_find_global(struct dwarf_vars *vars,
					       const char *name,
					       const char *file)
{
	struct visitor v = { .fn = is_sought, .vars = vars, .name = name };
	struct dwarf_variable found = { .name = name, .kind = DWARF_GLOBAL };

	if (file)
		return find_in_file(&v, file);
	if (!dwarf_types_find_variable(vars->types, name, &found.die))
		return NULL;
	return keep(&v, &found);
}

const struct dwarf_variable *dwarf_find_static(struct dwarf_vars *vars,
					       const char *name)
{
	struct visitor v = { .vars = vars };
	struct dwarf_variable found = { .name = name, .kind = DWARF_GLOBAL };
	struct dwarf_things all = { 0 };
	size_t n = 0;

	sys_error_free(dwarf_things_find(vars->d, name, &all));
	for (size_t i = 0; i < all.n; i++) {
		if (all.at[i].tag != DW_TAG_variable ||
		    !is_defined(&all.at[i].die))
			continue;
		found.die = all.at[i].die;
		n++;
	}
	vec_free(&all);
	return n == 1 ? keep(&v, &found) : NULL;
}

/* ---- lists -------------------------------------------------------------- */

static bool add_to_list(struct visitor *v, struct dwarf_variable *found)
{
	for (size_t i = 0; i < v->list.n; i++)
		if (v->work++ > WORK_MAX ||
		    !strcmp(v->list.at[i].name, found->name))
			return false;
	if ((die_flag(&found->die, DW_AT_artificial) &&
	     strcmp(found->name, "this") != 0) ||
	    die_flag(&found->die, DW_AT_declaration))
		return false;
	found->type = dwarf_type_of(v->vars->types, &found->die);
	vec_push_in(v->vars->arena, &v->list, *found);
	return false;
}

static int by_origin(const void *a, const void *b)
{
	const struct dwarf_variable *x = a, *y = b;
	Dwarf_Die left = x->die, right = y->die;
	Dwarf_Off i, j;

	left = dwarf_origin(&left);
	right = dwarf_origin(&right);
	i = dwarf_dieoffset(&left);
	j = dwarf_dieoffset(&right);
	return i < j ? -1 : i > j;
}

/* The walk goes from the inside out; the list the other way.  Of parameters
 * copies keep an order of their own, so the function itself tells. */
static void make_list(struct dwarf_place *at)
{
	struct visitor v = { .fn = add_to_list, .vars = at->vars };

	dwarf_place_whole(at);
	for (size_t i = at->scopes.n; i; i--)
		if (at->when == DWARF_HERE || i == 1)
			visit_scope(&v, &at->scopes.at[i - 1]);
	at->list = arena_alloc(at->vars->arena,
			       (v.list.n + 1) * sizeof(*at->list));
	for (size_t i = 0; i < v.list.n; i++)
		if (v.list.at[i].kind == DWARF_PARAMETER)
			at->list[at->n_list++] = v.list.at[i];
	if (at->n_list)
		qsort(at->list, at->n_list, sizeof(*at->list), by_origin);
	for (size_t i = 0; i < v.list.n && at->when == DWARF_HERE; i++)
		if (v.list.at[i].kind == DWARF_LOCAL)
			at->list[at->n_list++] = v.list.at[i];
}

/* Places are ours, so they may remember. */
const struct dwarf_variable *dwarf_list_variables(const struct dwarf_place *at,
						  size_t *n_ret)
{
	if (!at->list)
		make_list((struct dwarf_place *)at);
	*n_ret = at->n_list;
	return at->list;
}

/* ---- where they are ----------------------------------------------------- */

/* Which parameter of its function it is; false: none of the source's. */
static bool find_index(const struct dwarf_place *at, Dwarf_Die *die,
		       size_t *ret)
{
	Dwarf_Die function = at->scopes.at[0], want = dwarf_origin(die), child;
	Dwarf_Die origin;

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

static bool by_convention(const struct dwarf_place *at, Dwarf_Die *die,
			  struct location *ret)
{
	const struct ctype *function = dwarf_place_function(at);
	struct arena *a = at->vars->arena;
	struct cc_place *places;
	size_t i;

	if (!find_index(at, die, &i) || i >= function->n)
		return false;
	places = arena_alloc(a, function->n * sizeof(*places));
	cc_x86_64_params(function, places);
	*ret = cc_x86_64_location(a, &places[i], at->at.reg, at->at.user);
	return true;
}

/* One place in the frame for the whole function: unoptimised code, or a
 * parameter whose address is taken.  The prologue has yet to put it there. */
static bool is_in_frame(Dwarf_Die *die)
{
	Dwarf_Attribute a;
	Dwarf_Block block;

	return dwarf_attr(die, DW_AT_location, &a) &&
	       dwarf_formblock(&a, &block) == 0 && block.length &&
	       (block.data[0] == DW_OP_fbreg ||
		block.data[0] == DW_OP_breg6 || block.data[0] == DW_OP_breg7);
}

/* Addresses of a kernel's image are those of symbols that move together. */
static const char *name_symbols(struct location *l, const char *name)
{
	struct path_op *op;

	for (size_t i = 0; i < l->n; i++) {
		for (size_t k = 0; k < l->pieces[i].n_ops; k++) {
			op = (struct path_op *)&l->pieces[i].ops[k];
			if (op->kind != PATH_SYMBOL)
				continue;
			if ((uint64_t)op->k >> 32 == 0)
				return "each CPU has one of its own, and "
				       "there is no telling which is meant";
			op->name = name;
		}
	}
	return NULL;
}

static bool is_vmlinux(const struct dwarf_vars *vars)
{
	GElf_Ehdr head;

	return vars->space == DWARF_KERNEL &&
	       gelf_getehdr(dwarf_getelf(vars->d->dw), &head) &&
	       head.e_type != ET_REL;
}

static struct location anywhere(const struct dwarf_place *at,
				const struct dwarf_variable *v, uint64_t size)
{
	Dwarf_Die die = v->die;
	struct location l = dwarf_location(at->vars->arena, &at->at, &die,
					   size);
	const char *why = NULL;

	if (is_vmlinux(at->vars))
		why = name_symbols(&l, v->name);
	return why ? (struct location){ .reason = why } : l;
}

/*
 * Where others may call a function the convention holds, whatever the
 * debug information forgot.
 */
static struct location at_entry(const struct dwarf_place *at,
				const struct dwarf_variable *v, uint64_t size)
{
	Dwarf_Die die = v->die, function = at->scopes.at[0];
	struct location l;

	if (is_in_frame(&die) && by_convention(at, &die, &l))
		return l;
	l = anywhere(at, v, size);
	if (l.reason && die_flag(&function, DW_AT_external))
		by_convention(at, &die, &l);
	return l;
}

struct location dwarf_variable_location(const struct dwarf_place *at,
					const struct dwarf_variable *v)
{
	uint64_t size = ctype_size(v->type);

	dwarf_place_whole(at);
	if (v->kind == DWARF_PARAMETER && dwarf_place_is_entry(at))
		return at_entry(at, v, size);
	if (v->kind == DWARF_LOCAL && at->when == DWARF_RETURN)
		return (struct location){
			.reason = "a local variable is gone when its function "
				  "returns",
			.hint = "probe a statement of the function" };
	return anywhere(at, v, size);
}

struct location dwarf_result(const struct dwarf_place *at,
			     const struct ctype **type_ret)
{
	const struct ctype *function = dwarf_place_function(at);
	struct cc_place place;

	*type_ret = &ctype_void;
	if (!function)
		return (struct location){ .reason = "there is no function" };
	*type_ret = ctype_target(function);
	cc_x86_64_result(function, &place);
	return cc_x86_64_location(at->vars->arena, &place, PATH_REG,
				  at->at.user);
}
