/* SPDX-License-Identifier: LGPL-2.1-or-later */
/**
 * @file
 * Lowers reads of target variables: the path provider's path becomes a value or
 * a string of values.  Writes are lowered by lower_spot.c.
 *
 * sema/reach.c has asked for the paths and reported what cannot be reached.
 */
#include <string.h>

#include "base/arena.h"
#include "base/buf.h"
#include "base/tags/probe.h"
#include "base/tags/sema.h"
#include "translator/ir/lower.h"

static struct ast_path *path_of(const struct ast_expr *e)
{
	return ast_expr_path((struct ast_expr *)e);
}

/* ---- reading ------------------------------------------------------------ */

struct lower_path lower_path_find(struct lower *l, struct ast_expr *e,
				  const struct path *path)
{
	const struct ast_path *p = path_of(e);
	struct lower_path r = { .e = e, .path = path, .f = l->f,
				.base = IR_NONE };
	struct ast_exprs list = { 0 };
	bool based = e->kind == EXPR_DEREF ||
		     (e->kind == EXPR_ATOP && e->atop.op == ATOP_CAST);
	const ir_reg *regs;

	if (based)
		vec_push_in(l->u->code, &list, e->kind == EXPR_DEREF
			    ? e->deref.base : e->atop.args.at[0]);
	for (size_t i = 0; i < p->n; i++)
		if (p->at[i].kind == STEP_INDEX)
			vec_push_in(l->u->code, &list, p->at[i].index);
	regs = lower_list(l, &list, NULL);
	if (based)
		r.base = regs[0];
	r.indexes = regs + based;
	return r;
}

/* Returns the path with its values in the current function, which may be the
 * entry handler. */
static struct lower_path here(struct lower *l, const struct lower_path *p)
{
	return p->f == l->f ? *p : lower_path_find(l, p->e, p->path);
}

static ir_reg path_value(struct lower *l, const struct lower_path *p)
{
	return lower_path_ops(l, p, p->path->ops, p->path->n_ops, p->base);
}

struct guarded {
	ir_reg (*eval)(struct lower *l, void *data);
	void *data;
	struct span span;
	enum ir_type type;
	const char *unread;	/* the string to use instead; NULL: "ERROR" */
};

/* Clears the error, whose text is not needed. */
static void forget_error(struct lower *l, struct span sp)
{
	struct ir_slot *slot;

	lower_value(l, IR_CATCH, IR_T_STR, sp, 0, 0, NULL);
	slot = &vec_last(&l->f->slots);
	slot->cap = 7;
	slot->size = 8;
}

/* Lowers a value that may not be readable.  If reading it fails, the string
 * @unread or the number 0 replaces it, and the handler continues. */
static ir_reg eval_guarded(struct lower *l, void *data)
{
	const struct guarded *g = data;
	uint32_t outer = l->on_error;
	uint32_t failed = lower_block(l), done = lower_block(l), body;
	ir_reg ret = lower_reg(l, g->type, NULL);

	l->on_error = failed;
	body = lower_block(l);
	lower_jump(l, body);
	lower_at(l, body);
	lower_move(l, ret, g->eval(l, g->data), g->span);
	l->on_error = outer;
	lower_jump(l, done);
	lower_at(l, failed);
	forget_error(l, g->span);
	lower_move(l, ret, g->type == IR_T_STR
		   ? lower_str(l, intern_str(l->p->names, g->unread ?: "ERROR"))
		   : lower_num(l, 0), g->span);
	lower_jump(l, done);
	lower_at(l, done);
	return ret;
}

/* Properties of ops.  TOUCHES: memory is read.  OF_ENTRY: a register as it was at the
 * function's entry is read.  OF_NOW: the value is that of the moment of the hit.
 * FAILS: it may fail. */
enum { TOUCHES = 1, OF_ENTRY = 2, OF_NOW = 4, FAILS = 8 };

static unsigned nature(const struct path_op *ops, size_t n)
{
	unsigned r = 0;

	for (size_t i = 0; i < n; i++)
		switch (ops[i].kind) {
		case PATH_LOAD: case PATH_STRING: case PATH_LOADED:
			r |= TOUCHES | FAILS;
			break;
		case PATH_CALLER: case PATH_CHOOSE:
			r |= TOUCHES | FAILS | OF_NOW;
			break;
		case PATH_FLOAT:
			r |= ops[i].size == 10 ? TOUCHES | FAILS : 0;
			break;
		case PATH_TEXT:
			r |= TOUCHES;
			break;
		case PATH_ENTRY_SAVED:
			r |= OF_ENTRY;
			break;
		case PATH_SYMBOL:
			r |= path_op_is_of_module(&ops[i]) ||
					     path_op_is_of_file(&ops[i])
				     ? OF_NOW | FAILS : OF_NOW;
			break;
		case PATH_REG: case PATH_PIECE: case PATH_ARG: case PATH_INDEX:
			r |= OF_NOW;
			break;
		default:
			break;
		}
	return r;
}

