/* SPDX-License-Identifier: LGPL-2.1-or-later */
/*
 * Finds variables in scopes.  The DIE of a function's code (an inlined copy, or
 * code of its own) only has entries for variables that the compiler knows something
 * about.  The other variables are only in its abstract origin, without a location.
 */
#include <dwarf.h>
#include <stdlib.h>
#include <string.h>

#include "base/arena.h"
#include "base/buf.h"
#include "base/cleanup.h"
#include "base/error.h"
#include "base/nearest.h"
#include "translator/target/dwarf/die.h"
#include "translator/target/dwarf/dwarf_address.h"
#include "translator/target/dwarf/dwarf_func.h"
#include "translator/target/dwarf/dwarf_index.h"
#include "translator/target/dwarf/dwarf_thing.h"
#include "translator/target/dwarf/dwarf_type.h"
#include "translator/target/dwarf/line_table.h"
#include "translator/target/types/types.h"

#define IMPORTS_MAX 16

/** A walk over variables: `fn` is called for each; true stops the walk. */
struct visitor {
	bool (*fn)(struct visitor *v, struct dwarf_variable *found);
	struct dwarf_vars *vars;
	const char *name;
	const struct dwarf_variable *found;
	Dwarf_Die *level;	/* the unit, namespace or class whose names are looked at */
	bool is_member;		/* `found` is of a namespace or class */
	bool is_several;	/* more than one of them has the name */
	struct nearest word;
	const char *nearest;
	VEC(struct dwarf_variable) list;
	size_t work;	/* how often entries were looked at where that may repeat */
};

/* The limit of visitor.work: units of damaged files import each other, and have copies of
 * scopes with a great many variables. */
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

/* Returns true if @scope has an entry that refers to @original, an entry of the scope's origin;
 * also if the limit of work is reached. */
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
		if ((tag == DW_TAG_namespace || tag == DW_TAG_module) &&
		    visit_unit(v, &child, depth + 1))
			return true;
		if (tag == DW_TAG_imported_unit &&
		    die_own_ref(&child, DW_AT_import, &imported) &&
		    visit_unit(v, &imported, depth + 1))
			return true;
	}
	return false;
}

static bool visit_scopes(struct visitor *v, const struct dwarf_inside *in)
{
	for (size_t i = in->scopes.n; i; i--)
		if (visit_scope(v, &in->scopes.at[i - 1]))
			return true;
	return false;
}

/* Finds the unit that the code is in; false if that is also the unit of the source. */
static bool code_unit(struct dwarf_inside *in, Dwarf_Die *ret)
{
	return in->scopes.n &&
	       dwarf_diecu(&in->scopes.at[0], ret, NULL, NULL) &&
	       ret->addr != in->unit.addr;
}

static void visit_address(struct visitor *v, const struct dwarf_address *at)
{
	struct dwarf_inside *in = dwarf_address_inside(at);
	Dwarf_Die unit = in->unit, code;

	if (visit_scopes(v, in) || (unit.addr && visit_unit(v, &unit, 0)))
		return;
	if (code_unit(in, &code))
		visit_unit(v, &code, 0);
}

/* ---- finding ------------------------------------------------------------ */

static const struct dwarf_variable *keep(struct visitor *v,
					 struct dwarf_variable *found)
{
	found->type = dwarf_type_of(v->vars->types, &found->die);
	return arena_memdup(v->vars->insides, found, sizeof(*found));
}

static bool is_defined(Dwarf_Die *die)
{
	Dwarf_Attribute a;

	return dwarf_attr(die, DW_AT_location, &a) ||
	       dwarf_attr_integrate(die, DW_AT_const_value, &a);
}

/* Finds the entries around @die, the unit first; returns how many.  Entries follow each other as
 * they are written, so at each level @die is in the last one that begins before it. */
static size_t find_around(Dwarf_Die *die, Dwarf_Die *ret, size_t most)
{
	Dwarf_Die child, next;
	size_t n = 0;

	if (!dwarf_diecu(die, &next, NULL, NULL))
		return 0;
	while (n < most && next.addr != die->addr) {
		ret[n++] = next;
		next = *die;
		for_each_child(&ret[n - 1], child)
			if (child.addr <= die->addr)
				next = child;
			else
				break;
		if (next.addr != die->addr && next.addr <= ret[n - 1].addr)
			return 0;
	}
	return n;
}

static bool is_of_level(Dwarf_Die *level, Dwarf_Die *die)
{
	Dwarf_Die around[IMPORTS_MAX];
	size_t n = find_around(die, around, IMPORTS_MAX);

	return n && around[n - 1].addr == level->addr;
}

/* Returns true if both are one variable.  A unit of link-time optimisation
 * has the static variables of many files. */
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

/* Returns the declaration of a variable of a class or namespace that is defined outside; of
 * another one, its own entry. */
