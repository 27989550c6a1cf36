/* SPDX-License-Identifier: LGPL-2.1-or-later */
/**
 * @file
 * Finds what globals mean to a reader: "reads[comm, disk]: Calls of read." is
 * the help of a metric with the names of its keys.  Help and names come from
 * @metric, or from the comment above the global.  Keys that neither of them names
 * get the name of the expression that indexes the array, if it is the same in all
 * statements that write elements.  If it is not, they get the name of the variable in
 * foreach, if that is the same in all loops over the array.
 */
#include <ctype.h>
#include <string.h>

#include "base/arena.h"
#include "base/buf.h"
#include "base/comment.h"
#include "base/tags/sema.h"
#include "parser/parser.h"
#include "translator/sema/sema.h"

/* ---- names of keys from their use --------------------------------------- */

struct key_name {
	const char *name;	/* interned; NULL: none yet */
	bool differs;
};

/* The names of one global's keys: in statements that write it, and in those
 * that iterate. */
struct usage {
	struct key_name *written, *iterated;	/* [n_keys] */
};

struct usages {
	struct ast_visitor v;
	struct usage *of;	/* [struct global.index] */
};

/* Returns the name of a key: "pid" for pid(), its own for a variable; NULL: it
 * has none. */
static const char *name_of(const struct ast_expr *e)
{
	if (e->kind == EXPR_CALL && !e->call.args.n)
		return e->call.name;
	return e->kind == EXPR_SYMBOL ? e->name : NULL;
}

static void note_keys(const struct global *g, struct key_name *names,
		      const struct ast_exprs *keys)
{
	for (size_t i = 0; i < keys->n && i < g->n_keys; i++) {
		const char *name = keys->at[i] ? name_of(keys->at[i]) : NULL;

		if (names[i].name && name != names[i].name)
			names[i].differs = true;
		if (!name)
			names[i].differs = true;
		names[i].name = name;
	}
}

static bool note_write(struct ast_visitor *v, struct ast_expr **slot)
{
	const struct usages *u = (struct usages *)v;
	const struct ast_expr *e = *slot;
	const struct ast_expr *to = e->kind == EXPR_ASSIGN ? e->binary.left :
				    e->kind == EXPR_CREMENT ? e->crement.arg :
				    NULL;

	const struct global *g = to && to->kind == EXPR_INDEX ?
				 program_global_of(to) : NULL;

	if (g)
		note_keys(g, u->of[g->index].written, &to->index.keys);
	return true;
}

static bool note_iteration(struct ast_visitor *v, struct ast_stmt **slot)
{
	const struct usages *u = (struct usages *)v;
	const struct ast_stmt *s = *slot;
	const struct global *g = s->kind == STMT_FOREACH ?
				 program_global_of(s->foreach.array) : NULL;

	if (g)
		note_keys(g, u->of[g->index].iterated, &s->foreach.keys);
	return true;
}

/* Returns true if @name can be a label: letters, digits and _, no digit first, no
 * "__" first, and not a label that a type of metric has itself. */
static bool can_be_label(const char *name)
{
	static const char *const taken[] = { "le", "quantile", "value" };

	for (size_t i = 0; i < sizeof(taken) / sizeof(*taken); i++)
		if (!strcmp(name, taken[i]))
			return false;
	if (!isalpha((unsigned char)*name) && *name != '_')
		return false;
	if (!strncmp(name, "__", 2))
		return false;
	for (; *name; name++)
		if (!isalnum((unsigned char)*name) && *name != '_')
			return false;
	return true;
}

static const char *agreed(const struct key_name *k)
{
	return !k->differs && k->name && can_be_label(k->name) ? k->name : NULL;
}

/* Returns the uses of all globals, found in one walk. */
static struct usage *look_at_uses(struct program *p)
{
	struct usages all = {
		.v = { .expr_pre = note_write, .stmt_pre = note_iteration },
		.of = arena_alloc(p->arena, p->globals.n * sizeof(*all.of)),
	}, *u = &all;

	for (size_t i = 0; i < p->globals.n; i++) {
		size_t size = p->globals.at[i]->n_keys * sizeof(struct key_name);

		all.of[i].written = arena_alloc(p->arena, size);
		all.of[i].iterated = arena_alloc(p->arena, size);
	}
	for (size_t i = 0; i < p->probes.n; i++)
		ast_walk_stmt(&u->v, &p->probes.at[i]->body);
	for (size_t i = 0; i < p->functions.n; i++)
		if (p->functions.at[i]->used)
			ast_walk_stmt(&u->v, &p->functions.at[i]->body);
	return all.of;
}

/* Names all keys.  A key gets "key" and its number if no name is agreed on, or
 * another key has the name. */
