/* SPDX-License-Identifier: LGPL-2.1-or-later */
/*
 * Makes the query for a path provider (struct path_query) from an expression of the
 * script.
 */
#include "base/arena.h"
#include "translator/program/program.h"

static struct path_step step(const struct ast_step *s, unsigned *index)
{
	struct path_step r = { .span = s->span };

	if (s->kind == STEP_MEMBER) {
		r.kind = PATH_MEMBER;
		r.member = s->member;
		return r;
	}
	r.kind = PATH_ELEMENT;
	r.index = (*index)++;
	r.is_number = s->index->kind == EXPR_NUMBER;
	r.number = r.is_number ? s->index->number : 0;
	return r;
}

static void add_steps(struct arena *a, const struct ast_path *p,
		      struct path_query *q)
{
	struct path_step *steps = arena_alloc(a, sizeof(*steps) * (p->n + 1));
	unsigned index = 0;

	for (size_t i = 0; i < p->n; i++)
		steps[i] = step(&p->at[i], &index);
	q->steps = steps;
	q->n_steps = p->n;
	q->use = p->address_of ? PATH_ADDRESS : PATH_READ;
	q->pretty = p->pretty;
}

static const char *text(const struct ast_exprs *args, size_t i)
{
	return args->n > i && args->at[i]->kind == EXPR_STRING
		? args->at[i]->text : NULL;
}

struct path_query program_path_query(struct arena *a,
				     const struct ast_expr *e)
{
	struct path_query q = { .from = PATH_NAME, .span = e->span };

	if (e->kind == EXPR_TARGET) {
		q.name = e->target.name;
		add_steps(a, &e->target.path, &q);
	} else if (e->kind == EXPR_DEREF) {
		q.from = PATH_VALUE;
		q.type = e->ctype;
		add_steps(a, &e->deref.path, &q);
	} else {
		bool cast = e->atop.op == ATOP_CAST;

		q.from = cast ? PATH_CAST : PATH_VAR;
		q.name = text(&e->atop.args, cast);
		q.module = text(&e->atop.args, cast + 1);
		add_steps(a, &e->atop.path, &q);
	}
	return q;
}