static Dwarf_Die declaration_of(const struct dwarf_variable *v)
{
	Dwarf_Die die = v->die, declared;

	return die_own_ref(&die, DW_AT_specification, &declared) ? declared
								 : die;
}

/* Takes a variable of a unit if no other one has the name.  All of them are walked over. */
static bool is_only(struct visitor *v, struct dwarf_variable *found)
{
	if (v->found && declaration_of(v->found).addr !=
				declaration_of(found).addr) {
		v->is_several = true;
		return true;
	}
	if (!v->found || is_defined(&found->die))
		v->found = keep(v, found);
	return false;
}

/* Takes the variable that is called v->name; true: the search ends.  A declaration of a global
 * is taken, too, but a definition that is found later replaces it. */
static bool is_sought(struct visitor *v, struct dwarf_variable *found)
{
	Dwarf_Die declared;
	bool defined;

	if (strcmp(found->name, v->name))
		return false;
	if (found->kind != DWARF_GLOBAL &&
	    !die_flag(&found->die, DW_AT_external)) {
		v->found = keep(v, found);
		return true;
	}
	if (!v->level)
		return is_only(v, found);
	declared = declaration_of(found);
	if (!is_of_level(v->level, &declared))
		return false;
	defined = is_defined(&found->die);
	if (v->found && (!defined || !is_same(v->found, found)))
		return false;
	v->found = keep(v, found);
	return defined;
}

/* ---- namespaces and classes --------------------------------------------- */

/* Returns true for a namespace whose names are also names of the one around it. */
static bool is_transparent(Dwarf_Die *die)
{
	return dwarf_tag(die) == DW_TAG_namespace &&
	       (!*die_name(die) || die_flag(die, DW_AT_export_symbols));
}

static bool is_static_member(Dwarf_Die *die)
{
	return dwarf_tag(die) == DW_TAG_member &&
	       die_flag(die, DW_AT_external);
}

/* Visits the variables of one unit, namespace or class; false: none of them ends the walk. */
static bool visit_level(struct visitor *v, Dwarf_Die *level, int depth)
{
	Dwarf_Die child, other;
	int tag;

	if (depth > IMPORTS_MAX)
		return false;
	for_each_child(level, child) {
		if (v->work++ > WORK_MAX)
			return false;
		tag = dwarf_tag(&child);
		v->level = level;
		if ((tag == DW_TAG_variable || is_static_member(&child)) &&
		    visit(v, &child, true))
			return true;
		if (is_transparent(&child) && visit_level(v, &child, depth + 1))
			return true;
		if (((tag == DW_TAG_imported_unit &&
		      die_own_ref(&child, DW_AT_import, &other)) ||
		     (tag == DW_TAG_inheritance &&
		      die_ref(&child, DW_AT_type, &other))) &&
		    visit_level(v, &other, depth + 1))
			return true;
	}
	return false;
}

/* Replaces v->found, which is declared in a class or namespace, by its definition, if the unit
 * has it. */
static void define_member(struct visitor *v, Dwarf_Die *unit)
{
	struct dwarf_variable found = *v->found;
	Dwarf_Die child, declared;

	for_each_child(unit, child)
		if (v->work++ > WORK_MAX)
			return;
		else if (dwarf_tag(&child) == DW_TAG_variable &&
			 die_own_ref(&child, DW_AT_specification, &declared) &&
			 declared.addr == found.die.addr) {
			found.die = child;
			v->found = keep(v, &found);
			return;
		}
}

/* Looks for a name as C++ does: in the namespaces and classes around @die, from the inside out,
 * last in the unit itself; true: found. */
static bool visit_around(struct visitor *v, Dwarf_Die *die)
{
	Dwarf_Die around[IMPORTS_MAX];
	size_t n = find_around(die, around, IMPORTS_MAX);

	while (n > 1 && !v->found)
		visit_level(v, &around[--n], 0);
	v->is_member = v->found;
	if (v->found && !is_defined((Dwarf_Die *)&v->found->die))
		define_member(v, &around[0]);
	return v->found;
}

/* Looks for a name outside functions in a unit: at the top, else in any namespace or class if
 * only one of them has it. */
static bool visit_names(struct visitor *v, Dwarf_Die *unit)
{
	if (visit_level(v, unit, 0) || v->found)
		return true;
	v->level = NULL;
	v->is_several = false;
	visit_unit(v, unit, 0);
	if (v->is_several)
		v->found = NULL;
	v->is_member = v->found;
	return v->found;
}

