/* SPDX-License-Identifier: LGPL-2.1-or-later */
/**
 * @file
 * Legality: what the grammar allows, the types allow, and the language does
 * not.  After this pass the lowering may rely on:
 *
 *	every variable has a type; what is assigned to can be assigned to
 *	aggregates stand only where one is meant; histograms too
 *	break and continue are inside a loop
 *	an array is not changed while it is walked, through calls neither
 *	conditions of probe points only read globals
 */
#include "base/arena.h"
#include "parser/ast_walk.h"
#include "translator/sema/sema.h"

struct checker {
	struct ast_visitor v;
	struct program *p;
	const struct function *fn;
	unsigned loops;
	bool in_condition;
	VEC(const struct global *) walked;	/* arrays of the foreachs around */
	VEC(struct span) walked_at;
	bool **changes;		/* [function][global]: writes it, through calls */
};

/* ---- what functions change ---------------------------------------------- */

struct change_scan {
	struct ast_visitor v;
	struct checker *ck;
	bool *changes;		/* of the function that is scanned */
	bool grown;
};

static const struct global *array_global(const struct ast_expr *e)
{
	if (e->kind == EXPR_INDEX)
		e = e->index.array;
	if (e->kind != EXPR_SYMBOL || !e->sym || e->sym->kind != SYM_GLOBAL ||
	    !e->sym->global->is_array)
		return NULL;
	return e->sym->global;
}

/* The expression that this node writes to, or NULL. */
static const struct ast_expr *written(const struct ast_expr *e)
{
	if (e->kind == EXPR_ASSIGN)
		return e->binary.left;
	return e->kind == EXPR_CREMENT ? e->crement.arg : NULL;
}

static void note_change(struct change_scan *c, const struct ast_expr *target)
{
	const struct global *g = target ? array_global(target) : NULL;

	if (g && !c->changes[g->index])
		c->changes[g->index] = c->grown = true;
}

static void take_over(struct change_scan *c, const bool *from)
{
	for (size_t i = 0; i < c->ck->p->globals.n; i++)
		if (from[i] && !c->changes[i])
			c->changes[i] = c->grown = true;
}

static bool scan_expr(struct ast_visitor *v, struct ast_expr **slot)
{
	struct change_scan *c = (struct change_scan *)v;
	const struct ast_expr *e = *slot;

	note_change(c, written(e));
	if (e->kind == EXPR_CALL && e->sym)
		take_over(c, c->ck->changes[e->sym->function->index]);
	return true;
}

static bool scan_stmt(struct ast_visitor *v, struct ast_stmt **slot)
{
	if ((*slot)->kind == STMT_DELETE)
		note_change((struct change_scan *)v, (*slot)->expr);
	return true;
}

/* Fixpoint over the call graph; as many rounds as calls are deep. */
static void find_changes(struct checker *ck)
{
	struct program *p = ck->p;
	struct change_scan c = { .v = { .expr_pre = scan_expr,
					.stmt_pre = scan_stmt }, .ck = ck };

	ck->changes = arena_alloc(p->arena,
				  sizeof(*ck->changes) * (p->functions.n + 1));
	for (size_t i = 0; i < p->functions.n; i++)
		ck->changes[i] = arena_alloc(p->arena, p->globals.n + 1);
	do {
		c.grown = false;
		for (size_t i = 0; i < p->functions.n; i++) {
			struct function *f = p->functions.at[i];

			c.changes = ck->changes[i];
			if (f->bound && f->body)
				ast_walk_stmt(&c.v, &f->body);
		}
	} while (c.grown);
}

/* ---- walks -------------------------------------------------------------- */

static void modified(struct checker *ck, const struct global *g, struct span sp)
{
	for (size_t i = 0; i < ck->walked.n; i++) {
		struct diag *e;

		if (ck->walked.at[i] != g)
			continue;
		e = diag_error(ck->p->diags, DIAG_MODIFIED_IN_FOREACH, sp,
			       "'%s' is modified while a foreach walks over it",
			       g->sym.name);
		diag_note(e, ck->walked_at.at[i], "the walk is here");
		return;
	}
}

static void check_call_changes(struct checker *ck, const struct ast_expr *e)
{
	const bool *changes = ck->changes[e->sym->function->index];

	for (size_t i = 0; i < ck->walked.n; i++)
		if (changes[ck->walked.at[i]->index])
			modified(ck, ck->walked.at[i], e->span);
}

