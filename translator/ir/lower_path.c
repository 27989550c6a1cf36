/* SPDX-License-Identifier: LGPL-2.1-or-later */
/**
 * @file
 * Lowers the ops of an access path one by one: register, add, checked load.
 *
 * The path provider has found the ops (target/types/access_path.h);
 * lower_target.c and lower_spot.c decide what is read and written with them.
 */
#include "base/arena.h"
#include "base/hash.h"
#include "base/tags/sema.h"
#include "translator/ir/lower.h"

#define THREAD_POINTER 58	/* number in DWARF of the register fs.base */

struct walk {
	struct lower *l;
	const struct lower_path *p;
	ir_reg v;		/* the current value; IR_NONE: 0, not used yet */
	ir_reg aside[PATH_PUSH_MAX];
	size_t n_aside;
};

static ir_reg value(struct walk *w)
{
	if (w->v == IR_NONE)
		w->v = lower_num(w->l, 0);
	return w->v;
}

static ir_reg num2(struct lower *l, enum ir_op op, ir_reg a, ir_reg b,
		   struct span sp)
{
	ir_reg args[2] = { a, b };

	return lower_value(l, op, IR_T_NUM, sp, 0, 2, args);
}

static ir_reg num2k(struct lower *l, enum ir_op op, ir_reg a, int64_t k,
		    struct span sp)
{
	return num2(l, op, a, lower_num(l, k), sp);
}

ir_reg lower_path_load(struct lower *l, const struct path_op *op, ir_reg at)
{
	bool str = op->kind == PATH_STRING;
	ir_reg r = lower_value(l, str ? IR_LOADS : IR_LOAD,
			       str ? IR_T_STR : IR_T_NUM, op->span, 0, 1, &at);
	struct ir_ins *in = &vec_last(&l->f->blocks.at[l->cur].ins);

	in->user = op->user;
	if (!str) {
		in->imm2 = op->size;
		in->sign = op->sign;
	}
	return r;
}

/* Extracts the bits [shift, shift + size): shifts them to the top, then down,
 * with sign extension if the op has a sign. */
ir_reg lower_path_bits(struct lower *l, const struct path_op *op, ir_reg v)
{
	ir_reg up = num2k(l, IR_SHL, v, 64 - op->shift - op->size, op->span);

	return num2k(l, op->sign ? IR_SHR : IR_USHR, up, 64 - op->size,
		     op->span);
}

static ir_reg load_text(struct lower *l, const struct path_op *op, ir_reg at)
{
	ir_reg r = lower_value(l, IR_LOADT, IR_T_STR, op->span, op->k, 1, &at);

	vec_last(&l->f->blocks.at[l->cur].ins).user = op->user;
	return r;
}

/* Converts an x87 long double at @at to text: loads the fraction, then sign and
 * exponent. */
static ir_reg long_float_text(struct lower *l, const struct path_op *op,
			      ir_reg at)
{
	struct path_op load = { .kind = PATH_LOAD, .size = 8,
				.user = op->user, .span = op->span };
	ir_reg args[2];

	args[0] = lower_path_load(l, &load, at);
	load.size = 2;
	args[1] = lower_path_load(l, &load, num2k(l, IR_ADD, at, 8, op->span));
	return lower_value(l, IR_INTRIN, IR_T_STR, op->span,
			   ir_intrinsic_find("fp_long_short"), 2, args);
}

/* Converts a floating-point number to text. */
static ir_reg float_text(struct lower *l, const struct path_op *op, ir_reg v)
{
	if (op->size == 10)
		return long_float_text(l, op, v);
	if (op->size == 4)
		v = lower_value(l, IR_INTRIN, IR_T_NUM, op->span,
				ir_intrinsic_find("fp32_to_fp64"), 1, &v);
	return lower_value(l, IR_INTRIN, IR_T_STR, op->span,
			   ir_intrinsic_find("fp_short"), 1, &v);
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

	return num2(w->l, ops[op->n], w->aside[--w->n_aside], value(w),
		    op->span);
}

