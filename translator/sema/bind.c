/* SPDX-License-Identifier: LGPL-2.1-or-later */
/**
 * @file
 * Binding: every name in a body gets its symbol.
 *
 * A body has one scope: a variable is known in all of it from its first use.
 * A name is, in this order: a parameter, a local met before, a global that
 * the file may see, a new local.  How a global is used (plain or with keys)
 * decides what it is; both ways in one program is an error.
 */
#include <string.h>

#include "base/arena.h"
#include "base/buf.h"
#include "translator/sema/sema.h"

/* How an expression is used. */
enum use { USE_READ = 1, USE_WRITE = 2, USE_BOTH = 3 };

struct binder {
	struct program *p;
	const struct ast_file *file;
	struct function *fn;		/* or NULL in a probe */
	struct probe *context;		/* the probe, also of a clone */
	symbol_vec *locals;
	struct hash *names;		/* parameters and locals */
	bool is_dead;			/* nothing calls this function */
	unsigned in_entry;		/* arguments of @entry around it */
};

static void bind_expr(struct binder *b, struct ast_expr *e, enum use use);
static void bind_stmt(struct binder *b, struct ast_stmt *s);

static void bind_exprs(struct binder *b, struct ast_exprs *list)
{
	for (size_t i = 0; i < list->n; i++)
		if (list->at[i])
			bind_expr(b, list->at[i], USE_READ);
}

/* ---- names -------------------------------------------------------------- */

static struct symbol *new_local(struct binder *b, const struct ast_expr *e)
{
	struct symbol *s = arena_new(b->p->arena, struct symbol);

	s->kind = SYM_LOCAL;
	s->name = e->name;
	s->span = e->span;
	s->index = b->locals->n;
	s->tv = type_new(b->p);
	vec_push_in(b->p->arena, b->locals, s);
	hash_set_str(b->names, s->name, s);
	return s;
}

/* An alias brings text of its own file, which sees its private names. */
static const struct ast_file *file_of(struct binder *b, struct span sp)
{
	if (b->file && !sp.origin && sp.src == b->file->source->id)
		return b->file;
	return program_file_at(b->p, sp) ?: b->file;
}

static bool is_library(const struct ast_file *f)
{
	return f && source_is_library(f->source);
}

/* What the library calls `n` is not the script's global of that name. */
static bool is_out_of_sight(const struct binder *b, const struct global *g)
{
	return is_library(b->file) && !is_library(g->file);
}

static struct symbol *find_name(struct binder *b, const struct ast_expr *e)
{
	struct symbol *s = hash_find_str(b->names, e->name);
	struct global *g;

	if (s)
		return s;
	g = program_find_global(b->p, e->name, file_of(b, e->span));
	return g && !is_out_of_sight(b, g) ? &g->sym : NULL;
}

static void mark(const struct binder *b, struct symbol *s, enum use use)
{
	if (b->is_dead && s->kind == SYM_GLOBAL)
		return;
	s->is_read |= !!(use & USE_READ);
	s->is_written |= !!(use & USE_WRITE);
}

/* A global's shape: is it used with keys, and how many?  One complaint each. */
static void use_as(struct binder *b, struct global *g, bool array,
		   size_t n_keys, struct span sp)
{
	struct diag *e;

	if (!g->shape_known) {
		g->shape_known = true;
		g->shape_why = sp;
		g->is_array = array;
		g->n_keys = n_keys;
		g->keys = arena_alloc(b->p->arena,
				      sizeof(*g->keys) * (n_keys + 1));
		for (size_t i = 0; i < n_keys; i++)
			g->keys[i] = type_new(b->p);
		return;
	}
	if ((g->is_array == array && g->n_keys == n_keys) || g->shape_conflict)
		return;
	g->shape_conflict = true;
	if (g->is_array != array)
		e = diag_error(b->p->diags, DIAG_ARRAY_MISMATCH, sp,
			       "'%s' is used %s here", g->sym.name,
			       array ? "as an array" : "as a plain variable");
	else
		e = diag_error(b->p->diags, DIAG_KEY_COUNT, sp,
			       "array '%s' has %u key%s, not %zu", g->sym.name,
			       g->n_keys, g->n_keys == 1 ? "" : "s", n_keys);
	if (g->is_array != array)
		diag_note(e, g->shape_why, "it is used %s here",
			  g->is_array ? "as an array" : "as a plain variable");
	else
		diag_note(e, g->shape_why, "it has %u here", g->n_keys);
}

