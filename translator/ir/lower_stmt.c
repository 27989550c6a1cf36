/* SPDX-License-Identifier: LGPL-2.1-or-later */
/**
 * @file
 * Lowers statements: blocks and the edges between them.
 */
#include "base/arena.h"
#include "parser/parser.h"
#include "runtime/abi.h"
#include "translator/ir/lower.h"

/* Adds the edge back to the block @head, with which a loop begins.  The edge
 * spends budget.  Adds nothing if the current block has its end. */
static void back_edge(struct lower *l, uint32_t head, struct span sp)
{
	if (lower_ended(l))
		return;
	lower_ins(l, IR_SPEND, IR_NONE, sp, 0, NULL);
	lower_jump(l, head);
}

static void lower_choice(struct lower *l, struct ast_stmt *s)
{
	ir_reg cond = lower_expr(l, s->if_.cond);
	uint32_t yes = lower_block(l), no = lower_block(l), done = no;

	if (s->if_.no)
		done = lower_block(l);
	lower_branch(l, cond, yes, no);
	lower_at(l, yes);
	lower_stmt(l, s->if_.yes);
	lower_jump(l, done);
	if (s->if_.no) {
		lower_at(l, no);
		lower_stmt(l, s->if_.no);
		lower_jump(l, done);
	}
	lower_at(l, done);
}

/* Lowers `if`.  A branch that a constant rules out is not lowered, so its
 * target variables need not exist. */
static void lower_if(struct lower *l, struct ast_stmt *s)
{
	int64_t n;

	if (ast_number_of(s->if_.cond, &n)) {
		lower_stmt(l, n ? s->if_.yes : s->if_.no);
		return;
	}
	lower_choice(l, s);
}

static void lower_body(struct lower *l, struct ast_stmt *body,
		       uint32_t on_break, uint32_t on_continue, uint32_t iter)
{
	struct lower_loop loop = { l->loop, on_break, on_continue, iter };

	l->loop = &loop;
	lower_stmt(l, body);
	l->loop = loop.outer;
}

static bool is_never(const struct ast_expr *cond)
{
	int64_t n;

	return cond && ast_number_of(cond, &n) && !n;
}

static void lower_while(struct lower *l, struct ast_stmt *s)
{
	uint32_t head, body, done;

	if (is_never(s->while_.cond))
		return;
	head = lower_block(l);
	body = lower_block(l);
	done = lower_block(l);
	lower_jump(l, head);
	lower_at(l, head);
	lower_branch(l, lower_expr(l, s->while_.cond), body, done);
	lower_at(l, body);
	lower_body(l, s->while_.body, done, head, IR_NONE);
	back_edge(l, head, s->span);
	lower_at(l, done);
}

static void lower_for(struct lower *l, struct ast_stmt *s)
{
	uint32_t head, body, step, done;

	if (s->for_.init)
		lower_effect(l, s->for_.init);
	if (is_never(s->for_.cond))
		return;
	head = lower_block(l);
	body = lower_block(l);
	step = lower_block(l);
	done = lower_block(l);
	lower_jump(l, head);
	lower_at(l, head);
	if (s->for_.cond)
		lower_branch(l, lower_expr(l, s->for_.cond), body, done);
	else
		lower_jump(l, body);
	lower_at(l, body);
	lower_body(l, s->for_.body, done, step, IR_NONE);
	lower_jump(l, step);
	lower_at(l, step);
	if (s->for_.step)
		lower_effect(l, s->for_.step);
	back_edge(l, head, s->span);
	lower_at(l, done);
}

/* ---- foreach ------------------------------------------------------------ */

/* Returns the number of iterations over array @g around the current statement. */
static uint32_t walk_depth(const struct lower *l, uint32_t g)
{
	uint32_t n = 0;

	for (struct lower_loop *o = l->loop; o; o = o->outer)
		if (o->iter != IR_NONE && l->f->iters.at[o->iter].global == g)
			n++;
	return n;
}