static ir_reg set_aside(struct walk *w)
{
	w->aside[w->n_aside++] = value(w);
	return IR_NONE;
}

/* Returns the index in unit->symbols of the op's symbol, which is added if it is new.
 * Equal symbols have one index, so that equal code has equal bytes. */
static int64_t symbol_index(struct lower *l, const struct path_op *op)
{
	struct ir_symbol s = { op->name, op->k, op->build_id };
	const char *key = arena_printf(l->u->code, "%s %#llx", s.name,
				       (unsigned long long)s.addr);
	uintptr_t known = (uintptr_t)hash_find_str(l->symbols, key);

	if (known)
		return known - 1;
	s.name = intern_str(l->p->names, s.name);
	if (s.build_id)
		s.build_id = intern_str(l->p->names, s.build_id);
	vec_push_in(l->u->arena, &l->u->symbols, s);
	l->u->has_module_symbols |= ir_symbol_is_of_module(&s);
	hash_set_str(l->symbols, arena_strdup(l->u->arena, key), (void *)(uintptr_t)l->u->symbols.n);
	return l->u->symbols.n - 1;
}

static ir_reg source(struct lower *l, enum ir_op op, int64_t imm,
		     struct span sp)
{
	return lower_value(l, op, IR_T_NUM, sp, imm, 0, NULL);
}

/* Returns the index in unit->objects of the file at @path, which is added if it is
 * new. */
static int64_t object_index(struct lower *l, const char *path)
{
	struct ir_unit *u = l->u;
	size_t i = 0;

	while (i < u->objects.n && strcmp(u->objects.at[i].path, path) != 0)
		i++;
	if (i == u->objects.n)
		vec_push_in(u->arena, &u->objects, ((struct ir_object){
			.path = intern_str(l->p->names, path) }));
	return (int64_t)i;
}

static ir_reg symbol(struct lower *l, const struct path_op *op)
{
	if (path_op_is_of_file(op))
		return lower_value(l, IR_INTRIN, IR_T_NUM, op->span,
				   ir_intrinsic_find("user_address"), 2,
				   (ir_reg[]){
					lower_num(l, object_index(l, op->file)),
					lower_num(l, op->k) });
	if (!op->name)
		return source(l, IR_USYM, op->k, op->span);
	return source(l, path_op_is_of_module(op) ? IR_MSYM : IR_SYM,
		      symbol_index(l, op), op->span);
}

static ir_reg loaded(struct walk *w, const struct path_op *op)
{
	return lower_value(w->l, IR_INTRIN, IR_T_NUM, op->span,
			   ir_intrinsic_find("user_loaded"), 3,
			   (ir_reg[]){ w->aside[--w->n_aside], value(w),
				       lower_num(w->l, op->k) });
}

static ir_reg eval_register(struct lower *l, void *data)
{
	const struct path_op *op = data;

	return source(l, IR_REG, op->n, op->span);
}

/* Returns a register as it was at the function's entry.  Code that itself runs
 * at the entry reads it directly. */
static ir_reg entry_register(struct lower *l, const struct path_op *op)
{
	if (lower_is_at_entry(l))
		return eval_register(l, (void *)op);
	return lower_at_entry(l, op->span, eval_register, (void *)op);
}

static ir_reg index_to(struct walk *w, const struct path_op *op)
{
	ir_reg r = num2k(w->l, IR_MUL, w->p->indexes[op->n], op->k, op->span);

	return num2(w->l, IR_ADD, value(w), r, op->span);
}

static ir_reg piece(struct walk *w, const struct path_op *op)
{
	ir_reg r = source(w->l, IR_REG, op->n, op->span);

	r = num2k(w->l, IR_SHL, r, op->shift, op->span);
	return num2(w->l, IR_OR, value(w), r, op->span);
}

/* Lowers the value of a choice.  Errors in it are reported at the script's
 * expression. */
