/* SPDX-License-Identifier: LGPL-2.1-or-later */
/**
 * @file
 * Target variables: the ops of an access path, one to one.
 *
 * The provider has done all the thinking (target/path.h); what is left is
 * register, add, checked load.  A path that cannot be reached is an error of
 * the script, at the step that failed, with the provider's reason.
 */
#include "base/arena.h"
#include "translator/ir/lower.h"

/* ---- asking ------------------------------------------------------------- */

static void refuse(struct lower *l, const struct ast_expr *e,
		   const struct path *path)
{
	const struct ast_path *p = &e->target.path;
	struct span sp = e->span;
	struct diag *d;

	if (path && path->failed_step < p->n)
		sp = p->at[path->failed_step].span;
	d = diag_error(l->p->diags, DIAG_NO_TARGET_VARIABLE, sp,
		       "'%s' cannot be reached: %s", e->target.name,
		       path ? path->reason
			    : "this kind of probe point has no target "
			      "variables");
	if (path && path->hint)
		diag_hint(d, "%s", path->hint);
}

static const struct path *ask(struct lower *l, struct ast_expr *e, bool write)
{
	const struct path_provider *pv = l->o->paths;
	const struct path *path = NULL;

	if (pv && l->place) {
		struct path_query q = program_path_query(l->u->arena, e);

		if (write)
			q.use = PATH_WRITE;
		path = pv->resolve(pv->data, l->place, &q);
	}
	if (path && !path->reason)
		return path;
	refuse(l, e, path);
	return NULL;
}

/* ---- op by op ----------------------------------------------------------- */

struct walk {
	struct lower *l;
	struct ast_expr *e;
	ir_reg *indexes;
	ir_reg v;
	ir_reg aside[PATH_PUSH_MAX];
	size_t n_aside;
};

static ir_reg num2(struct walk *w, enum ir_op op, ir_reg a, ir_reg b,
		   struct span sp)
{
	ir_reg args[2] = { a, b };

	return lower_value(w->l, op, IR_T_NUM, sp, 0, 2, args);
}

static ir_reg num2k(struct walk *w, enum ir_op op, ir_reg a, int64_t k,
		    struct span sp)
{
	return num2(w, op, a, lower_num(w->l, k), sp);
}

static ir_reg load(struct walk *w, const struct path_op *op)
{
	ir_reg r = lower_value(w->l, IR_LOAD, IR_T_NUM, op->span, 0, 1, &w->v);
	struct ir_ins *in = &vec_last(&w->l->f->blocks.at[w->l->cur].ins);

	in->imm2 = op->size;
	in->sign = op->sign;
	in->user = op->user;
	return r;
}

static ir_reg load_string(struct walk *w, const struct path_op *op)
{
	ir_reg r = lower_value(w->l, IR_LOADS, IR_T_STR, op->span, 0, 1, &w->v);

	vec_last(&w->l->f->blocks.at[w->l->cur].ins).user = op->user;
	return r;
}

/* Bits [shift, shift + size): up to the top, then down with the sign. */
static ir_reg bitfield(struct walk *w, const struct path_op *op)
{
	ir_reg up = num2k(w, IR_SHL, w->v, 64 - op->shift - op->size, op->span);

	return num2k(w, op->sign ? IR_SHR : IR_USHR, up, 64 - op->size,
		     op->span);
}

static ir_reg math(struct walk *w, const struct path_op *op)
{
	static const enum ir_op ops[] = {
		[PATH_MATH_ADD] = IR_ADD, [PATH_MATH_SUB] = IR_SUB,
		[PATH_MATH_MUL] = IR_MUL, [PATH_MATH_DIV] = IR_DIV,
		[PATH_MATH_MOD] = IR_MOD, [PATH_MATH_AND] = IR_AND,
		[PATH_MATH_OR] = IR_OR, [PATH_MATH_XOR] = IR_XOR,
		[PATH_MATH_SHL] = IR_SHL, [PATH_MATH_SHR] = IR_SHR,
		[PATH_MATH_USHR] = IR_USHR, [PATH_MATH_EQ] = IR_EQ,
		[PATH_MATH_NE] = IR_NE, [PATH_MATH_LT] = IR_LT,
		[PATH_MATH_LE] = IR_LE, [PATH_MATH_GT] = IR_GT,
		[PATH_MATH_GE] = IR_GE,
	};

	return num2(w, ops[op->n], w->aside[--w->n_aside], w->v, op->span);
}

static int64_t symbol_index(struct lower *l, const char *name)
{
	vec_push_in(l->u->arena, &l->u->symbols, name);
	return l->u->symbols.n - 1;
}

static ir_reg eval_register(struct lower *l, void *data)
{
	const struct path_op *op = data;

	return lower_value(l, IR_REG, IR_T_NUM, op->span, op->n, 0, NULL);
}

/* A register as it was at the entry, where we perhaps are. */
static ir_reg entry_register(struct walk *w, const struct path_op *op)
{
	if (w->l->f->is_entry)
		return eval_register(w->l, (void *)op);
	return lower_at_entry(w->l, op->span, eval_register, (void *)op);
}