static void bind_symbol(struct binder *b, struct ast_expr *e, enum use use)
{
	struct symbol *s = find_name(b, e);

	if (!s)
		s = new_local(b, e);
	e->sym = s;
	mark(b, s, use);
	if (s->kind == SYM_GLOBAL)
		use_as(b, s->global, false, 0, e->span);
}

static struct global *private_global(struct binder *b, const char *name)
{
	for (size_t i = 0; i < b->p->private_globals.n; i++)
		if (b->p->private_globals.at[i]->sym.name == name)
			return b->p->private_globals.at[i];
	return NULL;
}

static void refuse_private(struct binder *b, struct span sp, const char *what,
			   const struct symbol *s)
{
	struct diag *d = diag_error(b->p->diags, DIAG_PRIVATE_NAME, sp,
				    "%s '%s' is private to another file", what,
				    s->name);

	diag_note(d, s->span, "it is declared here");
}

/* Names of arrays that are visible, for suggestions. */
static bool suggest_global(struct binder *b, struct diag *d,
			   const struct ast_expr *e)
{
	size_t n = b->p->globals.n, k = 0;
	const char **names;

	if (!diag_may_guess(d))
		return false;
	names = arena_alloc(b->p->arena, sizeof(*names) * (n + 1));
	for (size_t i = 0; i < n; i++) {
		const char *name = b->p->globals.at[i]->sym.name;

		if (program_find_global(b->p, name, file_of(b, e->span)))
			names[k++] = name;
	}
	return diag_suggest(d, e->name, names, k);
}

/* The global behind the name of an array, or NULL after an error. */
static struct global *array_of(struct binder *b, struct ast_expr *e, enum use use)
{
	struct symbol *s = find_name(b, e);
	struct diag *d;

	if (s && s->kind == SYM_GLOBAL) {
		e->sym = s;
		mark(b, s, use);
		return s->global;
	}
	if (!s && private_global(b, e->name)) {
		refuse_private(b, e->span, "array",
			       &private_global(b, e->name)->sym);
		return NULL;
	}
	if (!s && !program_is_news(b->p, "array", e->name))
		return NULL;
	d = diag_error(b->p->diags, DIAG_UNKNOWN_ARRAY, e->span,
		       s ? "'%s' is a local variable, not an array"
			 : "there is no array '%s'", e->name);
	if (!suggest_global(b, d, e))
		diag_hint(d, "arrays are global: write \"global %s\" outside "
			  "the probe", e->name);
	return NULL;
}

static void bind_array(struct binder *b, struct ast_expr *array,
		       struct ast_exprs *keys, enum use use)
{
	struct global *g;

	bind_exprs(b, keys);
	if (array->kind == EXPR_HIST) {
		bind_expr(b, array, use);
		return;
	}
	g = array_of(b, array, use);
	if (g)
		use_as(b, g, true, keys->n, array->span);
}

/* ---- calls -------------------------------------------------------------- */

/* What can be called without being a function of anybody's. */
static const char *const print_names[] = {
	"print", "println", "printf", "printd", "printdln", "print_char",
	"sprint", "sprintln", "sprintf", "sprintd", "sprintdln",
};
#define N_PRINT_NAMES (sizeof(print_names) / sizeof(print_names[0]))

