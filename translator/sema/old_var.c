/* SPDX-License-Identifier: LGPL-2.1-or-later */
/**
 * @file
 * Rewrites @var for --compatible=4.0 and less: where a function returns, @var
 * has the value from its entry.  So @var(...) is read as @entry(@var(...)).
 */
#include <string.h>

#include "base/arena.h"
#include "parser/parser.h"
#include "translator/sema/sema.h"

struct rewrite {
	struct ast_visitor v;
	struct arena *a;
};

static struct ast_expr *at_entry(struct arena *a, struct ast_expr *e)
{
	struct ast_expr *entry = arena_new(a, struct ast_expr);

	entry->kind = EXPR_ATOP;
	entry->span = e->span;
	entry->depth = e->depth + 1;
	entry->atop.op = ATOP_ENTRY;
	vec_push_in(a, &entry->atop.args, e);
	return entry;
}

/* Replaces @var by @entry(@var).  An expression that is assigned to or incremented
 * is not changed, nor are the arguments of @entry and @defined. */
static bool rewrite(struct ast_visitor *v, struct ast_expr **slot)
{
	struct rewrite *w = (struct rewrite *)v;
	struct ast_expr *e = *slot;

	if (e->kind == EXPR_ASSIGN) {
		ast_walk_expr(v, &e->binary.right);
		return false;
	}
	if (e->kind != EXPR_ATOP)
		return e->kind != EXPR_CREMENT;
	if (e->atop.op == ATOP_VAR)
		*slot = at_entry(w->a, e);
	return e->atop.op != ATOP_VAR && e->atop.op != ATOP_ENTRY &&
	       e->atop.op != ATOP_DEFINED;
}

void sema_old_var(struct program *p, struct probe *pr)
{
	struct rewrite w = { .v = { .expr_pre = rewrite }, .a = p->arena };

	if (pr->is_return && p->compatible &&
	    strverscmp(p->compatible, "4.1") < 0)
		ast_walk_stmt(&w.v, &pr->body);
}