static uint32_t make_iter(struct lower *l, struct ast_stmt *s, unsigned any)
{
	const struct global *g = s->foreach.array->sym->global;
	struct ir_iter it = { .global = g->index, .any = any };

	it.dir = s->foreach.sort_dir;
	if (!it.dir)
		it.sort = STP_SORT_NONE;
	else
		it.sort = s->foreach.sort_column ? (int)s->foreach.sort_column
						 : STP_SORT_VALUE;
	if (s->foreach.sort_stat)
		it.op = s->foreach.sort_stat - STATOP_COUNT;
	l->u->squares |= s->foreach.sort_stat == STATOP_VARIANCE;
	it.has_limit = s->foreach.limit;
	it.has_slice = s->foreach.slice.n;
	it.depth = walk_depth(l, g->index);
	vec_push_in(l->u->code, &l->f->iters, it);
	return l->f->iters.n - 1;
}

/* Sets a loop's variable by the operation @num or @str, which reads from the iteration.
 * A local gets the value directly; for a global there is one more register.  @column is
 * the number of the key. */
static void set_from_walk(struct lower *l, struct ast_expr *var, enum ir_op num,
			  enum ir_op str, uint32_t iter, int64_t column)
{
	enum ir_type type = lower_type(type_base(var->tv));
	enum ir_op op = type == IR_T_STR ? str : num;
	struct ir_ins *in;
	ir_reg r;

	if (var->sym->kind == SYM_GLOBAL) {
		r = lower_value(l, op, type, var->span, iter, 0, NULL);
		vec_last(&l->f->blocks.at[l->cur].ins).imm2 = column;
		lower_assign(l, var, r, var->span);
		return;
	}
	r = lower_local(l, var->sym);
	in = lower_ins(l, op, r, var->span, 0, NULL);
	in->imm = iter;
	in->imm2 = column;
	if (type == IR_T_STR)
		in->slot = lower_variable_slot(l, r);
}

static void lower_loop_vars(struct lower *l, struct ast_stmt *s, uint32_t iter)
{
	for (size_t i = 0; i < s->foreach.keys.n; i++)
		set_from_walk(l, s->foreach.keys.at[i], IR_IKEY, IR_IKEYS, iter,
			      i);
	if (s->foreach.value)
		set_from_walk(l, s->foreach.value, IR_IVAL, IR_IVALS, iter, 0);
}

/* Makes the block for errors in the body: it ends the iteration and raises the
 * error again. */
static uint32_t make_pad(struct lower *l, uint32_t iter)
{
	uint32_t pad = lower_block(l), cur = l->cur;

	lower_at(l, pad);
	lower_ins(l, IR_IEND, IR_NONE, SPAN_NONE, 0, NULL)->imm = iter;
	lower_ins(l, IR_RAISE, IR_NONE, SPAN_NONE, 0, NULL);
	lower_at(l, cur);
	return pad;
}

static void begin_walk(struct lower *l, struct ast_stmt *s, uint32_t iter,
		       ir_reg *keys)
{
	unsigned n = 0;
	ir_reg *args = arena_alloc(l->u->code, sizeof(*args) *
				   (s->foreach.slice.n + 2));

	if (s->foreach.limit) {
		for (size_t i = 0; lower_writes(s->foreach.limit) &&
				   i < s->foreach.slice.n; i++)
			keys[i] = lower_keep(l, keys[i], s->span);
		args[n++] = lower_expr(l, s->foreach.limit);
	}
	for (size_t i = 0; i < s->foreach.slice.n; i++)
		args[n++] = keys[i];
	lower_ins(l, IR_ITER, IR_NONE, s->foreach.array->span, n, args)->imm =
		iter;
}

static void lower_foreach(struct lower *l, struct ast_stmt *s)
{
	uint32_t outer = l->on_error, iter, head, body, leave, done;
	unsigned any = 0;
	ir_reg *keys = lower_list(l, &s->foreach.slice, &any), more;

	iter = make_iter(l, s, any);
	begin_walk(l, s, iter, keys);
	leave = lower_block(l);
	done = lower_block(l);
	l->on_error = make_pad(l, iter);
	head = lower_block(l);
	body = lower_block(l);
	lower_jump(l, head);
	lower_at(l, head);
	more = lower_value(l, IR_INEXT, IR_T_NUM, s->span, iter, 0, NULL);
	lower_branch(l, more, body, leave);
	lower_at(l, body);
	lower_loop_vars(l, s, iter);
	lower_body(l, s->foreach.body, leave, head, iter);
	back_edge(l, head, s->span);
	l->on_error = outer;
	lower_at(l, leave);
	lower_ins(l, IR_IEND, IR_NONE, s->span, 0, NULL)->imm = iter;
	lower_jump(l, done);
	lower_at(l, done);
}