static bool step(struct walk *w, const struct path_op *op)
{
	struct lower *l = w->l;
	ir_reg r;

	switch (op->kind) {
	case PATH_REG:
		w->v = lower_value(l, IR_REG, IR_T_NUM, op->span, op->n, 0,
				   NULL);
		return true;
	case PATH_ENTRY_SAVED:
		w->v = entry_register(w, op);
		return true;
	case PATH_CONST:
		w->v = lower_num(l, op->k);
		return true;
	case PATH_SYMBOL:
		w->v = lower_value(l, IR_SYM, IR_T_NUM, op->span,
				   symbol_index(l, op->name), 0, NULL);
		return true;
	case PATH_ADD:
		w->v = num2k(w, IR_ADD, w->v, op->k, op->span);
		return true;
	case PATH_INDEX:
		r = num2k(w, IR_MUL, w->indexes[op->n], op->k, op->span);
		w->v = num2(w, IR_ADD, w->v, r, op->span);
		return true;
	case PATH_LOAD:
		w->v = load(w, op);
		return true;
	case PATH_BITFIELD:
		w->v = bitfield(w, op);
		return true;
	case PATH_PIECE:
		r = lower_value(l, IR_REG, IR_T_NUM, op->span, op->n, 0, NULL);
		r = num2k(w, IR_SHL, r, op->shift, op->span);
		w->v = num2(w, IR_OR, w->v, r, op->span);
		return true;
	case PATH_ADDRESS_OF:
		return true;
	case PATH_STRING:
		w->v = load_string(w, op);
		return true;
	case PATH_PUSH:
		w->aside[w->n_aside++] = w->v;
		w->v = lower_num(l, 0);
		return true;
	case PATH_MATH:
		w->v = math(w, op);
		return true;
	case PATH_ARG:
	case PATH_TEXT:
	case PATH_FRAME_BASE:
	case PATH_TLS:
		break;
	}
	diag_error(l->p->diags, DIAG_NOT_SUPPORTED_YET, op->span,
		   "the path to '%s' needs an operation that this version "
		   "cannot compile", w->e->target.name);
	return false;
}

/* The script's index expressions, in order. */
static ir_reg *path_indexes(struct lower *l, const struct ast_path *p)
{
	struct ast_exprs list = { 0 };

	for (size_t i = 0; i < p->n; i++)
		if (p->at[i].kind == STEP_INDEX)
			vec_push_in(l->u->arena, &list, p->at[i].index);
	return lower_list(l, &list, NULL);
}

static ir_reg walk_path(struct lower *l, struct ast_expr *e,
			const struct path *path, size_t n_ops)
{
	struct walk w = { .l = l, .e = e,
			  .indexes = path_indexes(l, &e->target.path) };

	w.v = lower_num(l, 0);
	for (size_t i = 0; i < n_ops; i++)
		if (!step(&w, &path->ops[i]))
			break;
	return w.v;
}

/* Does the value begin at the entry, with no index that the script computes
 * later?  Then all of it is as it was there, what it points at too. */
static bool is_of_entry(const struct ast_path *p, const struct path *path)
{
	for (size_t i = 0; i < p->n; i++)
		if (p->at[i].kind == STEP_INDEX &&
		    p->at[i].index->kind != EXPR_NUMBER)
			return false;
	for (size_t i = 0; i < path->n_ops; i++)
		if (path->ops[i].kind == PATH_ENTRY_SAVED)
			return true;
	return false;
}

struct whole_path {
	struct ast_expr *e;
	const struct path *path;
};

static ir_reg eval_path(struct lower *l, void *data)
{
	struct whole_path *w = data;

	return walk_path(l, w->e, w->path, w->path->n_ops);
}

ir_reg lower_target(struct lower *l, struct ast_expr *e)
{
	const struct path *path = ask(l, e, false);
	struct whole_path whole = { e, path };

	if (!path)
		return lower_num(l, 0);
	if (!l->f->is_entry && is_of_entry(&e->target.path, path))
		return lower_at_entry(l, e->span, eval_path, &whole);
	return eval_path(l, &whole);
}

void lower_target_store(struct lower *l, struct ast_expr *e, ir_reg value)
{
	const struct path *path = ask(l, e, true);
	const struct path_op *last;
	struct ir_ins *in;
	ir_reg args[2];

	if (!path)
		return;
	last = path->n_ops ? &path->ops[path->n_ops - 1] : NULL;
	if (!last || last->kind != PATH_LOAD) {
		diag_error(l->p->diags, DIAG_NOT_ASSIGNABLE, e->span,
			   "'%s' is not in memory here", e->target.name);
		return;
	}
	args[0] = walk_path(l, e, path, path->n_ops - 1);
	args[1] = value;
	in = lower_ins(l, IR_STORE, IR_NONE, e->span, 2, args);
	in->imm2 = last->size;
	in->user = last->user;
}
