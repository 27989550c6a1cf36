/* SPDX-License-Identifier: LGPL-2.1-or-later */
/**
 * @file
 * Lowers expressions: each becomes a register.
 *
 * Operands are evaluated from left to right.  Where a later operand may change
 * a variable that an earlier one read, the earlier value is copied first
 * (lower_keep()): in `x + x++` both operands are x before the increment, in `x++ + x`
 * the second is x after it.
 */
#include "base/arena.h"
#include "base/tags/sema.h"
#include "parser/parser.h"
#include "translator/ir/lower.h"

ir_reg lower_local(const struct lower *l, const struct symbol *s)
{
	if (s->kind == SYM_PARAM)
		return s->index;
	return (l->fn ? l->fn->n_params : 0) + s->index;
}

/* ---- order of evaluation ------------------------------------------------ */

struct write_scan {
	struct ast_visitor v;
	bool found;
};

static bool scan_write(struct ast_visitor *v, struct ast_expr **slot)
{
	struct write_scan *w = (struct write_scan *)v;

	if ((*slot)->kind == EXPR_ASSIGN || (*slot)->kind == EXPR_CREMENT)
		w->found = true;
	return !w->found;
}

bool lower_writes(struct ast_expr *e)
{
	struct write_scan w = { .v = { .expr_pre = scan_write } };

	if (e)
		ast_walk_expr(&w.v, &e);
	return w.found;
}

ir_reg lower_keep(struct lower *l, ir_reg r, struct span sp)
{
	enum ir_type type = l->f->regs.at[r].type;
	ir_reg copy;

	if (!l->f->regs.at[r].name || type == IR_T_STAT)
		return r;
	copy = lower_reg(l, type, NULL);
	lower_move(l, copy, r, sp);
	return copy;
}

/* Returns the aggregate of a histogram that is printed.  Its maximum is computed
 * and not used, because computing it fails for an empty aggregate, which has no
 * histogram. */
static ir_reg lower_hist(struct lower *l, struct ast_expr *hist)
{
	ir_reg a = lower_aggregate(l, hist->hist.arg);

	lower_value(l, IR_STATOP, IR_T_NUM, hist->span,
		    STATOP_MAX - STATOP_COUNT, 1, &a);
	return a;
}

ir_reg *lower_list(struct lower *l, const struct ast_exprs *list,
		   unsigned *any_ret)
{
	ir_reg *r = arena_alloc(l->u->code, sizeof(*r) * (list->n + 2));
	unsigned any = 0;
	size_t last = list->n;

	/* values before the last expression that assigns are kept */
	while (last && !lower_writes(list->at[last - 1]))
		last--;
	for (size_t i = 0; i < list->n; i++) {
		if (!list->at[i]) {
			any |= 1u << i;
			r[i] = lower_num(l, 0);
			continue;
		}
		r[i] = list->at[i]->kind == EXPR_HIST
			? lower_hist(l, list->at[i])
			: lower_expr(l, list->at[i]);
		if (i + 1 < last)
			r[i] = lower_keep(l, r[i], list->at[i]->span);
	}
	if (any_ret)
		*any_ret = any;
	return r;
}

static void lower_pair(struct lower *l, struct ast_expr *a,
		       struct ast_expr *b, ir_reg ret[2])
{
	ret[0] = lower_expr(l, a);
	if (lower_writes(b))
		ret[0] = lower_keep(l, ret[0], a->span);
	ret[1] = lower_expr(l, b);
}

/* ---- operators ---------------------------------------------------------- */

enum ir_op lower_arith_op(enum ast_op op)
{
	switch (op) {
	case OP_ADD: case OP_SET_ADD: return IR_ADD;
	case OP_SUB: case OP_SET_SUB: return IR_SUB;
	case OP_MUL: case OP_SET_MUL: return IR_MUL;
	case OP_DIV: case OP_SET_DIV: return IR_DIV;
	case OP_MOD: case OP_SET_MOD: return IR_MOD;
	case OP_AND: case OP_SET_AND: return IR_AND;
	case OP_OR: case OP_SET_OR: return IR_OR;
	case OP_XOR: case OP_SET_XOR: return IR_XOR;
	case OP_SHL: case OP_SET_SHL: return IR_SHL;
	case OP_SHR: case OP_SET_SHR: return IR_SHR;
	case OP_USHR: return IR_USHR;
	case OP_EQ: return IR_EQ;
	case OP_NE: return IR_NE;
	case OP_LT: return IR_LT;
	case OP_LE: return IR_LE;
	case OP_GT: return IR_GT;
	case OP_GE: return IR_GE;
	case OP_MINUS: return IR_NEG;
	case OP_NOT: return IR_LNOT;
	case OP_COMPLEMENT: return IR_COMPL;
	default: return IR_MOVE;
	}
}

