/* SPDX-License-Identifier: LGPL-2.1-or-later */
/**
 * @file
 * Makes IR: functions, blocks, registers, slots, instructions.
 */
#include <string.h>

#include "base/arena.h"
#include "translator/ir/lower.h"

struct ir_func *lower_new_func(struct lower *l, enum ir_func_kind kind,
			       const char *name, struct span sp)
{
	struct ir_func *f = arena_new(l->u->code, struct ir_func);

	f->kind = kind;
	f->name = name;
	f->span = sp;
	f->index = l->u->funcs.n;
	vec_push_in(l->u->arena, &l->u->funcs, f);
	return f;
}

uint32_t lower_block(struct lower *l)
{
	struct ir_block b = { .on_error = l->on_error };

	vec_push_in(l->u->code, &l->f->blocks, b);
	return l->f->blocks.n - 1;
}

ir_reg lower_reg(struct lower *l, enum ir_type type, const char *name)
{
	struct ir_reg_info r = { .type = type, .name = name,
				 .slot = IR_NONE };

	vec_push_in(l->u->code, &l->f->regs, r);
	return l->f->regs.n - 1;
}

uint32_t lower_slot(struct lower *l, uint32_t size, uint32_t cap)
{
	struct ir_slot s = { .size = (size + 7) & ~7u, .cap = cap };

	vec_push_in(l->u->code, &l->f->slots, s);
	return l->f->slots.n - 1;
}

static bool same_loc(const struct ir_loc *a, const struct ir_loc *b)
{
	return a->at.src == b->at.src && a->at.off == b->at.off &&
	       a->at.origin == b->at.origin && a->from == b->from &&
	       a->caller == b->caller;
}

static uint32_t add_loc(struct ir_unit *u, struct ir_loc new)
{
	for (size_t i = u->locs.n; i-- > 0 && i + 8 > u->locs.n;)
		if (same_loc(&u->locs.at[i], &new))
			return i;
	vec_push_in(u->arena, &u->locs, new);
	return u->locs.n - 1;
}

static bool is_library(const struct ir_unit *u, struct span sp)
{
	return sp.src && !program_is_users(u->program, sp);
}

uint32_t ir_loc(struct ir_unit *u, struct span sp, uint32_t from)
{
	struct ir_loc new = { .at = sp, .is_library = is_library(u, sp) };

	if (new.is_library)
		new.from = from;
	return add_loc(u, new);
}

uint32_t ir_loc_called(struct ir_unit *u, uint32_t loc, uint32_t call)
{
	struct ir_loc new = u->locs.at[loc];

	new.caller = (new.caller ? ir_loc_called(u, new.caller - 1, call)
				 : call) + 1;
	if (new.is_library && !new.from)
		new.from = ir_script_loc(u, call);
	return add_loc(u, new);
}

uint32_t ir_script_loc(const struct ir_unit *u, uint32_t loc)
{
	const struct ir_loc *at = &u->locs.at[loc];

	return at->is_library ? at->from : loc + 1;
}

/* Returns the index of a location.  For a location in an alias of the tapset, notes
 * the script's probe as the location that led there. */
uint32_t lower_loc(struct lower *l, struct span sp)
{
	uint32_t from = 0;

	if (!l->fn && l->probe && is_library(l->u, sp))
		from = ir_script_loc(l->u, ir_loc(l->u, l->probe->span, 0));
	return ir_loc(l->u, sp, from);
}

enum ir_type lower_type(enum base_type t)
{
	switch (t) {
	case TYPE_STRING:
		return IR_T_STR;
	case TYPE_STATS:
		return IR_T_STAT;
	default:
		return IR_T_NUM;
	}
}

struct ir_ins *lower_ins(struct lower *l, enum ir_op op, ir_reg dst,
			 struct span sp, unsigned n_args, const ir_reg *args)
{
	struct ir_block *b = &l->f->blocks.at[l->cur];
	struct ir_ins in = { .op = op, .dst = dst, .n_args = n_args,
			     .slot = IR_NONE };

	in.loc = lower_loc(l, sp);
	if (n_args)
		in.args = arena_memdup(l->u->code, args,
				       n_args * sizeof(*args));
	vec_push_in(l->u->code, &b->ins, in);
	return &b->ins.at[b->ins.n - 1];
}

static uint32_t slot_for(struct lower *l, enum ir_op op, enum ir_type type,
			 int64_t imm)
{
	uint32_t cap = l->u->string_len;

	if (!(ir_ops[op].flags & IR_SLOT) && type != IR_T_STR)
		return IR_NONE;
	if (type == IR_T_STAT) {
		const struct ir_iter *it = NULL;
		uint32_t g = imm;

		if (op == IR_ISTAT) {
			it = &l->f->iters.at[imm];
			g = it->global;
		}
		return lower_slot(l, l->u->globals.at[g].stat_bytes, 0);
	}
	return lower_slot(l, cap + 1, cap);
}

ir_reg lower_value(struct lower *l, enum ir_op op, enum ir_type type,
		   struct span sp, int64_t imm, unsigned n_args,
		   const ir_reg *args)
{
	ir_reg dst = lower_reg(l, type, NULL);
	bool literal = op == IR_STR;
	uint32_t slot = literal ? IR_NONE : slot_for(l, op, type, imm);
	struct ir_ins *in = lower_ins(l, op, dst, sp, n_args, args);

	in->imm = imm;
	in->slot = slot;
	return dst;
}

ir_reg lower_num(struct lower *l, int64_t v)
{
	return lower_value(l, IR_NUM, IR_T_NUM, SPAN_NONE, v, 0, NULL);
}

ir_reg lower_str(struct lower *l, const char *interned)
{
	return lower_value(l, IR_STR, IR_T_STR, SPAN_NONE,
			   (int64_t)(intptr_t)interned, 0, NULL);
}

uint32_t lower_variable_slot(struct lower *l, ir_reg dst)
{
	uint32_t cap = l->u->string_len;

	if (l->f->regs.at[dst].slot == IR_NONE)
		l->f->regs.at[dst].slot = lower_slot(l, cap + 1, cap);
	return l->f->regs.at[dst].slot;
}

void lower_move(struct lower *l, ir_reg dst, ir_reg src, struct span sp)
{
	bool str = l->f->regs.at[dst].type == IR_T_STR;
	uint32_t slot = str ? lower_variable_slot(l, dst) : IR_NONE;
	struct ir_ins *in;

	in = lower_ins(l, str ? IR_SMOVE : IR_MOVE, dst, sp, 1, &src);
	in->slot = slot;
}

bool lower_ended(const struct lower *l)
{
	const struct ir_block *b = &l->f->blocks.at[l->cur];

	return b->ins.n && (ir_ops[vec_last(&b->ins).op].flags & IR_END);
}

void lower_jump(struct lower *l, uint32_t to)
{
	if (!lower_ended(l))
		lower_ins(l, IR_JUMP, IR_NONE, SPAN_NONE, 0, NULL)->imm = to;
}

void lower_branch(struct lower *l, ir_reg cond, uint32_t yes, uint32_t no)
{
	struct ir_ins *in = lower_ins(l, IR_BRANCH, IR_NONE, SPAN_NONE, 1,
				      &cond);

	in->imm = yes;
	in->imm2 = no;
}
