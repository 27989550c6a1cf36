/* SPDX-License-Identifier: LGPL-2.1-or-later */
/**
 * @file
 * Checks legality: refuses what the grammar and the types allow, but the
 * language does not.  After this pass the lowering may rely on:
 *
 *	every variable has a type
 *	only variables, elements and target locations are assigned to
 *	aggregates and histograms are only where one is allowed
 *	break and continue are inside a loop
 *	no array is changed during an iteration over it, nor by calls in there
 *	conditions of probe points only read globals
 */
#include "base/arena.h"
#include "base/buf.h"
#include "base/tags/parser.h"
#include "base/tags/sema.h"
#include "translator/sema/check.h"

/* ---- expressions -------------------------------------------------------- */

static void refuse_probewrite(struct checker *ck, struct span sp)
{
	diag_hint(diag_error(ck->p->diags, DIAG_BAD_PROBEWRITE, sp,
			     "@probewrite cannot be used in a function"),
		  "use it in a probe alias: it is 1 if the probe that uses the "
		  "alias writes the variable");
}

static bool is_bucket(const struct ast_expr *e)
{
	return e->kind == EXPR_INDEX && e->index.array->kind == EXPR_HIST;
}

/* Reports that @e cannot be changed; @what: "assigned to", "deleted". */
static void refuse_change(struct checker *ck, const struct ast_expr *e,
			  const char *what)
{
	struct diag *d = diag_error(ck->p->diags, DIAG_NOT_ASSIGNABLE, e->span,
				    "%s cannot be %s", is_bucket(e)
				    ? "a bucket of a histogram"
				    : ast_expr_name(e->kind), what);

	if (is_bucket(e))
		diag_hint(d, "use <<< to add a value to the histogram");
}

static void check_assignable(struct checker *ck, const struct ast_expr *e)
{
	const struct global *g;

	if (check_target_write(ck, e))
		return;
	if (e->kind != EXPR_SYMBOL &&
	    !(e->kind == EXPR_INDEX && e->index.array->kind == EXPR_SYMBOL)) {
		refuse_change(ck, e, "assigned to");
		return;
	}
	g = check_array(e);
	if (g)
		check_modified(ck, g, e->span);
}