ir_reg lower_num_op(struct lower *l, enum ir_op op, struct span sp, ir_reg a,
		    ir_reg b)
{
	ir_reg args[2] = { a, b };

	return lower_value(l, op, IR_T_NUM, sp, 0, 2, args);
}

static ir_reg lower_compare(struct lower *l, struct ast_expr *e)
{
	ir_reg r[2];

	lower_pair(l, e->binary.left, e->binary.right, r);
	if (type_base(e->binary.left->tv) == TYPE_STRING) {
		r[0] = lower_num_op(l, IR_SCMP, e->span, r[0], r[1]);
		r[1] = lower_num(l, 0);
	}
	return lower_num_op(l, lower_arith_op(e->binary.op), e->span, r[0],
			    r[1]);
}

static ir_reg lower_arith(struct lower *l, struct ast_expr *e)
{
	ir_reg r[2];

	lower_pair(l, e->binary.left, e->binary.right, r);
	return lower_num_op(l, lower_arith_op(e->binary.op), e->span, r[0], r[1]);
}

static ir_reg lower_unary(struct lower *l, struct ast_expr *e)
{
	ir_reg a = lower_expr(l, e->unary.arg);

	if (e->unary.op == OP_PLUS)
		return a;
	return lower_value(l, lower_arith_op(e->unary.op), IR_T_NUM, e->span, 0, 1,
			   &a);
}

/* Lowers a && b, which is 0, or !!b if a is not 0; and a || b, which is 1, or !!b if a
 * is 0. */
static ir_reg lower_logical(struct lower *l, struct ast_expr *e)
{
	bool and = e->binary.op == OP_LOGICAL_AND;
	ir_reg ret = lower_reg(l, IR_T_NUM, NULL), r;
	uint32_t more, done, decided;

	r = lower_expr(l, e->binary.left);
	more = lower_block(l);
	decided = lower_block(l);
	done = lower_block(l);
	lower_branch(l, r, and ? more : decided, and ? decided : more);
	lower_at(l, decided);
	lower_move(l, ret, lower_num(l, !and), e->span);
	lower_jump(l, done);
	lower_at(l, more);
	r = lower_expr(l, e->binary.right);
	lower_move(l, ret, lower_num_op(l, IR_NE, e->span, r, lower_num(l, 0)),
		   e->span);
	lower_jump(l, done);
	lower_at(l, done);
	return ret;
}

static ir_reg lower_ternary(struct lower *l, struct ast_expr *e)
{
	ir_reg ret = lower_reg(l, lower_type(type_base(e->tv)), NULL);
	ir_reg cond = lower_expr(l, e->ternary.cond);
	uint32_t yes = lower_block(l), no = lower_block(l);
	uint32_t done = lower_block(l);

	lower_branch(l, cond, yes, no);
	lower_at(l, yes);
	lower_move(l, ret, lower_expr(l, e->ternary.yes), e->span);
	lower_jump(l, done);
	lower_at(l, no);
	lower_move(l, ret, lower_expr(l, e->ternary.no), e->span);
	lower_jump(l, done);
	lower_at(l, done);
	return ret;
}

static ir_reg lower_concat(struct lower *l, struct ast_expr *e)
{
	ir_reg *r = lower_list(l, &e->concat.args, NULL);

	return lower_value(l, IR_CONCAT, IR_T_STR, e->span, 0,
			   e->concat.args.n, r);
}

/* ---- membership --------------------------------------------------------- */

/* Lowers `n in @hist_x(s)`: tests whether there is a bucket of this number. */
static ir_reg lower_in_hist(struct lower *l, struct ast_expr *e)
{
	ir_reg r[2];

	r[0] = lower_aggregate(l, e->in.array->hist.arg);
	r[1] = lower_expr(l, e->in.keys.at[0]);
	return lower_num_op(l, IR_BHAS, e->span, r[0], r[1]);
}