static unsigned arg_nature(const struct path *p, const struct path_arg *a)
{
	unsigned r = nature(a->ops, a->n_ops);

	return a->is_whole ? r : r | nature(p->ops, p->n_ops);
}

static unsigned whole_nature(const struct path *p)
{
	unsigned r = nature(p->ops, p->n_ops);

	for (size_t i = 0; i < p->n_args; i++) {
		const struct path_arg *a = &p->args[i];

		if (a->when)
			r |= nature(a->when->ops, a->when->n_ops);
		/* a part catches its own failures */
		r |= a->part ? whole_nature(a->part) & ~FAILS
			     : nature(a->ops, a->n_ops);
	}
	return r;
}

/* Returns true if an index is no literal: its value may be known only at the
 * return. */
static bool has_late_index(const struct ast_expr *e)
{
	const struct ast_path *p = path_of(e);

	for (size_t i = 0; i < p->n; i++)
		if (p->at[i].kind == STEP_INDEX &&
		    p->at[i].index->kind != EXPR_NUMBER)
			return true;
	return false;
}

struct piece {
	const struct lower_path *p;
	const struct path_arg *arg;
	ir_reg from;		/* the path's value in the current function; IR_NONE: not
				   computed yet */
};

static ir_reg eval_piece(struct lower *l, void *data)
{
	const struct piece *pc = data;
	const struct path_arg *a = pc->arg;
	struct lower_path p = here(l, pc->p);
	ir_reg from = p.base;

	if (!a->is_whole)
		from = pc->from != IR_NONE ? pc->from : path_value(l, &p);
	return lower_path_ops(l, &p, a->ops, a->n_ops, from);
}

/* Returns one value of a text.  In a text that mixes entry and return, a value
 * that is read through a pointer from the entry is read at the entry. */
static ir_reg piece_value(struct lower *l, struct piece *pc)
{
	const struct path *path = pc->p->path;
	struct guarded g = { eval_piece, pc, pc->p->e->span,
			     pc->arg->is_string ? IR_T_STR : IR_T_NUM, NULL };
	unsigned n = arg_nature(path, pc->arg);

	if (lower_is_at_entry(l) || !(n & TOUCHES) || !(n & OF_ENTRY) ||
	    has_late_index(pc->p->e))
		return eval_piece(l, pc);
	pc->from = IR_NONE;
	return lower_at_entry(l, pc->p->e->span, eval_guarded, &g);
}

static ir_reg part_text(struct lower *l, const struct lower_path *outer,
			const struct path *part);

/* Lowers the test of a part that is shown only at times: whether its number is
 * one of the values of path_when, or with is_none, whether it is none of them. */
static ir_reg is_then(struct lower *l, struct piece *pc)
{
	const struct path_when *w = pc->arg->when;
	struct path_arg number = { .ops = w->ops, .n_ops = w->n_ops,
				   .is_whole = pc->arg->is_whole };
	struct piece of = { pc->p, &number, pc->from };
	struct span sp = pc->p->e->span;
	ir_reg v = eval_piece(l, &of), ret = lower_num(l, w->is_none);

	for (size_t i = 0; i < w->n_values; i++) {
		ir_reg same = lower_value(l, w->is_none ? IR_NE : IR_EQ,
					  IR_T_NUM, sp, 0, 2, (ir_reg[]){
						v, lower_num(l, w->values[i]) });

		ret = lower_value(l, w->is_none ? IR_AND : IR_OR, IR_T_NUM, sp,
				  0, 2, (ir_reg[]){ ret, same });
	}
	return ret;
}

