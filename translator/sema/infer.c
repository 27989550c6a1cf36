/* SPDX-License-Identifier: LGPL-2.1-or-later */
/**
 * @file
 * Type inference: one walk over everything that is bound.
 *
 * Types are unified as they meet, so the order does not matter and once is
 * enough.  There are no conversions: a number never becomes a string by
 * itself.  A mismatch is reported once, with the place that decided first.
 */
#include "base/arena.h"
#include "base/buf.h"
#include "translator/printf.h"
#include "translator/sema/sema.h"

#define MAX_BUCKETS 128		/* of a linear histogram */

struct infer {
	struct program *p;
	struct function *fn;	/* or NULL in a probe */
};

static struct type_var *type_expr(struct infer *in, struct ast_expr *e);
static void type_stmt(struct infer *in, struct ast_stmt *s);

/* ---- unification -------------------------------------------------------- */

static const char *type_words(enum base_type t)
{
	static const char *const words[] = {
		[TYPE_UNKNOWN] = "of no type",
		[TYPE_LONG] = "a long",
		[TYPE_STRING] = "a string",
		[TYPE_STATS] = "an aggregate",
	};

	return words[t];
}

/* What is declared stays what it is; of all else one conflict is enough. */
static bool is_news(struct type_var *a, struct type_var *b)
{
	if (a->in_conflict || b->in_conflict)
		return false;
	a->in_conflict = !a->is_declared;
	b->in_conflict = !b->is_declared;
	return true;
}

static void mismatch(struct infer *in, struct span sp, struct type_var *found,
		     struct type_var *wanted)
{
	const struct type_var *why = wanted->why.src ? wanted : found;
	struct diag *e;

	if (!is_news(found, wanted))
		return;
	e = diag_error(in->p->diags, DIAG_TYPE_MISMATCH, sp,
		       "this is %s, where %s is needed",
		       type_words(found->base), type_words(wanted->base));
	if (why->why.src != sp.src || why->why.off != sp.off)
		diag_note(e, why->why, "it is %s because of this",
			  type_words(why->base));
	if (found->base == TYPE_LONG && wanted->base == TYPE_STRING)
		diag_hint(e, "sprint(x) makes a string of a number");
	else if (found->base == TYPE_STRING && wanted->base == TYPE_LONG)
		diag_hint(e, "strtol(s, 10) makes a number of a string");
	else if (found->base == TYPE_STATS)
		diag_hint(e, "take a number out of it: @count(x), @sum(x), "
			  "@avg(x) ...");
}

/* What stands at @sp, of type @t, must be the same type as @wanted. */
static void unify(struct infer *in, struct type_var *t,
		  struct type_var *wanted, struct span sp)
{
	if (!t || !wanted)
		return;
	t = type_find(t);
	wanted = type_find(wanted);
	if (t == wanted)
		return;
	if (t->base != TYPE_UNKNOWN && wanted->base != TYPE_UNKNOWN) {
		if (t->base != wanted->base)
			mismatch(in, sp, t, wanted);
		return;
	}
	if (t->base == TYPE_UNKNOWN) {
		t->same = wanted;
		if (!wanted->why.src)
			wanted->why = sp;
	} else {
		wanted->same = t;
		if (!t->why.src)
			t->why = sp;
	}
}

/* A fresh variable of a known type: the basic ones are not shared, so that
 * each remembers its own place. */
static struct type_var *known(struct infer *in, enum base_type base,
			      struct span why)
{
	struct type_var *t = type_new(in->p);

	t->base = base;
	t->why = why;
	return t;
}

/* Of what binding has refused already: it fits wherever it stands. */
static struct type_var *refused(struct infer *in)
{
	struct type_var *t = type_new(in->p);

	t->in_conflict = true;
	return t;
}

static struct type_var *type_symbol(struct infer *in, const struct symbol *s)
{
	if (!s || (s->kind == SYM_GLOBAL && s->global->shape_conflict))
		return refused(in);
	return s->tv;
}

