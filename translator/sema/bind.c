/* SPDX-License-Identifier: LGPL-2.1-or-later */
/**
 * @file
 * Binds every name in a body to its symbol.
 *
 * A body has one scope: a variable is known in all of it from its first use.
 * A name is, in this order: a parameter, a local met before, a global that is
 * visible in the file, a new local.  How a global is used, plain or with keys,
 * decides its shape; using one global in both ways is an error.
 */
#include "translator/sema/bind.h"
#include "base/tags/sema.h"

static void bind_stmt(struct binder *b, struct ast_stmt *s);

void bind_exprs(struct binder *b, struct ast_exprs *list)
{
	for (size_t i = 0; i < list->n; i++)
		if (list->at[i])
			bind_expr(b, list->at[i], USE_READ);
}

/* ---- expressions -------------------------------------------------------- */

static void bind_path(struct binder *b, struct ast_path *path)
{
	for (size_t i = 0; i < path->n; i++)
		if (path->at[i].kind == STEP_INDEX)
			bind_expr(b, path->at[i].index, USE_READ);
}

/* Binds the aggregate that an operator takes: a name or an element. */
static void bind_stat_arg(struct binder *b, struct ast_expr *arg)
{
	bind_expr(b, arg, USE_READ);
}

/* Binds an expression in C, which may name the parameters of the function
 * around it. */
static void bind_c(struct binder *b, const struct ast_expr *e)
{
	sema_bind_c(b->p, b->file, e->text, e->span);
	for (unsigned i = 0; b->fn && i < b->fn->n_params; i++)
		if (program_c_names_arg(e->text, b->fn->params[i].name))
			bind_mark(b, &b->fn->params[i], USE_READ);
}

/* Binds an expression.  Long and flat: a case for each kind. */
void bind_expr(struct binder *b, struct ast_expr *e, enum use use)
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
		bind_exprs(b, &e->index.keys);
		bind_array(b, e->index.array, e->index.keys.n, use);
		break;
	case EXPR_CALL:
		bind_call(b, e);
		bind_note_value(b, e);
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
		bind_exprs(b, &e->in.keys);
		bind_array(b, e->in.array, e->in.keys.n, USE_READ);
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
		bind_mark(b, e->sym, USE_READ);
}

/* Binds the slice of foreach ([a, b] in x[1, *]): one key or star for each key
 * of the array. */
static void bind_slice(struct binder *b, const struct ast_stmt *s)
{
	const struct ast_expr *array = s->foreach.array;
	size_t n = s->foreach.slice.n, n_keys = s->foreach.keys.n;

	bind_exprs(b, (struct ast_exprs *)&s->foreach.slice);
	if (n && n != n_keys && array->kind == EXPR_SYMBOL)
		diag_error(b->p->diags, DIAG_KEY_COUNT, array->span,
			   "the slice of '%s' has %zu key%s, but the loop has "
			   "%zu",
			   array->name, n, n == 1 ? "" : "s", n_keys);
}

static void bind_foreach(struct binder *b, struct ast_stmt *s)
{
	bind_array(b, s->foreach.array, s->foreach.keys.n, USE_READ);
	bind_slice(b, s);
	if (s->foreach.limit)
		bind_expr(b, s->foreach.limit, USE_READ);
	/* a variable that an iteration must name need not be used */
	if (s->foreach.value)
		bind_walked(b, s->foreach.value);
	for (size_t i = 0; i < s->foreach.keys.n; i++)
		bind_walked(b, s->foreach.keys.at[i]);
	bind_stmt(b, s->foreach.body);
}

/* Binds the operand of `delete`: x may be a variable or a whole array, a[k] is
 * an element. */
static void bind_delete(struct binder *b, struct ast_expr *e)
{
	if (e->kind == EXPR_SYMBOL)
		bind_variable(b, e, USE_WRITE);
	else
		bind_expr(b, e, USE_WRITE);
}

static void bind_opt(struct binder *b, struct ast_expr *e)
{
	if (e)
		bind_expr(b, e, USE_READ);
}

/* Binds an expression whose value is not used: x++ and x += 1 are only writes
 * of x. */
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
