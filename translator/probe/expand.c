/* SPDX-License-Identifier: LGPL-2.1-or-later */
/**
 * @file
 * Expands a probe as written to probes with locations: aliases first, then
 * kinds.
 *
 * An alias may name aliases.  Each adds its prologue before and its epilogue
 * after the body, joins its condition to the others with `and`, and passes on what
 * follows its own name (`syscall.read.return.maxactive(10)`).
 */
#include "base/arena.h"
#include "base/buf.h"
#include "base/hash.h"
#include "base/tags/probe.h"
#include "parser/parser.h"
#include "translator/probe/match.h"

#define MAX_ALIAS_DEPTH 1000	/* each level copies the body of the outer ones */
#define MAX_ALIAS_STEPS 20000	/* of the whole script */

struct expander {
	struct program *p;
	const struct probe_world *world;
	struct ast_file *file;
	struct span span;		/* the probe */
	struct span point_span;		/* the point as the user wrote it */
	const char *alias;		/* the outermost alias, as the user
					   might have written it; NULL: no alias */
	VEC(struct step {
		struct alias *alias;
		const struct ast_point *name;
	}) within;			/* aliases that are being expanded */
	unsigned quiet;			/* in wildcards: no error is reported */
	bool telling;			/* reporting why a wildcard matched
					   nothing */
	bool asks_servers;		/* in a debuginfod point */
	unsigned better, n_better;	/* after a point with `!`: the serial of its
					   first probe, and how many probes it has */
};

/* A point with everything that aliases have wrapped around it so far. */
struct wrapped {
	struct ast_point *point;
	struct ast_stmt *body;
	struct ast_expr *condition;
};

static bool expand_point(struct expander *x, const struct wrapped *w);

/* ---- @probewrite -------------------------------------------------------- */

/* Tests whether a body writes the variable of @probewrite. */
struct write_scan {
	struct ast_visitor v;
	const struct ast_expr *what;
	bool found;
};

static bool scan_write(struct ast_visitor *v, struct ast_expr **slot)
{
	struct write_scan *w = (struct write_scan *)v;
	const struct ast_expr *e = *slot, *to = NULL;

	if (e->kind == EXPR_ASSIGN)
		to = e->binary.left;
	else if (e->kind == EXPR_CREMENT)
		to = e->crement.arg;
	w->found |= to && ast_same_expr(to, w->what);
	return !w->found;
}

/* Replaces each @probewrite by 1 if `handler` writes the variable, by 0 if not.  The
 * statement is in that handler, or is the text of an alias around it. */
struct write_fold {
	struct ast_visitor v;
	struct ast_stmt *handler;
};

static bool fold_write(struct ast_visitor *v, struct ast_expr **slot)
{
	struct write_fold *f = (struct write_fold *)v;
	struct ast_expr *e = *slot;
	struct write_scan w = { .v = { .expr_pre = scan_write } };

	if (e->kind != EXPR_ATOP || e->atop.op != ATOP_PROBEWRITE)
		return true;
	w.what = e->atop.args.at[0];
	ast_walk_stmt(&w.v, &f->handler);
	e->kind = EXPR_NUMBER;
	e->number = w.found;
	return true;
}

static struct ast_stmt *answer_writes(struct ast_stmt *text,
				      const struct ast_stmt *handler)
{
	struct write_fold f = { .v = { .expr_pre = fold_write },
				.handler = (struct ast_stmt *)handler };

	ast_walk_stmt(&f.v, &text);
	return text;
}

/* ---- pieces ------------------------------------------------------------- */

static void add_body(struct expander *x, struct ast_stmt *block,
		     const struct ast_stmt *body, uint32_t origin,
		     const struct ast_stmt *handler)
{
	struct ast_stmt *copy;

	if (!body)
		return;
	copy = answer_writes(ast_clone_stmt(x->p->arena, body), handler);
	origin_mark(x->p, copy, origin);
	vec_push_in(x->p->arena, &block->block, copy);
}

