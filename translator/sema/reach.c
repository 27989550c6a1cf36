/* SPDX-License-Identifier: LGPL-2.1-or-later */
/**
 * @file
 * Finds which target variables, casts and enumerators can be reached at a
 * location.
 *
 * Their meaning differs from location to location.  The check asks the path
 * provider, at each location, about all such expressions in the body and its
 * functions, and reports what cannot be reached.  The lowering visits the locations
 * again: for each, reach_location() gets the answers once more, and reports nothing.
 * Answers are kept only until the next location, because patterns have a great many
 * locations.
 */
#include <assert.h>

#include "base/arena.h"
#include "base/buf.h"
#include "base/cleanup.h"
#include "base/tags/probe.h"
#include "base/tags/sema.h"
#include "parser/parser.h"
#include "translator/sema/reach.h"
#include "translator/target/types/types.h"

/* The argument @failed of path_name() if no step has failed. */
#define ALL_STEPS (~0u)

static struct ast_path *path_of(const struct ast_expr *e)
{
	return ast_expr_path((struct ast_expr *)e);
}

/* Returns @e as text, up to step @failed of its path; ALL_STEPS: all of it. */
static const char *path_name(struct reach *r, const struct ast_expr *e,
			     unsigned failed)
{
	struct ast_expr *copy = ast_clone_expr(r->arena, e);
	struct ast_path *p = ast_expr_path(copy);
	_cleanup_buf_ struct buf b = BUF_INIT;

	if (failed < p->n) {
		p->n = failed + 1;
		p->pretty = 0;
	}
	p->address_of = false;
	ast_print_expr(&b, copy);
	return arena_strdup(r->arena, b.p);
}

static bool is_at_entry(const struct reach *r)
{
	return r->in_entry || (r->fn && r->fn->at_entry);
}

/* ---- refusals ----------------------------------------------------------- */

static void refuse(struct reach *r, const struct ast_expr *e,
		   const struct path *path)
{
	const struct ast_path *p = path_of(e);
	unsigned failed = path ? path->failed_step : p->n;
	struct span sp = failed < p->n ? p->at[failed].span : e->span;
	struct refusal why = {
		.tag = DIAG_NO_TARGET_VARIABLE,
		.span = sp,
		.text = arena_printf(r->arena, "'%s' cannot be resolved: %s",
				     path_name(r, e, failed),
				     path ? path->reason
				     : "no target is known here"),
		.hint = path ? path->hint : NULL,
		.notes = path ? path->notes : NULL,
		.n_notes = path ? path->n_notes : 0,
	};

	reach_refuse(r, &why);
}

/* Refuses -> on a value whose type is unknown or ambiguous. */
static void refuse_untyped(struct reach *r, const struct ast_expr *e)
{
	const struct ast_expr *base = e->deref.base;
	_cleanup_buf_ struct buf b = BUF_INIT;
	struct refusal why = { .tag = DIAG_NO_TARGET_TYPE, .span = base->span };

	ast_print_expr(&b, base);
	if (base->kind == EXPR_SYMBOL)
		why.cell = &base->sym->cell;
	why.text = arena_printf(r->arena, "the type that '%s' points to is %s",
				b.p, why.cell && why.cell->other
				? "ambiguous" : "unknown");
	why.hint = arena_printf(r->arena, "give the type: @cast(%s, \"struct "
					  "NAME\")->member", b.p);
	reach_refuse(r, &why);
}

/* Refuses @entry of a value that is known only at the return, where registers
 * have other values. */
static void refuse_early(struct reach *r, const struct ast_expr *e)
{
	struct refusal why = {
		.tag = DIAG_BAD_ENTRY,
		.span = e->span,
		.text = arena_printf(r->arena, "'%s' has a value only when the "
					       "function returns, but @entry "
					       "reads it at the entry",
				     path_name(r, e, ALL_STEPS)),
		.hint = "use @entry with parameters and what they point to",
	};

	reach_refuse(r, &why);
}

static void refuse_frame(struct reach *r, const struct ast_expr *e)
{
	struct refusal why = {
		.tag = DIAG_NOT_SUPPORTED_YET,
		.span = e->span,
		.text = "this needs the frame of the function, which this "
			"version cannot compile",
	};

	reach_refuse(r, &why);
}

