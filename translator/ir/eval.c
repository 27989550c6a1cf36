/* SPDX-License-Identifier: LGPL-2.1-or-later */
/**
 * @file
 * Evaluates arithmetic at compile time, as run time does (runtime/core/lang.c):
 * numbers wrap at 64 bits, shifts take their count modulo 64, the lowest
 * number divided by -1 is itself.  A division by zero is not evaluated, so it
 * fails at run time.
 */
#include "translator/ir/pass.h"

static bool eval_division(enum ir_op op, int64_t a, int64_t b, int64_t *ret)
{
	if (!b)
		return false;
	if (op == IR_DIV)
		*ret = b == -1 ? (int64_t)(0 - (uint64_t)a) : a / b;
	else
		*ret = b == -1 ? 0 : a % b;
	return true;
}

bool ir_eval(enum ir_op op, int64_t a, int64_t b, int64_t *ret)
{
	uint64_t x = a, y = b;

	switch (op) {
	case IR_ADD: *ret = x + y; return true;
	case IR_SUB: *ret = x - y; return true;
	case IR_MUL: *ret = x * y; return true;
	case IR_AND: *ret = a & b; return true;
	case IR_OR: *ret = a | b; return true;
	case IR_XOR: *ret = a ^ b; return true;
	case IR_SHL: *ret = x << (y & 63); return true;
	case IR_SHR: *ret = a >> (y & 63); return true;
	case IR_USHR: *ret = x >> (y & 63); return true;
	case IR_NEG: *ret = 0 - x; return true;
	case IR_COMPL: *ret = ~a; return true;
	case IR_LNOT: *ret = !a; return true;
	case IR_EQ: *ret = a == b; return true;
	case IR_NE: *ret = a != b; return true;
	case IR_LT: *ret = a < b; return true;
	case IR_LE: *ret = a <= b; return true;
	case IR_GT: *ret = a > b; return true;
	case IR_GE: *ret = a >= b; return true;
	case IR_DIV:
	case IR_MOD: return eval_division(op, a, b, ret);
	default: return false;
	}
}
