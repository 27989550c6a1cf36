/* SPDX-License-Identifier: LGPL-2.1-or-later */
/**
 * @file
 * Lowers reads for --record: their values are printed, for the recording alone.
 */
#include <stdio.h>
#include <string.h>

#include "base/arena.h"
#include "base/buf.h"
#include "base/cleanup.h"
#include "base/tags/sema.h"
#include "parser/parser.h"
#include "runtime/uapi/tape.h"
#include "translator/ir/lower_tape.h"

/* The number of keys that every hit has. */
#define N_ALWAYS 6

static void put_key(struct buf *b, const char *key)
{
	buf_putc(b, '\001');
	for (; *key; key++) {
		buf_putc(b, *key);
		if (*key == '%')
			buf_putc(b, '%');
	}
}

/* Prints @n values with the format that begins with @head. */
static void print_values(struct lower *l, struct buf *head, struct span sp,
			 size_t n, const ir_reg *values)
{
	_cleanup_buf_ struct buf kinds = BUF_INIT;

	buf_putc(head, '\002');
	for (size_t i = 0; i < n; i++) {
		buf_putc(&kinds, tape_kind_of(l, values[i]));
		/* the flag keeps symbols.c from replacing a plain %s by
		 * addresses */
		buf_puts(head, tape_kind_of(l, values[i]) == 's' ? "%-s" : "%d");
	}
	lower_ins(l, IR_PRINT, IR_NONE, sp, (unsigned)n, values)->imm =
		lower_format(l, head->p, head->n, kinds.p ?: "", sp);
}

static void begin_item(struct buf *b, enum stp_tape_item kind)
{
	buf_puts(b, STP_TAPE_MARK);
	buf_putc(b, (char)kind);
}

static ir_reg read_as_usual(struct lower *l, struct ast_expr *e)
{
	ir_reg r;

	l->as_usual++;
	r = lower_expr(l, e);
	l->as_usual--;
	return r;
}

/* Lowers the read @e in blocks of its own.  Afterwards the current block is the
 * one for errors, in which *@text is the error's text; the caller jumps from
 * there to *@done. */
static void read_apart(struct lower *l, struct ast_expr *e,
		       struct lower_column *c, ir_reg *text, uint32_t *done)
{
	uint32_t outer = l->on_error, bad = lower_block(l), body;

	*done = lower_block(l);
	c->value = lower_reg(l, tape_is_string(e) ? IR_T_STR : IR_T_NUM, NULL);
	c->failed = lower_reg(l, IR_T_NUM, NULL);
	lower_move(l, c->failed, lower_num(l, 0), e->span);
	l->on_error = bad;
	body = lower_block(l);
	lower_jump(l, body);
	lower_at(l, body);
	lower_move(l, c->value, read_as_usual(l, e), e->span);
	l->on_error = outer;
	lower_jump(l, *done);
	lower_at(l, bad);
	*text = lower_value(l, IR_CATCH, IR_T_STR, e->span, 0, 0, NULL);
	lower_move(l, c->failed, lower_num(l, 1), e->span);
	lower_move(l, c->value, tape_is_string(e)
		   ? lower_str(l, intern_str(l->p->names, ""))
		   : lower_num(l, 0), e->span);
}

/* Returns the value of a read that was recorded.  A read that failed is
 * repeated, so that it fails as it does without recording. */
static ir_reg value_or_error(struct lower *l, struct ast_expr *e,
			     const struct lower_column *c)
{
	ir_reg ret = lower_reg(l, tape_is_string(e) ? IR_T_STR : IR_T_NUM, NULL);
	uint32_t again = lower_block(l), good = lower_block(l);
	uint32_t done = lower_block(l);

	lower_branch(l, c->failed, again, good);
	lower_at(l, again);
	lower_move(l, ret, read_as_usual(l, e), e->span);
	lower_jump(l, done);
	lower_at(l, good);
	lower_move(l, ret, c->value, e->span);
	lower_jump(l, done);
	lower_at(l, done);
	return ret;
}