static void raw_stats(struct checker *ck, const struct ast_expr *e)
{
	_cleanup_buf_ struct buf b = BUF_INIT;
	const char *name;
	struct diag *d = diag_error(ck->p->diags, DIAG_RAW_AGGREGATE, e->span,
				    "an aggregate cannot be used as a value");

	ast_print_expr(&b, e);
	name = b.p;
	diag_hint(d, "extract a value: @count(%s), @sum(%s), @min(%s), "
		  "@max(%s), @avg(%s), print(@hist_log(%s))", name, name, name,
		  name, name, name);
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

/* Checks the keys of an aggregate or an array, but not the aggregate or array
 * itself. */
static void check_below(struct checker *ck, struct ast_expr *e)
{
	if (e->kind == EXPR_INDEX)
		check_args(ck, &e->index.keys);
	else if (e->kind == EXPR_HIST)
		check_below(ck, e->hist.arg);
}

/* The most values of one statement that a record can hold: STP_MAX_ARGS. */
#define MOST_VALUES 128

static void check_values(struct checker *ck, const struct ast_expr *e)
{
	const struct ast_exprs *args = &e->print.args;
	size_t n = 0;

	for (size_t i = 0; i < args->n; i++)
		n += e->print.format || args->at[i]->kind != EXPR_STRING;
	if (n > MOST_VALUES)
		diag_hint(diag_error(ck->p->diags, DIAG_FORMAT_ARGS, e->span,
				     "this statement prints %zu values, but "
				     "the maximum is %d", n, MOST_VALUES),
			  "use several statements; the output of one handler "
			  "stays together");
}

static void check_print(struct checker *ck, struct ast_expr *e)
{
	struct ast_exprs *args = &e->print.args;
	bool plain = !e->print.format && !e->print.is_char;

	check_values(ck, e);
	for (size_t i = 0; i < args->n; i++) {
		if (plain && args->at[i]->kind == EXPR_HIST)
			check_below(ck, args->at[i]);
		else
			ast_walk_expr(&ck->v, &args->at[i]);
	}
}

static void check_condition_expr(struct checker *ck, const struct ast_expr *e)
{
	if (e->kind == EXPR_CALL || e->kind == EXPR_PRINT ||
	    e->kind == EXPR_TARGET || e->kind == EXPR_DEREF ||
	    (e->kind == EXPR_ATOP && e->atop.op != ATOP_CONST) ||
	    e->kind == EXPR_EMBEDDED ||
	    check_written(e))
		diag_error(ck->p->diags, DIAG_BAD_CONDITION, e->span,
			   "a probe condition cannot contain %s",
			   check_written(e) ? "an assignment"
				      : ast_expr_name(e->kind));
	if (e->kind == EXPR_SYMBOL && e->sym && e->sym->kind != SYM_GLOBAL)
		diag_error(ck->p->diags, DIAG_BAD_CONDITION, e->span,
			   "a probe condition may only read globals; '%s' is "
			   "not a global", e->name);
}

/* Checks @entry(e): there must be an entry, and e must have a value there. */
static void check_entry(struct checker *ck, struct ast_expr *e)
{
	struct ast_expr **arg = &e->atop.args.at[0];
	struct diag *d = NULL;

	if (!ck->probe)
		d = diag_error(ck->p->diags, DIAG_BAD_ENTRY, e->span,
			       "@entry cannot be used in a function");
	else if (ck->probe->locations.n && !ck->probe->is_return)
		d = diag_error(ck->p->diags, DIAG_BAD_ENTRY, e->span,
			       "@entry is used in a probe that is not a return "
			       "probe");
	if (d)
		diag_hint(d, "@entry returns a value from the function's "
			     "entry; use it in a .return probe");
	ck->in_entry++;
	ast_walk_expr(&ck->v, arg);
	ck->in_entry--;
}

/* Reports @e if it is inside a condition or @entry and is not allowed there. */
static void check_around(struct checker *ck, const struct ast_expr *e)
{
	if (ck->in_condition)
		check_condition_expr(ck, e);
	if (ck->in_entry)
		check_in_entry(ck, e);
}

/* Checks an @-word.  Returns true if its children are to be checked, too. */
static bool check_atop(struct checker *ck, struct ast_expr *e)
{
	switch (e->atop.op) {
	case ATOP_ENTRY:
		check_entry(ck, e);
		return false;
	case ATOP_CONST:
		check_c_expr(ck, e);
		return false;
	case ATOP_PROBEWRITE:
		refuse_probewrite(ck, e->span);
		return false;
	default:
		check_target_atop(ck, e);
		return true;
	}
}

/* Checks the keys of a histogram: buckets have one key, their number. */
static void check_buckets(struct checker *ck, const struct ast_expr *hist,
			  const struct ast_exprs *keys)
{
	if (keys->n != 1 || !keys->at[0])
		diag_error(ck->p->diags, DIAG_KEY_COUNT, hist->span,
			   "a bucket of a histogram has one key, its number");
}

/* Warns of an assignment as a condition, if (x = 3), which is rarely meant. */
static void check_condition(struct checker *ck, const struct ast_expr *e)
{
	if (e && e->kind == EXPR_ASSIGN && e->binary.op == OP_SET &&
	    program_is_users(ck->p, e->span))
		diag_hint(diag_warning(ck->p->diags, DIAG_SET_AS_CONDITION,
				       e->span,
				       "this condition is an assignment"),
			  "write == to compare; to test the assigned value, "
			  "write (x = y) != 0");
}

static void check_call(struct checker *ck, const struct ast_expr *e)
{
	if (!e->sym)
		return;
	check_call_changes(ck, e);
	check_c_call(ck, e);
}

static bool check_expr(struct ast_visitor *v, struct ast_expr **slot)
{
	struct checker *ck = (struct checker *)v;
	struct ast_expr *e = *slot;

	check_around(ck, e);
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
		if (e->index.array->kind == EXPR_HIST)
			check_buckets(ck, e->index.array, &e->index.keys);
		check_below(ck, e->index.array);
		check_args(ck, &e->index.keys);
		return false;
	case EXPR_IN:
		if (e->in.array->kind == EXPR_HIST)
			check_buckets(ck, e->in.array, &e->in.keys);
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
	case EXPR_COMPARE:
		check_comparison(ck, e);
		return true;
	case EXPR_BINARY:
		check_power(ck, e);
		return true;
	case EXPR_CREMENT:
		check_assignable(ck, e->crement.arg);
		return true;
	case EXPR_CALL:
		check_call(ck, e);
		return true;
	case EXPR_TERNARY:
		check_condition(ck, e->ternary.cond);
		return true;
	case EXPR_ATOP:
		return check_atop(ck, e);
	case EXPR_EMBEDDED:
		check_c_expr(ck, e);
		return true;
	default:
		return true;
	}
}