static void name_keys(struct program *p, const struct global *g,
		      const struct usage *u, const char **ret)
{
	for (unsigned i = 0; i < g->n_keys; i++) {
		ret[i] = agreed(&u->written[i]);
		if (!ret[i])
			ret[i] = agreed(&u->iterated[i]);
		for (unsigned k = 0; ret[i] && k < i; k++)
			if (!strcmp(ret[k], ret[i]))
				ret[i] = NULL;
		if (!ret[i])
			ret[i] = arena_printf(p->arena, "key%u", i + 1);
	}
}

/* ---- @metric ------------------------------------------------------------ */

static void check_label(struct program *p, const struct ast_metric *m, size_t i)
{
	const struct ast_expr *e = m->args.at[i];

	if (!can_be_label(e->text)) {
		diag_hint(diag_error(p->diags, DIAG_BAD_METRIC, e->span,
				     "\"%s\" cannot be a label", e->text),
			  "use letters, digits and _; names that begin with __ "
			  "and le, quantile and value are reserved");
		return;
	}
	for (size_t k = 2; k < i; k++)
		if (!strcmp(m->args.at[k]->text, e->text))
			diag_error(p->diags, DIAG_BAD_METRIC, e->span,
				   "label \"%s\" is given twice", e->text);
}

static void check_metric(struct program *p, const struct global *g,
			 const struct ast_metric *m)
{
	size_t n = m->args.n - 2;

	for (size_t i = 2; i < m->args.n; i++)
		check_label(p, m, i);
	if (!n || n == g->n_keys)
		return;
	diag_note(diag_error(p->diags, DIAG_BAD_METRIC, m->span,
			     "@metric has %zu label%s, but '%s' has %u key%s",
			     n, n == 1 ? "" : "s", g->sym.name, g->n_keys,
			     g->n_keys == 1 ? "" : "s"),
		  g->sym.span, "it is declared here");
}

static struct global *global_of(struct program *p, const struct ast_file *f,
				const struct ast_metric *m)
{
	const struct ast_expr *e = m->args.at[0];
	struct global *g = program_find_global(p, e->name, f);

	if (!g)
		diag_hint(diag_error(p->diags, DIAG_BAD_METRIC, e->span,
				     "there is no global '%s'", e->name),
			  "declare it: global %s", e->name);
	else if (g->metric)
		diag_note(diag_error(p->diags, DIAG_BAD_METRIC, m->span,
				     "'%s' has a second @metric", e->name),
			  g->metric->span, "the first is here");
	else
		return g;
	return NULL;
}

static void find_metrics(struct program *p, const struct ast_file *f)
{
	for (size_t i = 0; i < f->items.n; i++) {
		const struct ast_metric *m = f->items.at[i].metric;
		struct global *g;

		if (f->items.at[i].kind != ITEM_METRIC)
			continue;
		g = global_of(p, f, m);
		if (!g)
			continue;
		g->metric = m;
		check_metric(p, g, m);
	}
}

/* ---- together ----------------------------------------------------------- */

/* Returns "NAME[a, b]: help".  Not called for a comment that itself begins with
 * "NAME[". */
static const char *about(struct program *p, const struct global *g,
			 const char *help, const char **labels)
{
	_cleanup_buf_ struct buf b = BUF_INIT;

	buf_puts(&b, g->sym.name);
	for (unsigned i = 0; i < g->n_keys; i++)
		buf_printf(&b, "%s%s", i ? ", " : "[", labels[i]);
	buf_printf(&b, "]: %s", help);
	return arena_strdup(p->arena, b.p);
}

static bool names_keys(const struct global *g, const char *comment)
{
	size_t n = strlen(g->sym.name);

	return !strncmp(comment, g->sym.name, n) && comment[n] == '[';
}

static const char *describe(struct program *p, const struct global *g,
			    const struct usage *u)
{
	const struct ast_metric *m = g->metric;
	const char *help = m ? m->args.at[1]->text :
			   comment_above(p->arena, g->file->source, g->sym.span);
	const char **labels;

	if (!g->n_keys || (!m && names_keys(g, help)))
		return help;
	labels = arena_alloc(p->arena, g->n_keys * sizeof(*labels));
	if (m && m->args.n > 2)
		for (unsigned i = 0; i < g->n_keys; i++)
			labels[i] = m->args.at[2 + i]->text;
	else
		name_keys(p, g, u, labels);
	return about(p, g, help, labels);
}

void sema_metrics(struct program *p)
{
	size_t errors = diags_errors(p->diags);
	const struct usage *uses;

	for (size_t i = 0; i < p->files.n; i++)
		find_metrics(p, p->files.at[i]);
	if (diags_errors(p->diags) > errors)
		return;
	uses = look_at_uses(p);
	for (size_t i = 0; i < p->globals.n; i++) {
		struct global *g = p->globals.at[i];

		g->about = "";
		if (g->file && !source_is_library(g->file->source))
			g->about = describe(p, g, &uses[i]);
	}
}
