/* SPDX-License-Identifier: LGPL-2.1-or-later */
/**
 * @file
 * Answers @defined, before anything is bound.
 *
 * Expressions that an answer decides are evaluated, too: the part of `if`,
 * `?:`, `&&` and `||` that cannot run is removed, so that its names and types
 * are not looked up.  If the locations of one probe may give different answers,
 * the probe is split.
 */
#include "base/arena.h"
#include "base/tags/parser.h"
#include "base/tags/sema.h"
#include "parser/parser.h"
#include "translator/sema/sema.h"
#include "translator/target/types/types.h"

struct definer {
	struct ast_visitor v;
	struct program *p;
	const struct probe_location *location;	/* NULL in a function */
	bool has_types;			/* types of values are known, too */
	bool found;			/* for sema_asks(): there is an expression whose
					   meaning differs from location to location */
	bool answered;			/* some @defined was answered */
};

static bool is_there(struct definer *d, const struct ast_expr *e);

/* ---- asking ------------------------------------------------------------- */

static bool path_is_there(struct definer *d, const struct ast_expr *e)
{
	const struct path_provider *pv = d->p->paths;
	struct path_query q;

	if (!pv || (!d->location && e->kind == EXPR_TARGET))
		return false;
	q = program_path_query(d->p->arena, e);
	return !pv->resolve(pv->data, d->location, &q)->reason;
}

static const char *text_arg(const struct ast_expr *e, size_t i)
{
	return e->atop.args.n > i ? e->atop.args.at[i]->text : NULL;
}

/* Returns true if there is an entry to read: only at returns of functions. */
static bool has_entry(const struct definer *d)
{
	return d->location && d->location->row.point == STP_POINT_RETURN;
}

static bool atop_is_there(struct definer *d, const struct ast_expr *e)
{
	const struct path_provider *pv = d->p->paths;
	int64_t unused;

	switch (e->atop.op) {
	case ATOP_CAST:
	case ATOP_VAR:
		return path_is_there(d, e);
	case ATOP_ENTRY:
		return has_entry(d) && is_there(d, e->atop.args.at[0]);
	case ATOP_ENUM:
		return pv && pv->enumerator &&
		       pv->enumerator(pv->data, d->location, text_arg(e, 0), NULL,
				      &unused);
	case ATOP_ENUMNAME:
		return pv && text_arg(e, 1) && pv->type &&
		       pv->type(pv->data, d->location, text_arg(e, 1),
				text_arg(e, 2));
	case ATOP_PERF:
		return program_find_counter(d->p, text_arg(e, 0));
	default:
		return true;
	}
}

/* Returns true if is_there() holds for the chosen part of c ? x : y, or for both
 * parts if the condition is not known. */
static bool choice_is_there(struct definer *d, const struct ast_expr *e)
{
	int64_t cond;

	if (ast_number_of(e->ternary.cond, &cond))
		return is_there(d, cond ? e->ternary.yes : e->ternary.no);
	return is_there(d, e->ternary.yes) && is_there(d, e->ternary.no);
}

/* Warns of an expression that is neither a literal nor something in the target.
 * Returns false. */
static bool is_nothing(struct definer *d, const struct ast_expr *e)
{
	if (program_is_users(d->p, e->span))
		diag_hint(diag_warning(d->p->diags, DIAG_NOT_OF_TARGET, e->span,
				       "@defined is 0 here, because this is "
				       "%s, not a target variable",
				       ast_expr_name(e->kind)),
			  "write it like this: @defined($name)");
	return false;
}

static bool is_there(struct definer *d, const struct ast_expr *e)
{
	switch (e->kind) {
	case EXPR_TARGET:
		return path_is_there(d, e);
	case EXPR_ATOP:
		return atop_is_there(d, e);
	case EXPR_DEREF:
		/* types of values are known later: see ctypes.c */
		return e->ctype && path_is_there(d, e);
	case EXPR_TERNARY:
		return choice_is_there(d, e);
	case EXPR_NUMBER:
	case EXPR_STRING:
		return true;
	default:
		return is_nothing(d, e);
	}
}

/* ---- deciding ----------------------------------------------------------- */

/* What is known of an expression: whether its value is known, whether @defined has
 * decided it, and the value. */
struct answer {
	bool known, asked;
	int64_t value;
};

static bool is_too_early(const struct definer *d, const struct ast_expr *e)
{
	const struct ast_expr *arg = e->atop.args.at[0];

	while (arg->kind == EXPR_ATOP && arg->atop.op == ATOP_ENTRY)
		arg = arg->atop.args.at[0];
	return !d->has_types && arg->kind == EXPR_DEREF;
}

struct asker {
	struct ast_folder f;
	struct definer *d;
};