static ir_reg lower_in(struct lower *l, struct ast_expr *e)
{
	unsigned any;
	ir_reg *keys = lower_list(l, &e->in.keys, &any), ret;

	ret = lower_value(l, IR_MHAS, IR_T_NUM, e->span,
			  e->in.array->sym->global->index, e->in.keys.n, keys);
	vec_last(&l->f->blocks.at[l->cur].ins).imm2 = any;
	return ret;
}

/* ---- aggregates --------------------------------------------------------- */

static ir_reg lower_stat(struct lower *l, struct ast_expr *e)
{
	ir_reg a = lower_aggregate(l, e->stat.arg);

	l->u->squares |= e->stat.op == STATOP_VARIANCE;
	return lower_value(l, IR_STATOP, IR_T_NUM, e->span,
			   e->stat.op - STATOP_COUNT, 1, &a);
}

static ir_reg lower_bucket(struct lower *l, struct ast_expr *e)
{
	ir_reg r[2];

	r[0] = lower_aggregate(l, e->index.array->hist.arg);
	r[1] = lower_expr(l, e->index.keys.at[0]);
	return lower_num_op(l, IR_BUCKET, e->span, r[0], r[1]);
}

/* ---- calls -------------------------------------------------------------- */

/* Lowers the call of a script function.  The call's location keeps the name,
 * because reports of errors list the calls around them. */
static ir_reg script_call(struct lower *l, struct ast_expr *e,
			  const struct function *f, ir_reg *args)
{
	enum ir_type type = lower_type(type_base(f->sym.tv));
	ir_reg r = lower_value(l, IR_CALL, type, e->span, f->index,
			       e->call.args.n, args);

	l->u->locs.at[vec_last(&l->f->blocks.at[l->cur].ins).loc].callee =
		f->sym.name;
	return r;
}

static ir_reg call_one(struct lower *l, struct ast_expr *e,
		       const struct function *f, ir_reg *args)
{
	unsigned n = e->call.args.n;
	enum ir_type type = lower_type(type_base(f->sym.tv));
	int k;

	if (!f->intrinsic && f->body)
		return script_call(l, e, f, args);
	lower_tape_check_call(l, e, f);
	if (!f->intrinsic)
		return lower_c_call(l, e, f, args);
	k = ir_intrinsic_find(f->intrinsic);
	if (ir_intrinsic(k)->is_text)
		return lower_shown(l, e, ir_intrinsic(k), args);
	if (*ir_intrinsic(k)->result != 'v')
		return lower_value(l, IR_INTRIN, type, e->span, k, n, args);
	l->u->aborts |= !strcmp(f->intrinsic, "abort");
	lower_ins(l, IR_INTRIN, IR_NONE, e->span, n, args)->imm = k;
	return IR_NONE;
}

/* Lowers the error that every overload has executed `next`. */
static void nobody_left(struct lower *l, struct ast_expr *e)
{
	const char *text = arena_printf(l->u->arena, "all overloads of "
						     "function '%s' called "
						     "next",
					e->call.name);
	ir_reg r = lower_str(l, intern_str(l->p->names, text));

	lower_ins(l, IR_INTRIN, IR_NONE, e->span, 1, &r)->imm =
		ir_intrinsic_find("error");
}

/* Calls one overload after the other, with the same arguments, until one does
 * not execute `next`. */
static ir_reg call_overloads(struct lower *l, struct ast_expr *e, ir_reg *args)
{
	ir_reg ret = lower_reg(l, lower_type(type_base(e->sym->tv)), NULL), r;
	uint32_t done = lower_block(l), more;

	for (struct symbol *s = e->sym; s; s = s->overload) {
		r = call_one(l, e, s->function, args);
		if (r != IR_NONE)
			lower_move(l, ret, r, e->span);
		if (!s->function->uses_next)
			break;
		r = lower_value(l, IR_NEXTED, IR_T_NUM, e->span, 0, 0, NULL);
		more = lower_block(l);
		lower_branch(l, r, more, done);
		lower_at(l, more);
		if (!s->overload)
			nobody_left(l, e);
	}
	lower_jump(l, done);
	lower_at(l, done);
	return ret;
}

