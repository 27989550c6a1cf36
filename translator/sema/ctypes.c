/* SPDX-License-Identifier: LGPL-2.1-or-later */
/**
 * @file
 * Finds the C types of the script's values, so that x->y has a meaning:
 * f = $file; println(f->f_flags).
 *
 * Such a type flows with assignments, arguments, results, keys and values of
 * arrays, loops and choices; the order of statements does not matter.  A
 * variable that gets two different types has none.  Numbers and void pointers
 * give no type.  Rounds are made until nothing changes.  They end, because a
 * cell only goes from no type to a type to a conflict.
 */
#include "base/arena.h"
#include "parser/parser.h"
#include "translator/sema/sema.h"
#include "translator/target/types/types.h"

/* The answer of the path provider about an expression. */
struct answer {
	const struct ctype *base;	/* of a DEREF: the type of its base in the query */
	const struct ctype *type;
};

struct typer {
	struct ast_visitor v;
	struct program *p;
	const struct probe *probe;	/* which is visited, or for which `fn` was
					   cloned; NULL: neither */
	struct function *fn;		/* NULL: in a probe */
	struct hash *answers;		/* expression -> struct answer */
	bool changed;
};

static const struct ctype *type_of(struct typer *t, struct ast_expr *e);

/* ---- types -------------------------------------------------------------- */

/* Returns true if a value of this type has members, elements or a name (of an
 * enumeration), or points to anything but void. */
static bool leads_on(const struct ctype *type)
{
	switch (ctype_strip(type)->kind) {
	case CTYPE_POINTER:
		return ctype_strip(ctype_target(ctype_strip(type)))->kind !=
		       CTYPE_VOID;
	case CTYPE_ARRAY:
	case CTYPE_STRUCT:
	case CTYPE_UNION:
	case CTYPE_ENUM:
		return true;
	default:
		return false;
	}
}

/* Returns true if the types are the same, typedefs and qualifiers aside, and in
 * the same address space, as far as both are known. */
static bool is_same(const struct ctype *a, const struct ctype *b)
{
	for (int i = 0; i < CTYPE_DEPTH; i++) {
		a = ctype_strip(a);
		b = ctype_strip(b);
		if (a->space != b->space && a->space && b->space)
			return false;
		if (a->kind != b->kind || a->kind != CTYPE_POINTER)
			break;
		a = ctype_target(a);
		b = ctype_target(b);
	}
	return ctype_equal(a, b);
}

static void join(struct typer *t, struct type_cell *to,
		 const struct ctype *type, struct span why)
{
	if (!type || to->other || (to->type && is_same(to->type, type)))
		return;
	t->changed = true;
	if (to->type) {
		to->other = type;
		to->other_why = why;
	} else {
		to->type = type;
		to->why = why;
	}
}

static const struct ctype *of_cell(const struct type_cell *c)
{
	return c->other ? NULL : c->type;
}

/* ---- answers of the path provider --------------------------------------- */

static const struct ctype *ask(struct typer *t, struct ast_expr *e,
			       const struct probe_location *at)
{
	const struct path_provider *pv = t->p->paths;
	struct path_query q = program_path_query(t->p->arena, e);
	const struct path *path = pv->resolve(pv->data, at, &q);

	if (path->reason || path->format || !path->type)
		return NULL;
	return leads_on(path->type) ? path->type : NULL;
}

/* Returns the type that @e has at all locations; NULL: it is not known at one of them, or
 * not the same. */
static const struct ctype *ask_all(struct typer *t, struct ast_expr *e)
{
	const struct ctype *type = NULL;
	size_t n = t->probe ? t->probe->locations.n : 0;

	if (!n)
		return ask(t, e, NULL);
	for (size_t i = 0; i < n; i++) {
		const struct ctype *one =
			ask(t, e, &t->probe->locations.at[i]);

		if (!one || (type && !is_same(type, one)))
			return NULL;
		type = one;
	}
	return type;
}

static const struct ctype *of_path(struct typer *t, struct ast_expr *e)
{
	struct answer *a = hash_find(t->answers, &e, sizeof(e));
	struct ast_expr **key;

	if (a && a->base == e->ctype)
		return a->type;
	if (!a) {
		a = arena_new(t->p->arena, struct answer);
		key = arena_memdup(t->p->arena, &e, sizeof(e));
		hash_set(t->answers, key, sizeof(e), a);
	}
	a->base = e->ctype;
	a->type = ask_all(t, e);
	return a->type;
}