/* Returns the text of the part if the test of is_then() is true, else "". */
static ir_reg text_when(struct lower *l, struct piece *pc)
{
	ir_reg ret = lower_reg(l, IR_T_STR, NULL), cond = is_then(l, pc);
	uint32_t yes = lower_block(l), no = lower_block(l);
	uint32_t done = lower_block(l);
	struct span sp = pc->p->e->span;

	lower_branch(l, cond, yes, no);
	lower_at(l, yes);
	lower_move(l, ret, part_text(l, pc->p, pc->arg->part), sp);
	lower_jump(l, done);
	lower_at(l, no);
	lower_move(l, ret, lower_str(l, intern_str(l->p->names, "")), sp);
	lower_jump(l, done);
	lower_at(l, done);
	return ret;
}

static ir_reg eval_text(struct lower *l, void *data)
{
	struct lower_path p = here(l, data);
	const struct path *path = p.path;
	ir_reg *r = arena_alloc(l->u->code, sizeof(*r) * (path->n_args + 1));
	char *kinds = arena_alloc(l->u->code, path->n_args + 1);
	ir_reg from = path->n_ops ? path_value(l, &p) : p.base;
	int64_t fmt;

	for (size_t i = 0; i < path->n_args; i++) {
		const struct path_arg *a = &path->args[i];
		struct piece pc = { &p, a, from };

		r[i] = a->when ? text_when(l, &pc)
		     : a->part ? part_text(l, &p, a->part)
			       : piece_value(l, &pc);
		kinds[i] = a->part || a->is_string ? 's' : 'n';
	}
	kinds[path->n_args] = 0;
	if (!strcmp(path->format, "%s") && !strcmp(kinds, "s"))
		return r[0];
	fmt = lower_format(l, path->format, strlen(path->format), kinds,
			   p.e->span);
	return lower_value(l, IR_FORMAT, IR_T_STR, p.e->span, fmt,
			   path->n_args, r);
}

static ir_reg eval_value(struct lower *l, void *data)
{
	struct lower_path p = here(l, data);

	return path_value(l, &p);
}

/* Returns true if the whole value, with what it points at, is taken at the
 * entry.  A text of registers only is made at the return: then only the registers
 * are saved, not the text. */
static bool is_of_entry(const struct lower *l, const struct ast_expr *e,
			const struct path *path)
{
	unsigned n = whole_nature(path);

	if (lower_is_at_entry(l) || !(n & OF_ENTRY) || has_late_index(e))
		return false;
	return !path->format || ((n & TOUCHES) && !(n & OF_NOW));
}

/* Returns the value of a whole path, here or as it was at the entry. */
static ir_reg whole_value(struct lower *l, struct lower_path *p, bool at_entry)
{
	struct guarded g = { eval_text, p, p->e->span, IR_T_STR,
			     p->path->unread };
	ir_reg (*eval)(struct lower *l, void *data) = eval_value;
	void *data = p;

	if (p->path->format) {
		bool may_fail = whole_nature(p->path) & FAILS;

		eval = may_fail ? eval_guarded : eval_text;
		data = may_fail ? (void *)&g : p;
	}
	return at_entry ? lower_at_entry(l, p->e->span, eval, data)
			: eval(l, data);
}

/* Returns the text of a part of a larger text. */
static ir_reg part_text(struct lower *l, const struct lower_path *outer,
			const struct path *part)
{
	struct lower_path p = *outer;

	p.path = part;
	return whole_value(l, &p, is_of_entry(l, p.e, part));
}

/*
 * Returns true if the row instead of the handler describes the text.  A pattern
 * can have many locations, each with parameters of its own.  What differs moves
 * into the row, so that they share a handler.  A row describes one text only.
 */
static bool is_for_row(const struct lower *l, const struct path *path)
{
	return path->row_text && (!l->fn || l->fn->context) &&
	       !lower_is_at_entry(l) && l->location &&
	       l->location->row.flags & STP_ROW_WILDCARD &&
	       (!l->row_text || !strcmp(l->row_text, path->row_text));
}

ir_reg lower_target(struct lower *l, struct ast_expr *e)
{
	const struct path *path = reach_path(l->o->reach, e);
	struct lower_path p = { .e = e, .path = path, .base = IR_NONE };
	bool at_entry;

	if (!path)
		return type_base(e->tv) != TYPE_STRING ? lower_num(l, 0)
			: lower_str(l, intern_str(l->p->names, ""));
	if (is_for_row(l, path)) {
		l->row_text = path->row_text;
		return lower_value(l, IR_RTEXT, IR_T_STR, e->span, 0, 0, NULL);
	}
	at_entry = is_of_entry(l, e, path);
	if (!at_entry)
		p = lower_path_find(l, e, path);
	return whole_value(l, &p, at_entry);
}