static bool ask(struct ast_folder *f, const struct ast_expr *e, int64_t *ret)
{
	struct definer *d = ((struct asker *)f)->d;

	if (e->atop.op != ATOP_DEFINED || is_too_early(d, e))
		return false;
	d->answered = true;
	*ret = is_there(d, e->atop.args.at[0]);
	return true;
}

static struct answer find_answer(struct definer *d, const struct ast_expr *e)
{
	struct asker k = { { .ask = ask }, d };
	struct answer a = { 0 };

	a.known = ast_fold(&k.f, e, &a.value);
	a.asked = k.f.asked;
	return a;
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

/* Moves `&` into a choice: &(c ? $x : $y) is c ? &$x : &$y.  @shown is the part
 * that an error is about. */
static void push_address(struct definer *d, struct ast_expr *e,
			 struct span shown)
{
	struct ast_path *p = ast_expr_path(e);

	if (e->kind == EXPR_TERNARY) {
		push_address(d, e->ternary.yes, e->ternary.yes->span);
		push_address(d, e->ternary.no, e->ternary.no->span);
	} else if (p && !p->address_of && !p->pretty) {
		p->address_of = true;
	} else {
		diag_error(d->p->diags, DIAG_NO_ADDRESS, shown,
			   "'&' needs a target variable or a member, such as "
			   "$x or x->member");
	}
}

static bool is_address_of_choice(const struct ast_expr *e)
{
	return e->kind == EXPR_DEREF && !e->deref.path.n &&
	       e->deref.path.address_of;
}

/* Evaluates && and ||.  The left side comes first: if it decides, the right one
 * is removed. */
static void define_logical(struct definer *d, struct ast_expr **slot)
{
	struct ast_expr *e = *slot;
	const struct ast_expr *l, *r;
	bool and = e->binary.op == OP_LOGICAL_AND;

	ast_walk_expr(&d->v, &e->binary.left);
	l = e->binary.left;
	if (l->kind == EXPR_NUMBER && !l->number == and) {
		*slot = number(d, e, !and);
		return;
	}
	ast_walk_expr(&d->v, &e->binary.right);
	r = e->binary.right;
	if (l->kind == EXPR_NUMBER && r->kind == EXPR_NUMBER)
		*slot = number(d, e, !!r->number);
}

static bool define_expr(struct ast_visitor *v, struct ast_expr **slot)
{
	struct definer *d = (struct definer *)v;
	struct ast_expr *e = *slot;
	struct answer a;

	if (is_address_of_choice(e)) {
		*slot = e->deref.base;
		push_address(d, *slot, e->span);
		return define_expr(v, slot);
	}

	if (e->kind == EXPR_TERNARY) {
		a = find_answer(d, e->ternary.cond);
		if (a.known) {
			*slot = a.value ? e->ternary.yes : e->ternary.no;
			return define_expr(v, slot);
		}
		return true;
	}
	if (e->kind == EXPR_LOGICAL) {
		define_logical(d, slot);
		return false;
	}
	if (e->kind != EXPR_ATOP && e->kind != EXPR_UNARY)
		return true;
	a = find_answer(d, e);
	if (a.known && a.asked)
		*slot = number(d, e, a.value);
	return true;
}

static struct ast_stmt *nothing(struct definer *d, const struct ast_stmt *s)
{
	struct ast_stmt *n = arena_new(d->p->arena, struct ast_stmt);

	n->kind = STMT_BLOCK;
	n->span = s->span;
	return n;
}

/* Removes a loop that an answer keeps from running; its initialisation
 * stays. */
static bool define_loop(struct ast_visitor *v, struct ast_stmt **slot,
			struct ast_expr *cond, struct ast_expr *init)
{
	struct definer *d = (struct definer *)v;
	struct answer a = find_answer(d, cond);
	struct ast_stmt *rest;

	if (!a.known || !a.asked || a.value)
		return true;
	rest = nothing(d, *slot);
	if (init) {
		rest->kind = STMT_EXPR;
		rest->expr = init;
	}
	*slot = rest;
	return true;
}

/* Returns true for a statement c ? x : y; in which x or y is a call.  It becomes
 * an `if`, because there the functions need not return a value. */
static bool is_choice(const struct ast_stmt *s)
{
	return s->kind == STMT_EXPR && s->expr->kind == EXPR_TERNARY &&
	       (s->expr->ternary.yes->kind == EXPR_CALL ||
		s->expr->ternary.no->kind == EXPR_CALL);
}

static struct ast_stmt *expr_stmt(struct definer *d, struct ast_expr *e)
{
	struct ast_stmt *s = arena_new(d->p->arena, struct ast_stmt);

