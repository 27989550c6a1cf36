/* SPDX-License-Identifier: LGPL-2.1-or-later */
/**
 * @file
 * Infers types, in one walk over everything that is bound.
 *
 * Types are unified where they meet, so the order does not matter and one walk
 * is enough.  There are no conversions: a number never becomes a string by
 * itself.
 * A mismatch is reported once, with the location that decided first.
 */
#include "base/arena.h"
#include "base/buf.h"
#include "base/tags/sema.h"
#include "translator/program/program.h"
#include "translator/sema/infer.h"
#include "translator/sema/sema.h"

static void type_stmt(struct infer *in, struct ast_stmt *s);

static struct type_var *type_symbol(struct infer *in, const struct symbol *s)
{
	if (!s || (s->kind == SYM_GLOBAL && s->global->shape_conflict))
		return infer_refused(in);
	return s->tv;
}

/* Infers the type of @e, which must be @base.  @next is the expression that a
 * dot joins it with, or NULL. */
static void want_before(struct infer *in, struct ast_expr *e,
			enum base_type base, const struct ast_expr *next)
{
	struct type_var *t = infer_expr(in, e), *w;
	struct diag *d;

	if (!t)
		return;
	t = type_find(t);
	if (t->base == base)
		return;
	w = infer_known(in, base, SPAN_NONE);
	if (t->base == TYPE_UNKNOWN) {
		t->base = base;
		t->why = e->span;
		return;
	}
	d = infer_mismatch(in, e->span, t, w);
	if (base == TYPE_STRING && t->base == TYPE_LONG)
		infer_hint_text(d, e, next);
}

void infer_want(struct infer *in, struct ast_expr *e, enum base_type base)
{
	want_before(in, e, base, NULL);
}

static void type_keys(struct infer *in, struct global *g,
		      struct ast_exprs *keys)
{
	for (size_t i = 0; i < keys->n; i++) {
		struct type_var *t;

		if (!keys->at[i])
			continue;
		t = infer_expr(in, keys->at[i]);
		if (g && i < g->n_keys)
			infer_unify(in, t, g->keys[i], keys->at[i]->span);
	}
}

/* ---- expressions -------------------------------------------------------- */

static struct type_var *type_index(struct infer *in, struct ast_expr *e)
{
	struct global *g;

	if (e->index.array->kind == EXPR_HIST) {
		infer_hist(in, e->index.array);
		for (size_t i = 0; i < e->index.keys.n; i++)
			if (e->index.keys.at[i])
				infer_want(in, e->index.keys.at[i], TYPE_LONG);
		return infer_known(in, TYPE_LONG, e->span);
	}
	g = program_global_of(e);
	type_keys(in, g, &e->index.keys);
	return type_symbol(in, g ? &g->sym : NULL);
}

static struct type_var *type_in(struct infer *in, struct ast_expr *e)
{
	if (e->in.array->kind == EXPR_HIST) {
		infer_hist(in, e->in.array);
		for (size_t i = 0; i < e->in.keys.n; i++)
			if (e->in.keys.at[i])
				infer_want(in, e->in.keys.at[i], TYPE_LONG);
	} else {
		type_keys(in, program_global_of(e->in.array), &e->in.keys);
	}
	return infer_known(in, TYPE_LONG, e->span);
}

/* Unifies @to, a part of an overload, with @s, the same part of the first overload.
 * Returns false after reporting that they differ. */
static bool agree(struct infer *in, const struct symbol *to,
		  const struct symbol *s, const char *what)
{
	enum base_type x = type_base(to->tv), y = type_base(s->tv);
	struct diag *e;

	if (x == y || x == TYPE_UNKNOWN || y == TYPE_UNKNOWN) {
		infer_unify(in, to->tv, s->tv, to->span);
		return true;
	}
	e = diag_error(in->p->diags, DIAG_TYPE_MISMATCH, to->span,
		       "%s '%s' of this overload is %s, but %s in the first "
		       "one", what, to->name, type_words(x), type_words(y));
	diag_note(e, s->span, "`next` calls the other one here");
	diag_hint(e, "overloads that `next` calls must have the same types of "
		     "parameters and return value");
	return false;
}

/* Unifies the types of each further overload with those of the first one; a
 * mismatch is reported once for each such pair. */
static void type_overloads(struct infer *in, const struct symbol *first)
{
	const struct function *f = first->function;

	for (struct symbol *s = first->overload; s; s = s->overload) {
		struct function *to = s->function;
		bool fine = to->agrees != f;

		to->agrees = f;
		for (unsigned i = 0; fine && i < f->n_params; i++)
			fine = agree(in, &to->params[i], &f->params[i],
				     "the parameter");
		if (fine)
			agree(in, &to->sym, &f->sym, "the value of");
	}
}

