/* SPDX-License-Identifier: LGPL-2.1-or-later */
/*
 * Builds the top level: probe points, probes, aliases, globals, functions.
 *
 * Braces multiply, so a short line can ask for a great many points.  `work` in struct
 * parse counts the components and the bytes of conditions that one declaration has
 * copied so far; past MAX_WORK the declaration is refused.
 */
#include "parser/ast_build.h"

#include <limits.h>
#include <stdlib.h>

#include "base/arena.h"
#include "base/cleanup.h"
#include "base/diag.h"
#include "base/intern.h"
#include "base/tags/parser.h"
#include "parser/parse.h"

#define MAX_WORK (1u << 20)

/* ---- probe points ---- */

/* Adds @n to the work of the declaration.  If it exceeds MAX_WORK, reports an error, refuses
 * the declaration and returns false. */
static bool afford(struct parse *p, struct span sp, size_t n)
{
	p->work += n;
	if (p->work <= MAX_WORK)
		return true;
	if (!p->refused)
		diag_error(p->env->diags, DIAG_BAD_POINT, sp,
			   "the braces expand to too many probe points");
	p->refused = true;
	return false;
}

struct ast_component build_component(struct parse *p, struct span sp,
				     const char *name)
{
	return (struct ast_component){ .span = sp, .name = name };
}

struct ast_component build_component_text(struct parse *p, struct span sp,
					  const char *name,
					  const char *text)
{
	struct ast_component c = build_component(p, sp, name);

	c.arg = COMP_STRING;
	c.text = text;
	return c;
}

struct ast_component build_component_number(struct parse *p, struct span sp,
					    const char *name,
					    int64_t number)
{
	struct ast_component c = build_component(p, sp, name);

	c.arg = COMP_NUMBER;
	c.number = number;
	return c;
}

struct ast_points build_point(struct parse *p, struct ast_component c)
{
	struct ast_point *point = arena_new(p->env->arena, struct ast_point);
	struct ast_points points = { 0 };

	point->span = c.span;
	vec_push_in(p->env->arena, &point->comps, c);
	vec_push_in(p->env->arena, &points, point);
	return points;
}

struct ast_points build_points(struct parse *p, struct ast_points list,
			       struct ast_points more)
{
	for (size_t i = 0; i < more.n; i++)
		vec_push_in(p->env->arena, &list, more.at[i]);
	return list;
}

static bool is_finished(const struct ast_point *point)
{
	return point->optional || point->condition;
}

static void add_components(struct parse *p, struct ast_point *to,
			   const struct ast_point *from)
{
	for (size_t i = 0; i < from->comps.n; i++)
		vec_push_in(p->env->arena, &to->comps, from->comps.at[i]);
	to->span = span_join(to->span, from->span);
}

/* Returns head.tail as a new point, with the marks and the condition of the tail. */
static struct ast_point *joined(struct parse *p, const struct ast_point *head,
				const struct ast_point *tail)
{
	struct ast_point *point = ast_clone_point(p->env->arena, head);

	add_components(p, point, tail);
	point->optional = tail->optional;
	point->sufficient = tail->sufficient;
	if (tail->condition)
		point->condition =
			ast_clone_expr(p->env->arena, tail->condition);
	return point;
}

static size_t product_work(const struct ast_points *heads,
			   const struct ast_points *tails)
{
	size_t work = 0;

	for (size_t i = 0; i < heads->n; i++)
		work += heads->at[i]->comps.n * tails->n;
	for (size_t i = 0; i < tails->n; i++) {
		const struct ast_expr *cond = tails->at[i]->condition;
		size_t cost = tails->at[i]->comps.n;

		work += heads->n * (cost + (cond ? cond->span.len : 0));
	}
	return work;
}

struct ast_points build_product(struct parse *p, struct span dot,
				struct ast_points heads,
				struct ast_points tails)
{
	struct ast_points product = { 0 };

	for (size_t i = 0; i < heads.n; i++)
		if (is_finished(heads.at[i])) {
			diag_error(p->env->diags, DIAG_BAD_POINT, dot,
				   "'?', '!' and 'if' end a probe point; "
				   "nothing can follow");
			return heads;
		}
	if (heads.n == 1 && tails.n == 1 && !is_finished(tails.at[0])) {
		add_components(p, heads.at[0], tails.at[0]);
		return heads;
	}
	if (!afford(p, dot, product_work(&heads, &tails)))
		return heads;
	for (size_t i = 0; i < heads.n; i++)
		for (size_t j = 0; j < tails.n; j++)
			vec_push_in(p->env->arena, &product,
				    joined(p, heads.at[i], tails.at[j]));
	return product;
}