static struct ast_stmt *join_bodies(struct expander *x,
				    const struct alias *alias,
				    const struct ast_stmt *body,
				    uint32_t origin)
{
	const struct ast_alias *al = alias->ast;
	struct arena *a = x->p->arena;
	struct ast_stmt *block = arena_new(a, struct ast_stmt);

	block->kind = STMT_BLOCK;
	block->span = body->span;
	add_body(x, block, al->prologue, origin, body);
	vec_push_in(a, &block->block, ast_clone_stmt(a, body));
	add_body(x, block, al->epilogue, origin, body);
	if (al->prologue)
		match_trim_offered(x->p, alias, block, block->block.at[0]);
	return block;
}

static struct ast_expr *both(struct expander *x, const struct ast_expr *a,
			     const struct ast_expr *b)
{
	struct ast_expr *e;

	if (!a || !b)
		return a || b ? ast_clone_expr(x->p->arena, a ? a : b) : NULL;
	e = arena_new(x->p->arena, struct ast_expr);
	e->kind = EXPR_LOGICAL;
	e->span = a->span;
	e->binary.op = OP_LOGICAL_AND;
	e->binary.left = ast_clone_expr(x->p->arena, a);
	e->binary.right = ast_clone_expr(x->p->arena, b);
	return e;
}

/* ---- aliases ------------------------------------------------------------ */

/* Returns the result of match_alias().  With --compatible before 2.0, an alias cannot
 * have a suffix: then the result is 0 unless it is all components of the point. */
static size_t alias_part(const struct program *p, const struct ast_point *name,
			 const struct ast_point *pt)
{
	size_t n = match_alias(p, name, pt);

	return n < pt->comps.n && parse_is_older(p->compatible, "2.0") ? 0 : n;
}

/* Returns the alias' own point with the suffix that the user wrote after the
 * alias' name. */
static struct ast_point *with_suffix(struct expander *x,
				     const struct ast_point *target,
				     const struct ast_point *pt, size_t part)
{
	struct ast_point *to = ast_clone_point(x->p->arena, target);

	for (size_t i = part; i < pt->comps.n; i++)
		vec_push_in(x->p->arena, &to->comps, pt->comps.at[i]);
	to->optional |= pt->optional;
	return to;
}

/*
 * Called after a point with `!` has become the probes from index @first on.  Returns
 * true if the points after it are not needed.  Returns false if the kernel may refuse
 * those probes when they are attached: then the points after it are expanded as
 * substitutes for them.
 */
static bool is_decided(struct expander *x, unsigned first)
{
	for (size_t i = first; i < x->p->probes.n; i++)
		if (x->p->probes.at[i]->kind < STP_KIND_KPROBE)
			return true;
	/* an alias that expands to itself was reported and has none */
	if (first == x->p->probes.n)
		return true;
	x->better = x->p->probes.at[first]->serial;
	x->n_better = x->p->probes.n - first;
	return false;
}

static const char *point_text(struct expander *x, const struct ast_point *pt)
{
	_cleanup_buf_ struct buf b = BUF_INIT;

	ast_print_point(&b, pt);
	return arena_strdup(x->p->arena, b.p);
}

/* Returns the text of an alias as -l shows it: without `?`, which is not part
 * of its name. */
static const char *alias_text(struct expander *x, const struct ast_point *name,
			      const struct ast_point *pt, size_t part)
{
	struct ast_point *shown = with_suffix(x, name, pt, part);

	shown->optional = false;
	return point_text(x, shown);
}

/* Reports that step @from of the aliases being expanded is expanded again. */
static void alias_loop(struct expander *x, size_t from)
{
	const struct ast_point *name = x->within.at[from].name;
	struct diag *e;

	if (x->within.at[from].alias->is_loop)
		return;
	e = diag_error(x->p->diags, DIAG_ALIAS_LOOP, x->point_span,
		       "the alias '%s' expands to itself", point_text(x, name));
	for (size_t i = from; i < x->within.n; i++) {
		x->within.at[i].alias->is_loop = true;
		diag_note(e, x->within.at[i].name->span,
			  "alias '%s' is defined here",
			  point_text(x, x->within.at[i].name));
	}
}