static void suggest_function(struct binder *b, struct diag *d,
			     const struct ast_expr *e)
{
	size_t n = b->p->functions.n, k = 0, m = b->p->n_library_functions;
	const char **names;

	if (!diag_may_guess(d))
		return;
	names = arena_alloc(b->p->arena, sizeof(*names) *
			    (n + m + N_PRINT_NAMES));
	for (size_t i = 0; i < n; i++)
		if (program_may_call(b->p->functions.at[i],
				     file_of(b, e->span)))
			names[k++] = b->p->functions.at[i]->sym.name;
	for (size_t i = 0; i < m; i++)
		names[k++] = b->p->library_functions[i];
	for (size_t i = 0; i < N_PRINT_NAMES; i++)
		names[k++] = print_names[i];
	if (!diag_suggest(d, e->call.name, names, k))
		diag_hint(d, "functions are declared in the script, or in a "
			  "directory that -I names");
}

/* "1", "1 or 2", "1 or 2 or 3": what the functions of that name take. */
static void put_arities(struct binder *b, struct buf *out,
			const struct ast_expr *e)
{
	struct function_set *set = program_functions_named(b->p, e->call.name);
	size_t n = 0, last = 0;

	for (size_t i = 0; i < set->all.n; i++) {
		const struct function *f = set->all.at[i];

		if (!program_may_call(f, file_of(b, e->span)))
			continue;
		if (n && last == f->n_params)
			continue;
		last = f->n_params;
		buf_printf(out, "%s%u", n++ ? " or " : "", f->n_params);
	}
}

static void refuse_arity(struct binder *b, const struct ast_expr *e,
			 const struct function *f)
{
	_cleanup_buf_ struct buf takes = BUF_INIT;
	struct diag *d;

	put_arities(b, &takes, e);
	d = diag_error(b->p->diags, DIAG_WRONG_ARITY, e->span,
		       "function '%s' takes %s argument%s, not %zu",
		       e->call.name, takes.p, !strcmp(takes.p, "1") ? "" : "s",
		       e->call.args.n);
	diag_note(d, f->sym.span, "it is declared here");
}

static void refuse_call(struct binder *b, const struct ast_expr *e)
{
	struct function_set *set = program_functions_named(b->p, e->call.name);
	const struct ast_file *file = file_of(b, e->span);
	const struct function *hidden = NULL;

	for (size_t i = 0; set && i < set->all.n; i++) {
		if (program_may_call(set->all.at[i], file)) {
			refuse_arity(b, e, set->all.at[i]);
			return;
		}
		hidden = set->all.at[i];
	}
	if (hidden) {
		refuse_private(b, e->span, "function", &hidden->sym);
		return;
	}
	if (program_is_news(b->p, "function", e->call.name))
		suggest_function(b, diag_error(b->p->diags,
					       DIAG_UNKNOWN_FUNCTION, e->span,
					       "there is no function '%s'",
					       e->call.name), e);
}

static bool is_at_entry(const struct binder *b)
{
	return b->in_entry || (b->fn && b->fn->at_entry);
}

static void bind_context(struct binder *b, struct ast_expr *e)
{
	struct sema_call call = { b->context, b->fn, is_at_entry(b), e->span };

	e->sym = sema_context_call(b->p, e->sym, &call);
}

static void bind_call(struct binder *b, struct ast_expr *e)
{
	bind_exprs(b, &e->call.args);
	e->sym = program_find_call(b->p, e->call.name, e->call.args.n,
				   file_of(b, e->span));
	if (!e->sym)
		refuse_call(b, e);
	else if (b->context)
		bind_context(b, e);
	for (struct symbol *s = e->sym; s; s = s->overload) {
		s->function->used |= !b->is_dead;
		if (!b->is_dead && !s->function->called.src)
			s->function->called = e->span;
		sema_bind_function(b->p, s->function);
	}
}

/* Not of a call that stands for itself: what it gives is not looked at. */
static void note_value(const struct binder *b, const struct ast_expr *e)
{
	struct function *f = e->sym ? e->sym->function : NULL;

	if (f && !b->is_dead && !f->value_used.src)
		f->value_used = e->span;
}

/* ---- expressions -------------------------------------------------------- */

static void bind_path(struct binder *b, struct ast_path *path)
{
	for (size_t i = 0; i < path->n; i++)
		if (path->at[i].kind == STEP_INDEX)
			bind_expr(b, path->at[i].index, USE_READ);
}

