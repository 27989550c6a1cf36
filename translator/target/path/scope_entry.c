/* SPDX-License-Identifier: LGPL-2.1-or-later */
/*
 * Finds variables with debug information, by the scopes of the location.  Types
 * of a kernel are searched in BTF first (type_names.c), which is read faster.
 */
#include <dwarf.h>
#include <stdlib.h>
#include <string.h>

#include "base/arena.h"
#include "translator/target/dwarf/dwarf.h"
#include "translator/target/path/resolve_private.h"

void scope_forget(const struct dwarf_address *at)
{
	dwarf_vars_forget(at->vars);
}

bool scope_is_user(const struct dwarf_address *at)
{
	return at->vars->space == DWARF_USER;
}

static struct walk root_at(struct resolver *r, const struct dwarf_address *at,
			   const struct dwarf_variable *v)
{
	struct location where = dwarf_variable_location(at, v);
	struct walk w = walk_root(r->arena, &where, v->type,
				  scope_is_user(at));

	w.reason = where.reason;
	w.hint = where.hint;
	return w;
}

/* Begins a walk at a variable that the script names.  If its value is not
 * available here, the hint says where it is. */
static struct walk named_at(struct resolver *r, const struct dwarf_address *at,
			    const struct dwarf_variable *v)
{
	struct walk w = root_at(r, at, v);

	if (w.root.is_elsewhere)
		w.hint = dwarf_variable_elsewhere(at, v);
	return w;
}

size_t scope_count(const struct dwarf_address *at)
{
	size_t n;

	dwarf_list_variables(at, &n);
	return n;
}

static const struct dwarf_variable *variable(const struct dwarf_address *at,
					     size_t i)
{
	size_t n;

	return &dwarf_list_variables(at, &n)[i];
}

const char *scope_name(const struct dwarf_address *at, size_t i)
{
	return variable(at, i)->name;
}

const struct ctype *scope_type_of(const struct dwarf_address *at, size_t i)
{
	return variable(at, i)->type;
}

bool scope_is_local(const struct dwarf_address *at, size_t i)
{
	return variable(at, i)->kind == DWARF_LOCAL;
}

struct walk scope_variable(struct resolver *r, const struct dwarf_address *at,
			   size_t i)
{
	return root_at(r, at, variable(at, i));
}

const struct ctype *scope_result_type(const struct dwarf_address *at)
{
	const struct ctype *f = dwarf_address_function(at);

	return f ? ctype_target(f) : NULL;
}

bool scope_has_result(const struct dwarf_address *at)
{
	const struct ctype *type = scope_result_type(at);

	return type && ctype_strip(type)->kind != CTYPE_VOID;
}

struct walk scope_result(struct resolver *r, const struct dwarf_address *at)
{
	const struct ctype *type;
	struct location where = dwarf_result(at, &type);
	struct walk w = walk_root(r->arena, &where, type, scope_is_user(at));

	w.reason = where.reason;
	w.hint = where.hint;
	return w;
}

bool scope_find(struct resolver *r, const struct dwarf_address *at,
		const char *name, struct walk *ret)
{
	const struct dwarf_variable *v = dwarf_find_variable(at, name);

	if (v)
		*ret = named_at(r, at, v);
	return v != NULL;
}

const char *scope_nearest(const struct dwarf_address *at, const char *name)
{
	return dwarf_nearest_variable(at, name);
}

bool scope_find_global(struct resolver *r, const struct dwarf_address *at,
		       const char *text, struct walk *ret)
{
	size_t n = strcspn(text, "@");
	const char *name = arena_strndup(r->arena, text, n);
	const char *file = text[n] ? text + n + 1 : NULL;
	const struct dwarf_variable *v =
		dwarf_find_global(at->vars, name, file);

	if (!v)
		v = dwarf_find_static(at->vars, name, file);
	if (v)
		*ret = named_at(r, at, v);
	return v != NULL;
}

bool scope_find_removed(struct resolver *r, const struct dwarf_address *at,
			const char *name, struct walk *ret)
{
	const struct dwarf_variable *v = dwarf_find_variable(at, name);

	if (!v || v->kind != DWARF_GLOBAL)
		return false;
	*ret = named_at(r, at, v);
	return true;
}

const char *scope_file(struct resolver *r, const struct dwarf_address *at)
{
	const char *path = at->vars->d->elf->path, *ret;
	char *whole = *path == '/' ? NULL : realpath(path, NULL);

	ret = arena_strdup(r->arena, whole ? whole : path);
	free(whole);
	return ret;
}

const struct ctype *scope_type(const struct dwarf_address *at,
			       const char *spelled)
{
	Dwarf_Die unit = dwarf_address_inside(at)->unit;

	return dwarf_type_named(dwarf_vars_types(at->vars),
				unit.addr ? &unit : NULL, spelled);
}

/* ---- enumerators that a function declares ------------------------------- */

/* The most levels of functions, blocks and structures in each other. */
#define DEEPEST 32

static bool value_in(Dwarf_Die *around, const char *name, unsigned depth,
		     int64_t *ret)
{
	Dwarf_Die child;
	uint64_t value;

	for_each_child(around, child) {
		if (dwarf_tag(&child) == DW_TAG_enumerator) {
			if (strcmp(die_name(&child), name) ||
			    !die_find_number(&child, DW_AT_const_value, &value))
				continue;
			*ret = (int64_t)value;
			return true;
		}
		if (depth && dwarf_haschildren(&child) > 0 &&
		    value_in(&child, name, depth - 1, ret))
			return true;
	}
	return false;
}

bool scope_enumerator(const struct dwarf_address *at, const char *name,
		      int64_t *ret)
{
	struct dwarf_inside *in = dwarf_address_inside(at);
	Dwarf_Die origin;

	if (!in->scopes.n)
		return false;
	if (value_in(&in->scopes.at[0], name, DEEPEST, ret))
		return true;
	origin = dwarf_origin(&in->scopes.at[0]);
	return value_in(&origin, name, DEEPEST, ret);
}