/* Records a read where it happens: arguments, then the value or the error. */
static ir_reg record_call(struct lower *l, struct ast_expr *e)
{
	_cleanup_buf_ struct buf good = BUF_INIT, bad = BUF_INIT;
	struct ast_exprs parts = tape_parts(l, e);
	ir_reg *args, text;
	struct lower_column c;
	uint32_t done, yes, no, end;

	if (lower_writes(e))
		diag_hint(diag_error(l->p->diags, DIAG_CANNOT_RECORD, e->span,
				     "this assigns a variable while it reads: "
				     "it cannot be recorded"),
			  "assign the variable in a statement of its own");
	args = lower_list(l, &parts, NULL);
	for (size_t i = 0; i < parts.n; i++)
		args[i] = lower_keep(l, args[i], e->span);
	begin_item(&good, STP_TAPE_CALL);
	put_key(&good, tape_shape(l, e));
	begin_item(&bad, STP_TAPE_BAD_CALL);
	put_key(&bad, tape_shape(l, e));
	read_apart(l, e, &c, &text, &done);
	args[parts.n] = text;
	print_values(l, &bad, e->span, parts.n + 1, args);
	lower_jump(l, done);
	lower_at(l, done);
	yes = lower_block(l);
	no = lower_block(l);
	end = yes;
	lower_branch(l, c.failed, end, no);
	lower_at(l, no);
	args[parts.n] = c.value;
	print_values(l, &good, e->span, parts.n + 1, args);
	lower_jump(l, end);
	lower_at(l, end);
	return value_or_error(l, e, &c);
}

static const struct lower_column *find_column(const struct lower *l,
					      const char *key)
{
	for (size_t i = 0; i < l->columns.n; i++)
		if (l->columns.at[i].key == key)
			return &l->columns.at[i];
	return NULL;
}

ir_reg tape_record(struct lower *l, struct ast_expr *e)
{
	const struct lower_column *c = NULL;

	if (!l->fn && tape_is_closed(l, e))
		c = find_column(l, tape_key(l, e));
	return c ? value_or_error(l, e, c) : record_call(l, e);
}

/* ---- what a handler reads at its start ------------------------------------ */

struct gather {
	struct ast_visitor v;
	struct lower *l;
	VEC(struct ast_expr *) found;
};

static bool is_gathered(const struct gather *g, const char *key)
{
	for (size_t i = 0; i < g->found.n; i++)
		if (tape_key(g->l, g->found.at[i]) == key)
			return true;
	return false;
}

/* Collects the reads of an expression, also reads inside a read.  What @entry
 * reads is not collected, because it is read at the entry. */
static bool gather_expr(struct ast_visitor *v, struct ast_expr **slot)
{
	struct gather *g = (struct gather *)v;
	struct ast_expr *e = *slot;

	if (tape_is_read(g->l, e) && tape_is_closed(g->l, e) &&
	    !is_gathered(g, tape_key(g->l, e)))
		vec_push_in(g->l->u->arena, &g->found, e);
	return e->kind != EXPR_ATOP || e->atop.op != ATOP_ENTRY;
}

static bool is_never(const struct ast_expr *cond)
{
	int64_t n;

	return cond && ast_number_of(cond, &n) && !n;
}

/* Skips code that a constant rules out, which is not lowered either: see
 * sema/reach.c. */
static bool gather_stmt(struct ast_visitor *v, struct ast_stmt **slot)
{
	struct ast_stmt *s = *slot, **taken;
	int64_t n;

	if (s->kind == STMT_WHILE)
		return !is_never(s->while_.cond);
	if (s->kind == STMT_FOR && is_never(s->for_.cond)) {
		if (s->for_.init)
			ast_walk_expr(v, &s->for_.init);
		return false;
	}
	if (s->kind != STMT_IF || !ast_number_of(s->if_.cond, &n))
		return true;
	taken = n ? &s->if_.yes : &s->if_.no;
	if (*taken)
		ast_walk_stmt(v, taken);
	return false;
}