static void not_in_memory(struct reach *r, const struct ast_expr *e,
			  const struct path_op *last)
{
	bool saved = last && last->kind == PATH_ENTRY_SAVED;
	const char *why = !saved ? "it is not in memory here"
		: is_at_entry(r) ? "@entry only saves a value"
				 : "the function has returned";
	struct diag *d = diag_error(r->p->diags, DIAG_NOT_ASSIGNABLE, e->span,
				    "'%s' cannot be written: %s",
				    path_name(r, e, ALL_STEPS), why);

	if (saved)
		diag_hint(d, "write it in the probe without .return, where the "
			     "function begins");
	reach_note_calls(r, d);
	r->failed = true;
}

/* ---- the ops of paths --------------------------------------------------- */

static bool ops_have(const struct path_op *ops, size_t n, unsigned kinds)
{
	for (size_t i = 0; i < n; i++)
		if (kinds >> ops[i].kind & 1)
			return true;
	return false;
}

/* Returns true if the whole path has an op of one of @kinds, a bit each. */
static bool path_has(const struct path *p, unsigned kinds)
{
	if (ops_have(p->ops, p->n_ops, kinds))
		return true;
	for (size_t i = 0; i < p->n_args; i++) {
		const struct path_arg *a = &p->args[i];

		if ((a->when && ops_have(a->when->ops, a->when->n_ops, kinds)) ||
		    (a->part ? path_has(a->part, kinds)
			     : ops_have(a->ops, a->n_ops, kinds)))
			return true;
	}
	return false;
}

static bool is_writable(struct reach *r, const struct ast_expr *e,
			const struct path *path)
{
	size_t n = path->n_ops;
	const struct path_op *last;

	if (n && path->ops[n - 1].kind == PATH_BITFIELD)
		n--;
	last = n ? &path->ops[n - 1] : NULL;
	if (last && (last->kind == PATH_LOAD ||
		     (last->kind == PATH_REG && n == 1)))
		return true;
	not_in_memory(r, e, last);
	return false;
}

static bool is_readable(struct reach *r, const struct ast_expr *e,
			const struct path *path)
{
	if (!is_at_entry(r) ||
	    !path_has(path, 1u << PATH_REG | 1u << PATH_PIECE))
		return true;
	refuse_early(r, e);
	return false;
}

/* ---- asking ------------------------------------------------------------- */

static const struct path *ask_path(struct reach *r, struct ast_expr *e)
{
	const struct path_provider *pv = r->paths;
	bool is_written = r->written == e;
	const struct path *path = NULL;
	struct path_query q;

	if (e->kind == EXPR_DEREF && !e->ctype && pv) {
		refuse_untyped(r, e);
		return NULL;
	}
	if (pv) {
		q = program_path_query(r->arena, e);
		if (is_written)
			q.use = PATH_WRITE;
		path = pv->resolve(pv->data, r->location, &q);
	}
	if (!path || path->reason) {
		refuse(r, e, path);
		return NULL;
	}
	if (path_has(path, 1u << PATH_FRAME_BASE)) {
		refuse_frame(r, e);
		return NULL;
	}
	return (is_written ? is_writable(r, e, path) : is_readable(r, e, path))
		? path : NULL;
}

static const char *text_arg(const struct ast_expr *e, size_t i)
{
	return e->atop.args.n > i ? e->atop.args.at[i]->text : NULL;
}

static int64_t ask_enumerator(struct reach *r, const struct ast_expr *e)
{
	const struct path_provider *pv = r->paths;
	const char *name = text_arg(e, 0);
	struct refusal why = { .tag = DIAG_NO_TARGET_VARIABLE,
			       .span = e->span };
	int64_t v = 0;

	if (pv && pv->enumerator &&
	    pv->enumerator(pv->data, r->location, name, NULL, &v))
		return v;
	why.text = arena_printf(r->arena, "there is no enumerator '%s' here",
				name);
	reach_refuse(r, &why);
	return 0;
}

/* Returns the enumeration of @enumname: the type that the script gives, or that
 * of the value. */
