/* SPDX-License-Identifier: LGPL-2.1-or-later */
/**
 * @file
 * The tables of ir_ops.def and intrinsics.def as data.
 */
#include <string.h>

#include "translator/ir/ir.h"

const struct ir_op_info ir_ops[IR_N_OPS] = {
#define OP(sym, text, result, args, imm, flags)                                \
	[IR_##sym] = { text, result, args, IR_IMM_##imm, flags },
#include "translator/ir/ir_ops.def"
#undef OP
};

enum { EFFECT_pure, EFFECT_read, EFFECT_regs, EFFECT_write, EFFECT_change,
       EFFECT_match, EFFECT_fail, EFFECT_text };
enum { HOME_core, HOME_os, HOME_linux, HOME_zero, HOME_host, HOME_abi,
       HOME_none };

static const struct ir_intrinsic intrinsics[] = {
#define X(name, result, params, contexts, effect, home)                        \
	{ #name, #result, #params, #contexts,                                  \
	  EFFECT_##effect == EFFECT_pure,                                      \
	  EFFECT_##effect == EFFECT_write || EFFECT_##effect == EFFECT_change, \
	  EFFECT_##effect == EFFECT_match, EFFECT_##effect == EFFECT_regs,\
	  EFFECT_##effect == EFFECT_fail || EFFECT_##effect == EFFECT_change,  \
	  EFFECT_##effect == EFFECT_text,                                      \
	  HOME_##home == HOME_os || HOME_##home == HOME_linux ||               \
	  HOME_##home == HOME_zero },
#include "runtime/intrinsics.def"
#undef X
};

bool ir_may_fail(const struct ir_unit *u, const struct ir_ins *in)
{
	if (!(ir_ops[in->op].flags & IR_FAIL))
		return false;
	if (in->op == IR_INTRIN)
		return *ir_intrinsic(in->imm)->result == 'v' ||
		       ir_intrinsic(in->imm)->matches ||
		       ir_intrinsic(in->imm)->fails;
	if (in->op == IR_PRINT || in->op == IR_FORMAT)
		return strpbrk(u->fmts.at[in->imm].kinds, "mu");
	if (in->op == IR_CATCH)
		return u->aborts;
	if (in->op == IR_MHAS || in->op == IR_MDEL)
		return in->imm2;	/* a slice: it may take too long */
	return true;
}

bool ir_is_droppable(const struct ir_unit *u, const struct ir_ins *in)
{
	if (in->op == IR_INTRIN)
		return !ir_intrinsic(in->imm)->writes && !ir_may_fail(u, in);
	if (in->op == IR_EMBED)
		return u->cs.at[in->imm]->pure;
	if (in->op == IR_FORMAT || in->op == IR_MHAS)
		return !ir_may_fail(u, in);
	return ir_ops[in->op].flags & IR_PURE;
}

bool ir_ends_reference(const struct ir_ins *in, uint32_t global)
{
	unsigned flags = ir_ops[in->op].flags;

	if (ir_ops[in->op].imm == IR_IMM_GLOBAL)
		return (flags & IR_WRITE) && in->imm == global;
	if (in->op == IR_INTRIN)
		return ir_intrinsic(in->imm)->writes;
	/* LOCK ends none: text that may be used before the locks are taken does
	 * not change */
	return !(flags & (IR_PURE | IR_END)) && in->op != IR_PRINT &&
	       in->op != IR_FORMAT && in->op != IR_SPEND && in->op != IR_LOCK;
}

unsigned ir_successors(const struct ir_block *b, uint32_t ret[2])
{
	const struct ir_ins *end = &vec_last(&b->ins);

	if (end->op != IR_JUMP && end->op != IR_BRANCH)
		return 0;
	ret[0] = end->imm;
	ret[1] = end->imm2;
	return end->op == IR_BRANCH ? 2 : 1;
}

int ir_intrinsic_find(const char *name)
{
	for (size_t i = 0; i < sizeof(intrinsics) / sizeof(intrinsics[0]); i++)
		if (!strcmp(intrinsics[i].name, name))
			return i;
	return -1;
}

const struct ir_intrinsic *ir_intrinsic(int index)
{
	return &intrinsics[index];
}

size_t ir_intrinsic_count(void)
{
	return sizeof(intrinsics) / sizeof(intrinsics[0]);
}