static void read_column(struct lower *l, struct ast_expr *e)
{
	_cleanup_buf_ struct buf head = BUF_INIT;
	struct lower_column c = { .key = tape_key(l, e) };
	uint32_t done;
	ir_reg v[2];

	read_apart(l, e, &c, &v[1], &done);
	v[0] = lower_num(l, (int64_t)l->columns.n);
	begin_item(&head, STP_TAPE_FAILED);
	print_values(l, &head, e->span, 2, v);
	lower_jump(l, done);
	lower_at(l, done);
	vec_push_in(l->u->arena, &l->columns, c);
}

/* Prints the hit: a bit for each read that failed, then all values. */
static void print_hit(struct lower *l, const struct probe *pr)
{
	_cleanup_buf_ struct buf head = BUF_INIT;
	ir_reg values[STP_TAPE_MOST_KEYS + 1], bits = lower_num(l, 0), bit;
	char number[16];

	begin_item(&head, STP_TAPE_HIT);
	snprintf(number, sizeof(number), "%u", pr->index);
	put_key(&head, number);
	for (size_t i = 0; i < l->columns.n; i++) {
		const struct lower_column *c = &l->columns.at[i];

		bit = lower_num_op(l, IR_SHL, pr->span, c->failed,
				   lower_num(l, (int64_t)i));
		bits = lower_num_op(l, IR_OR, pr->span, bits, bit);
		put_key(&head, c->key);
		values[i + 1] = c->value;
	}
	values[0] = bits;
	print_values(l, &head, pr->span, l->columns.n + 1, values);
}

/* Adds values that later questions about a hit are most likely to need.  None
 * of these reads can fail. */
static void read_always(struct lower *l, const struct probe *pr)
{
	static const char *const keys[] = {
		STP_TAPE_TIME, STP_TAPE_CPU, "ntid()", "npid()", "sexecname()",
		"ntarget()",
	};

	_Static_assert(sizeof(keys) / sizeof(keys[0]) == N_ALWAYS, "room");
	for (size_t i = 0; i < sizeof(keys) / sizeof(keys[0]); i++) {
		const char *key = intern_str(l->p->names, keys[i]);
		enum ir_type type = *key == 's' ? IR_T_STR : IR_T_NUM;
		size_t n = strlen(key + 1) - 2;
		const char *name = arena_strndup(l->u->arena, key + 1, n);
		struct lower_column c = { .key = key };

		if (find_column(l, key))
			continue;
		c.value = lower_value(l, IR_INTRIN, type, pr->span,
				      ir_intrinsic_find(name), 0, NULL);
		c.failed = lower_num(l, 0);
		vec_push_in(l->u->arena, &l->columns, c);
	}
}

void lower_tape_begin(struct lower *l, const struct probe *pr)
{
	struct gather g = { .v = { .expr_pre = gather_expr,
				   .stmt_pre = gather_stmt }, .l = l };
	struct ast_expr *condition = pr->condition;
	struct ast_stmt *body = pr->body;
	size_t most = STP_TAPE_MOST_KEYS - N_ALWAYS;

	l->columns.n = l->needs.n = 0;
	if (!l->o->record)
		return;
	if (pr->condition)
		ast_walk_expr(&g.v, &condition);
	ast_walk_stmt(&g.v, &body);
	if (g.found.n > most)
		diag_hint(diag_error(l->p->diags, DIAG_CANNOT_RECORD, pr->span,
				     "this probe reads %zu values; a recording "
				     "holds %zu of a hit", g.found.n, most),
			  "divide it into several probes of the same point");
	for (size_t i = 0; i < g.found.n && i < most; i++)
		read_column(l, g.found.at[i]);
	read_always(l, pr);
	print_hit(l, pr);
}
