/* SPDX-License-Identifier: LGPL-2.1-or-later */
/**
 * @file
 * Clones functions with target variables: `$x` in such a function has the
 * meaning that it has at the location of the probe that calls the function.
 *
 * So each probe gets clones of the functions that it reaches, made when a call
 * is bound.  They are lowered for each location.  A probe that calls a function
 * whose code differs from location to location has a single location:
 * sema_defined() has split it.
 */
#include "base/arena.h"
#include "parser/parser.h"
#include "translator/sema/sema.h"

/* ---- functions with target variables ------------------------------------ */

struct scan {
	struct ast_visitor v;
	const struct program *p;
	bool (*is_one)(const struct function *f);
	bool found;
};

static bool has_target(const struct function *f)
{
	return f->has_target;
}

static bool is_other(const struct function *f)
{
	return f->differs;
}

/* Returns true if s->is_one() holds for any function of this name, whatever the
 * number of its parameters. */
static bool leads_to_one(const struct scan *s, const char *name)
{
	struct function_set *set = program_functions_named(s->p, name);

	for (size_t i = 0; set && i < set->all.n; i++)
		if (s->is_one(set->all.at[i]))
			return true;
	return false;
}

static bool scan_calls(struct ast_visitor *v, struct ast_expr **slot)
{
	struct scan *s = (struct scan *)v;
	const struct ast_expr *e = *slot;

	s->found |= e->kind == EXPR_CALL && leads_to_one(s, e->call.name);
	return !s->found;
}

static bool scan_all(struct ast_visitor *v, struct ast_expr **slot)
{
	((struct scan *)v)->found |= (*slot)->kind == EXPR_TARGET;
	return scan_calls(v, slot);
}

static bool scan(const struct program *p, struct ast_stmt *body,
		 bool (*is_one)(const struct function *f),
		 bool (*visit)(struct ast_visitor *v, struct ast_expr **slot))
{
	struct scan s = { .v = { .expr_pre = visit }, .p = p,
			  .is_one = is_one };

	ast_walk_stmt(&s.v, &body);
	return s.found;
}

bool sema_calls_other(const struct program *p, struct ast_stmt *body)
{
	return scan(p, body, is_other, scan_calls);
}

static bool look_again(const struct program *p, struct function *f)
{
	bool grown = false;

	if (!f->has_target && scan(p, f->body, has_target, scan_all))
		grown = f->has_target = true;
	if (f->has_target && !f->differs &&
	    (sema_asks(f->body) || sema_calls_other(p, f->body)))
		grown = f->differs = true;
	return grown;
}

/* Finds the functions that have target variables, or call such functions, and
 * those whose code differs.  Repeats until nothing changes: as many rounds as
 * calls are deep. */
void sema_find_has_target(struct program *p)
{
	bool grown;

	do {
		grown = false;
		for (size_t i = 0; i < p->functions.n; i++)
			if (p->functions.at[i]->body)
				grown |= look_again(p, p->functions.at[i]);
	} while (grown);
}

/* ---- clones ------------------------------------------------------------- */

static struct function *find_clone(const struct sema_call *call,
				   const struct function *f)
{
	const struct probe *pr = call->probe;

	for (size_t i = 0; i < pr->clones.n; i++)
		if (pr->clones.at[i]->ast == f->ast &&
		    pr->clones.at[i]->at_entry == call->at_entry)
			return pr->clones.at[i];
	return NULL;
}

/* Returns the type for a clone: a declared type stays, an inferred one is each
 * clone's own. */
static struct type_var *fresh_type(struct program *p, const struct type_var *t)
{
	struct type_var *fresh = type_new(p);

	if (t->is_declared)
		*fresh = *t;
	return fresh;
}

static struct function *make_clone(struct program *p, struct function *f,
				   const struct sema_call *call)
{
	struct probe *pr = call->probe;
	struct function *c = arena_memdup(p->arena, f, sizeof(*f));

	c->sym.function = c;
	c->sym.tv = fresh_type(p, f->sym.tv);
	c->params = arena_memdup(p->arena, f->params,
				 sizeof(*f->params) * (f->n_params + 1));
	for (unsigned i = 0; i < f->n_params; i++)
		c->params[i].tv = fresh_type(p, f->params[i].tv);
	c->locals = (symbol_vec){ 0 };
	c->used = c->bound = false;
	c->called = c->value_used = SPAN_NONE;
	c->context = pr;
	c->caller = call->caller;
	c->at_entry = call->at_entry;
	c->clone = ++f->clone;
	c->index = p->functions.n;
	c->body = ast_clone_stmt(p->arena, f->body);
	sema_define_body(p, &c->body, pr);
	vec_push_in(p->arena, &p->functions, c);
	vec_push_in(p->arena, &pr->clones, c);
	return c;
}

static struct function *clone_of(struct program *p, struct function *f,
				 const struct sema_call *call)
{
	struct function *c;

	if (!f->has_target)
		return f;
	c = find_clone(call, f);
	if (c)
		return c;
	if (!f->called.src)
		f->called = call->span;
	return make_clone(p, f, call);
}

struct symbol *sema_context_call(struct program *p, struct symbol *s,
				 const struct sema_call *call)
{
	struct symbol *first, **to = &first;

	if (!s->overload)
		return &clone_of(p, s->function, call)->sym;
	for (; s; s = s->overload) {
		struct function *f = clone_of(p, s->function, call);

		*to = arena_memdup(p->arena, &f->sym, sizeof(f->sym));
		(*to)->overload = NULL;
		to = &(*to)->overload;
	}
	return first;
}