	s->kind = STMT_EXPR;
	s->span = e->span;
	s->expr = e;
	return s;
}

static void choose(struct definer *d, struct ast_stmt *s)
{
	const struct ast_expr *e = s->expr;

	s->kind = STMT_IF;
	s->if_.cond = e->ternary.cond;
	s->if_.yes = expr_stmt(d, e->ternary.yes);
	s->if_.no = expr_stmt(d, e->ternary.no);
}

static bool define_stmt(struct ast_visitor *v, struct ast_stmt **slot)
{
	struct definer *d = (struct definer *)v;
	struct ast_stmt *s = *slot, *rest;
	struct answer a;

	if (is_choice(s))
		choose(d, s);
	if (s->kind == STMT_WHILE)
		return define_loop(v, slot, s->while_.cond, NULL);
	if (s->kind == STMT_FOR && s->for_.cond)
		return define_loop(v, slot, s->for_.cond, s->for_.init);
	if (s->kind != STMT_IF)
		return true;
	a = find_answer(d, s->if_.cond);
	if (!a.known || !a.asked)
		return true;
	rest = a.value ? s->if_.yes : s->if_.no;
	*slot = rest ?: nothing(d, s);
	return define_stmt(v, slot);
}

/* ---- probes ------------------------------------------------------------- */

static bool asks_expr(struct ast_visitor *v, struct ast_expr **slot)
{
	struct definer *d = (struct definer *)v;
	const struct ast_expr *e = *slot;

	d->found |= e->kind == EXPR_DEREF ||
		    (e->kind == EXPR_ATOP && (e->atop.op == ATOP_DEFINED ||
					      e->atop.op == ATOP_ENUMNAME));
	return !d->found;
}

bool sema_asks(struct ast_stmt *body)
{
	struct definer d = { .v = { .expr_pre = asks_expr } };

	ast_walk_stmt(&d.v, &body);
	return d.found;
}

/* Returns true if the probe's code differs from location to location. */
static bool differs(const struct program *p, struct probe *pr)
{
	struct definer d = { .v = { .expr_pre = asks_expr } };

	ast_walk_expr(&d.v, &pr->condition);
	return d.found || sema_asks(pr->body) ||
	       sema_calls_other(p, pr->body);
}

/* Makes a probe of its own for the @i-th location of @pr. */
static struct probe *part(struct program *p, const struct probe *pr, size_t i)
{
	struct probe *one = arena_memdup(p->arena, pr, sizeof(*pr));

	/* points into the old vector: one of its own would have room for more */
	one->locations = (probe_location_vec){ &pr->locations.at[i], 1, 1 };
	one->body = ast_clone_stmt(p->arena, pr->body);
	if (pr->condition)
		one->condition = ast_clone_expr(p->arena, pr->condition);
	return one;
}

/*
 * Splits probes whose code differs: each location gets a probe of its own, in
 * the position of the old one, so that the probes of one point stay side by
 * side.  Equal ones are merged as IR.
 */
static void take_apart(struct program *p)
{
	struct probe **old = p->probes.at;
	size_t n_old = p->probes.n;

	p->probes.at = NULL;
	p->probes.n = p->probes.cap = 0;
	for (size_t i = 0; i < n_old; i++) {
		struct probe *pr = old[i];
		size_t n = differs(p, pr) ? pr->locations.n : 1;

		for (size_t k = 0; k < n; k++) {
			struct probe *one = n > 1 ? part(p, pr, k) : pr;

			one->index = p->probes.n;
			vec_push_in(p->arena, &p->probes, one);
		}
	}
}

static const struct probe_location *location_of(const struct probe *pr)
{
	return pr && pr->locations.n ? &pr->locations.at[0] : NULL;
}

static struct definer definer_at(struct program *p, const struct probe *pr,
				 bool has_types)
{
	return (struct definer){
		.v = { .expr_pre = define_expr, .stmt_pre = define_stmt },
		.p = p,
		.location = location_of(pr),
		.has_types = has_types,
	};
}

static bool define_body(struct program *p, struct ast_stmt **body,
			const struct probe *pr, bool has_types)
{
	struct definer d = definer_at(p, pr, has_types);

	ast_walk_stmt(&d.v, body);
	return d.answered;
}

void sema_define_body(struct program *p, struct ast_stmt **body,
		      const struct probe *pr)
{
	define_body(p, body, pr, false);
}

bool sema_define_typed(struct program *p, struct ast_stmt **body,
		       const struct probe *pr)
{
	return define_body(p, body, pr, true);
}

void sema_defined(struct program *p, const struct path_provider *paths)
{
	p->paths = paths;
	sema_find_has_target(p);
	for (size_t i = 0; i < p->functions.n; i++)
		if (!p->functions.at[i]->has_target)
			sema_define_body(p, &p->functions.at[i]->body, NULL);
	take_apart(p);
	for (size_t i = 0; i < p->probes.n; i++) {
		struct probe *pr = p->probes.at[i];
		struct definer d = definer_at(p, pr, false);

		sema_syscall_args(p, pr);
		sema_old_var(p, pr);
		ast_walk_expr(&d.v, &pr->condition);
		ast_walk_stmt(&d.v, &pr->body);
	}
}