struct ast_points build_optional(struct parse *p, struct span mark,
				 struct ast_points points, bool sufficient)
{
	for (size_t i = 0; i < points.n; i++) {
		if (is_finished(points.at[i])) {
			diag_error(p->env->diags, DIAG_BAD_POINT, mark,
				   "'%c' may appear only once, directly after "
				   "the last component",
				   sufficient ? '!' : '?');
			return points;
		}
		points.at[i]->optional = true;
		points.at[i]->sufficient = sufficient;
	}
	return points;
}

struct ast_points build_condition(struct parse *p, struct span sp,
				  struct ast_points points,
				  struct ast_expr *cond)
{
	build_check_slice(p);
	if (points.n > 1 && !afford(p, sp, points.n * cond->span.len))
		return points;
	for (size_t i = 0; i < points.n; i++) {
		if (points.at[i]->condition) {
			diag_error(p->env->diags, DIAG_BAD_POINT, cond->span,
				   "this probe point already has a condition");
			return points;
		}
		points.at[i]->condition =
			i ? ast_clone_expr(p->env->arena, cond) : cond;
	}
	return points;
}

struct ast_points build_name(struct parse *p, struct ast_points names,
			     struct ast_points name)
{
	const struct ast_point *point = name.at[0];

	if (name.n > 1)
		diag_error(p->env->diags, DIAG_BAD_POINT, point->span,
			   "the name of an alias cannot contain braces");
	else if (is_finished(point))
		diag_error(p->env->diags, DIAG_BAD_POINT, point->span,
			   "the name of an alias cannot contain '?', '!' or "
			   "'if'");
	vec_push_in(p->env->arena, &names, name.at[0]);
	return names;
}

/* ---- probes and aliases ---- */

/* Ends a declaration of any kind: clears what struct parse knows about it.  Returns false if
 * it was refused and must not be kept. */
static bool finish(struct parse *p)
{
	build_check_slice(p);
	p->first_return = SPAN_NONE;
	p->work = 0;
	return !p->refused;
}

static void keep(struct parse *p, struct ast_item item)
{
	vec_push_in(p->env->arena, &p->file->items, item);
}

static void check_no_return(struct parse *p)
{
	if (!p->first_return.src)
		return;
	diag_hint(diag_error(p->env->diags, DIAG_RETURN_OUTSIDE,
			     p->first_return, "return outside a function"),
		  "use 'next' to leave a probe's handler");
}

struct build_head build_head(struct parse *p, struct ast_points names,
			     struct ast_points points, enum ast_op op)
{
	return (struct build_head){ names, points, op };
}

static void add_alias(struct parse *p, struct span sp,
		      const struct build_head *head, struct ast_stmt *body)
{
	struct ast_alias *a = arena_new(p->env->arena, struct ast_alias);

	a->span = sp;
	a->names = head->names;
	a->points = head->points;
	if (head->op == OP_SET_ADD)
		a->epilogue = body;
	else
		a->prologue = body;
	keep(p, (struct ast_item){ .kind = ITEM_ALIAS, .alias = a });
}

void build_probe(struct parse *p, struct span sp, struct build_head *head,
		 struct ast_stmt *body)
{
	struct ast_probe *probe;

	check_no_return(p);
	if (!finish(p))
		return;
	if (head->names.n) {
		add_alias(p, sp, head, body);
		return;
	}
	probe = arena_new(p->env->arena, struct ast_probe);
	probe->span = sp;
	probe->points = head->points;
	probe->body = body;
	keep(p, (struct ast_item){ .kind = ITEM_PROBE, .probe = probe });
}

void build_second_block(struct parse *p, struct span comma,
			struct ast_stmt *epilogue)
{
	struct ast_item *last =
		p->file->items.n ? &vec_last(&p->file->items) : NULL;

	check_no_return(p);
	if (!finish(p))
		return;
	if (last && last->kind == ITEM_ALIAS && !last->alias->epilogue)
		last->alias->epilogue = epilogue;
	else
		diag_error(p->env->diags, DIAG_BAD_POINT, comma,
			   "only an alias defined with '=' can have a second "
			   "block");
}

/* ---- globals ---- */

int64_t build_minus(int64_t number)
{
	return (int64_t)-(uint64_t)number;
}

int64_t build_size(struct parse *p, struct span sp, int64_t size)
{
	if (size >= 1 && size <= INT_MAX)
		return size;
	diag_error(p->env->diags, DIAG_BAD_SIZE, sp,
		   "the size of an array must be 1 to %d", INT_MAX);
	return 1;
}

struct ast_global *build_global(struct parse *p, struct span sp,
				const char *name, bool wrap, int64_t size,
				struct ast_expr *init)
{
	struct ast_global *g = arena_new(p->env->arena, struct ast_global);

	g->span = sp;
	g->name = name;
	g->wrap = wrap;
	g->size = size;
	g->init = init;
	return g;
}

struct build_globals *build_globals(struct parse *p, struct build_globals *list,
				    struct ast_global *g)
{
	if (!list)
		list = arena_new(p->env->arena, struct build_globals);
	vec_push_in(p->env->arena, list, g);
	return list;
}