/* ---- foreach over a histogram ------------------------------------------- */

static int bucket_order(const struct ast_stmt *s)
{
	if (!s->foreach.sort_dir)
		return 1;
	return s->foreach.sort_dir * (s->foreach.sort_column ? 1 : 2);
}

static ir_reg pair(struct lower *l, enum ir_op op, struct span sp, ir_reg a,
		   ir_reg b, int64_t imm)
{
	ir_reg args[2] = { a, b };

	return lower_value(l, op, IR_T_NUM, sp, imm, 2, args);
}

/* Returns a register with the number of buckets that the loop may still visit, -1 if
 * the script gives no limit.  A negative limit means none, as with arrays
 * (STP_LIMIT()). */
static ir_reg bucket_limit(struct lower *l, struct ast_stmt *s)
{
	ir_reg left = lower_reg(l, IR_T_NUM, NULL), limit;
	uint32_t negative, done;

	if (!s->foreach.limit) {
		lower_move(l, left, lower_num(l, -1), s->span);
		return left;
	}
	limit = lower_expr(l, s->foreach.limit);
	lower_move(l, left, limit, s->span);
	negative = lower_block(l);
	done = lower_block(l);
	lower_branch(l, pair(l, IR_LT, s->span, limit, lower_num(l, 0), 0),
		     negative, done);
	lower_at(l, negative);
	lower_move(l, left, lower_num(l, 0), s->span);
	lower_jump(l, done);
	lower_at(l, done);
	return left;
}

/* Lowers the test at the start of a loop over buckets: whether another bucket is
 * wanted and exists.  Counts @left down and moves @at to that bucket. */
static void next_bucket(struct lower *l, struct ast_stmt *s, ir_reg agg,
			ir_reg at, ir_reg left, uint32_t body, uint32_t done)
{
	uint32_t more = lower_block(l);
	struct span sp = s->span;

	lower_branch(l, left, more, done);
	lower_at(l, more);
	lower_move(l, left, pair(l, IR_SUB, sp, left, lower_num(l, 1), 0), sp);
	lower_move(l, at, pair(l, IR_BNEXT, sp, agg, at, bucket_order(s)), sp);
	lower_branch(l, pair(l, IR_LT, sp, at, lower_num(l, 0), 0), done,
		     body);
}

static void lower_foreach_hist(struct lower *l, struct ast_stmt *s)
{
	ir_reg agg = lower_aggregate(l, s->foreach.array->hist.arg), v;
	ir_reg left = bucket_limit(l, s), at = lower_reg(l, IR_T_NUM, NULL);
	uint32_t head = lower_block(l), body = lower_block(l);
	uint32_t done = lower_block(l);

	lower_move(l, at, lower_num(l, -1), s->span);
	lower_jump(l, head);
	lower_at(l, head);
	next_bucket(l, s, agg, at, left, body, done);
	lower_at(l, body);
	lower_assign(l, s->foreach.keys.at[0], at, s->span);
	if (s->foreach.value) {
		v = pair(l, IR_BCOUNT, s->span, agg, at, 0);
		lower_assign(l, s->foreach.value, v, s->span);
	}
	lower_body(l, s->foreach.body, done, head, IR_NONE);
	back_edge(l, head, s->span);
	lower_at(l, done);
}

/* ---- leaving ------------------------------------------------------------ */

/* Ends all iterations around the current statement: return and next leave all of
 * them. */
static void end_walks(struct lower *l, struct span sp)
{
	for (struct lower_loop *o = l->loop; o; o = o->outer)
		if (o->iter != IR_NONE)
			lower_ins(l, IR_IEND, IR_NONE, sp, 0, NULL)->imm =
				o->iter;
}

static void return_nothing(struct lower *l, struct span sp)
{
	bool str = l->f->ret == IR_T_STR;
	ir_reg r;

	end_walks(l, sp);
	r = str ? lower_str(l, intern_str(l->p->names, "")) : lower_num(l, 0);
	lower_ins(l, str ? IR_RETS : IR_RETN, IR_NONE, sp, 1, &r);
}

static void lower_return(struct lower *l, struct ast_stmt *s)
{
	ir_reg r;

	if (!s->expr) {
		return_nothing(l, s->span);
		return;
	}
	r = lower_expr(l, s->expr);
	end_walks(l, s->span);
	lower_ins(l, l->f->ret == IR_T_STR ? IR_RETS : IR_RETN, IR_NONE,
		  s->span, 1, &r);
}