static void want(struct infer *in, struct ast_expr *e, enum base_type base)
{
	struct type_var *t = type_expr(in, e), *w;

	if (!t)
		return;
	t = type_find(t);
	if (t->base == base)
		return;
	w = known(in, base, SPAN_NONE);
	if (t->base == TYPE_UNKNOWN) {
		t->base = base;
		t->why = e->span;
		return;
	}
	mismatch(in, e->span, t, w);
}

/* ---- arrays, aggregates ------------------------------------------------- */

static void type_keys(struct infer *in, struct global *g,
		      struct ast_exprs *keys)
{
	for (size_t i = 0; i < keys->n; i++) {
		struct type_var *t;

		if (!keys->at[i])
			continue;
		t = type_expr(in, keys->at[i]);
		if (g && i < g->n_keys)
			unify(in, t, g->keys[i], keys->at[i]->span);
	}
}

static void want_stats(struct infer *in, struct ast_expr *arg)
{
	struct type_var *t;

	want(in, arg, TYPE_STATS);
	t = type_expr(in, arg);
	if (!program_global_of(arg) && type_base(t) == TYPE_STATS &&
	    !type_find(t)->in_conflict)
		diag_error(in->p->diags, DIAG_NOT_AGGREGATE, arg->span,
			   "only a global variable or an element of one can "
			   "be an aggregate");
}

static bool same_shape(const struct hist_shape *h, const struct ast_expr *e)
{
	return h->kind == (e->hist.linear ? STP_HIST_LINEAR : STP_HIST_LOG) &&
	       h->low == e->hist.low && h->high == e->hist.high &&
	       h->step == e->hist.step;
}

/* @hist_linear(s, low, high, step): what fits into the buckets there are. */
static bool bad_range(struct infer *in, const struct ast_expr *e)
{
	int64_t width = e->hist.high - e->hist.low;
	const char *why = NULL;

	if (!e->hist.linear)
		return false;
	if (e->hist.step <= 0)
		why = "the step must be 1 or more";
	else if (e->hist.low >= e->hist.high || width <= 0)
		why = "the low end must be less than the high end";
	else if (width / e->hist.step >= MAX_BUCKETS)
		why = "there are more than 128 buckets";
	if (why)
		diag_error(in->p->diags, DIAG_BAD_ARGUMENT, e->span, "%s", why);
	return why;
}

static void type_hist(struct infer *in, struct ast_expr *e)
{
	struct global *g;
	struct diag *d;

	want_stats(in, e->hist.arg);
	if (bad_range(in, e))
		return;
	g = program_global_of(e->hist.arg);
	if (!g)
		return;
	if (!g->hist.kind) {
		g->hist = (struct hist_shape){
			e->hist.linear ? STP_HIST_LINEAR : STP_HIST_LOG,
			e->hist.low, e->hist.high, e->hist.step, e->span };
		return;
	}
	if (same_shape(&g->hist, e))
		return;
	d = diag_error(in->p->diags, DIAG_HISTOGRAM_CONFLICT, e->span,
		       "'%s' is already shown as another histogram",
		       g->sym.name);
	diag_note(d, g->hist.why, "here");
	diag_hint(d, "use a second variable for the second histogram");
}

static void type_stat(struct infer *in, struct ast_expr *e)
{
	struct global *g;

	want_stats(in, e->stat.arg);
	g = program_global_of(e->stat.arg);
	if (!g || e->stat.op != STATOP_VARIANCE)
		return;
	if (g->shift_why.src && g->shift != e->stat.shift) {
		struct diag *d = diag_error(in->p->diags, DIAG_SHIFT_CONFLICT,
					    e->span, "the variance of '%s' is "
					    "already asked for with a shift of "
					    "%u", g->sym.name, g->shift);

		diag_note(d, g->shift_why, "here");
		return;
	}
	g->shift = e->stat.shift;
	g->shift_why = e->span;
}

/* ---- expressions -------------------------------------------------------- */

static struct type_var *type_index(struct infer *in, struct ast_expr *e)
{
	struct global *g;

	if (e->index.array->kind == EXPR_HIST) {
		type_hist(in, e->index.array);
		for (size_t i = 0; i < e->index.keys.n; i++)
			if (e->index.keys.at[i])
				want(in, e->index.keys.at[i], TYPE_LONG);
		return known(in, TYPE_LONG, e->span);
	}
	g = program_global_of(e);
	type_keys(in, g, &e->index.keys);
	return type_symbol(in, g ? &g->sym : NULL);
}

