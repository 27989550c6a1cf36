/* SPDX-License-Identifier: LGPL-2.1-or-later */
/**
 * @file
 * Lists what editors show: the members that the last `->name` of a script could
 * name, the enumerators of its last target variable, the C prototypes of probed
 * functions, the types of the script's own names.
 *
 * For each list the script is compiled as for -L.  For some the provider of
 * target variables is then asked once more.
 */
#include "base/arena.h"
#include "base/buf.h"
#include "translator/pipeline_private.h"
#include "translator/probe/probe.h"
#include "translator/target/types/types.h"

/* A search for the last expression for which counts() is true: the one with the
 * greatest offset. */
struct last {
	struct ast_visitor v;
	struct program *p;
	const struct probe *probe;	/* the probe that is walked now, or NULL */
	bool members;			/* only expressions that end in a
					   member count */
	struct ast_expr *e;
	const struct probe *in;		/* the probe that has `e`, or NULL */
	uint32_t off;
};

/* Returns true if providers of target variables resolve expressions like @e. */
static bool is_asked_for(const struct ast_expr *e)
{
	return e->kind != EXPR_ATOP || e->atop.op == ATOP_CAST ||
	       e->atop.op == ATOP_VAR || e->atop.op == ATOP_ENUM;
}

/* Returns true if @e may be the expression that is searched for: one in the user's text
 * with target variables or members.  *@off is the offset by which such expressions are
 * ordered. */
static bool counts(const struct last *l, struct ast_expr *e, uint32_t *off)
{
	const struct ast_path *path = ast_expr_path(e);
	const struct ast_step *step = path && path->n ? &path->at[path->n - 1]
						       : NULL;

	*off = step ? step->span.off : e->span.off;
	return path && is_asked_for(e) && program_is_users(l->p, e->span) &&
	       (!l->members || (step && step->kind == STEP_MEMBER));
}

static bool note_expr(struct ast_visitor *v, struct ast_expr **slot)
{
	struct last *l = (struct last *)v;
	uint32_t off;

	if (counts(l, *slot, &off) && (!l->e || off > l->off)) {
		l->e = *slot;
		l->in = l->probe;
		l->off = off;
	}
	return true;
}

static struct last find_last(struct program *p, bool members)
{
	struct last l = { .v = { .expr_pre = note_expr }, .p = p,
			  .members = members };

	for (size_t i = 0; i < p->probes.n; i++) {
		l.probe = p->probes.at[i];
		ast_walk_stmt(&l.v, &p->probes.at[i]->body);
	}
	for (size_t i = 0; i < p->functions.n; i++) {
		l.probe = p->functions.at[i]->context;
		ast_walk_stmt(&l.v, &p->functions.at[i]->body);
	}
	return l;
}

/* ---- types -------------------------------------------------------------- */

static const struct ctype *ask_at(const struct last *l,
				  const struct path_query *q,
				  const struct probe_location *at)
{
	const struct path_provider *pv = l->p->paths;
	const struct path *path = pv->resolve(pv->data, at, q);

	return path->reason || path->format ? NULL : path->type;
}

/* Returns the type of the last expression; if members are listed, that of the
 * expression before its last `->`.  NULL: it is not known at any location. */
static const struct ctype *type_of_last(const struct last *l)
{
	struct path_query q = program_path_query(l->p->arena, l->e);
	const struct ctype *type = NULL;
	size_t n = l->in ? l->in->locations.n : 0;

	if (!l->p->paths || (q.from == PATH_VALUE && !q.type))
		return NULL;
	q.n_steps -= l->members;
	q.use = PATH_TYPE;
	q.pretty = 0;
	for (size_t i = 0; i < n && !type; i++)
		type = ask_at(l, &q, &l->in->locations.at[i]);
	return n ? type : ask_at(l, &q, NULL);
}

/* Follows pointers and arrays to the type whose members `->` can name. */
static const struct ctype *inside(const struct ctype *t)
{
	for (int i = 0; i < CTYPE_DEPTH; i++) {
		t = ctype_strip(t);
		if (t->kind != CTYPE_POINTER && t->kind != CTYPE_ARRAY)
			break;
		t = ctype_target(t);
	}
	return t;
}

static void put_member(struct buf *out, const struct ctype_member *m)
{
	buf_printf(out, "%s ", m->name);
	ctype_put(out, m->type, "");
	if (m->bit_size)
		buf_printf(out, ":%u", m->bit_size);
	buf_putc(out, '\n');
}

/* Writes the members of a type.  Members of anonymous members are named like its
 * own. */
static void put_members(struct buf *out, const struct ctype *t, int depth)
{
	const struct ctype_member *m;

	t = ctype_strip(t);
	m = depth ? ctype_members(t) : NULL;
	for (size_t i = 0; m && i < t->n; i++)
		if (*m[i].name)
			put_member(out, &m[i]);
		else if (!m[i].is_virtual)
			put_members(out, m[i].type, depth - 1);
}