static ir_reg choice_value(struct walk *w, const struct path_choice *c,
			   struct span sp)
{
	struct path_op *ops = arena_memdup(w->l->u->code, c->ops,
					   c->n_ops * sizeof(*ops));

	for (size_t i = 0; i < c->n_ops; i++)
		ops[i].span = sp;
	return lower_path_ops(w->l, w->p, ops, c->n_ops, IR_NONE);
}

/* Lowers one choice: if @key is the address of @c, sets @ret and jumps to
 * @done; otherwise continues with what follows. */
static void take_choice(struct walk *w, const struct path_choice *c,
			struct span sp, ir_reg key, ir_reg ret, uint32_t done)
{
	struct lower *l = w->l;
	uint32_t yes = lower_block(l), no = lower_block(l);

	lower_branch(l, num2(l, IR_EQ, key, symbol(l, &c->address), sp), yes,
		     no);
	lower_at(l, yes);
	lower_move(l, ret, choice_value(w, c, sp), sp);
	lower_jump(l, done);
	lower_at(l, no);
}

/* Lowers a choice: a chain of comparisons.  It fails if the value equals none
 * of the addresses. */
static ir_reg choose(struct walk *w, const struct path_op *op)
{
	struct lower *l = w->l;
	ir_reg ret = lower_reg(l, IR_T_NUM, NULL), key = value(w);
	uint32_t done = lower_block(l);

	for (size_t i = 0; i < op->n_choices; i++)
		take_choice(w, &op->choices[i], op->span, key, ret, done);
	lower_move(l, ret, lower_value(l, IR_INTRIN, IR_T_NUM, op->span,
				       ir_intrinsic_find("unknown_caller"), 0,
				       NULL), op->span);
	lower_jump(l, done);
	lower_at(l, done);
	return ret;
}

static ir_reg caller(struct walk *w, const struct path_op *op)
{
	ir_reg at = value(w);

	return lower_value(w->l, IR_INTRIN, IR_T_NUM, op->span,
			   ir_intrinsic_find("user_return"), 1, &at);
}

static ir_reg step(struct walk *w, const struct path_op *op)
{
	struct lower *l = w->l;

	switch (op->kind) {
	case PATH_REG:
		return source(l, IR_REG, op->n, op->span);
	case PATH_ARG:
		return source(l, IR_ARG, op->n, op->span);
	case PATH_ENTRY_SAVED:
		return entry_register(l, op);
	case PATH_THREAD:
		return source(l, IR_UREG, THREAD_POINTER, op->span);
	case PATH_CONST:
		return lower_num(l, op->k);
	case PATH_SYMBOL:
		return symbol(l, op);
	case PATH_ADD:
		return op->k ? num2k(l, IR_ADD, value(w), op->k, op->span)
			     : value(w);
	case PATH_INDEX:
		return index_to(w, op);
	case PATH_LOAD:
	case PATH_STRING:
		return lower_path_load(l, op, value(w));
	case PATH_TEXT:
		return load_text(l, op, value(w));
	case PATH_FLOAT:
		return float_text(l, op, value(w));
	case PATH_BITFIELD:
		return lower_path_bits(l, op, value(w));
	case PATH_PIECE:
		return piece(w, op);
	case PATH_LOADED:
		return loaded(w, op);
	case PATH_PUSH:
		return set_aside(w);
	case PATH_DUP:
		w->aside[w->n_aside++] = value(w);
		return value(w);
	case PATH_MATH:
		return math(w, op);
	case PATH_CALLER:
		return caller(w, op);
	case PATH_CHOOSE:
		return choose(w, op);
	case PATH_FRAME_BASE:	/* refused before */
	case PATH_ADDRESS_OF:
		break;
	}
	return value(w);
}

ir_reg lower_path_ops(struct lower *l, const struct lower_path *p,
		      const struct path_op *ops, size_t n, ir_reg from)
{
	struct walk w = { .l = l, .p = p, .v = from };

	for (size_t i = 0; i < n; i++)
		w.v = step(&w, &ops[i]);
	return value(&w);
}
