/* SPDX-License-Identifier: LGPL-2.1-or-later */
/**
 * @file
 * Sets the origin of an alias's statements to the probe point that uses the alias: a
 * message then begins at the user's own probe point.
 */
#include "base/arena.h"
#include "parser/parser.h"
#include "translator/probe/match.h"

/* An expansion of a macro in the body, and its copy for this use of the
 * alias. */
struct renewed {
	uint32_t old, new;
};

struct marker {
	struct ast_visitor v;
	struct program *p;
	uint32_t origin;
	VEC(struct renewed) seen;
};

static uint32_t renew(struct marker *m, uint32_t old)
{
	struct renewed r = { .old = old };
	struct expansion x;

	if (!old)
		return m->origin;
	for (size_t i = 0; i < m->seen.n; i++)
		if (m->seen.at[i].old == old)
			return m->seen.at[i].new;
	x = *sources_expansion(m->p->sources, old);
	x.use.origin = renew(m, x.use.origin);
	r.new = sources_add_expansion(m->p->sources, x.use, x.what, x.kind);
	vec_push_in(m->p->arena, &m->seen, r);
	return r.new;
}

static bool mark_expr(struct ast_visitor *v, struct ast_expr **slot)
{
	struct marker *m = (struct marker *)v;

	(*slot)->span.origin = renew(m, (*slot)->span.origin);
	return true;
}

static bool mark_stmt(struct ast_visitor *v, struct ast_stmt **slot)
{
	struct marker *m = (struct marker *)v;

	(*slot)->span.origin = renew(m, (*slot)->span.origin);
	return true;
}

void origin_mark(struct program *p, struct ast_stmt *body, uint32_t origin)
{
	struct marker m = { .v = { .expr_pre = mark_expr,
				   .stmt_pre = mark_stmt },
			    .p = p, .origin = origin };

	ast_walk_stmt(&m.v, &body);
}
