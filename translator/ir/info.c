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

enum { EFFECT_pure = 1, EFFECT_read = 0, EFFECT_write = 0 };

static const struct ir_intrinsic intrinsics[] = {
#define X(name, result, params, contexts, effect)                              \
	{ #name, result, params, contexts, EFFECT_##effect },
#include "runtime/intrinsics.def"
#undef X
};

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
