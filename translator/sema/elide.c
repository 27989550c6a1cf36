/* SPDX-License-Identifier: LGPL-2.1-or-later */
/**
 * @file
 * Removes statements that do nothing, before their types are inferred: an
 * expression whose value is not used and that can neither fail nor change
 * anything (as effects.c counts), and an assignment to a local variable that
 * nothing reads, unless its operator can fail.  In the user's own text both are
 * warned of.  (SystemTap also removes statements that can fail; then a `try` around
 * them catches nothing.)
 */
#include "base/arena.h"
#include "base/tags/sema.h"
#include "parser/parser.h"
#include "translator/sema/effects.h"
#include "translator/sema/sema.h"

struct elider {
	struct ast_visitor v;
	struct program *p;
	const struct effects *fx;
	bool *is_read;		/* [locals of the body] */
	bool changed;
};

/* ---- which locals are read ---------------------------------------------- */

static struct symbol *local_of(const struct ast_expr *e)
{
	return e->kind == EXPR_SYMBOL && e->sym && e->sym->kind == SYM_LOCAL
		       ? e->sym : NULL;
}

/* Returns the local that a statement like x = 1 or x++ sets, or NULL for other
 * statements, and for x /= y, which can fail. */
static struct symbol *only_set(const struct ast_stmt *s)
{
	const struct ast_expr *e = s->expr;

	if (s->kind != STMT_EXPR)
		return NULL;
	if (e->kind == EXPR_CREMENT)
		return local_of(e->crement.arg);
	return e->kind == EXPR_ASSIGN &&
	       !effects_divides(e->binary.op, e->binary.right)
		       ? local_of(e->binary.left) : NULL;
}

static bool read_expr(struct ast_visitor *v, struct ast_expr **slot)
{
	const struct symbol *s = local_of(*slot);

	if (s)
		((struct elider *)v)->is_read[s->index] = true;
	return true;
}

static bool read_stmt(struct ast_visitor *v, struct ast_stmt **slot)
{
	struct ast_stmt *s = *slot;

	if (!only_set(s))
		return true;
	if (s->expr->kind == EXPR_ASSIGN)
		ast_walk_expr(v, &s->expr->binary.right);
	return false;
}

/* ---- removing statements ------------------------------------------------ */

static void leave_out(struct elider *el, struct ast_stmt *s)
{
	s->kind = STMT_NULL;
	s->expr = NULL;
	el->changed = true;
}

/* Removes an assignment to a local.  If its right side has an effect, only the right
 * side stays. */
static void leave_out_set(struct elider *el, struct ast_stmt *s)
{
	struct ast_expr *e = s->expr;

	if (e->kind == EXPR_ASSIGN &&
	    effects_expr(el->fx, e->binary.right)) {
		s->expr = e->binary.right;
		el->changed = true;
	} else {
		leave_out(el, s);
	}
}

static bool elide_stmt(struct ast_visitor *v, struct ast_stmt **slot)
{
	struct elider *el = (struct elider *)v;
	struct ast_stmt *s = *slot;
	const struct symbol *set;

	if (s->kind != STMT_EXPR)
		return true;
	set = only_set(s);
	if (set && !el->is_read[set->index]) {
		leave_out_set(el, s);
	} else if (!effects_expr(el->fx, s->expr)) {
		if (program_is_users(el->p, s->expr->span))
			diag_warning(el->p->diags, DIAG_NO_EFFECT,
				     s->expr->span,
				     "this statement has no effect");
		leave_out(el, s);
	}
	return true;
}

/* ---- warnings ----------------------------------------------------------- */

static bool covers(const struct ast_stmt *s, struct span sp)
{
	return s && span_holds(s->span, sp);
}

/* Returns true for a statement of an alias: users of the alias need not read
 * all its variables. */
static bool is_offered(const struct program *p, struct span sp)
{
	for (size_t i = 0; i < p->aliases.n; i++) {
		const struct ast_alias *a = p->aliases.at[i]->ast;

		if (covers(a->prologue, sp) || covers(a->epilogue, sp))
			return true;
	}
	return false;
}

static void unused_locals(const struct program *p, const symbol_vec *locals)
{
	for (size_t i = 0; i < locals->n; i++) {
		const struct symbol *s = locals->at[i];

		if (s->is_read || !s->is_written || !program_is_users(p, s->span) ||
		    is_offered(p, s->span))
			continue;
		diag_warning(p->diags, DIAG_UNUSED_VARIABLE, s->span,
			     "'%s' is assigned but never read", s->name);
	}
}

/* ---- bodies ------------------------------------------------------------- */

/* Removes the locals that nothing reads any more. */
static void drop_locals(const struct elider *el, symbol_vec *locals)
{
	size_t kept = 0;

	for (size_t i = 0; i < locals->n; i++) {
		if (!el->is_read[i])
			continue;
		locals->at[i]->index = kept;
		locals->at[kept++] = locals->at[i];
	}
	locals->n = kept;
}

/* Removes statements until nothing changes.  More than one round is needed if a
 * variable is read only to compute another one, whose assignment is removed. */
static void elide_body(struct elider *el, struct ast_stmt **body,
		       symbol_vec *locals)
{
	unused_locals(el->p, locals);
	do {
		el->is_read = arena_alloc(el->p->arena, locals->n + 1);
		el->changed = false;
		el->v = (struct ast_visitor){ .expr_pre = read_expr,
					      .stmt_pre = read_stmt };
		ast_walk_stmt(&el->v, body);
		el->v = (struct ast_visitor){ .stmt_pre = elide_stmt };
		ast_walk_stmt(&el->v, body);
	} while (el->changed);
	drop_locals(el, locals);
}

void sema_elide(struct program *p)
{
	struct elider el = { .p = p, .fx = effects_of(p) };

	for (size_t i = 0; i < p->functions.n; i++) {
		struct function *f = p->functions.at[i];

		if (f->used && f->body && f->bound)
			elide_body(&el, &f->body, &f->locals);
	}
	for (size_t i = 0; i < p->probes.n; i++)
		elide_body(&el, &p->probes.at[i]->body,
			   &p->probes.at[i]->locals);
	sema_reached(p);
}