/* ---- expressions -------------------------------------------------------- */

static void not_yet(struct checker *ck, struct span sp, const char *what)
{
	diag_error(ck->p->diags, DIAG_NOT_SUPPORTED_YET, sp,
		   "%s cannot be compiled by this version", what);
}

static void check_assignable(struct checker *ck, const struct ast_expr *e)
{
	const struct global *g;

	if (e->kind == EXPR_TARGET) {
		if (!program_is_guru(ck->p, e->span))
			diag_hint(diag_error(ck->p->diags, DIAG_GURU_ONLY,
					     e->span, "writing '%s' changes the "
					     "traced system", e->target.name),
				  "add -g if you mean it");
		return;
	}
	if (e->kind != EXPR_SYMBOL &&
	    !(e->kind == EXPR_INDEX && e->index.array->kind == EXPR_SYMBOL)) {
		diag_error(ck->p->diags, DIAG_NOT_ASSIGNABLE, e->span,
			   "%s cannot be assigned to", ast_expr_name(e->kind));
		return;
	}
	g = array_global(e);
	if (g)
		modified(ck, g, e->span);
}

static void raw_stats(struct checker *ck, const struct ast_expr *e)
{
	struct diag *d = diag_error(ck->p->diags, DIAG_RAW_AGGREGATE, e->span,
				    "an aggregate has no value of its own");

	diag_hint(d, "take one out of it: @count(x), @sum(x), @min(x), "
		  "@max(x), @avg(x), print(@hist_log(x))");
}

static bool holds_stats(const struct ast_expr *e)
{
	return (e->kind == EXPR_SYMBOL || e->kind == EXPR_INDEX) &&
	       type_base(e->tv) == TYPE_STATS;
}

static void check_args(struct checker *ck, struct ast_exprs *list)
{
	for (size_t i = 0; i < list->n; i++)
		if (list->at[i])
			ast_walk_expr(&ck->v, &list->at[i]);
}

/* The keys below an aggregate or an array, but not itself. */
static void check_below(struct checker *ck, struct ast_expr *e)
{
	if (e->kind == EXPR_INDEX)
		check_args(ck, &e->index.keys);
	else if (e->kind == EXPR_HIST)
		check_below(ck, e->hist.arg);
}

static void check_print(struct checker *ck, struct ast_expr *e)
{
	struct ast_exprs *args = &e->print.args;
	bool plain = !e->print.format && !e->print.is_char;

	for (size_t i = 0; i < args->n; i++) {
		if (plain && args->at[i]->kind == EXPR_HIST)
			check_below(ck, args->at[i]);
		else
			ast_walk_expr(&ck->v, &args->at[i]);
	}
}

static void check_condition_expr(struct checker *ck, const struct ast_expr *e)
{
	if (e->kind == EXPR_CALL || e->kind == EXPR_PRINT || written(e))
		diag_error(ck->p->diags, DIAG_BAD_CONDITION, e->span,
			   "a probe condition must not hold %s",
			   written(e) ? "an assignment"
				      : ast_expr_name(e->kind));
	if (e->kind == EXPR_SYMBOL && e->sym && e->sym->kind != SYM_GLOBAL)
		diag_error(ck->p->diags, DIAG_BAD_CONDITION, e->span,
			   "a probe condition may only read globals; '%s' is "
			   "none", e->name);
}

/* @kderef(size, address): the size is known when it is compiled. */
static void check_deref(struct checker *ck, const struct ast_expr *e)
{
	const struct ast_expr *size = e->atop.args.at[0];
	int64_t n = size->kind == EXPR_NUMBER ? size->number : 0;

	if (n != 1 && n != 2 && n != 4 && n != 8)
		diag_error(ck->p->diags, DIAG_BAD_ARGUMENT, size->span,
			   "the size must be written as 1, 2, 4 or 8");
	if (e->atop.op == ATOP_KDEREF && !program_is_guru(ck->p, e->span))
		diag_hint(diag_error(ck->p->diags, DIAG_GURU_ONLY, e->span,
				     "@kderef reads any kernel memory"),
			  "add -g if you mean it");
}

