/* SPDX-License-Identifier: LGPL-2.1-or-later */
/**
 * @file
 * Checks that every variable has a type, and that the type is allowed for it.
 */
#include <string.h>

#include "base/arena.h"
#include "base/hash.h"
#include "base/tags/sema.h"
#include "translator/sema/check.h"

/* Reports a global of the tapset without a type at the script's use. */
static void untyped_of_library(struct checker *ck, struct global *g)
{
	struct diag *e = diag_error(ck->p->diags, DIAG_UNRESOLVED_TYPE,
				    g->shape_why, "nothing is assigned to "
						  "'%s', so its type is "
						  "unknown",
				    g->sym.name);

	diag_note(e, g->sym.span, "the library declares it here");
	type_find(g->sym.tv)->base = TYPE_LONG;
}

static void check_typed(struct checker *ck, struct symbol *s, const char *what)
{
	struct diag *e;

	if (type_base(s->tv) != TYPE_UNKNOWN)
		return;
	e = diag_error(ck->p->diags, DIAG_UNRESOLVED_TYPE, s->span,
		       "the type of %s '%s' is unknown: it may be a number or "
		       "a string", what, s->name);
	if (s->kind == SYM_FUNCTION)
		diag_hint(e, "return a number or a string from it");
	else
		diag_hint(e, "assign a value to it");
	type_find(s->tv)->base = TYPE_LONG;
}

/* Lists the variables that aliases offer to the probe around @sp, each once;
 * returns their number. */
static size_t put_offers(const struct program *p, struct span sp,
			 const char **names)
{
	struct hash *seen = hash_create();
	size_t n = 0;

	for (size_t i = 0; i < p->offers.n; i++) {
		const struct offer *o = &p->offers.at[i];

		if (!span_holds(o->body, sp) || hash_find_str(seen, o->name))
			continue;
		hash_set_str(seen, o->name, seen);
		names[n++] = o->name;
	}
	hash_destroy(seen);
	return n;
}

/* Suggests a similar name of a variable that has values, because it may have been
 * meant.  Returns false if there is none. */
static bool suggest_assigned(struct program *p, struct diag *w,
			     const struct symbol *s, const symbol_vec *locals)
{
	const struct ast_file *file = program_file_at(p, s->span);
	const char **names;
	size_t n = 0;

	if (strlen(s->name) < 3 || !diag_may_guess(w))
		return false;
	names = arena_alloc(p->arena, sizeof(*names) *
			    (locals->n + p->globals.n + p->offers.n + 1));
	for (size_t i = 0; i < locals->n; i++)
		if (locals->at[i]->is_written)
			names[n++] = locals->at[i]->name;
	for (size_t i = 0; i < p->globals.n; i++) {
		struct global *g = p->globals.at[i];

		if (!g->is_array &&
		    program_find_global(p, g->sym.name, file) == g)
			names[n++] = g->sym.name;
	}
	n += put_offers(p, s->span, names + n);
	return diag_suggest(w, s->name, names, n);
}

enum { MOST_OFFERS = 12 };		/* the most that a hint shows */

/* Hints at the variables that the alias offers to the body; returns false if
 * there are none. */
static bool list_offers(struct program *p, struct diag *w,
			const struct symbol *s)
{
	const char **names = arena_alloc(p->arena, sizeof(*names) *
					 (p->offers.n + 1));
	size_t n = diag_may_guess(w) ? put_offers(p, s->span, names) : 0;
	const char *text = "";

	for (size_t i = 0; i < n && i < MOST_OFFERS; i++)
		text = arena_printf(p->arena, "%s%s%s", text, i ? ", " : "",
				    names[i]);
	if (n)
		diag_hint(w, "the probe point has %s%s; `tapster -L POINT` "
			  "lists them with their types", text,
			  n > MOST_OFFERS ? " and more" : "");
	return n;
}

static void never_assigned(struct checker *ck, const struct symbol *s,
			   const symbol_vec *locals)
{
	struct diag *w = diag_warning(ck->p->diags, DIAG_NEVER_ASSIGNED,
				      s->span, "'%s' is never assigned",
				      s->name);

	if (!suggest_assigned(ck->p, w, s, locals) &&
	    !list_offers(ck->p, w, s))
		diag_hint(w, "it is always 0 or \"\"; if it must be global, "
			     "declare it: global %s", s->name);
}

