/* SPDX-License-Identifier: LGPL-2.1-or-later */
/**
 * @file
 * Finds arrays that are changed during an iteration over them, in a foreach's
 * body or in what the body calls.
 */
#include "base/arena.h"
#include "base/tags/sema.h"
#include "translator/sema/check.h"

const struct global *check_array(const struct ast_expr *e)
{
	const struct global *g = program_global_of(e);

	return g && g->is_array ? g : NULL;
}

const struct ast_expr *check_written(const struct ast_expr *e)
{
	if (e->kind == EXPR_ASSIGN)
		return e->binary.left;
	return e->kind == EXPR_CREMENT ? e->crement.arg : NULL;
}

/* ---- what functions change ---------------------------------------------- */

struct change_scan {
	struct ast_visitor v;
	struct checker *ck;
	bool *changes;		/* of the function that is scanned */
	bool grown;
};

static void note_change(struct change_scan *c, const struct ast_expr *target)
{
	const struct global *g = target ? check_array(target) : NULL;

	if (g && !c->changes[g->index])
		c->changes[g->index] = c->grown = true;
}

static void take_over(struct change_scan *c, const bool *from)
{
	for (size_t i = 0; i < c->ck->p->globals.n; i++)
		if (from[i] && !c->changes[i])
			c->changes[i] = c->grown = true;
}

static bool scan_expr(struct ast_visitor *v, struct ast_expr **slot)
{
	struct change_scan *c = (struct change_scan *)v;
	const struct ast_expr *e = *slot;

	note_change(c, check_written(e));
	if (e->kind == EXPR_CALL)
		for (struct symbol *s = e->sym; s; s = s->overload)
			take_over(c, c->ck->changes[s->function->index]);
	return true;
}

static bool scan_stmt(struct ast_visitor *v, struct ast_stmt **slot)
{
	if ((*slot)->kind == STMT_DELETE)
		note_change((struct change_scan *)v, (*slot)->expr);
	return true;
}

/* Fills ck->changes.  Repeats until nothing changes: as many rounds as calls
 * are deep. */
void check_find_changes(struct checker *ck)
{
	struct program *p = ck->p;
	struct change_scan c = { .v = { .expr_pre = scan_expr,
					.stmt_pre = scan_stmt }, .ck = ck };

	ck->changes = arena_alloc(p->arena,
				  sizeof(*ck->changes) * (p->functions.n + 1));
	for (size_t i = 0; i < p->functions.n; i++)
		ck->changes[i] = arena_alloc(p->arena, p->globals.n + 1);
	for (size_t i = 0; i < p->functions.n; i++)
		if (p->functions.at[i]->ast->c_text)
			check_c_changes(p, p->functions.at[i], ck->changes[i]);
	do {
		c.grown = false;
		for (size_t i = 0; i < p->functions.n; i++) {
			struct function *f = p->functions.at[i];

			c.changes = ck->changes[i];
			if (f->bound && f->body)
				ast_walk_stmt(&c.v, &f->body);
		}
	} while (c.grown);
}

/* ---- iterations --------------------------------------------------------- */

void check_modified(struct checker *ck, const struct global *g,
		    struct span sp)
{
	for (size_t i = 0; i < ck->walked.n; i++) {
		struct diag *e;

		if (ck->walked.at[i] != g)
			continue;
		e = diag_error(ck->p->diags, DIAG_MODIFIED_IN_FOREACH, sp,
			       "'%s' is changed inside a foreach loop over "
			       "it",
			       g->sym.name);
		diag_note(e, ck->walked_at.at[i], "the loop is here");
		diag_hint(e, "collect the changes in a second array, and apply "
			     "them in a loop after this one");
		return;
	}
}

void check_call_changes(struct checker *ck, const struct ast_expr *e)
{
	for (size_t i = 0; i < ck->walked.n; i++) {
		const struct global *g = ck->walked.at[i];
		bool changes = false;

		for (struct symbol *s = e->sym; s; s = s->overload)
			changes |= ck->changes[s->function->index][g->index];
		if (changes)
			check_modified(ck, g, e->span);
	}
}