/* What takes an aggregate: a name or an element. */
static void bind_stat_arg(struct binder *b, struct ast_expr *arg)
{
	bind_expr(b, arg, USE_READ);
}

/* An expression in C may name the parameters of the function around it. */
static void bind_c(struct binder *b, const struct ast_expr *e)
{
	sema_bind_c(b->p, b->file, e->text, e->span);
	for (unsigned i = 0; b->fn && i < b->fn->n_params; i++)
		if (program_c_names_arg(e->text, b->fn->params[i].name))
			mark(b, &b->fn->params[i], USE_READ);
}

/* Long and flat: a case for each kind of expression. */
static void bind_expr(struct binder *b, struct ast_expr *e, enum use use)
{
	switch (e->kind) {
	case EXPR_NUMBER:
	case EXPR_STRING:
		break;
	case EXPR_EMBEDDED:
		bind_c(b, e);
		break;
	case EXPR_SYMBOL:
		bind_symbol(b, e, use);
		break;
	case EXPR_TARGET:
		bind_path(b, &e->target.path);
		break;
	case EXPR_ATOP:
		b->in_entry += e->atop.op == ATOP_ENTRY;
		bind_exprs(b, &e->atop.args);
		b->in_entry -= e->atop.op == ATOP_ENTRY;
		bind_path(b, &e->atop.path);
		break;
	case EXPR_DEREF:
		bind_expr(b, e->deref.base, USE_READ);
		bind_path(b, &e->deref.path);
		break;
	case EXPR_STAT:
		bind_stat_arg(b, e->stat.arg);
		break;
	case EXPR_HIST:
		bind_stat_arg(b, e->hist.arg);
		break;
	case EXPR_INDEX:
		bind_array(b, e->index.array, &e->index.keys, use);
		break;
	case EXPR_CALL:
		bind_call(b, e);
		note_value(b, e);
		break;
	case EXPR_UNARY:
		bind_expr(b, e->unary.arg, USE_READ);
		break;
	case EXPR_BINARY:
	case EXPR_COMPARE:
	case EXPR_LOGICAL:
		bind_expr(b, e->binary.left, USE_READ);
		bind_expr(b, e->binary.right, USE_READ);
		break;
	case EXPR_ASSIGN:
		bind_expr(b, e->binary.left,
			  e->binary.op == OP_SET ||
			  e->binary.op == OP_ACCUMULATE ? USE_WRITE : USE_BOTH);
		bind_expr(b, e->binary.right, USE_READ);
		break;
	case EXPR_CREMENT:
		bind_expr(b, e->crement.arg, USE_BOTH);
		break;
	case EXPR_TERNARY:
		bind_expr(b, e->ternary.cond, USE_READ);
		bind_expr(b, e->ternary.yes, USE_READ);
		bind_expr(b, e->ternary.no, USE_READ);
		break;
	case EXPR_CONCAT:
		bind_exprs(b, &e->concat.args);
		break;
	case EXPR_REGEX:
		bind_expr(b, e->regex.arg, USE_READ);
		break;
	case EXPR_IN:
		bind_array(b, e->in.array, &e->in.keys, USE_READ);
		break;
	case EXPR_PRINT:
		bind_exprs(b, &e->print.args);
		break;
	case EXPR_N_KINDS:
		break;
	}
}

/* ---- statements --------------------------------------------------------- */

static void bind_walked(struct binder *b, struct ast_expr *e)
{
	bind_expr(b, e, USE_WRITE);
	if (e->sym && e->sym->kind == SYM_LOCAL)
		mark(b, e->sym, USE_READ);
}

static void bind_foreach(struct binder *b, struct ast_stmt *s)
{
	struct ast_expr *array = s->foreach.array;

	if (array->kind == EXPR_HIST) {
		bind_expr(b, array, USE_READ);
	} else {
		struct global *g = array_of(b, array, USE_READ);

		if (g)
			use_as(b, g, true, s->foreach.keys.n, array->span);
	}
	bind_exprs(b, &s->foreach.slice);
	if (s->foreach.limit)
		bind_expr(b, s->foreach.limit, USE_READ);
	/* nobody need look at what a walk must name */
	if (s->foreach.value)
		bind_walked(b, s->foreach.value);
	for (size_t i = 0; i < s->foreach.keys.n; i++)
		bind_walked(b, s->foreach.keys.at[i]);
	bind_stmt(b, s->foreach.body);
}