/* Returns true if the alias is already being expanded, and reports it unless a
 * pattern has matched it. */
static bool is_loop(struct expander *x, const struct alias *al,
		    const struct wrapped *w)
{
	for (size_t i = 0; i < x->within.n; i++) {
		if (x->within.at[i].alias != al)
			continue;
		if (!match_has_wildcard(w->point))
			alias_loop(x, i);
		return true;
	}
	return false;
}

/* Adds an expansion: the origin of the statements of this alias. */
static uint32_t alias_origin(struct expander *x, const struct ast_point *name,
			     const struct wrapped *w)
{
	return sources_add_expansion(x->p->sources, w->point->span,
				     point_text(x, name), EXPANSION_ALIAS);
}

/* Returns true, and reports it once, if aliases of aliases expand to far too many
 * probes. */
static bool is_too_much(struct expander *x)
{
	if (x->p->n_alias_steps++ < MAX_ALIAS_STEPS)
		return false;
	if (x->p->n_alias_steps == MAX_ALIAS_STEPS + 1)
		diag_hint(diag_error(x->p->diags, DIAG_ALIAS_LOOP,
				     x->point_span,
				     "more than %d aliases are expanded",
				     MAX_ALIAS_STEPS),
			  "an alias with two points that are such aliases "
			  "doubles the number at every step");
	return true;
}

/* Returns true, and reports it once, if aliases are nested too deep; no alias is
 * expanded after that. */
static bool is_too_deep(struct expander *x)
{
	if (x->within.n < MAX_ALIAS_DEPTH)
		return false;
	if (x->p->n_alias_steps <= MAX_ALIAS_STEPS)
		diag_error(x->p->diags, DIAG_ALIAS_LOOP, x->point_span,
			   "aliases of aliases are nested more than %d deep",
			   MAX_ALIAS_DEPTH);
	x->p->n_alias_steps = MAX_ALIAS_STEPS + 1;
	return true;
}

static bool expand_alias(struct expander *x, struct alias *al,
			 const struct ast_point *name, const struct wrapped *w,
			 size_t part)
{
	struct wrapped in = { 0 };
	unsigned better = x->better, n_better = x->n_better, first;
	bool found = false, now;
	uint32_t origin;

	if (is_loop(x, al, w) || is_too_deep(x) || is_too_much(x))
		return true;
	if (!x->within.n)
		x->alias = alias_text(x, name, w->point, part);
	vec_push_in(x->p->arena, &x->within, ((struct step){ al, name }));
	origin = alias_origin(x, name, w);
	in.body = join_bodies(x, al, w->body, origin);
	for (size_t i = 0; i < al->ast->points.n; i++) {
		const struct ast_point *target = al->ast->points.at[i];

		in.point = with_suffix(x, target, w->point, part);
		in.point->span.origin = origin;
		in.condition = both(x, w->condition, target->condition);
		in.point->condition = NULL;
		first = x->p->probes.n;
		now = expand_point(x, &in);
		found |= now;
		if (now && target->sufficient && is_decided(x, first))
			break;
	}
	if (!--x->within.n)
		x->alias = NULL;
	x->better = better;
	x->n_better = n_better;
	return found;
}

/* Returns true if an error was reported since @before: then the other matches of a
 * wildcard would add nothing new. */
static bool is_told(const struct expander *x, size_t before)
{
	return !x->quiet && diags_errors(x->p->diags) > before;
}

/* Returns the largest number of components that are an alias: `a.b.return` is that
 * alias if it exists, not `a.b` and a suffix. */
static size_t longest_alias(const struct program *p,
			    const struct ast_point *pt)
{
	size_t longest = 0;

	for (size_t i = 0; i < p->aliases.n; i++) {
		const struct ast_alias *al = p->aliases.at[i]->ast;

		for (size_t k = 0; k < al->names.n; k++) {
			size_t part = alias_part(p, al->names.at[k], pt);

			longest = part > longest ? part : longest;
		}
	}
	return longest;
}

