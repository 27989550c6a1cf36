/* SPDX-License-Identifier: LGPL-2.1-or-later */
/**
 * @file
 * Warns about what is of no use in the script's own text, and removes probes
 * that do nothing; those of the library are removed silently.
 */
#include "base/tags/sema.h"
#include "parser/parser.h"
#include "translator/sema/effects.h"
#include "translator/sema/sema.h"

struct unused {
	struct program *p;
	const struct effects *fx;
};

/* ---- functions, variables ----------------------------------------------- */

/* Returns the overload that gets all calls, so that none reaches @f; or NULL. */
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

		if (f->used || f->clone || f->called.src ||
		    !program_is_users(p, f->sym.span))
			continue;
		w = diag_warning(p->diags, DIAG_UNUSED_FUNCTION, f->sym.span,
				 "function '%s' is never called", f->sym.name);
		front = in_front(p, f);
		if (front)
			diag_note(w, front->sym.span,
				  "calls reach only this one, which never "
				  "calls `next`");
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

/* ---- probes ------------------------------------------------------------- */

/* Returns true if the probe is a counter, which @perf reads. */
static bool is_counter(const struct probe *pr)
{
	return pr->kind == STP_KIND_PERF && pr->locations.n &&
	       pr->locations.at[0].row.perf.counter;
}

struct nexter {
	struct ast_visitor v;
	bool found;
};

static bool find_next(struct ast_visitor *v, struct ast_stmt **slot)
{
	((struct nexter *)v)->found |= (*slot)->kind == STMT_NEXT;
	return true;
}

/* Returns true if the body says `next`.  Such a probe is there only to have its
 * hits counted. */
static bool says_next(struct ast_stmt *body)
{
	struct nexter n = { .v = { .stmt_pre = find_next } };

	ast_walk_stmt(&n.v, &body);
	return n.found;
}

static bool is_idle(struct unused *u, struct probe *pr)
{
	if (is_counter(pr) || effects_stmt(u->fx, pr->body) ||
	    says_next(pr->body))
		return false;
	if (program_is_users(u->p, pr->span))
		diag_warning(u->p->diags, DIAG_NO_EFFECT, pr->span,
			     "this probe has no effect and is removed");
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
	struct unused u = { .p = p, .fx = effects_of(p) };

	unused_functions(p);
	unused_globals(p);
	drop_probes(&u);
	effects_guards(u.fx, p);
}