static struct type_var *type_in(struct infer *in, struct ast_expr *e)
{
	if (e->in.array->kind == EXPR_HIST) {
		type_hist(in, e->in.array);
		for (size_t i = 0; i < e->in.keys.n; i++)
			if (e->in.keys.at[i])
				want(in, e->in.keys.at[i], TYPE_LONG);
	} else {
		type_keys(in, program_global_of(e->in.array), &e->in.keys);
	}
	return known(in, TYPE_LONG, e->span);
}

/* False after a complaint: @to differs from what it follows. */
static bool agree(struct infer *in, const struct symbol *to,
		  const struct symbol *s, const char *what)
{
	enum base_type x = type_base(to->tv), y = type_base(s->tv);
	struct diag *e;

	if (x == y || x == TYPE_UNKNOWN || y == TYPE_UNKNOWN) {
		unify(in, to->tv, s->tv, to->span);
		return true;
	}
	e = diag_error(in->p->diags, DIAG_TYPE_MISMATCH, to->span,
		       "%s '%s' of this overload is a %s, of the one before "
		       "it a %s", what, to->name, type_name(x), type_name(y));
	diag_note(e, s->span, "`next` leads from here to the other");
	diag_hint(e, "overloads that `next` leads to take and give the same");
	return false;
}

/* Said once for each pair. */
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
		struct type_var *t = type_expr(in, arg);

		if (f)
			unify(in, t, f->params[i].tv, arg->span);
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
		t = type_expr(in, l);
		unify(in, type_expr(in, r), t, r->span);
		return t;
	case OP_SET_CONCAT:
		want(in, r, TYPE_STRING);
		want(in, l, TYPE_STRING);
		return known(in, TYPE_STRING, e->span);
	case OP_ACCUMULATE:
		want(in, r, TYPE_LONG);
		want_stats(in, l);
		return known(in, TYPE_LONG, e->span);
	default:
		want(in, r, TYPE_LONG);
		want(in, l, TYPE_LONG);
		return known(in, TYPE_LONG, e->span);
	}
}

static struct type_var *type_compare(struct infer *in, struct ast_expr *e)
{
	struct type_var *l = type_expr(in, e->binary.left);
	struct type_var *r = type_expr(in, e->binary.right);

	unify(in, r, l, e->binary.right->span);
	if (type_base(l) == TYPE_STATS)
		mismatch(in, e->binary.left->span, type_find(l),
			 known(in, TYPE_LONG, SPAN_NONE));
	return known(in, TYPE_LONG, e->span);
}

static void type_format(struct infer *in, struct ast_expr *e)
{
	struct ast_exprs *args = &e->print.args;
	format_vec pieces = { 0 };
	const char *why;
	size_t k = 0;

	if (!format_parse(in->p->arena, e->print.format,
			  intern_len(e->print.format), &pieces, &why)) {
		diag_error(in->p->diags, DIAG_BAD_FORMAT, e->span, "%s", why);
		return;
	}
	for (size_t i = 0; i < pieces.n; i++) {
		const struct format_piece *f = &pieces.at[i];

		if (f->is_literal)
			continue;
		for (int star = f->star_width + f->star_precision; star; star--)
			if (k < args->n)
				want(in, args->at[k++], TYPE_LONG);
			else
				k++;
		if (k < args->n)
			want(in, args->at[k], format_arg_type(f->conv));
		k++;
	}
	if (k != args->n)
		diag_error(in->p->diags, DIAG_FORMAT_ARGS, e->span,
			   "the format wants %zu argument%s, there %s %zu", k,
			   k == 1 ? "" : "s", args->n == 1 ? "is" : "are",
			   args->n);
	for (; k < args->n; k++)
		type_expr(in, args->at[k]);
}

static struct type_var *type_print(struct infer *in, struct ast_expr *e)
{
	struct ast_exprs *args = &e->print.args;