/* Returns false for points that cannot be an alias, so that most points need not be
 * compared with thousands of aliases. */
static bool may_be_alias(const struct program *p, const struct ast_point *pt)
{
	return pt->comps.n && (match_has_wildcard(pt) ||
			       hash_find_str(p->alias_heads,
					     pt->comps.at[0].name));
}

static bool expand_aliases(struct expander *x, const struct wrapped *w,
			   bool *matched)
{
	size_t before = diags_errors(x->p->diags), longest;
	bool found = false;

	if (!may_be_alias(x->p, w->point))
		return false;
	longest = longest_alias(x->p, w->point);
	for (size_t i = 0; i < x->p->aliases.n; i++) {
		struct alias *al = x->p->aliases.at[i];

		for (size_t k = 0; k < al->ast->names.n; k++) {
			const struct ast_point *name = al->ast->names.at[k];
			size_t part = alias_part(x->p, name, w->point);

			if (!part || part < longest)
				continue;
			*matched = true;
			found |= expand_alias(x, al, name, w, part);
			if (x->telling && is_told(x, before))
				return found;
		}
	}
	return found;
}

/* ---- kinds -------------------------------------------------------------- */

/* Returns true if the point needs a kernel and there is none, which is fine for
 * optional points. */
static bool is_elsewhere(struct expander *x, const struct probe_pattern *pat,
			 const struct ast_point *pt)
{
	_cleanup_buf_ struct buf b = BUF_INIT;

	if (!x->world->hosted || !match_needs_kernel(pat))
		return false;
	if (pt->optional)
		return true;
	ast_print_point(&b, pt);
	diag_hint(diag_error(x->p->diags, DIAG_NEEDS_KERNEL, x->point_span,
			     "'%s' needs a kernel, but --runtime=host runs "
			     "without one", b.p),
		  "remove --runtime=host, or replace it with --vm for a guest");
	return true;
}

/* Returns the point.  If it is a substitute for a point with `!`, returns an optional
 * copy, because a substitute need not exist.  need_again() makes the locations that it
 * has found needed again: if they are to be attached and are refused, that is an error. */
static const struct ast_point *without_need(struct expander *x,
					    const struct ast_point *pt)
{
	struct ast_point *copy;

	if (!x->n_better || pt->optional)
		return pt;
	copy = ast_clone_point(x->p->arena, pt);
	copy->optional = true;
	return copy;
}

static void need_again(struct probe *pr)
{
	for (size_t i = 0; i < pr->locations.n; i++)
		pr->locations.at[i].row.flags &= ~(uint32_t)STP_ROW_OPTIONAL;
}

/* Adds a note to the last error, if that is at the user's point: it shows the point in
 * the alias. */
static void tell_alias(struct expander *x, const struct ast_point *pt)
{
	struct diag *last = NULL;
	struct span at = pt->span;

	for (struct diag *e = diags_each(x->p->diags); e; e = e->next)
		if (e->severity == DIAG_ERROR)
			last = e;
	if (!last || last->span.src != x->point_span.src ||
	    last->span.off != x->point_span.off)
		return;
	at.origin = 0;
	diag_note(last, at, "the alias '%s' uses it here", x->alias);
}