static void visit_name(struct visitor *v, const struct dwarf_address *at)
{
	struct dwarf_inside *in = dwarf_address_inside(at);
	Dwarf_Die unit = in->unit, function, declared, code;

	if (visit_scopes(v, in))
		return;
	if (in->scopes.n) {
		function = dwarf_origin(&in->scopes.at[0]);
		if (die_own_ref(&function, DW_AT_specification, &declared))
			function = declared;
		if (visit_around(v, &function))
			return;
	}
	if (unit.addr && visit_names(v, &unit) &&
	    is_defined((Dwarf_Die *)&v->found->die))
		return;
	/* the unit of link-time optimisation has the locations of static variables */
	if (code_unit(in, &code))
		visit_names(v, &code);
}

const struct dwarf_variable *dwarf_find_variable(const struct dwarf_address *at,
						 const char *name)
{
	struct visitor v = { .fn = is_sought, .vars = at->vars, .name = name };
	const struct dwarf_variable *global;
	Dwarf_Die die;

	visit_name(&v, at);
	if (v.found)
		die = v.found->die;
	if (v.found && (v.is_member || v.found->kind != DWARF_GLOBAL || is_defined(&die) ||
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

const char *dwarf_nearest_variable(const struct dwarf_address *at,
				   const char *name)
{
	struct visitor v = { .fn = is_nearest, .vars = at->vars };

	if (nearest_init(&v.word, name))
		visit_address(&v, at);
	return v.nearest;
}

/* ---- globals ------------------------------------------------------------ */

/* Returns true if @file is a unit's file.  The name of the unit is as the compiler was given it,
 * so directories that the script writes may be those in which the compiler ran. */
static bool unit_fits(const struct dwarf_index *ix, const struct index_unit *u,
		      const char *file)
{
	struct line_file own = { "", index_text(ix, u->name) };
	_cleanup_buf_ struct buf b = BUF_INIT;

	if (dwarf_file_fits(own.name, file))
		return true;
	if (!strchr(file, '/'))
		return false;
	line_file_path(&b, index_text(ix, u->comp_dir), &own);
	return dwarf_file_fits(b.p, file);
}

/* Finds a variable of a file: only units whose name fits @file are opened.  If several of these
 * files have one, none is found. */
static const struct dwarf_variable *find_in_file(struct visitor *v,
						 const char *file)
{
	const struct dwarf_variable *best = NULL;
	struct dwarf *d = v->vars->d;
	const struct dwarf_index *ix;
	struct sys_error *err = dwarf_index_get(d, &ix);
	bool is_best_defined = false, defined;
	Dwarf_Die unit;

	for (uint32_t i = 0; !err && i < ix->head->n_units; i++) {
		v->found = NULL;
		if (!unit_fits(ix, &ix->units[i], file) ||
		    !dwarf_index_unit_die(d, i, &unit) || !visit_names(v, &unit))
			continue;
		defined = is_defined((Dwarf_Die *)&v->found->die);
		if (defined && is_best_defined)
			return NULL;
		if (!best || defined)
			best = v->found;
		is_best_defined |= defined;
	}
	sys_error_free(err);
	return best;
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
					       const char *name,
					       const char *file)
{
	struct visitor v = { .vars = vars };
	struct dwarf_variable found = { .name = name, .kind = DWARF_GLOBAL };
	struct dwarf_things all = { 0 };
	size_t n = 0;

	sys_error_free(dwarf_things_find(vars->d, name, &all));
	for (size_t i = 0; i < all.n; i++) {
		if (all.at[i].tag != DW_TAG_variable ||
		    !is_defined(&all.at[i].die) ||
		    (file && !dwarf_file_fits(all.at[i].unit, file)))
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
	vec_push_in(v->vars->insides, &v->list, *found);
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

/* Makes the list: parameters, then local variables from the inside out.  Copies keep
 * an order of their own for parameters, so the order is that of their origins. */
static void make_list(const struct dwarf_address *at, struct dwarf_inside *in)
{
	struct visitor v = { .fn = add_to_list, .vars = at->vars };

	for (size_t i = in->scopes.n; i; i--)
		if (at->when == DWARF_HERE || i == 1)
			visit_scope(&v, &in->scopes.at[i - 1]);
	in->list = arena_alloc(at->vars->insides,
			       (v.list.n + 1) * sizeof(*in->list));
	for (size_t i = 0; i < v.list.n; i++)
		if (v.list.at[i].kind == DWARF_PARAMETER)
			in->list[in->n_list++] = v.list.at[i];
	if (in->n_list)
		qsort(in->list, in->n_list, sizeof(*in->list), by_origin);
	for (size_t i = 0; i < v.list.n && at->when == DWARF_HERE; i++)
		if (v.list.at[i].kind == DWARF_LOCAL)
			in->list[in->n_list++] = v.list.at[i];
}

const struct dwarf_variable *
dwarf_list_variables(const struct dwarf_address *at, size_t *n_ret)
{
	struct dwarf_inside *in = dwarf_address_inside(at);

	if (!in->list)
		make_list(at, in);
	*n_ret = in->n_list;
	return in->list;
}