void build_declare(struct parse *p, bool is_private, struct build_globals *list)
{
	if (!finish(p))
		return;
	for (size_t i = 0; i < list->n; i++) {
		list->at[i]->is_private = is_private;
		keep(p, (struct ast_item){ .kind = ITEM_GLOBAL,
					   .global = list->at[i] });
	}
}

/* ---- functions and embedded C ---- */

const char *build_word(struct parse *p, const char *word)
{
	return intern_str(p->env->names, word);
}

struct ast_function *build_no_params(struct parse *p)
{
	return arena_new(p->env->arena, struct ast_function);
}

struct ast_function *build_param(struct parse *p, struct ast_function *f,
				 struct span sp, const char *name,
				 enum ast_type type)
{
	struct ast_param param = { .span = sp, .name = name, .type = type };

	vec_push_in(p->env->arena, &f->params, param);
	return f;
}

static int by_name_then_position(const void *x, const void *y)
{
	const struct ast_param *a = *(struct ast_param *const *)x;
	const struct ast_param *b = *(struct ast_param *const *)y;

	if (a->name != b->name)
		return a->name < b->name ? -1 : 1;
	return a < b ? -1 : a > b;
}

static void check_params(struct parse *p, const struct ast_function *f)
{
	size_t n = f->params.n;
	_cleanup_free_ struct ast_param **sorted =
		xcalloc(n + 1, sizeof(*sorted));

	for (size_t i = 0; i < n; i++)
		sorted[i] = &f->params.at[i];
	qsort(sorted, n, sizeof(*sorted), by_name_then_position);
	for (size_t i = 1; i < n; i++) {
		struct diag *e;

		if (sorted[i]->name != sorted[i - 1]->name)
			continue;
		e = diag_error(p->env->diags, DIAG_DUPLICATE_PARAM,
			       sorted[i]->span,
			       "parameter '%s' is declared twice",
			       sorted[i]->name);
		diag_note(e, sorted[i - 1]->span, "here");
	}
}

struct ast_function *build_signature(struct parse *p, struct span sp,
				     const char *name, enum ast_type type,
				     struct ast_function *f)
{
	f->span = sp;
	f->name = name;
	f->type = type;
	check_params(p, f);
	return f;
}

int64_t build_priority(struct parse *p, struct span sp, int64_t priority)
{
	if (priority >= 1)
		return priority;
	diag_error(p->env->diags, DIAG_BAD_SIZE, sp,
		   "the priority of a function must be 1 or more");
	return 1;
}

void build_function(struct parse *p, struct ast_function *f, bool is_private,
		    int64_t priority, struct ast_stmt *body)
{
	f->is_private = is_private;
	f->priority = priority;
	f->body = body;
	if (finish(p))
		keep(p, (struct ast_item){ .kind = ITEM_FUNCTION,
					   .function = f });
}

void build_c_function(struct parse *p, struct ast_function *f, bool is_private,
		      int64_t priority, const char *text, struct span sp)
{
	f->c_text = text;
	f->c_span = sp;
	build_function(p, f, is_private, priority, NULL);
}

void build_embedded(struct parse *p, struct span sp, const char *text)
{
	struct ast_embedded *c = arena_new(p->env->arena, struct ast_embedded);

	c->span = sp;
	c->text = text;
	if (finish(p))
		keep(p, (struct ast_item){ .kind = ITEM_EMBEDDED,
					   .embedded = c });
}

/* ---- metrics ---- */

/* Returns true if @args are a global's name and one or more string literals; reports an
 * error if not. */
static bool is_metric(struct parse *p, struct span sp,
		      const struct ast_exprs *args)
{
	static const char *const what[] = { "the name of a global",
					    "the help, a string literal",
					    "a label, a string literal" };

	for (size_t i = 0; i < args->n || i < 2; i++) {
		const struct ast_expr *e = i < args->n ? args->at[i] : NULL;

		if (e && e->kind == (i ? EXPR_STRING : EXPR_SYMBOL))
			continue;
		diag_hint(diag_error(p->env->diags, DIAG_BAD_ARGUMENT,
				     e ? e->span : sp,
				     "argument %zu of @metric must be %s",
				     i + 1, what[i < 2 ? i : 2]),
			  "for example @metric(reads, \"Calls of read.\", "
			  "\"program\")");
		return false;
	}
	return true;
}

void build_metric(struct parse *p, struct span sp, struct ast_exprs args)
{
	struct ast_metric *m;

	if (!is_metric(p, sp, &args) || !finish(p))
		return;
	m = arena_new(p->env->arena, struct ast_metric);
	m->span = sp;
	m->args = args;
	keep(p, (struct ast_item){ .kind = ITEM_METRIC, .metric = m });
}
