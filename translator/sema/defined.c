/* SPDX-License-Identifier: LGPL-2.1-or-later */
/**
 * @file
 * @defined: answered here, before anything is bound.
 *
 * What an answer decides is decided too: of `if`, `?:`, `&&` and `||` the part
 * that can't run is gone, so that nobody asks for its names or types.  Places
 * of one probe may give different answers; the probe is taken apart then.
 */
#include "base/arena.h"
#include "parser/ast_walk.h"
#include "translator/sema/sema.h"
#include "translator/target/path.h"

struct definer {
	struct ast_visitor v;
	struct program *p;
	const struct path_provider *paths;
	const struct probe_place *place;	/* NULL in a function */
	bool asks;			/* found @defined with a target in it */
};

/* ---- asking ------------------------------------------------------------- */

static bool target_is_there(struct definer *d, const struct ast_expr *e)
{
	const struct path_provider *pv = d->paths;
	struct path_query q;

	if (!pv || !d->place)
		return false;
	q = program_path_query(d->p->arena, e);
	return !pv->resolve(pv->data, d->place, &q)->reason;
}

/* What can only be there where a target is. */
static bool is_target(const struct ast_expr *e)
{
	return e->kind == EXPR_TARGET || e->kind == EXPR_DEREF ||
	       e->kind == EXPR_ATOP;
}

static int64_t is_defined(struct definer *d, const struct ast_expr *e)
{
	const struct ast_expr *arg = e->atop.args.at[0];

	if (arg->kind == EXPR_TARGET)
		return target_is_there(d, arg);
	if (!is_target(arg))
		diag_hint(diag_error(d->p->diags, DIAG_BAD_ARGUMENT, arg->span,
				     "@defined asks whether there is a target "
				     "variable, and this is a %s",
				     ast_expr_name(arg->kind)),
			  "like this: @defined($name)");
	return 0;
}

/* ---- deciding ----------------------------------------------------------- */

/* What is known of an expression: nothing, or its value because of @defined. */
struct answer {
	bool known, asked;
	int64_t value;
};

static struct answer find_answer(struct definer *d, const struct ast_expr *e);

static struct answer logical(struct definer *d, const struct ast_expr *e)
{
	struct answer l = find_answer(d, e->binary.left), r;
	bool and = e->binary.op == OP_LOGICAL_AND;

	if (!l.known)
		return l;
	l.value = !!l.value;
	if (l.value != and)
		return l;
	r = find_answer(d, e->binary.right);
	r.asked |= l.asked;
	r.value = !!r.value;
	return r;
}

static struct answer find_answer(struct definer *d, const struct ast_expr *e)
{
	struct answer a = { 0 };

	switch (e->kind) {
	case EXPR_NUMBER:
		return (struct answer){ true, false, e->number };
	case EXPR_ATOP:
		if (e->atop.op == ATOP_DEFINED)
			return (struct answer){ true, true, is_defined(d, e) };
		return a;
	case EXPR_UNARY:
		a = find_answer(d, e->unary.arg);
		a.known &= e->unary.op == OP_NOT;
		a.value = !a.value;
		return a;
	case EXPR_LOGICAL:
		return logical(d, e);
	default:
		return a;
	}
}

static struct ast_expr *number(struct definer *d, const struct ast_expr *e,
			       int64_t value)
{
	struct ast_expr *n = arena_new(d->p->arena, struct ast_expr);

	n->kind = EXPR_NUMBER;
	n->depth = 1;
	n->span = e->span;
	n->number = value;
	return n;
}

static bool define_expr(struct ast_visitor *v, struct ast_expr **slot)
{
	struct definer *d = (struct definer *)v;
	struct ast_expr *e = *slot;
	struct answer a;

	if (e->kind == EXPR_TERNARY) {
		a = find_answer(d, e->ternary.cond);
		if (a.known && a.asked) {
			*slot = a.value ? e->ternary.yes : e->ternary.no;
			return define_expr(v, slot);
		}
		return true;
	}
	if (e->kind != EXPR_ATOP && e->kind != EXPR_LOGICAL &&
	    e->kind != EXPR_UNARY)
		return true;
	a = find_answer(d, e);
	if (a.known && a.asked)
		*slot = number(d, e, a.value);
	return true;
}

static bool define_stmt(struct ast_visitor *v, struct ast_stmt **slot)
{
	struct definer *d = (struct definer *)v;
	struct ast_stmt *s = *slot, *rest;
	struct answer a;

	if (s->kind != STMT_IF)
		return true;
	a = find_answer(d, s->if_.cond);
	if (!a.known || !a.asked)
		return true;
	rest = a.value ? s->if_.yes : s->if_.no;
	if (!rest) {
		rest = arena_new(d->p->arena, struct ast_stmt);
		rest->kind = STMT_BLOCK;
		rest->span = s->span;
	}
	*slot = rest;
	return define_stmt(v, slot);
}

/* ---- probes ------------------------------------------------------------- */

static bool asks_expr(struct ast_visitor *v, struct ast_expr **slot)
{
	struct definer *d = (struct definer *)v;
	const struct ast_expr *e = *slot;

	if (e->kind == EXPR_ATOP && e->atop.op == ATOP_DEFINED)
		d->asks = true;
	return !d->asks;
}

static bool asks(struct ast_stmt *body)
{
	struct definer d = { .v = { .expr_pre = asks_expr } };

	ast_walk_stmt(&d.v, &body);
	return d.asks;
}

/* The @i-th place of @pr with a probe of its own. */
static struct probe *part(struct program *p, const struct probe *pr, size_t i)
{
	struct probe *one = arena_memdup(p->arena, pr, sizeof(*pr));

	one->places = (place_vec){ 0 };
	vec_push_in(p->arena, &one->places, pr->places.at[i]);
	one->body = ast_clone_stmt(p->arena, pr->body);
	if (pr->condition)
		one->condition = ast_clone_expr(p->arena, pr->condition);
	return one;
}

/*
 * Each place of a probe that asks gets a probe of its own, where the probe
 * was: those of one point stay side by side.  Equal ones are merged as IR.
 */
static void take_apart(struct program *p)
{
	struct probe **old = p->probes.at;
	size_t n_old = p->probes.n;

	p->probes.at = NULL;
	p->probes.n = p->probes.cap = 0;
	for (size_t i = 0; i < n_old; i++) {
		struct probe *pr = old[i];
		size_t n = asks(pr->body) ? pr->places.n : 1;

		for (size_t k = 0; k < n; k++) {
			struct probe *one = n > 1 ? part(p, pr, k) : pr;

			one->index = p->probes.n;
			vec_push_in(p->arena, &p->probes, one);
		}
	}
}

static void define_body(struct definer *d, struct ast_stmt **body,
			const struct probe_place *place)
{
	d->place = place;
	ast_walk_stmt(&d->v, body);
}

void sema_defined(struct program *p, const struct path_provider *paths)
{
	struct definer d = { .v = { .expr_pre = define_expr,
				    .stmt_pre = define_stmt },
			     .p = p, .paths = paths };

	for (size_t i = 0; i < p->functions.n; i++)
		define_body(&d, &p->functions.at[i]->body, NULL);
	if (paths)
		take_apart(p);
	for (size_t i = 0; i < p->probes.n; i++) {
		struct probe *pr = p->probes.at[i];

		define_body(&d, &pr->body,
			    pr->places.n ? &pr->places.at[0] : NULL);
	}
}