static struct type_var *type_call(struct infer *in, struct ast_expr *e)
{
	struct function *f = e->sym ? e->sym->function : NULL;

	for (size_t i = 0; i < e->call.args.n; i++) {
		struct ast_expr *arg = e->call.args.at[i];
		struct type_var *t = infer_expr(in, arg);

		if (f)
			infer_unify(in, t, f->params[i].tv, arg->span);
	}
	if (f)
		type_overloads(in, e->sym);
	return type_symbol(in, e->sym);
}

static struct type_var *type_assign(struct infer *in, struct ast_expr *e)
{
	struct ast_expr *l = e->binary.left, *r = e->binary.right;
	struct type_var *t;

	switch (e->binary.op) {
	case OP_SET:
		t = infer_expr(in, l);
		infer_unify(in, infer_expr(in, r), t, r->span);
		return t;
	case OP_SET_CONCAT:
		infer_want(in, r, TYPE_STRING);
		infer_want(in, l, TYPE_STRING);
		return infer_known(in, TYPE_STRING, e->span);
	case OP_ACCUMULATE:
		infer_want(in, r, TYPE_LONG);
		infer_want_stats(in, l);
		return infer_known(in, TYPE_LONG, e->span);
	default:
		infer_want(in, r, TYPE_LONG);
		infer_want(in, l, TYPE_LONG);
		return infer_known(in, TYPE_LONG, e->span);
	}
}

static struct type_var *type_compare(struct infer *in, struct ast_expr *e)
{
	struct type_var *l = infer_expr(in, e->binary.left);
	struct type_var *r = infer_expr(in, e->binary.right);

	infer_unify(in, r, l, e->binary.right->span);
	if (type_base(l) == TYPE_STATS)
		infer_mismatch(in, e->binary.left->span, type_find(l),
			       infer_known(in, TYPE_LONG, SPAN_NONE));
	return infer_known(in, TYPE_LONG, e->span);
}

static void type_format(struct infer *in, struct ast_expr *e)
{
	struct ast_exprs *args = &e->print.args;
	format_vec pieces = { 0 };
	const char *why;
	struct diag *d;
	size_t k = 0;

	if (!format_parse(in->p->arena, e->print.format,
			  intern_len(e->print.format), &pieces, &why)) {
		d = diag_error(in->p->diags, DIAG_BAD_FORMAT, e->span, "%s",
			       why);
		if (strstr(why, "specifier"))
			diag_hint(d, "the conversions are %%d %%i %%u %%x %%X "
				     "%%o %%p %%c %%s %%b %%m %%M and %%%%, "
				     "each with one flag; numbers have 64 "
				     "bits: use %%d for C's %%lld");
		return;
	}
	for (size_t i = 0; i < pieces.n; i++) {
		const struct format_piece *f = &pieces.at[i];

		if (f->is_literal)
			continue;
		for (int star = f->star_width + f->star_precision; star; star--)
			if (k < args->n)
				infer_want(in, args->at[k++], TYPE_LONG);
			else
				k++;
		if (k < args->n)
			infer_want(in, args->at[k], format_arg_type(f->conv));
		k++;
	}
	if (k != args->n)
		diag_hint(diag_error(in->p->diags, DIAG_FORMAT_ARGS, e->span,
				     "the format needs %zu argument%s, but "
				     "there %s %zu", k, k == 1 ? "" : "s",
				     args->n == 1 ? "is" : "are", args->n),
			  k > args->n ? "each conversion needs a value after a "
					"comma; %%%% prints a percent sign"
				      : "each value needs a conversion in the "
					"format: %%d for a number, %%s for a "
					"string");
	for (; k < args->n; k++)
		infer_expr(in, args->at[k]);
}

static struct type_var *type_print(struct infer *in, struct ast_expr *e)
{
	struct ast_exprs *args = &e->print.args;

	if (e->print.format) {
		type_format(in, e);
	} else if (e->print.is_char) {
		infer_want(in, args->at[0], TYPE_LONG);
	} else {
		for (size_t i = 0; i < args->n; i++) {
			if (args->at[i]->kind == EXPR_HIST)
				infer_hist(in, args->at[i]);
			else
				infer_expr(in, args->at[i]);
		}
	}
	return infer_known(in, e->print.to_string ? TYPE_STRING : TYPE_LONG,
			   e->span);
}

static struct type_var *type_ternary(struct infer *in, struct ast_expr *e)
{
	struct type_var *t;

	infer_want(in, e->ternary.cond, TYPE_LONG);
	t = infer_expr(in, e->ternary.yes);
	infer_unify(in, infer_expr(in, e->ternary.no), t, e->ternary.no->span);
	return t;
}