static void put_enumerators(struct buf *out, const struct ctype *t)
{
	const struct ctype_enumerator *e;

	t = inside(t);
	e = t->kind == CTYPE_ENUM ? ctype_enumerators(t) : NULL;
	for (size_t i = 0; e && i < t->n; i++)
		buf_printf(out, "%s %lld\n", e[i].name, (long long)e[i].value);
}

/* ---- the lists ---------------------------------------------------------- */

/* Compiles until types are known.  Returns false if there is no program. */
static bool compile(struct session *s)
{
	s->all_offered = true;
	s->until = "infer";
	pipeline_run(s, STAGE_ANALYSE);
	return s->program;
}

static const struct ctype *last_type(struct session *s, bool members)
{
	struct last l;

	if (!compile(s))
		return NULL;
	l = find_last(s->program, members);
	return l.e ? type_of_last(&l) : NULL;
}

void list_members(struct session *s, struct buf *out)
{
	const struct ctype *type = last_type(s, true);

	if (type)
		put_members(out, inside(type), CTYPE_DEPTH);
}

/* Writes the name and value of `@enum("NAME")`.  Returns false if the last
 * expression is another one. */
static bool put_enumerator(struct session *s, const struct last *l,
			   struct buf *out)
{
	const struct path_provider *pv = s->paths;
	const struct probe_location *at =
		l->in && l->in->locations.n ? &l->in->locations.at[0] : NULL;
	const char *name;
	int64_t value;

	if (l->e->kind != EXPR_ATOP || l->e->atop.op != ATOP_ENUM)
		return false;
	name = l->e->atop.args.at[0]->text;
	if (pv && pv->enumerator &&
	    pv->enumerator(pv->data, at, name, NULL, &value))
		buf_printf(out, "%s %lld\n", name, (long long)value);
	return true;
}

void list_enumerators(struct session *s, struct buf *out)
{
	const struct ctype *type;
	struct last l;

	if (!compile(s))
		return;
	l = find_last(s->program, false);
	if (!l.e || put_enumerator(s, &l, out))
		return;
	type = type_of_last(&l);
	if (type)
		put_enumerators(out, type);
}

/* ---- prototypes --------------------------------------------------------- */

static void put_prototype(struct session *s, const struct probe_location *pl,
			  struct buf *out)
{
	const struct target_address *at =
		s->target_vars ? target_vars_known(s->target_vars, pl)
			       : pl->target;

	if (!at || !at->proto || !at->function || !*at->function)
		return;
	ctype_put(out, at->proto, at->function);
	buf_putc(out, '\n');
}

void list_prototypes(struct session *s, struct buf *out)
{
	if (!compile(s))
		return;
	for (size_t i = 0; i < s->program->probes.n; i++) {
		const struct probe *pr = s->program->probes.at[i];

		for (size_t k = 0; k < pr->locations.n; k++)
			put_prototype(s, &pr->locations.at[k], out);
	}
}

/* ---- names of the script ------------------------------------------------ */

/* Writes a name and its type, if it has one and the user's text declares it:
 * "120 reads [string]:long". */
static void put_symbol(const struct program *p, const struct symbol *sym,
		       const char *keys, struct buf *out)
{
	enum base_type t = type_base(sym->tv);

	if (t == TYPE_UNKNOWN || !program_is_users(p, sym->span) ||
	    sym->span.origin)
		return;
	buf_printf(out, "%u %s %s:%s", sym->span.off, sym->name, keys,
		   type_name(t));
	if (sym->cell.type && !sym->cell.other) {
		buf_puts(out, " (");
		ctype_put(out, sym->cell.type, "");
		buf_putc(out, ')');
	}
	buf_putc(out, '\n');
}

static void put_global(const struct program *p, const struct global *g,
		       struct buf *out)
{
	_cleanup_buf_ struct buf keys = BUF_INIT;

	for (unsigned i = 0; i < g->n_keys; i++)
		buf_printf(&keys, "%s%s%s", i ? ", " : "[",
			   type_name(type_base(g->keys[i])),
			   i + 1 == g->n_keys ? "]" : "");
	put_symbol(p, &g->sym, keys.n ? keys.p : "", out);
}

static void put_function(const struct program *p, const struct function *f,
			 struct buf *out)
{
	put_symbol(p, &f->sym, "", out);
	for (unsigned i = 0; i < f->n_params; i++)
		put_symbol(p, &f->params[i], "", out);
	for (size_t i = 0; i < f->locals.n; i++)
		put_symbol(p, f->locals.at[i], "", out);
}

void list_symbols(struct session *s, struct buf *out)
{
	struct program *p;

	if (!compile(s))
		return;
	p = s->program;
	for (size_t i = 0; i < p->globals.n; i++)
		put_global(p, p->globals.at[i], out);
	for (size_t i = 0; i < p->functions.n; i++)
		put_function(p, p->functions.at[i], out);
	for (size_t i = 0; i < p->probes.n; i++)
		for (size_t k = 0; k < p->probes.at[i]->locals.n; k++)
			put_symbol(p, p->probes.at[i]->locals.at[k], "", out);
}
