/* SPDX-License-Identifier: LGPL-2.1-or-later */
/**
 * @file
 * What is of no use: warnings about the script's own text, and probes that do
 * nothing are left out.  The library's is left out silently.
 */
#include "parser/ast_walk.h"
#include "translator/sema/effects.h"
#include "translator/sema/sema.h"

struct unused {
	struct ast_visitor v;
	struct program *p;
	struct effects fx;
};

/* ---- functions, variables ----------------------------------------------- */

/* The overload before @f that keeps calls from it, or NULL. */
static const struct function *in_front(const struct program *p,
				       const struct function *f)
{
	struct symbol *s = program_find_call((struct program *)p, f->sym.name,
					     f->n_params, f->file);

	if (!s || !(s->function->used || s->function->clone))
		return NULL;
	while (s->overload)
		s = s->overload;
	return s->function == f ? NULL : s->function;
}

static void unused_functions(struct program *p)
{
	for (size_t i = 0; i < p->functions.n; i++) {
		const struct function *f = p->functions.at[i], *front;
		struct diag *w;

		if (f->used || f->clone || !program_is_users(p, f->sym.span))
			continue;
		w = diag_warning(p->diags, DIAG_UNUSED_FUNCTION, f->sym.span,
				 "function '%s' is never called", f->sym.name);
		front = in_front(p, f);
		if (front)
			diag_note(w, front->sym.span,
				  "calls mean this one, which never says "
				  "`next`");
	}
}

static void unused_globals(struct program *p)
{
	for (size_t i = 0; i < p->globals.n; i++) {
		const struct symbol *s = &p->globals.at[i]->sym;

		if (!s->is_read && !s->is_written && program_is_users(p, s->span))
			diag_warning(p->diags, DIAG_UNUSED_VARIABLE, s->span,
				     "the global '%s' is never used", s->name);
	}
}

static bool covers(const struct ast_stmt *s, struct span sp)
{
	return s && span_holds(s->span, sp);
}

/* An alias offers variables; who uses it need not take them. */
static bool is_offered(const struct program *p, struct span sp)
{
	for (size_t i = 0; i < p->aliases.n; i++) {
		const struct ast_alias *a = p->aliases.at[i]->ast;

		if (covers(a->prologue, sp) || covers(a->epilogue, sp))
			return true;
	}
	return false;
}

static void unused_locals(struct program *p, const symbol_vec *locals)
{
	for (size_t i = 0; i < locals->n; i++) {
		const struct symbol *s = locals->at[i];

		if (s->is_read || !s->is_written || !program_is_users(p, s->span) ||
		    is_offered(p, s->span))
			continue;
		diag_warning(p->diags, DIAG_UNUSED_VARIABLE, s->span,
			     "'%s' is assigned and never read", s->name);
	}
}

/* ---- statements --------------------------------------------------------- */

static bool idle_stmt(struct ast_visitor *v, struct ast_stmt **slot)
{
	struct unused *u = (struct unused *)v;
	struct ast_stmt *s = *slot;

	if (s->kind == STMT_EXPR && program_is_users(u->p, s->expr->span) &&
	    !effects_expr(&u->fx, s->expr))
		diag_warning(u->p->diags, DIAG_NO_EFFECT, s->expr->span,
			     "this statement does nothing");
	return true;
}

/* ---- probes ------------------------------------------------------------- */

/* @perf reads it. */
static bool is_counter(const struct probe *pr)
{
	return pr->kind == STP_KIND_PERF && pr->places.n &&
	       pr->places.at[0].row.perf.counter;
}

static bool is_idle(struct unused *u, struct probe *pr)
{
	if (is_counter(pr) || effects_stmt(&u->fx, pr->body))
		return false;
	if (program_is_users(u->p, pr->span))
		diag_warning(u->p->diags, DIAG_NO_EFFECT, pr->span,
			     "this probe does nothing and is left out");
	return true;
}

static void drop_probes(struct unused *u)
{
	struct program *p = u->p;
	size_t kept = 0;

	for (size_t i = 0; i < p->probes.n; i++) {
		struct probe *pr = p->probes.at[i];

		if (is_idle(u, pr))
			continue;
		pr->index = kept;
		p->probes.at[kept++] = pr;
	}
	p->probes.n = kept;
}

void sema_unused(struct program *p)
{
	struct unused u = { .v = { .stmt_pre = idle_stmt }, .p = p };

	effects_find(&u.fx, p);
	unused_functions(p);
	unused_globals(p);
	for (size_t i = 0; i < p->functions.n; i++) {
		struct function *f = p->functions.at[i];

		if (!f->used || !f->body)
			continue;
		unused_locals(p, &f->locals);
		ast_walk_stmt(&u.v, &f->body);
	}
	for (size_t i = 0; i < p->probes.n; i++) {
		unused_locals(p, &p->probes.at[i]->locals);
		ast_walk_stmt(&u.v, &p->probes.at[i]->body);
	}
	drop_probes(&u);
	effects_guards(&u.fx, p);
}
