/* SPDX-License-Identifier: LGPL-2.1-or-later */
/*
 * Prints access paths in words, for --dump=target and for tests.
 */
#include "base/buf.h"
#include "translator/target/types/access_path.h"
#include "translator/target/types/ctype.h"

static void print_load(struct buf *out, const struct path_op *op)
{
	buf_printf(out, "load %c%u%s", op->sign ? 's' : 'u', op->size * 8,
		   op->user ? " user" : "");
}

static const char *math_text(unsigned n)
{
	static const char *const texts[] = {
		[PATH_MATH_ADD] = "+", [PATH_MATH_SUB] = "-",
		[PATH_MATH_MUL] = "*", [PATH_MATH_DIV] = "/",
		[PATH_MATH_MOD] = "%", [PATH_MATH_AND] = "&",
		[PATH_MATH_OR] = "|", [PATH_MATH_XOR] = "^",
		[PATH_MATH_SHL] = "<<", [PATH_MATH_SHR] = ">>",
		[PATH_MATH_USHR] = ">>>", [PATH_MATH_EQ] = "==",
		[PATH_MATH_NE] = "!=", [PATH_MATH_LT] = "<",
		[PATH_MATH_LE] = "<=", [PATH_MATH_GT] = ">",
		[PATH_MATH_GE] = ">=",
	};

	return n < sizeof(texts) / sizeof(texts[0]) ? texts[n] : "?";
}

static void print_symbol(struct buf *out, const struct path_op *op)
{
	if (path_op_is_of_module(op) && op->k)
		buf_printf(out, "symbol %s%+lld", op->name, (long long)op->k);
	else if (op->name)
		buf_printf(out, "symbol %s", op->name);
	else
		buf_printf(out, "address 0x%llx%s%s", (unsigned long long)op->k,
			   op->file ? " of " : "", op->file ? op->file : "");
}

static void print_ops(struct buf *out, const struct path_op *ops, size_t n);

static void print_choices(struct buf *out, const struct path_op *op)
{
	buf_puts(out, "choose");
	for (size_t i = 0; i < op->n_choices; i++) {
		const struct path_choice *c = &op->choices[i];

		buf_puts(out, " [");
		print_symbol(out, &c->address);
		buf_puts(out, ": ");
		print_ops(out, c->ops, c->n_ops);
		buf_putc(out, ']');
	}
}

/* Prints one op.  Long and flat: a case for each kind. */
static void print_op(struct buf *out, const struct path_op *op)
{
	switch (op->kind) {
	case PATH_REG:
		buf_printf(out, "reg %u", op->n);
		break;
	case PATH_ARG:
		buf_printf(out, "arg %u", op->n);
		break;
	case PATH_ENTRY_SAVED:
		buf_printf(out, "entry reg %u", op->n);
		break;
	case PATH_CONST:
		buf_printf(out, "const %lld", (long long)op->k);
		break;
	case PATH_SYMBOL:
		print_symbol(out, op);
		break;
	case PATH_FRAME_BASE:
		buf_puts(out, "frame base");
		break;
	case PATH_ADD:
		buf_printf(out, "add %lld", (long long)op->k);
		break;
	case PATH_INDEX:
		buf_printf(out, "index %u * %lld", op->n, (long long)op->k);
		break;
	case PATH_LOAD:
		print_load(out, op);
		break;
	case PATH_BITFIELD:
		buf_printf(out, "bits %u..%u%s", op->shift,
			   op->shift + op->size - 1, op->sign ? " signed" : "");
		break;
	case PATH_PIECE:
		buf_printf(out, "piece reg %u << %u", op->n, op->shift);
		break;
	case PATH_ADDRESS_OF:
		buf_puts(out, "address");
		break;
	case PATH_STRING:
		buf_printf(out, "string%s", op->user ? " user" : "");
		break;
	case PATH_FLOAT:
		buf_printf(out, "float of %u", op->size);
		break;
	case PATH_TEXT:
		buf_printf(out, "text%s", op->user ? " user" : "");
		if (op->k)
			buf_printf(out, " %lld", (long long)op->k);
		break;
	case PATH_THREAD:
		buf_puts(out, "thread");
		break;
	case PATH_LOADED:
		buf_printf(out, "loaded %lld", (long long)op->k);
		break;
	case PATH_PUSH:
		buf_puts(out, "push");
		break;
	case PATH_DUP:
		buf_puts(out, "dup");
		break;
	case PATH_MATH:
		buf_puts(out, math_text(op->n));
		break;
	case PATH_CALLER:
		buf_puts(out, "caller");
		break;
	case PATH_CHOOSE:
		print_choices(out, op);
		break;
	}
}

static void print_ops(struct buf *out, const struct path_op *ops, size_t n)
{
	for (size_t i = 0; i < n; i++) {
		buf_puts(out, i ? ", " : "");
		print_op(out, &ops[i]);
	}
}

static void print_when(struct buf *out, const struct path_arg *arg)
{
	const struct path_when *w = arg->when;

	buf_puts(out, arg->is_whole ? "if " : "if .., ");
	print_ops(out, w->ops, w->n_ops);
	buf_puts(out, w->is_none ? " is none of" : " is");
	for (size_t i = 0; i < w->n_values; i++)
		buf_printf(out, " %lld", (long long)w->values[i]);
	buf_puts(out, ": ");
}

/* Prints an argument of the path's format.  ".." stands for the path's value, from which
 * the ops of the argument continue. */
static void print_arg(struct buf *out, const struct path_arg *arg)
{
	buf_puts(out, "; ");
	if (arg->when)
		print_when(out, arg);
	if (arg->part) {
		buf_puts(out, "(");
		path_print(out, arg->part);
		buf_puts(out, ")");
		return;
	}
	buf_puts(out, arg->is_whole ? "" : arg->n_ops ? ".., " : "..");
	print_ops(out, arg->ops, arg->n_ops);
}

void path_print(struct buf *out, const struct path *p)
{
	if (p->reason) {
		buf_printf(out, "none: %s", p->reason);
		return;
	}
	print_ops(out, p->ops, p->n_ops);
	if (!p->format)
		return;
	buf_printf(out, "%s'%s'", p->n_ops ? ": " : "", p->format);
	for (size_t i = 0; i < p->n_args; i++)
		print_arg(out, &p->args[i]);
}

/* ---- queries ------------------------------------------------------------ */

static void print_root(struct buf *out, const struct path_query *q)
{
	switch (q->from) {
	case PATH_NAME:
		buf_puts(out, q->name);
		break;
	case PATH_VAR:
		buf_printf(out, "@var(\"%s\")", q->name);
		break;
	case PATH_CAST:
		buf_printf(out, "(%s)", q->name ? q->name : "");
		break;
	case PATH_VALUE:
		buf_putc(out, '(');
		if (q->type)
			ctype_put(out, q->type, "");
		buf_putc(out, ')');
		break;
	}
}

static void print_step(struct buf *out, const struct path_step *s)
{
	if (s->kind == PATH_MEMBER)
		buf_printf(out, "->%s", s->member);
	else if (s->is_number)
		buf_printf(out, "[%lld]", (long long)s->number);
	else
		buf_printf(out, "[#%u]", s->index);
}

void path_query_print(struct buf *out, const struct path_query *q)
{
	if (q->use == PATH_ADDRESS)
		buf_putc(out, '&');
	print_root(out, q);
	for (size_t i = 0; i < q->n_steps; i++)
		print_step(out, &q->steps[i]);
	buf_fill(out, '$', q->pretty);
	if (q->use == PATH_WRITE)
		buf_puts(out, " =");
}
