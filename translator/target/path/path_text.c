/* SPDX-License-Identifier: LGPL-2.1-or-later */
/*
 * Describes a string of numbers in the row of a probe location, from which the
 * module makes the string.  Each number is a %, then a letter and its operands for
 * each op that computes the number.  runtime/linux/os_access.c reads the letters.
 *
 * Data of programs and modules, whose addresses differ from run to run, cannot
 * be described: handlers make such strings.
 */
#include <string.h>

#include "base/arena.h"
#include "base/buf.h"
#include "translator/target/path/resolve_private.h"

static bool put_symbol(struct buf *b, const struct path_op *op)
{
	if (!op->name || path_op_is_of_module(op))
		return false;
	buf_printf(b, "@%llx", (unsigned long long)op->k);
	return true;
}

static void put_math(struct buf *b, const struct path_op *op)
{
	static const char letters[] = {
		[PATH_MATH_ADD] = '+', [PATH_MATH_SUB] = '-',
		[PATH_MATH_MUL] = '*', [PATH_MATH_AND] = '&',
		[PATH_MATH_OR] = '|', [PATH_MATH_XOR] = '^',
		[PATH_MATH_SHL] = '<', [PATH_MATH_SHR] = 's',
		[PATH_MATH_USHR] = '>', [PATH_MATH_EQ] = '=',
		[PATH_MATH_DIV] = '/', [PATH_MATH_MOD] = 'q',
		[PATH_MATH_NE] = 'n', [PATH_MATH_LT] = 'i',
		[PATH_MATH_LE] = 'j', [PATH_MATH_GT] = 'u',
		[PATH_MATH_GE] = 'v',
	};

	buf_printf(b, "m%c", letters[op->n]);
}

/* Writes one op; false if there is no letter for it. */
static bool put_op(struct buf *b, const struct path_op *op)
{
	switch (op->kind) {
	case PATH_REG:
		buf_printf(b, "r%u", op->n);
		return true;
	case PATH_CONST:
		buf_printf(b, "k%llx", (unsigned long long)op->k);
		return true;
	case PATH_SYMBOL:
		return put_symbol(b, op);
	case PATH_ADD:
		buf_printf(b, "+%llx", (unsigned long long)op->k);
		return true;
	case PATH_LOAD:	/* the kind of the row says whose memory is read */
		buf_printf(b, "%c%u", op->sign ? 'L' : 'l', op->size);
		return true;
	case PATH_BITFIELD:
		buf_printf(b, "%c%x,%x", op->sign ? 'X' : 'x', op->shift,
			   op->size);
		return true;
	case PATH_PIECE:
		buf_printf(b, "o%u,%x", op->n, op->shift);
		return true;
	case PATH_PUSH:
		buf_putc(b, 'p');
		return true;
	case PATH_MATH:
		put_math(b, op);
		return true;
	default:
		return false;
	}
}

/* Returns true for a constant: the description has its digits, not its ops. */
static bool is_constant(const struct path_arg *arg)
{
	return arg->ops->kind == PATH_CONST &&
	       (arg->n_ops == 1 || (arg->n_ops == 2 &&
				    arg->ops[1].kind == PATH_BITFIELD));
}

static void put_constant(struct buf *b, const struct path_arg *arg)
{
	uint64_t v = (uint64_t)arg->ops->k;
	const struct path_op *bits = &arg->ops[1];
	unsigned up;

	if (arg->n_ops == 2) {
		up = 64 - bits->size - bits->shift;
		v <<= up;
		v = bits->sign ? (uint64_t)((int64_t)v >> (64 - bits->size))
			       : v >> (64 - bits->size);
	}
	buf_printf(b, "%#llx", (unsigned long long)v);
}

static bool put_value(struct buf *b, const struct path_arg *arg)
{
	if (!arg->n_ops)
		return false;
	if (is_constant(arg)) {
		put_constant(b, arg);
		return true;
	}
	buf_putc(b, '%');
	for (size_t i = 0; i < arg->n_ops; i++)
		if (!put_op(b, &arg->ops[i]))
			return false;
	buf_putc(b, '.');
	return true;
}

const char *row_text_of(struct arena *a, const struct path *path)
{
	_cleanup_buf_ struct buf b = BUF_INIT;
	size_t arg = 0;

	for (const char *p = path->format; *p; p++) {
		if (*p != '%') {
			buf_putc(&b, *p);
			continue;
		}
		if (strncmp(p, "%#x", 3) || !put_value(&b, &path->args[arg++]))
			return NULL;
		p += 2;
	}
	return arena_strdup(a, b.p);
}