static void check_atop(struct checker *ck, const struct ast_expr *e)
{
	if (e->atop.op == ATOP_KDEREF || e->atop.op == ATOP_UDEREF)
		check_deref(ck, e);
	else
		not_yet(ck, e->span, ast_atop_text(e->atop.op));
}

static bool check_expr(struct ast_visitor *v, struct ast_expr **slot)
{
	struct checker *ck = (struct checker *)v;
	struct ast_expr *e = *slot;

	if (ck->in_condition)
		check_condition_expr(ck, e);
	if (holds_stats(e)) {
		raw_stats(ck, e);
		return false;
	}
	switch (e->kind) {
	case EXPR_STAT:
		check_below(ck, e->stat.arg);
		return false;
	case EXPR_HIST:
		diag_error(ck->p->diags, DIAG_RAW_AGGREGATE, e->span,
			   "a histogram can only be printed or indexed");
		return false;
	case EXPR_INDEX:
		check_below(ck, e->index.array);
		check_args(ck, &e->index.keys);
		return false;
	case EXPR_IN:
		if (e->in.array->kind == EXPR_HIST)
			not_yet(ck, e->span, "`in` over a histogram");
		check_args(ck, &e->in.keys);
		return false;
	case EXPR_PRINT:
		check_print(ck, e);
		return false;
	case EXPR_ASSIGN:
		check_assignable(ck, e->binary.left);
		if (e->binary.op != OP_ACCUMULATE)
			return true;
		check_below(ck, e->binary.left);
		ast_walk_expr(v, &e->binary.right);
		return false;
	case EXPR_CREMENT:
		check_assignable(ck, e->crement.arg);
		return true;
	case EXPR_CALL:
		if (e->sym)
			check_call_changes(ck, e);
		return true;
	case EXPR_REGEX:
		not_yet(ck, e->span, "a regular expression");
		return true;
	case EXPR_ATOP:
		check_atop(ck, e);
		return true;
	case EXPR_DEREF:
		not_yet(ck, e->span, "member access on a script value");
		return true;
	case EXPR_EMBEDDED:
		not_yet(ck, e->span, "embedded C");
		return true;
	default:
		return true;
	}
}

/* ---- statements --------------------------------------------------------- */

static void check_foreach(struct checker *ck, struct ast_stmt *s)
{
	const struct global *g = array_global(s->foreach.array);

	if (!g) {
		not_yet(ck, s->foreach.array->span, "foreach over a histogram");
		return;
	}
	if (s->foreach.value && type_base(g->sym.tv) == TYPE_STATS)
		raw_stats(ck, s->foreach.value);
	if (s->foreach.sort_stat && type_base(g->sym.tv) != TYPE_STATS)
		diag_error(ck->p->diags, DIAG_NOT_AGGREGATE,
			   s->foreach.array->span,
			   "'%s' holds no aggregates to sort by",
			   g->sym.name);
	check_args(ck, &s->foreach.slice);
	if (s->foreach.limit)
		ast_walk_expr(&ck->v, &s->foreach.limit);
	vec_push_in(ck->p->arena, &ck->walked, g);
	vec_push_in(ck->p->arena, &ck->walked_at, s->foreach.array->span);
	ck->loops++;
	ast_walk_stmt(&ck->v, &s->foreach.body);
	ck->loops--;
	ck->walked.n--;
	ck->walked_at.n--;
}

static void check_delete(struct checker *ck, struct ast_expr *e)
{
	const struct global *g = array_global(e);

	if (g)
		modified(ck, g, e->span);
	else if (e->kind != EXPR_SYMBOL && e->kind != EXPR_INDEX)
		diag_error(ck->p->diags, DIAG_NOT_ASSIGNABLE, e->span,
			   "%s cannot be deleted", ast_expr_name(e->kind));
	check_below(ck, e);
}

static void check_loop(struct checker *ck, struct ast_stmt *s)
{
	ck->loops++;
	ast_walk_stmt_children(&ck->v, s);
	ck->loops--;
}