static void want_all(struct infer *in, struct ast_exprs *list,
		     enum base_type base)
{
	for (size_t i = 0; i < list->n; i++)
		infer_want(in, list->at[i], base);
}

static struct type_var *type_concat(struct infer *in, struct ast_expr *e)
{
	struct ast_exprs *args = &e->concat.args;

	for (size_t i = 0; i < args->n; i++)
		want_before(in, args->at[i], TYPE_STRING,
			    i + 1 < args->n ? args->at[i + 1] : NULL);
	return infer_known(in, TYPE_STRING, e->span);
}

static void type_path(struct infer *in, struct ast_path *path)
{
	for (size_t i = 0; path && i < path->n; i++)
		if (path->at[i].kind == STEP_INDEX)
			infer_want(in, path->at[i].index, TYPE_LONG);
}

/* Returns the type of the value that a path of -> and [ ] leads to; it is a
 * string if the value is pretty-printed with $. */
static struct type_var *type_value_path(struct infer *in, struct ast_expr *e,
					enum base_type base)
{
	struct ast_path *path = ast_expr_path(e);

	type_path(in, path);
	return infer_known(in, path && path->pretty ? TYPE_STRING : base,
			   e->span);
}

static struct type_var *type_atop(struct infer *in, struct ast_expr *e)
{
	if (e->atop.op == ATOP_ENTRY)
		return infer_expr(in, e->atop.args.at[0]);
	if (e->atop.op == ATOP_KDEREF || e->atop.op == ATOP_UDEREF)
		want_all(in, &e->atop.args, TYPE_LONG);
	if (e->atop.op == ATOP_CAST || e->atop.op == ATOP_ENUMNAME)
		infer_want(in, e->atop.args.at[0], TYPE_LONG);
	return type_value_path(in, e, e->atop.op == ATOP_ENUMNAME ? TYPE_STRING
								  : TYPE_LONG);
}

static struct type_var *type_fresh(struct infer *in, struct ast_expr *e)
{
	switch (e->kind) {
	case EXPR_STRING:
		return infer_known(in, TYPE_STRING, e->span);
	case EXPR_SYMBOL:
		return type_symbol(in, e->sym);
	case EXPR_STAT:
		infer_stat(in, e);
		return infer_known(in, TYPE_LONG, e->span);
	case EXPR_HIST:
		infer_hist(in, e);
		return NULL;
	case EXPR_INDEX:
		return type_index(in, e);
	case EXPR_CALL:
		return type_call(in, e);
	case EXPR_UNARY:
		infer_want(in, e->unary.arg, TYPE_LONG);
		return infer_known(in, TYPE_LONG, e->span);
	case EXPR_BINARY:
	case EXPR_LOGICAL:
		infer_want(in, e->binary.left, TYPE_LONG);
		infer_want(in, e->binary.right, TYPE_LONG);
		return infer_known(in, TYPE_LONG, e->span);
	case EXPR_COMPARE:
		return type_compare(in, e);
	case EXPR_ASSIGN:
		return type_assign(in, e);
	case EXPR_CREMENT:
		infer_want(in, e->crement.arg, TYPE_LONG);
		return infer_known(in, TYPE_LONG, e->span);
	case EXPR_TERNARY:
		return type_ternary(in, e);
	case EXPR_CONCAT:
		return type_concat(in, e);
	case EXPR_REGEX:
		infer_want(in, e->regex.arg, TYPE_STRING);
		return infer_known(in, TYPE_LONG, e->span);
	case EXPR_IN:
		return type_in(in, e);
	case EXPR_PRINT:
		return type_print(in, e);
	case EXPR_EMBEDDED:
		return infer_known(in, program_c_says(e->text, "string")
				   ? TYPE_STRING : TYPE_LONG, e->span);
	case EXPR_ATOP:
		return type_atop(in, e);
	case EXPR_DEREF:
		infer_want(in, e->deref.base, TYPE_LONG);
		return type_value_path(in, e, TYPE_LONG);
	case EXPR_TARGET:
		return type_value_path(in, e, e->target.name[1] == '$'
				       ? TYPE_STRING : TYPE_LONG);
	default:	/* NUMBER */
		return infer_known(in, TYPE_LONG, e->span);
	}
}

/* Infers the type of @e, once for each expression: later visits return the
 * same. */
struct type_var *infer_expr(struct infer *in, struct ast_expr *e)
{
	if (!e->tv)
		e->tv = type_fresh(in, e);
	return e->tv;
}

/* ---- statements --------------------------------------------------------- */

