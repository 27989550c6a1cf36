/* SPDX-License-Identifier: LGPL-2.1-or-later */
/*
 * Variables that a kind has and no memory holds: procfs's $value, netfilter's
 * $verdict.  What a body says of them becomes calls of the library.
 */
#include <string.h>

#include "base/arena.h"
#include "base/intern.h"
#include "translator/probe/kinds.h"

bool kind_is_variable(const struct ast_expr *e, const char *name)
{
	return e->kind == EXPR_TARGET && !strcmp(e->target.name, name);
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