/* ---- expressions -------------------------------------------------------- */

/* Returns the cell that keeps the type of a variable or an element; NULL: @e is neither. */
static struct type_cell *cell_of(const struct ast_expr *e)
{
	if (e->kind == EXPR_SYMBOL)
		return e->sym ? &e->sym->cell : NULL;
	if (e->kind == EXPR_INDEX && e->index.array->sym)
		return &e->index.array->sym->cell;
	return NULL;
}

/* Returns the type of either operand; NULL if they have different types. */
static const struct ctype *either(struct typer *t, struct ast_expr *a,
				  struct ast_expr *b)
{
	const struct ctype *x = type_of(t, a), *y = type_of(t, b);

	if (x && y)
		return is_same(x, y) ? x : NULL;
	return x ? x : y;
}

/* Returns the type of a pointer plus or minus a number, which is not multiplied by
 * any size.  NULL if both operands have a type. */
static const struct ctype *of_sum(struct typer *t, struct ast_expr *e)
{
	const struct ctype *x, *y;

	if (e->binary.op != OP_ADD && e->binary.op != OP_SUB)
		return NULL;
	x = type_of(t, e->binary.left);
	y = type_of(t, e->binary.right);
	return x && y ? NULL : x ? x : y;
}

static const struct ctype *of_call(const struct ast_expr *e)
{
	const struct ctype *type = NULL;

	for (struct symbol *s = e->sym; s; s = s->overload) {
		const struct ctype *one = of_cell(&s->function->sym.cell);

		if (one && type && !is_same(one, type))
			return NULL;
		type = one ? one : type;
	}
	return type;
}

static const struct ctype *of_atop(struct typer *t, struct ast_expr *e)
{
	switch (e->atop.op) {
	case ATOP_CAST:
	case ATOP_VAR:
		return of_path(t, e);
	case ATOP_ENTRY:
		return type_of(t, e->atop.args.at[0]);
	case ATOP_ENUMNAME:
		e->ctype = type_of(t, e->atop.args.at[0]);
		return NULL;
	default:
		return NULL;
	}
}

static const struct ctype *type_of(struct typer *t, struct ast_expr *e)
{
	struct type_cell *c = cell_of(e);

	if (c)
		return of_cell(c);
	switch (e->kind) {
	case EXPR_TARGET:
		return of_path(t, e);
	case EXPR_ATOP:
		return of_atop(t, e);
	case EXPR_DEREF:
		e->ctype = type_of(t, e->deref.base);
		return e->ctype ? of_path(t, e) : NULL;
	case EXPR_CALL:
		return of_call(e);
	case EXPR_BINARY:
		return of_sum(t, e);
	case EXPR_ASSIGN:
		return e->binary.op == OP_SET ? type_of(t, e->binary.right)
					      : type_of(t, e->binary.left);
	case EXPR_CREMENT:
		return type_of(t, e->crement.arg);
	case EXPR_TERNARY:
		return either(t, e->ternary.yes, e->ternary.no);
	default:
		return NULL;
	}
}

/* ---- flows -------------------------------------------------------------- */

static struct type_cell *key_cells(struct typer *t, struct global *g)
{
	if (!g->key_cells)
		g->key_cells = arena_alloc(t->p->arena, sizeof(*g->key_cells) *
					   (g->n_keys + 1));
	return g->key_cells;
}

static void flow_keys(struct typer *t, struct ast_expr *e)
{
	struct global *g = program_global_of(e);

	for (size_t i = 0; g && i < e->index.keys.n && i < g->n_keys; i++) {
		struct ast_expr *k = e->index.keys.at[i];

		if (k)
			join(t, &key_cells(t, g)[i], type_of(t, k), k->span);
	}
}

static void flow_args(struct typer *t, struct ast_expr *e)
{
	for (struct symbol *s = e->sym; s; s = s->overload)
		for (size_t i = 0; i < e->call.args.n; i++) {
			struct ast_expr *a = e->call.args.at[i];

			join(t, &s->function->params[i].cell, type_of(t, a),
			     a->span);
		}
}