/* ---- statements --------------------------------------------------------- */

static void check_loop_body(struct checker *ck, struct ast_stmt *body)
{
	ck->loops++;
	ast_walk_stmt(&ck->v, &body);
	ck->loops--;
}

/* Checks foreach over a histogram.  Its buckets are a snapshot, so the body may
 * change the aggregate. */
static void check_foreach_hist(struct checker *ck, struct ast_stmt *s)
{
	struct ast_expr *hist = s->foreach.array;

	check_buckets(ck, hist, &s->foreach.keys);
	if (s->foreach.slice.n || s->foreach.sort_stat)
		diag_error(ck->p->diags, DIAG_BAD_ARGUMENT, hist->span,
			   "foreach over a histogram visits all its buckets; "
			   "it can sort them by number or by count");
	check_below(ck, hist);
	if (s->foreach.limit)
		ast_walk_expr(&ck->v, &s->foreach.limit);
	check_loop_body(ck, s->foreach.body);
}

static void check_foreach(struct checker *ck, struct ast_stmt *s)
{
	const struct global *g = check_array(s->foreach.array);

	if (s->foreach.value && type_base(g->sym.tv) == TYPE_STATS)
		raw_stats(ck, s->foreach.value);
	if (s->foreach.sort_stat && type_base(g->sym.tv) != TYPE_STATS)
		diag_error(ck->p->diags, DIAG_NOT_AGGREGATE,
			   s->foreach.array->span,
			   "'%s' has no aggregates to sort by",
			   g->sym.name);
	check_args(ck, &s->foreach.slice);
	if (s->foreach.limit)
		ast_walk_expr(&ck->v, &s->foreach.limit);
	vec_push_in(ck->p->arena, &ck->walked, g);
	vec_push_in(ck->p->arena, &ck->walked_at, s->foreach.array->span);
	check_loop_body(ck, s->foreach.body);
	ck->walked.n--;
	ck->walked_at.n--;
}

static void check_delete(struct checker *ck, struct ast_expr *e)
{
	const struct global *g = check_array(e);

	if (g)
		check_modified(ck, g, e->span);
	else if (e->kind != EXPR_SYMBOL &&
		 (e->kind != EXPR_INDEX || is_bucket(e)))
		refuse_change(ck, e, "deleted");
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
	case STMT_IF:
		check_condition(ck, s->if_.cond);
		return true;
	case STMT_WHILE:
		check_condition(ck, s->while_.cond);
		check_loop(ck, s);
		return false;
	case STMT_FOR:
		check_condition(ck, s->for_.cond);
		check_loop(ck, s);
		return false;
	case STMT_FOREACH:
		if (s->foreach.array->kind == EXPR_HIST)
			check_foreach_hist(ck, s);
		else
			check_foreach(ck, s);
		return false;
	case STMT_DELETE:
		check_delete(ck, s->expr);
		return false;
	case STMT_BREAK:
	case STMT_CONTINUE:
		if (!ck->loops)
			diag_hint(diag_error(ck->p->diags, DIAG_OUTSIDE_LOOP,
					     s->span, "'%s' outside a loop",
					     s->kind == STMT_BREAK
						     ? "break" : "continue"),
				  "next leaves the handler of a probe, return "
				  "leaves a function");
		return true;
	default:
		return true;
	}
}

/* ---- everything --------------------------------------------------------- */

static void check_function(struct checker *ck, struct function *f)
{
	ck->fn = f;
	if (f->body)
		ast_walk_stmt(&ck->v, &f->body);
	else if (f->intrinsic)
		check_intrinsic(ck, f);
	else
		check_c_function(ck, f);
	ck->fn = NULL;
}

static void check_probe(struct checker *ck, struct probe *pr)
{
	ck->probe = pr;
	ck->in_condition = true;
	if (pr->condition)
		ast_walk_expr(&ck->v, &pr->condition);
	ck->in_condition = false;
	ast_walk_stmt(&ck->v, &pr->body);
	check_point(ck, pr);
	ck->probe = NULL;
}

void sema_check(struct program *p)
{
	struct checker ck = { .v = { .expr_pre = check_expr,
				     .stmt_pre = check_stmt }, .p = p };

	check_find_changes(&ck);
	check_types(&ck);
	check_c_items(&ck);
	for (size_t i = 0; i < p->functions.n; i++)
		if (p->functions.at[i]->bound && p->functions.at[i]->used)
			check_function(&ck, p->functions.at[i]);
	for (size_t i = 0; i < p->probes.n; i++)
		check_probe(&ck, p->probes.at[i]);
}
