/* SPDX-License-Identifier: LGPL-2.1-or-later */
/*
 * Handles variables of kinds that are not in memory: $value of procfs, $verdict of
 * netfilter.  Their uses in a body become calls of functions of the library.
 */
#include <string.h>

#include "base/arena.h"
#include "base/intern.h"
#include "base/tags/probe.h"
#include "translator/probe/kinds.h"

bool kind_is_variable(const struct ast_expr *e, const char *name)
{
	return e->kind == EXPR_TARGET && !strcmp(e->target.name, name);
}

static bool has_path(const struct ast_expr *e)
{
	const struct ast_path *path = &e->target.path;

	return path->n || path->pretty || path->address_of;
}

void kind_answer(struct ast_expr *e)
{
	struct ast_expr *arg = e->atop.args.at[0];

	if (has_path(arg))
		return;
	arg->kind = EXPR_NUMBER;
	arg->number = 1;
}

bool kind_refuse_path(struct program *p, const struct ast_expr *e,
		      const char *what)
{
	if (!has_path(e))
		return false;
	diag_hint(diag_error(p->diags, DIAG_NO_TARGET_VARIABLE, e->span,
			     "'%s' is %s: it has no members, elements or "
			     "address", e->target.name, what),
		  "use %s without them", e->target.name);
	return true;
}

struct ast_expr *kind_call(struct program *p, const struct ast_expr *of,
			   const char *function, struct ast_expr *arg)
{
	struct ast_expr *e = arena_new(p->arena, struct ast_expr);

	e->kind = EXPR_CALL;
	e->depth = of->depth;
	e->span = of->span;
	e->call.name = intern_str(p->names, function);
	if (arg)
		vec_push_in(p->arena, &e->call.args, arg);
	return e;
}