static void flow_expr(struct ast_visitor *v, struct ast_expr **slot)
{
	struct typer *t = (struct typer *)v;
	struct ast_expr *e = *slot;
	struct type_cell *to;

	switch (e->kind) {
	case EXPR_ASSIGN:
		to = cell_of(e->binary.left);
		if (to && e->binary.op == OP_SET)
			join(t, to, type_of(t, e->binary.right),
			     e->binary.right->span);
		break;
	case EXPR_INDEX:
		flow_keys(t, e);
		break;
	case EXPR_CALL:
		flow_args(t, e);
		break;
	default:	/* notes the type of its base in e->ctype, too */
		type_of(t, e);
		break;
	}
}

static void flow_walk(struct typer *t, struct ast_stmt *s)
{
	struct global *g = program_global_of(s->foreach.array);
	const struct ast_exprs *keys = &s->foreach.keys;

	if (!g || s->foreach.array->kind == EXPR_HIST)
		return;
	for (size_t i = 0; i < keys->n && i < g->n_keys; i++)
		if (cell_of(keys->at[i]))
			join(t, cell_of(keys->at[i]),
			     of_cell(&key_cells(t, g)[i]), keys->at[i]->span);
	if (s->foreach.value && cell_of(s->foreach.value))
		join(t, cell_of(s->foreach.value), of_cell(&g->sym.cell),
		     s->foreach.value->span);
}

static void flow_stmt(struct ast_visitor *v, struct ast_stmt **slot)
{
	struct typer *t = (struct typer *)v;
	struct ast_stmt *s = *slot;

	if (s->kind == STMT_FOREACH)
		flow_walk(t, s);
	else if (s->kind == STMT_RETURN && s->expr && t->fn)
		join(t, &t->fn->sym.cell, type_of(t, s->expr), s->expr->span);
}

/* ---- rounds ------------------------------------------------------------- */

static void each_body(struct typer *t,
		      void (*visit)(struct typer *t, struct ast_stmt **body))
{
	for (size_t i = 0; i < t->p->functions.n; i++) {
		t->fn = t->p->functions.at[i];
		t->probe = t->fn->context;
		if (t->fn->bound && t->fn->used && t->fn->body)
			visit(t, &t->fn->body);
	}
	t->fn = NULL;
	for (size_t i = 0; i < t->p->probes.n; i++) {
		t->probe = t->p->probes.at[i];
		visit(t, &t->p->probes.at[i]->body);
	}
}

static void visit_flows(struct typer *t, struct ast_stmt **body)
{
	ast_walk_stmt(&t->v, body);
}

static void visit_defined(struct typer *t, struct ast_stmt **body)
{
	t->changed |= sema_define_typed(t->p, body, t->probe);
}

static void clear_locals(const symbol_vec *locals)
{
	for (size_t i = 0; i < locals->n; i++)
		locals->at[i]->cell = (struct type_cell){ 0 };
}

static void clear(struct program *p)
{
	for (size_t i = 0; i < p->globals.n; i++) {
		p->globals.at[i]->sym.cell = (struct type_cell){ 0 };
		p->globals.at[i]->key_cells = NULL;
	}
	for (size_t i = 0; i < p->functions.n; i++) {
		struct function *f = p->functions.at[i];

		f->sym.cell = (struct type_cell){ 0 };
		for (unsigned k = 0; k < f->n_params; k++)
			f->params[k].cell = (struct type_cell){ 0 };
		clear_locals(&f->locals);
	}
	for (size_t i = 0; i < p->probes.n; i++)
		clear_locals(&p->probes.at[i]->locals);
}

static void find_types(struct typer *t)
{
	clear(t->p);
	do {
		t->changed = false;
		each_body(t, visit_flows);
	} while (t->changed);
}

/* ---- whether any expression needs a type -------------------------------- */

static bool find_use(struct ast_visitor *v, struct ast_expr **slot)
{
	const struct ast_expr *e = *slot;

	((struct typer *)v)->changed |= e->kind == EXPR_DEREF ||
		(e->kind == EXPR_ATOP && e->atop.op == ATOP_ENUMNAME);
	return true;
}

void sema_ctypes(struct program *p)
{
	struct typer look = { .v = { .expr_pre = find_use }, .p = p };
	struct typer t = { .v = { .expr_post = flow_expr,
				  .stmt_post = flow_stmt }, .p = p };

	each_body(&look, visit_flows);
	if (!look.changed)
		return;
	t.answers = hash_create();
	if (p->paths)
		find_types(&t);
	t.changed = false;
	each_body(&t, visit_defined);
	if (t.changed && p->paths)
		find_types(&t);
	hash_destroy(t.answers);
}