static const struct ctype *ask_enum_type(struct reach *r,
					 const struct ast_expr *e)
{
	const struct path_provider *pv = r->paths;
	const char *name = text_arg(e, 1);
	const struct ctype *type = e->ctype;
	struct refusal why = { .tag = DIAG_NO_TARGET_VARIABLE,
			       .span = e->span };

	if (name)
		type = pv && pv->type ? pv->type(pv->data, r->location, name,
						 text_arg(e, 2)) : NULL;
	if (type && ctype_strip(type)->kind == CTYPE_ENUM)
		return ctype_strip(type);
	if (name) {
		why.text = arena_printf(r->arena, "there is no enumeration "
						  "'%s' here", name);
	} else {
		why.text = "the enumeration of this value is unknown";
		why.hint = "give the enumeration: @enumname(value, \"enum "
			   "NAME\")";
	}
	reach_refuse(r, &why);
	return NULL;
}

static void ask(struct reach *r, struct ast_expr *e)
{
	struct reach_answer a = { .e = e };

	switch (e->kind) {
	case EXPR_TARGET:
	case EXPR_DEREF:
		a.path = ask_path(r, e);
		break;
	case EXPR_ATOP:
		if (e->atop.op == ATOP_CAST || e->atop.op == ATOP_VAR)
			a.path = ask_path(r, e);
		else if (e->atop.op == ATOP_ENUM)
			a.number = ask_enumerator(r, e);
		else if (e->atop.op == ATOP_ENUMNAME)
			a.type = ask_enum_type(r, e);
		else
			return;
		break;
	default:
		return;
	}
	vec_push(&r->answers, a);
}

static void check_literal(struct reach *r, const struct ast_expr *e)
{
	size_t len = intern_len(e->text);

	if (r->is_checked || len <= r->string_len ||
	    !program_is_users(r->p, e->span))
		return;
	diag_hint(diag_warning(r->p->diags, DIAG_LONG_LITERAL, e->span,
			       "this string is cut by %zu bytes, because "
			       "MAXSTRINGLEN is %u", len - r->string_len,
			       r->string_len + 1),
		  "for longer strings, add -D MAXSTRINGLEN=%zu", len + 1);
}

/* ---- walking ------------------------------------------------------------ */

/* Returns true for print() and println(), which print literals of any length. */
static bool prints_whole(const struct ast_expr *e)
{
	return e->kind == EXPR_PRINT && !e->print.to_string && !e->print.format;
}

static void visit_printed(struct ast_visitor *v, struct ast_expr *e)
{
	for (size_t i = 0; i < e->print.args.n; i++)
		if (e->print.args.at[i]->kind != EXPR_STRING)
			ast_walk_expr(v, &e->print.args.at[i]);
}

static bool visit_expr(struct ast_visitor *v, struct ast_expr **slot)
{
	struct reach *r = (struct reach *)v;
	struct ast_expr *e = *slot;

	ask(r, e);
	if (e->kind == EXPR_STRING)
		check_literal(r, e);
	else if (e->kind == EXPR_ASSIGN)
		r->written = e->binary.left;
	else if (e->kind == EXPR_CREMENT)
		r->written = e->crement.arg;
	else if (e->kind == EXPR_ATOP && e->atop.op == ATOP_ENTRY)
		r->in_entry++;
	if (prints_whole(e))
		visit_printed(v, e);
	return !prints_whole(e);
}

static void leave_expr(struct ast_visitor *v, struct ast_expr **slot)
{
	struct reach *r = (struct reach *)v;

	if ((*slot)->kind == EXPR_ATOP && (*slot)->atop.op == ATOP_ENTRY)
		r->in_entry--;
}

static bool is_never(const struct ast_expr *cond)
{
	int64_t n;

	return cond && ast_number_of(cond, &n) && !n;
}

/* Visits a statement, except code that a constant rules out.  The lowering
 * skips the same code. */
static bool visit_stmt(struct ast_visitor *v, struct ast_stmt **slot)
{
	struct ast_stmt *s = *slot;
	int64_t n;

	switch (s->kind) {
	case STMT_IF:
		if (!ast_number_of(s->if_.cond, &n))
			return true;
		ast_walk_stmt(v, n ? &s->if_.yes : &s->if_.no);
		return false;
	case STMT_WHILE:
		return !is_never(s->while_.cond);
	case STMT_FOR:
		if (!is_never(s->for_.cond))
			return true;
		ast_walk_expr(v, &s->for_.init);
		return false;
	default:
		return true;
	}
}

static void walk_function(struct reach *r, struct function *fn)
{
	r->fn = fn;
	ast_walk_stmt(&r->v, &fn->body);
	r->fn = NULL;
}