	if (e->print.format) {
		type_format(in, e);
	} else if (e->print.is_char) {
		want(in, args->at[0], TYPE_LONG);
	} else {
		for (size_t i = 0; i < args->n; i++) {
			if (args->at[i]->kind == EXPR_HIST)
				type_hist(in, args->at[i]);
			else
				type_expr(in, args->at[i]);
		}
	}
	return known(in, e->print.to_string ? TYPE_STRING : TYPE_LONG, e->span);
}

static struct type_var *type_ternary(struct infer *in, struct ast_expr *e)
{
	struct type_var *t;

	want(in, e->ternary.cond, TYPE_LONG);
	t = type_expr(in, e->ternary.yes);
	unify(in, type_expr(in, e->ternary.no), t, e->ternary.no->span);
	return t;
}

static void want_all(struct infer *in, struct ast_exprs *list,
		     enum base_type base)
{
	for (size_t i = 0; i < list->n; i++)
		want(in, list->at[i], base);
}

static void type_path(struct infer *in, struct ast_path *path)
{
	for (size_t i = 0; path && i < path->n; i++)
		if (path->at[i].kind == STEP_INDEX)
			want(in, path->at[i].index, TYPE_LONG);
}

/* What -> and [ ] lead to; shown with a $ it is a string. */
static struct type_var *type_value_path(struct infer *in, struct ast_expr *e,
					enum base_type base)
{
	struct ast_path *path = ast_expr_path(e);

	type_path(in, path);
	return known(in, path && path->pretty ? TYPE_STRING : base, e->span);
}

static struct type_var *type_atop(struct infer *in, struct ast_expr *e)
{
	if (e->atop.op == ATOP_ENTRY)
		return type_expr(in, e->atop.args.at[0]);
	if (e->atop.op == ATOP_KDEREF || e->atop.op == ATOP_UDEREF)
		want_all(in, &e->atop.args, TYPE_LONG);
	if (e->atop.op == ATOP_CAST || e->atop.op == ATOP_ENUMNAME)
		want(in, e->atop.args.at[0], TYPE_LONG);
	return type_value_path(in, e, e->atop.op == ATOP_ENUMNAME ? TYPE_STRING
								  : TYPE_LONG);
}

static struct type_var *type_fresh(struct infer *in, struct ast_expr *e)
{
	switch (e->kind) {
	case EXPR_STRING:
		return known(in, TYPE_STRING, e->span);
	case EXPR_SYMBOL:
		return type_symbol(in, e->sym);
	case EXPR_STAT:
		type_stat(in, e);
		return known(in, TYPE_LONG, e->span);
	case EXPR_HIST:
		type_hist(in, e);
		return NULL;
	case EXPR_INDEX:
		return type_index(in, e);
	case EXPR_CALL:
		return type_call(in, e);
	case EXPR_UNARY:
		want(in, e->unary.arg, TYPE_LONG);
		return known(in, TYPE_LONG, e->span);
	case EXPR_BINARY:
	case EXPR_LOGICAL:
		want(in, e->binary.left, TYPE_LONG);
		want(in, e->binary.right, TYPE_LONG);
		return known(in, TYPE_LONG, e->span);
	case EXPR_COMPARE:
		return type_compare(in, e);
	case EXPR_ASSIGN:
		return type_assign(in, e);
	case EXPR_CREMENT:
		want(in, e->crement.arg, TYPE_LONG);
		return known(in, TYPE_LONG, e->span);
	case EXPR_TERNARY:
		return type_ternary(in, e);
	case EXPR_CONCAT:
		want_all(in, &e->concat.args, TYPE_STRING);
		return known(in, TYPE_STRING, e->span);
	case EXPR_REGEX:
		want(in, e->regex.arg, TYPE_STRING);
		return known(in, TYPE_LONG, e->span);
	case EXPR_IN:
		return type_in(in, e);
	case EXPR_PRINT:
		return type_print(in, e);
	case EXPR_EMBEDDED:
		return known(in, program_c_says(e->text, "string")
				 ? TYPE_STRING : TYPE_LONG, e->span);
	case EXPR_ATOP:
		return type_atop(in, e);
	case EXPR_DEREF:
		want(in, e->deref.base, TYPE_LONG);
		return type_value_path(in, e, TYPE_LONG);
	case EXPR_TARGET:
		return type_value_path(in, e, e->target.name[1] == '$'
				       ? TYPE_STRING : TYPE_LONG);
	default:	/* NUMBER */
		return known(in, TYPE_LONG, e->span);
	}
}

