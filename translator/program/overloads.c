/* SPDX-License-Identifier: LGPL-2.1-or-later */
/**
 * @file
 * Finds the function that a call means.
 *
 * The candidates are all functions of the name and arity that the caller's file
 * may see.  They are ordered by their priority numbers, lowest first, and those with
 * equal numbers by their declaration.  A call means the first candidate.  If that
 * executes `next` at run time, the second candidate is called, and so on.
 */
#include <string.h>

#include "base/arena.h"
#include "translator/program/program.h"

typedef VEC(struct function *) function_vec;

/* Returns true if @f is from a library: the tapset, or files of -I.  The text of -E and
 * -e is the user's own. */
static bool is_library(const struct function *f)
{
	return source_is_library(f->file->source);
}

static int64_t priority(const struct function *f)
{
	if (f->ast->priority)
		return f->ast->priority;
	return is_library(f) ? 1 : 0;
}

/* Inserts @f after all functions of equal priority, so that these stay in the
 * order of their declaration. */
static void insert(struct program *p, function_vec *list, struct function *f)
{
	size_t i = list->n;

	vec_push_in(p->arena, list, f);
	for (; i && priority(list->at[i - 1]) > priority(f); i--)
		list->at[i] = list->at[i - 1];
	list->at[i] = f;
}

static function_vec candidates(struct program *p, const char *name,
			       size_t arity, const struct ast_file *file)
{
	struct function_set *set = program_functions_named(p, name);
	function_vec list = { 0 };

	for (size_t i = 0; set && i < set->all.n; i++) {
		struct function *f = set->all.at[i];

		if (f->n_params == arity && program_may_call(f, file))
			insert(p, &list, f);
	}
	return list;
}

static struct symbol *copy(struct program *p, const struct symbol *s)
{
	return arena_memdup(p->arena, s, sizeof(*s));
}

struct symbol *program_find_call(struct program *p, const char *name,
				 size_t arity, const struct ast_file *file)
{
	function_vec list = candidates(p, name, arity, file);
	struct symbol *first, *last;

	if (!list.n)
		return NULL;
	if (list.n == 1 || !list.at[0]->uses_next)
		return &list.at[0]->sym;
	first = last = copy(p, &list.at[0]->sym);
	for (size_t i = 1; i < list.n && list.at[i - 1]->uses_next; i++) {
		last->overload = copy(p, &list.at[i]->sym);
		last = last->overload;
	}
	return first;
}