/* delete x: x may be anything global; delete a[k]: an element. */
static void bind_delete(struct binder *b, struct ast_expr *e)
{
	struct symbol *s;

	if (e->kind != EXPR_SYMBOL) {
		bind_expr(b, e, USE_WRITE);
		return;
	}
	s = find_name(b, e);
	if (!s)
		s = new_local(b, e);
	e->sym = s;
	mark(b, s, USE_WRITE);
}

static void bind_opt(struct binder *b, struct ast_expr *e)
{
	if (e)
		bind_expr(b, e, USE_READ);
}

/* x++ and x += 1 for themselves: what x was is not looked at. */
static void bind_effect(struct binder *b, struct ast_expr *e)
{
	if (e && e->kind == EXPR_CREMENT) {
		bind_expr(b, e->crement.arg, USE_WRITE);
	} else if (e && e->kind == EXPR_ASSIGN) {
		bind_expr(b, e->binary.left, USE_WRITE);
		bind_expr(b, e->binary.right, USE_READ);
	} else if (e && e->kind == EXPR_CALL) {
		bind_call(b, e);
	} else {
		bind_opt(b, e);
	}
}

static void bind_stmt(struct binder *b, struct ast_stmt *s)
{
	if (!s)
		return;
	switch (s->kind) {
	case STMT_BLOCK:
		for (size_t i = 0; i < s->block.n; i++)
			bind_stmt(b, s->block.at[i]);
		break;
	case STMT_EXPR:
		bind_effect(b, s->expr);
		break;
	case STMT_RETURN:
		bind_opt(b, s->expr);
		if (s->expr && b->fn)
			b->fn->returns_value = true;
		break;
	case STMT_DELETE:
		bind_delete(b, s->expr);
		break;
	case STMT_IF:
		bind_expr(b, s->if_.cond, USE_READ);
		bind_stmt(b, s->if_.yes);
		bind_stmt(b, s->if_.no);
		break;
	case STMT_WHILE:
		bind_expr(b, s->while_.cond, USE_READ);
		bind_stmt(b, s->while_.body);
		break;
	case STMT_FOR:
		bind_effect(b, s->for_.init);
		bind_opt(b, s->for_.cond);
		bind_effect(b, s->for_.step);
		bind_stmt(b, s->for_.body);
		break;
	case STMT_FOREACH:
		bind_foreach(b, s);
		break;
	case STMT_TRY:
		bind_stmt(b, s->try_.body);
		if (s->try_.var)
			bind_walked(b, s->try_.var);
		bind_stmt(b, s->try_.handler);
		break;
	default:
		break;
	}
}

/* ---- bodies ------------------------------------------------------------- */

void sema_bind_function(struct program *p, struct function *f)
{
	struct binder b = { .p = p, .file = f->file, .fn = f,
			    .context = f->context,
			    .locals = &f->locals, .is_dead = !f->used };

	if (f->bound)
		return;
	f->bound = true;
	b.names = hash_create();
	for (unsigned i = f->n_params; i-- > 0;)
		hash_set_str(b.names, f->params[i].name, &f->params[i]);
	bind_stmt(&b, f->body);
	hash_destroy(b.names);
	if (f->ast->c_text && !f->intrinsic)
		sema_bind_c(p, f->file, f->ast->c_text, f->ast->c_span);
}

void sema_bind_probe(struct program *p, struct probe *pr)
{
	struct binder b = { .p = p, .file = pr->file, .context = pr,
			    .locals = &pr->locals };

	if (pr->bound)
		return;
	pr->bound = true;
	b.names = hash_create();
	bind_opt(&b, pr->condition);
	bind_stmt(&b, pr->body);
	hash_destroy(b.names);
}