static bool expand_kind(struct expander *x, const struct wrapped *w)
{
	size_t before = diags_errors(x->p->diags);
	const struct probe_pattern *pat = match_kind(w->point);
	const struct ast_point *pt = without_need(x, w->point);
	struct probe *pr = arena_new(x->p->arena, struct probe);
	struct resolve r = { .p = x->p, .world = x->world, .point = pt,
			     .span = x->point_span, .probe = pr,
			     .asks_servers = x->asks_servers };

	if (!pat) {
		if (!pt->optional)
			complain_of_point(x->p, pt, x->point_span);
		return false;
	}
	if (is_elsewhere(x, pat, pt))
		return false;
	pr->span = x->span;
	pr->written = x->point_span;
	pr->file = x->file;
	pr->alias = x->alias;
	pr->body = answer_writes(ast_clone_stmt(x->p->arena, w->body),
				 w->body);
	if (w->condition)
		pr->condition = ast_clone_expr(x->p->arena, w->condition);
	pat->resolve(&r, pat->data);
	if (x->within.n && diags_errors(x->p->diags) > before)
		tell_alias(x, w->point);
	if (!pr->locations.n && !pr->is_never)
		return false;
	if (!w->point->optional)
		need_again(pr);
	pr->better = x->better;
	pr->n_better = x->n_better;
	pr->index = x->p->probes.n;
	pr->serial = x->p->n_serials++;
	vec_push_in(x->p->arena, &x->p->probes, pr);
	return true;
}

/* ---- wildcards ---------------------------------------------------------- */

static bool expand_matches(struct expander *x, const struct wrapped *w)
{
	size_t before = diags_errors(x->p->diags);
	struct ast_points points = { 0 };
	bool matched = false, found = expand_aliases(x, w, &matched);

	match_wild_kinds(x->p, w->point, x->telling ? MATCH_OPEN : MATCH_WHOLE,
			 &points);
	for (size_t i = 0; i < points.n; i++) {
		struct wrapped in = *w;

		if (x->telling && is_told(x, before))
			break;
		in.point = points.at[i];
		found |= expand_kind(x, &in);
	}
	return found;
}

/* Expands a point with wildcards.  Matches that cannot be probed are skipped.  If all
 * are, the matches are expanded a second time, to report the first reason. */
static bool expand_wild(struct expander *x, const struct wrapped *w)
{
	struct diags *diags = x->p->diags;
	size_t before = diags_errors(diags);
	bool found, telling = x->telling;

	x->p->diags = diags_create(x->p->arena, x->p->sources);
	x->quiet++;
	x->telling = false;
	found = expand_matches(x, w);
	x->quiet--;
	x->p->diags = diags;
	if (!found && !w->point->optional && !x->quiet) {
		x->telling = true;
		expand_matches(x, w);
		if (!is_told(x, before))
			complain_of_point(x->p, w->point, x->point_span);
	}
	x->telling = telling;
	return found;
}

/* Expands debuginfod.process("PATH").POINT: process("PATH").POINT, whose debug
 * information is requested from servers. */
static bool expand_remote(struct expander *x, const struct wrapped *w)
{
	struct wrapped in = *w;
	bool found;

	in.point = ast_clone_point(x->p->arena, w->point);
	in.point->comps.at++;
	in.point->comps.n--;
	x->asks_servers = true;
	found = expand_point(x, &in);
	x->asks_servers = false;
	return found;
}

static bool is_remote(const struct ast_point *pt)
{
	const struct ast_component *c = pt->comps.at;

	return pt->comps.n > 2 && c[0].arg == COMP_PLAIN &&
	       !strcmp(c[0].name, "debuginfod") && c[1].arg == COMP_STRING &&
	       !strcmp(c[1].name, "process");
}

static bool expand_point(struct expander *x, const struct wrapped *w)
{
	bool matched = false, found;

	if (is_remote(w->point))
		return expand_remote(x, w);
	if (match_has_wildcard(w->point))
		return expand_wild(x, w);
	found = expand_aliases(x, w, &matched);
	return matched ? found : expand_kind(x, w);
}

void probe_expand(struct program *p, const struct probe_world *world,
		  struct ast_probe *ast, struct ast_file *file)
{
	struct expander x = { .p = p, .world = world, .file = file,
			      .span = ast->span };

	for (size_t i = 0; i < ast->points.n; i++) {
		struct ast_point *pt = ast->points.at[i];
		struct wrapped w = { .point = pt, .body = ast->body,
				     .condition = pt->condition };

		unsigned first = p->probes.n;

		x.point_span = pt->span;
		if (expand_point(&x, &w) && pt->sufficient &&
		    is_decided(&x, first))
			break;
	}
}