/* Lowers `next`: it leaves the probe; in a function, it returns to the
 * caller. */
static void lower_next(struct lower *l, struct ast_stmt *s)
{
	if (!l->fn) {
		end_walks(l, s->span);
		lower_ins(l, IR_RET, IR_NONE, s->span, 0, NULL);
		return;
	}
	lower_ins(l, IR_NEXT, IR_NONE, s->span, 0, NULL);
	return_nothing(l, s->span);
}

/* ---- the rest ----------------------------------------------------------- */

static void lower_delete(struct lower *l, struct ast_stmt *s)
{
	struct ast_expr *e = s->expr;
	const struct symbol *sym = e->kind == EXPR_INDEX ? e->index.array->sym
							 : e->sym;
	const struct global *g = sym->kind == SYM_GLOBAL ? sym->global : NULL;
	bool str = type_base(sym->tv) == TYPE_STRING;
	unsigned any = 0;

	if (e->kind == EXPR_INDEX) {
		ir_reg *keys = lower_list(l, &e->index.keys, &any);
		struct ir_ins *in = lower_ins(l, IR_MDEL, IR_NONE, s->span,
					      e->index.keys.n, keys);
		in->imm = g->index;
		in->imm2 = any;
	} else if (g && g->is_array) {
		lower_ins(l, IR_MCLEAR, IR_NONE, s->span, 0, NULL)->imm =
			g->index;
	} else if (g && type_base(sym->tv) == TYPE_STATS) {
		lower_ins(l, IR_SCLEAR, IR_NONE, s->span, 0, NULL)->imm =
			g->index;
	} else {
		ir_reg zero = str ? lower_str(l, intern_str(l->p->names, ""))
				  : lower_num(l, 0);

		if (g)
			lower_ins(l, str ? IR_GSTORES : IR_GSTORE, IR_NONE,
				  s->span, 1, &zero)->imm = g->index;
		else
			lower_move(l, lower_local(l, sym), zero, s->span);
	}
}

static void lower_try(struct lower *l, struct ast_stmt *s)
{
	uint32_t outer = l->on_error;
	uint32_t handler = lower_block(l), done = lower_block(l), body;
	ir_reg text;

	l->on_error = handler;
	body = lower_block(l);
	lower_jump(l, body);
	lower_at(l, body);
	lower_stmt(l, s->try_.body);
	l->on_error = outer;
	lower_jump(l, done);
	lower_at(l, handler);
	text = lower_value(l, IR_CATCH, IR_T_STR, s->span, 0, 0, NULL);
	if (s->try_.var)
		lower_assign(l, s->try_.var, text, s->try_.var->span);
	lower_stmt(l, s->try_.handler);
	lower_jump(l, done);
	lower_at(l, done);
}

/* Begins a block for statements after a jump.  They are never reached, but they must
 * be in a block. */
static void after_end(struct lower *l)
{
	if (lower_ended(l))
		lower_at(l, lower_block(l));
}

void lower_stmt(struct lower *l, struct ast_stmt *s)
{
	if (!s)
		return;
	after_end(l);
	switch (s->kind) {
	case STMT_BLOCK:
		for (size_t i = 0; i < s->block.n; i++)
			lower_stmt(l, s->block.at[i]);
		break;
	case STMT_EXPR:
		lower_effect(l, s->expr);
		break;
	case STMT_IF:
		lower_if(l, s);
		break;
	case STMT_WHILE:
		lower_while(l, s);
		break;
	case STMT_FOR:
		lower_for(l, s);
		break;
	case STMT_FOREACH:
		if (s->foreach.array->kind == EXPR_HIST)
			lower_foreach_hist(l, s);
		else
			lower_foreach(l, s);
		break;
	case STMT_BREAK:
		lower_jump(l, l->loop->on_break);
		break;
	case STMT_CONTINUE:
		lower_ins(l, IR_SPEND, IR_NONE, s->span, 0, NULL);
		lower_jump(l, l->loop->on_continue);
		break;
	case STMT_RETURN:
		lower_return(l, s);
		break;
	case STMT_NEXT:
		lower_next(l, s);
		break;
	case STMT_DELETE:
		lower_delete(l, s);
		break;
	case STMT_TRY:
		lower_try(l, s);
		break;
	default:
		break;
	}
}