static ir_reg lower_call(struct lower *l, struct ast_expr *e)
{
	ir_reg *args = lower_list(l, &e->call.args, NULL);

	if (e->sym->function->uses_next)
		return call_overloads(l, e, args);
	return call_one(l, e, e->sym->function, args);
}

/* ---- one case for each kind --------------------------------------------- */

static ir_reg lower_variable(struct lower *l, struct ast_expr *e)
{
	if (e->kind == EXPR_INDEX && e->index.array->kind == EXPR_HIST)
		return lower_bucket(l, e);
	return lower_element(l, e);
}

static ir_reg lower_counter(struct lower *l, struct ast_expr *e)
{
	const char *name = e->atop.args.at[0]->text;
	ir_reg n = lower_num(l, program_find_counter(l->p, name));

	return lower_value(l, IR_INTRIN, IR_T_NUM, e->span,
			   ir_intrinsic_find("perf_counter"), 1, &n);
}

static ir_reg lower_atop(struct lower *l, struct ast_expr *e)
{
	struct lower_spot s;

	switch (e->atop.op) {
	case ATOP_CONST:
		return lower_c_expr(l, e);
	case ATOP_ENTRY:
		return lower_entry(l, e);
	case ATOP_CAST:
	case ATOP_VAR:
		return lower_target(l, e);
	case ATOP_ENUM:
		return lower_enum(l, e);
	case ATOP_ENUMNAME:
		return lower_enumname(l, e);
	case ATOP_PERF:
		return lower_counter(l, e);
	case ATOP_UREGISTER:
		return lower_value(l, IR_UREG, IR_T_NUM, e->span,
				   e->atop.args.at[0]->number, 0, NULL);
	default:	/* KREGISTER, KDEREF, UDEREF */
		s = lower_spot(l, e);
		return lower_spot_read(l, &s);
	}
}

/* Returns the text of a literal, cut like any other string; sema/reach.c has
 * warned of it.  Literals of the library are not cut: they are its tables,
 * which the runtime reads from the text itself. */
static const char *lower_fitting(struct lower *l, const struct ast_expr *e)
{
	if (intern_len(e->text) <= l->u->string_len ||
	    !program_is_users(l->p, e->span))
		return e->text;
	return intern_bytes(l->p->names, e->text, l->u->string_len);
}

ir_reg lower_any(struct lower *l, struct ast_expr *e)
{
	ir_reg r;

	if (lower_tape(l, e, &r))
		return r;
	switch (e->kind) {
	case EXPR_NUMBER:
		return lower_num(l, e->number);
	case EXPR_STRING:
		return lower_str(l, lower_fitting(l, e));
	case EXPR_SYMBOL:
	case EXPR_INDEX:
		return lower_variable(l, e);
	case EXPR_TARGET:
	case EXPR_DEREF:
		return lower_target(l, e);
	case EXPR_EMBEDDED:
		return lower_c_expr(l, e);
	case EXPR_ATOP:
		return lower_atop(l, e);
	case EXPR_STAT:
		return lower_stat(l, e);
	case EXPR_CALL:
		return lower_call(l, e);
	case EXPR_UNARY:
		return lower_unary(l, e);
	case EXPR_BINARY:
		return lower_arith(l, e);
	case EXPR_COMPARE:
		return lower_compare(l, e);
	case EXPR_LOGICAL:
		return lower_logical(l, e);
	case EXPR_ASSIGN:
		return lower_assignment(l, e);
	case EXPR_CREMENT:
		return lower_crement(l, e);
	case EXPR_TERNARY:
		return lower_ternary(l, e);
	case EXPR_CONCAT:
		return lower_concat(l, e);
	case EXPR_IN:
		return e->in.array->kind == EXPR_HIST ? lower_in_hist(l, e)
						      : lower_in(l, e);
	case EXPR_PRINT:
		return lower_print(l, e);
	case EXPR_REGEX:
		return lower_regex(l, e);
	default:	/* refused by check: HIST */
		return IR_NONE;
	}
}

ir_reg lower_expr(struct lower *l, struct ast_expr *e)
{
	ir_reg r = lower_any(l, e);

	return r == IR_NONE ? lower_num(l, 0) : r;
}