static void check_locals(struct checker *ck, const symbol_vec *locals)
{
	for (size_t i = 0; i < locals->n; i++) {
		struct symbol *s = locals->at[i];

		if (!s->is_written)
			never_assigned(ck, s, locals);
		if (type_base(s->tv) == TYPE_UNKNOWN && !s->is_written)
			type_find(s->tv)->base = TYPE_LONG;
		check_typed(ck, s, "the local variable");
		if (type_base(s->tv) == TYPE_STATS)
			diag_error(ck->p->diags, DIAG_NOT_AGGREGATE, s->span,
				   "only a global variable can be an "
				   "aggregate; '%s' is local", s->name);
	}
}

static void check_keys(struct checker *ck, struct global *g)
{
	struct diag *e;

	for (unsigned k = 0; k < g->n_keys; k++)
		if (type_base(g->keys[k]) == TYPE_UNKNOWN)
			type_find(g->keys[k])->base = TYPE_LONG;
	if (g->n_keys <= STP_MAX_KEYS)
		return;
	e = diag_error(ck->p->diags, DIAG_KEY_COUNT, g->sym.span,
		       "array '%s' has %u keys, but the maximum is %d",
		       g->sym.name, g->n_keys, STP_MAX_KEYS);
	diag_note(e, g->shape_why, "it is used with them here");
}

static bool is_untyped_of_library(const struct global *g)
{
	return g->file && source_is_library(g->file->source) &&
	       type_base(g->sym.tv) == TYPE_UNKNOWN;
}

static void check_globals(struct checker *ck)
{
	struct program *p = ck->p;

	for (size_t i = 0; i < p->globals.n; i++) {
		struct global *g = p->globals.at[i];

		if (!g->shape_known)
			continue;
		if (is_untyped_of_library(g))
			untyped_of_library(ck, g);
		check_typed(ck, &g->sym, "the global");
		check_keys(ck, g);
		if (g->ast->wrap && !g->is_array)
			diag_error(p->diags, DIAG_BAD_GLOBAL, g->sym.span,
				   "only an array can wrap; '%s' is not an "
				   "array",
				   g->sym.name);
		if (g->ast->size && !g->is_array)
			diag_error(p->diags, DIAG_ARRAY_MISMATCH,
				   g->sym.span, "'%s' has a size but is used as "
				   "a plain variable", g->sym.name);
	}
}

/* Checks the value of a function.  A function that returns none has the value 0
 * where a number is expected.  If its value is used where no type is expected,
 * that is an error. */
static void check_value(struct checker *ck, struct function *f)
{
	struct diag *d;

	if (f->returns_value) {
		check_typed(ck, &f->sym, "the function");
		return;
	}
	if (!f->value_used.src || type_base(f->sym.tv) != TYPE_UNKNOWN)
		return;
	d = diag_error(ck->p->diags, DIAG_UNRESOLVED_TYPE, f->value_used,
		       "function '%s' does not return a value", f->sym.name);
	diag_note(d, f->sym.span, "it is declared here");
	if (!program_is_users(ck->p, f->sym.span))
		diag_hint(d, "call it as a statement: %s(...);",
			  f->sym.name);
	else if (f->body)
		diag_hint(d, "a value is returned by a statement: return e");
	else
		diag_hint(d, "declare the return type: function %s:long or "
			     "%s:string", f->sym.name, f->sym.name);
	type_find(f->sym.tv)->base = TYPE_LONG;
}

static void check_function(struct checker *ck, struct function *f)
{
	for (unsigned i = 0; i < f->n_params; i++)
		check_typed(ck, &f->params[i], "the parameter");
	check_value(ck, f);
	check_locals(ck, &f->locals);
}

void check_types(struct checker *ck)
{
	check_globals(ck);
	for (size_t i = 0; i < ck->p->functions.n; i++)
		if (ck->p->functions.at[i]->used)
			check_function(ck, ck->p->functions.at[i]);
	for (size_t i = 0; i < ck->p->probes.n; i++)
		check_locals(ck, &ck->p->probes.at[i]->locals);
}