static bool check_stmt(struct ast_visitor *v, struct ast_stmt **slot)
{
	struct checker *ck = (struct checker *)v;
	struct ast_stmt *s = *slot;

	switch (s->kind) {
	case STMT_WHILE:
	case STMT_FOR:
		check_loop(ck, s);
		return false;
	case STMT_FOREACH:
		check_foreach(ck, s);
		return false;
	case STMT_DELETE:
		check_delete(ck, s->expr);
		return false;
	case STMT_BREAK:
	case STMT_CONTINUE:
		if (!ck->loops)
			diag_error(ck->p->diags, DIAG_OUTSIDE_LOOP, s->span,
				   "'%s' outside a loop",
				   s->kind == STMT_BREAK ? "break"
							 : "continue");
		return true;
	case STMT_NEXT:
		if (ck->fn)
			not_yet(ck, s->span, "`next` in a function");
		return true;
	default:
		return true;
	}
}

/* ---- types -------------------------------------------------------------- */

static void check_typed(struct checker *ck, struct symbol *s, const char *what)
{
	struct diag *e;

	if (type_base(s->tv) != TYPE_UNKNOWN)
		return;
	e = diag_error(ck->p->diags, DIAG_UNRESOLVED_TYPE, s->span,
		       "%s '%s' has no type: nothing says whether it is a "
		       "number or a string", what, s->name);
	diag_hint(e, "assign something to it");
	type_find(s->tv)->base = TYPE_LONG;
}

static void check_locals(struct checker *ck, const symbol_vec *locals)
{
	for (size_t i = 0; i < locals->n; i++) {
		struct symbol *s = locals->at[i];

		if (!s->is_written) {
			struct diag *w = diag_warning(ck->p->diags,
				DIAG_NEVER_ASSIGNED, s->span,
				"'%s' is never assigned", s->name);

			diag_hint(w, "it is 0 or \"\" all the time; if it is "
				  "meant to be global, declare it: global %s",
				  s->name);
		}
		if (type_base(s->tv) == TYPE_UNKNOWN && !s->is_written)
			type_find(s->tv)->base = TYPE_LONG;
		check_typed(ck, s, "the local variable");
		if (type_base(s->tv) == TYPE_STATS)
			diag_error(ck->p->diags, DIAG_NOT_AGGREGATE, s->span,
				   "only a global variable can be an "
				   "aggregate; '%s' is local", s->name);
	}
}

static void check_globals(struct checker *ck)
{
	for (size_t i = 0; i < ck->p->globals.n; i++) {
		struct global *g = ck->p->globals.at[i];

		if (!g->shape_known)
			continue;
		check_typed(ck, &g->sym, "the global");
		for (unsigned k = 0; k < g->n_keys; k++)
			if (type_base(g->keys[k]) == TYPE_UNKNOWN)
				type_find(g->keys[k])->base = TYPE_LONG;
		if (g->ast->wrap && !g->is_array)
			diag_error(ck->p->diags, DIAG_BAD_GLOBAL, g->sym.span,
				   "only an array can wrap; '%s' is none",
				   g->sym.name);
		if (g->ast->size && !g->is_array)
			diag_error(ck->p->diags, DIAG_ARRAY_MISMATCH,
				   g->sym.span, "'%s' has a size but is used as "
				   "a plain variable", g->sym.name);
	}
}

static void check_function(struct checker *ck, struct function *f)
{
	ck->fn = f;
	for (unsigned i = 0; i < f->n_params; i++)
		check_typed(ck, &f->params[i], "the parameter");
	if (f->returns_value)
		check_typed(ck, &f->sym, "the function");
	check_locals(ck, &f->locals);
	if (f->body)
		ast_walk_stmt(&ck->v, &f->body);
	else if (!f->intrinsic)
		not_yet(ck, f->sym.span, "a function in embedded C");
}

void sema_check(struct program *p)
{
	struct checker ck = { .v = { .expr_pre = check_expr,
				     .stmt_pre = check_stmt }, .p = p };

	find_changes(&ck);
	check_globals(&ck);
	for (size_t i = 0; i < p->functions.n; i++)
		if (p->functions.at[i]->bound && p->functions.at[i]->used)
			check_function(&ck, p->functions.at[i]);
	ck.fn = NULL;
	for (size_t i = 0; i < p->probes.n; i++) {
		struct probe *pr = p->probes.at[i];

		check_locals(&ck, &pr->locals);
		ck.in_condition = true;
		if (pr->condition)
			ast_walk_expr(&ck.v, &pr->condition);
		ck.in_condition = false;
		ast_walk_stmt(&ck.v, &pr->body);
	}
}