/* Infers the type of the variable @e of an iteration: a number for buckets, else @t,
 * which is NULL if it is not known. */
static void type_walked(struct infer *in, const struct ast_stmt *s,
			struct ast_expr *e, struct type_var *t)
{
	if (s->foreach.array->kind == EXPR_HIST)
		infer_want(in, e, TYPE_LONG);
	else
		infer_unify(in, infer_expr(in, e), t, e->span);
}

static void type_foreach(struct infer *in, struct ast_stmt *s)
{
	struct global *g = program_global_of(s->foreach.array);

	if (s->foreach.array->kind == EXPR_HIST)
		infer_hist(in, s->foreach.array);
	for (size_t i = 0; i < s->foreach.keys.n; i++)
		type_walked(in, s, s->foreach.keys.at[i],
			    g && i < g->n_keys ? g->keys[i] : NULL);
	if (s->foreach.value)
		type_walked(in, s, s->foreach.value,
			    g ? type_symbol(in, &g->sym) : NULL);
	if (s->foreach.sort_stat && g && type_base(g->sym.tv) == TYPE_UNKNOWN)
		type_find(g->sym.tv)->base = TYPE_STATS;
	type_keys(in, g, &s->foreach.slice);
	if (s->foreach.limit)
		infer_want(in, s->foreach.limit, TYPE_LONG);
	type_stmt(in, s->foreach.body);
}

static void type_opt(struct infer *in, struct ast_expr *e, bool condition)
{
	if (!e)
		return;
	if (condition)
		infer_want(in, e, TYPE_LONG);
	else
		infer_expr(in, e);
}

static void type_stmt(struct infer *in, struct ast_stmt *s)
{
	if (!s)
		return;
	switch (s->kind) {
	case STMT_BLOCK:
		for (size_t i = 0; i < s->block.n; i++)
			type_stmt(in, s->block.at[i]);
		break;
	case STMT_EXPR:
	case STMT_DELETE:
		infer_expr(in, s->expr);
		break;
	case STMT_RETURN:
		if (s->expr && in->fn)
			infer_unify(in, infer_expr(in, s->expr), in->fn->sym.tv,
				    s->expr->span);
		break;
	case STMT_IF:
		infer_want(in, s->if_.cond, TYPE_LONG);
		type_stmt(in, s->if_.yes);
		type_stmt(in, s->if_.no);
		break;
	case STMT_WHILE:
		infer_want(in, s->while_.cond, TYPE_LONG);
		type_stmt(in, s->while_.body);
		break;
	case STMT_FOR:
		type_opt(in, s->for_.init, false);
		type_opt(in, s->for_.cond, true);
		type_opt(in, s->for_.step, false);
		type_stmt(in, s->for_.body);
		break;
	case STMT_FOREACH:
		type_foreach(in, s);
		break;
	case STMT_TRY:
		type_stmt(in, s->try_.body);
		if (s->try_.var)
			infer_want(in, s->try_.var, TYPE_STRING);
		type_stmt(in, s->try_.handler);
		break;
	default:
		break;
	}
}

/* ---- everything --------------------------------------------------------- */

static void type_globals(struct infer *in)
{
	for (size_t i = 0; i < in->p->globals.n; i++) {
		struct global *g = in->p->globals.at[i];
		const struct ast_expr *init = g->ast->init;
		struct type_var *t;

		g->shape_known |= g->in_c;	/* a plain variable, if no use has decided */
		if (!init)
			continue;
		if (g->is_array) {
			diag_note(diag_error(in->p->diags, DIAG_ARRAY_MISMATCH,
					     init->span, "'%s' has an initial "
							 "value, which an "
							 "array cannot have",
					     g->sym.name),
				  g->shape_why, "it is used as an array here");
			continue;
		}
		t = infer_known(in, init->kind == EXPR_STRING ? TYPE_STRING
							      : TYPE_LONG,
				init->span);
		infer_unify(in, t, g->sym.tv, init->span);
		if (init->kind == EXPR_STRING)
			g->init_str = init->text;
		else
			g->init_num = init->number;
	}
}

void sema_infer_probe(struct program *p, struct probe *pr)
{
	struct infer in = { .p = p };

	type_opt(&in, pr->condition, true);
	type_stmt(&in, pr->body);
}

void sema_infer(struct program *p)
{
	struct infer in = { .p = p };

	type_globals(&in);
	for (size_t i = 0; i < p->functions.n; i++) {
		struct function *f = p->functions.at[i];

		in.fn = f;
		if (f->bound)
			type_stmt(&in, f->body);
	}
	for (size_t i = 0; i < p->probes.n; i++)
		sema_infer_probe(p, p->probes.at[i]);
}