/* Each expression is typed once; later visits return what it got. */
static struct type_var *type_expr(struct infer *in, struct ast_expr *e)
{
	if (!e->tv)
		e->tv = type_fresh(in, e);
	return e->tv;
}

/* ---- statements --------------------------------------------------------- */

/* What a walk puts into @e: buckets are numbers; @t NULL: nobody knows. */
static void type_walked(struct infer *in, const struct ast_stmt *s,
			struct ast_expr *e, struct type_var *t)
{
	if (s->foreach.array->kind == EXPR_HIST)
		want(in, e, TYPE_LONG);
	else
		unify(in, type_expr(in, e), t, e->span);
}

static void type_foreach(struct infer *in, struct ast_stmt *s)
{
	struct global *g = program_global_of(s->foreach.array);

	if (s->foreach.array->kind == EXPR_HIST)
		type_hist(in, s->foreach.array);
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
		want(in, s->foreach.limit, TYPE_LONG);
	type_stmt(in, s->foreach.body);
}

static void type_opt(struct infer *in, struct ast_expr *e, bool condition)
{
	if (!e)
		return;
	if (condition)
		want(in, e, TYPE_LONG);
	else
		type_expr(in, e);
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
		type_expr(in, s->expr);
		break;
	case STMT_RETURN:
		if (s->expr && in->fn)
			unify(in, type_expr(in, s->expr), in->fn->sym.tv,
			      s->expr->span);
		break;
	case STMT_IF:
		want(in, s->if_.cond, TYPE_LONG);
		type_stmt(in, s->if_.yes);
		type_stmt(in, s->if_.no);
		break;
	case STMT_WHILE:
		want(in, s->while_.cond, TYPE_LONG);
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
			want(in, s->try_.var, TYPE_STRING);
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

		g->shape_known |= g->in_c;	/* plain, if nobody else says */
		if (!init)
			continue;
		t = known(in, init->kind == EXPR_STRING ? TYPE_STRING : TYPE_LONG,
			  init->span);
		unify(in, t, g->sym.tv, init->span);
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

/* ---- --dump=types ------------------------------------------------------- */

static void print_symbol(const struct symbol *s, struct buf *out)
{
	buf_printf(out, "  %s:%s\n", s->name, type_name(type_base(s->tv)));
}

static void print_global(const struct global *g, struct buf *out)
{
	buf_printf(out, "global %s", g->sym.name);
	for (unsigned i = 0; i < g->n_keys; i++)
		buf_printf(out, "%s%s%s", i ? ", " : "[",
			   type_name(type_base(g->keys[i])),
			   i + 1 == g->n_keys ? "]" : "");
	buf_printf(out, ":%s\n", type_name(type_base(g->sym.tv)));
}

void sema_print_types(const struct program *p, struct buf *out)
{
	for (size_t i = 0; i < p->globals.n; i++)
		if (p->globals.at[i]->shape_known)
			print_global(p->globals.at[i], out);
	for (size_t i = 0; i < p->functions.n; i++) {
		const struct function *f = p->functions.at[i];

		if (!f->used)
			continue;
		buf_printf(out, "function %s", f->sym.name);
		if (f->context)
			buf_printf(out, "@%u", f->clone);
		buf_printf(out, ":%s\n", type_name(type_base(f->sym.tv)));
		for (unsigned k = 0; k < f->n_params; k++)
			print_symbol(&f->params[k], out);
		for (size_t k = 0; k < f->locals.n; k++)
			print_symbol(f->locals.at[k], out);
	}
	for (size_t i = 0; i < p->probes.n; i++) {
		const struct probe *pr = p->probes.at[i];

		for (size_t k = 0; k < pr->places.n; k++)
			buf_printf(out, "probe %s\n", pr->places.at[k].name);
		for (size_t k = 0; k < pr->locals.n; k++)
			print_symbol(pr->locals.at[k], out);
	}
}