static void walk_probe(struct reach *r, const struct probe *pr)
{
	struct ast_expr *condition = pr->condition;
	struct ast_stmt *body = pr->body;

	ast_walk_expr(&r->v, &condition);
	ast_walk_stmt(&r->v, &body);
	for (size_t i = 0; i < pr->clones.n; i++)
		walk_function(r, pr->clones.at[i]);
}

/* Drops the answers about the last location, and begins with @location. */
static void begin(struct reach *r, const struct probe *pr,
		  const struct probe_location *location)
{
	if (r->location && r->paths && r->paths->forget)
		r->paths->forget(r->paths->data, r->location);
	arena_release(r->arena, &r->empty);
	r->answers.n = r->next = 0;
	r->probe = pr;
	r->location = location;
	r->failed = r->refused = false;
	if (location && r->paths && r->paths->begin)
		r->paths->begin(r->paths->data);
}

void reach_location(struct reach *r, const struct probe *pr,
		    const struct probe_location *location)
{
	begin(r, pr, location);
	walk_probe(r, pr);
}

void reach_condition(struct reach *r, const struct probe *pr)
{
	struct ast_expr *condition = pr->condition;

	begin(r, NULL, NULL);
	ast_walk_expr(&r->v, &condition);
}

void reach_functions(struct reach *r)
{
	begin(r, NULL, NULL);
	for (size_t i = 0; i < r->p->functions.n; i++) {
		struct function *fn = r->p->functions.at[i];

		if (fn->used && !fn->intrinsic && fn->body && !fn->context)
			walk_function(r, fn);
	}
}

/* ---- the check ---------------------------------------------------------- */

static bool check_location(struct reach *r, const struct probe *pr,
			   struct probe_location *location)
{
	reach_location(r, pr, location);
	location->is_refused = r->failed || r->refused;
	reach_count(r);
	return !location->is_refused;
}

/* Checks the locations of a probe.  If the code is the same everywhere, the
 * locations after the first good one are counted as kept without a check. */
static void check_probe(struct reach *r, const struct probe *pr)
{
	bool each = program_probe_differs(pr), is_good = false;
	_cleanup_free_ uint32_t *order = program_location_order(pr);

	if (program_condition_is_apart(pr))
		reach_condition(r, pr);
	for (size_t i = 0; i < pr->locations.n; i++) {
		size_t at = order ? order[i] : i;

		if (each || !is_good)
			is_good = check_location(r, pr, &pr->locations.at[at]);
		else
			reach_count(r);
	}
}

void sema_reach_check(struct reach *r)
{
	reach_functions(r);
	for (size_t i = 0; i < r->p->probes.n; i++)
		check_probe(r, r->p->probes.at[i]);
	reach_report(r);
	begin(r, NULL, NULL);
	r->is_checked = true;
}

/* ---- answers ------------------------------------------------------------ */

/* Returns the answer about @e.  The search begins after the last answer found,
 * because the lowering needs the answers in nearly the order of the walk. */
static const struct reach_answer *find(struct reach *r,
				       const struct ast_expr *e)
{
	for (size_t i = 0; i < r->answers.n; i++) {
		size_t at = (r->next + i) % r->answers.n;

		if (r->answers.at[at].e == e) {
			r->next = at + 1;
			return &r->answers.at[at];
		}
	}
	assert(!"it was asked for before it is lowered");
	return NULL;
}

const struct path *reach_path(struct reach *r, const struct ast_expr *e)
{
	return find(r, e)->path;
}

int64_t reach_number(struct reach *r, const struct ast_expr *e)
{
	return find(r, e)->number;
}

const struct ctype *reach_type(struct reach *r, const struct ast_expr *e)
{
	return find(r, e)->type;
}

struct reach *sema_reach_create(struct program *p,
				const struct path_provider *paths,
				const struct reach_options *o)
{
	struct reach *r = arena_new(p->arena, struct reach);

	r->v = (struct ast_visitor){ .expr_pre = visit_expr,
				     .expr_post = leave_expr,
				     .stmt_pre = visit_stmt };
	r->p = p;
	r->paths = paths;
	r->skip_badvars = o->skip_badvars;
	r->string_len = o->string_len - 1;
	r->arena = arena_create();
	r->empty = arena_mark(r->arena);
	return r;
}

void sema_reach_destroy(struct reach *r)
{
	if (!r)
		return;
	begin(r, NULL, NULL);
	arena_destroy(r->arena);
	vec_free(&r->answers);
}
