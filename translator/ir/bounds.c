/* SPDX-License-Identifier: LGPL-2.1-or-later */
/**
 * @file
 * Finds how long each string can get, and makes its slot no larger than that.
 *
 * Literals, numbers printed in a format and some intrinsics have a length that
 * is known; joining adds lengths, copying keeps them.  Any other string may have
 * MAXSTRINGLEN bytes.  In each round of the search bounds only grow.  A bound that
 * still grows after ROUNDS rounds is probably that of a string which a loop makes
 * longer and longer: it becomes MAXSTRINGLEN.
 */
#include <stdlib.h>
#include <string.h>

#include "base/arena.h"
#include "translator/ir/pass.h"

#define ROUNDS 4

struct bounds {
	const struct ir_unit *u;
	struct ir_func *f;
	uint32_t *max;		/* by register */
};

static uint32_t capped(const struct bounds *b, uint64_t n)
{
	return n < b->u->string_len ? n : b->u->string_len;
}

/* Returns the most bytes that a number takes in a plain conversion; 0 if
 * @conversion is not one of a number. */
static uint32_t number_length(char conversion)
{
	switch (conversion) {
	case 'd': case 'i': case 'u':
		return 20;
	case 'x': case 'X':
		return 16;
	case 'o':
		return 22;
	default:
		return 0;
	}
}

/* Bounds the text of a format that has only %d and its like and %s, without
 * width.  Any other format may make MAXSTRINGLEN bytes. */
static uint32_t format_length(const struct bounds *b, const struct ir_ins *in)
{
	const struct ir_fmt *f = &b->u->fmts.at[in->imm];
	uint32_t arg = 0;
	uint64_t n = 0;

	for (size_t i = 0; i < f->len; i++) {
		if (f->text[i] != '%') {
			n++;
			continue;
		}
		i++;
		if (i < f->len && f->text[i] == '%')
			n++;
		else if (i < f->len && arg < in->n_args && f->text[i] == 's' &&
			 f->kinds[arg] == 's')
			n += b->max[in->args[arg++]];
		else if (i < f->len && arg < in->n_args &&
			 f->kinds[arg++] == 'n' && number_length(f->text[i]))
			n += number_length(f->text[i]);
		else
			return b->u->string_len;
	}
	return capped(b, n);
}

static uint32_t concat_length(const struct bounds *b, const struct ir_ins *in)
{
	uint64_t n = 0;

	for (uint32_t i = 0; i < in->n_args; i++)
		n += b->max[in->args[i]];
	return capped(b, n);
}

/* Bounds the result of an intrinsic: "s15" is a string of 15 bytes at most. */
static uint32_t intrinsic_length(const struct bounds *b,
				 const struct ir_ins *in)
{
	const char *result = ir_intrinsic(in->imm)->result;

	if (result[1])
		return capped(b, strtoul(result + 1, NULL, 10));
	/* a stack that is only printed has more room than a string */
	return in->slot != IR_NONE &&
			       b->f->slots.at[in->slot].cap > b->u->string_len
		? b->f->slots.at[in->slot].cap : b->u->string_len;
}

static uint32_t length_of(const struct bounds *b, const struct ir_ins *in)
{
	switch (in->op) {
	case IR_STR:
		return intern_len((const char *)(intptr_t)in->imm);
	case IR_SMOVE:
		return b->max[in->args[0]];
	case IR_CONCAT:
		return concat_length(b, in);
	case IR_FORMAT:
		return format_length(b, in);
	case IR_INTRIN:
		return intrinsic_length(b, in);
	default:
		return b->u->string_len;
	}
}

static bool is_string(const struct bounds *b, const struct ir_ins *in)
{
	return in->dst != IR_NONE && b->f->regs.at[in->dst].type == IR_T_STR;
}

static bool grow_once(struct bounds *b, bool to_the_end)
{
	bool grown = false;

	for (size_t k = 0; k < b->f->blocks.n; k++)
		for (size_t i = 0; i < b->f->blocks.at[k].ins.n; i++) {
			const struct ir_ins *in = &b->f->blocks.at[k].ins.at[i];
			uint32_t n = is_string(b, in) ? length_of(b, in) : 0;

			if (!is_string(b, in) || n <= b->max[in->dst])
				continue;
			b->max[in->dst] = to_the_end ? b->u->string_len : n;
			grown = true;
		}
	return grown;
}

static void size_slots(struct bounds *b)
{
	for (size_t k = 0; k < b->f->blocks.n; k++)
		for (size_t i = 0; i < b->f->blocks.at[k].ins.n; i++) {
			const struct ir_ins *in = &b->f->blocks.at[k].ins.at[i];
			struct ir_slot *s;
			uint32_t n;

			if (!is_string(b, in) || in->slot == IR_NONE)
				continue;
			s = &b->f->slots.at[in->slot];
			n = b->max[in->dst] ? b->max[in->dst] : 1;
			if (n < s->cap)
				s->cap = n;
			s->size = (s->cap + 8) & ~7u;
		}
}

static void bound_func(const struct ir_unit *u, struct ir_func *f)
{
	struct bounds b = { .u = u, .f = f,
			    .max = xcalloc(f->regs.n + 1, sizeof(*b.max)) };

	if (f->slots.n) {
		for (uint32_t i = 0; i < f->n_params; i++)
			b.max[i] = u->string_len;
		for (unsigned n = 0; grow_once(&b, n >= ROUNDS); n++)
			;
		size_slots(&b);
	}
	free(b.max);
}

void ir_bounds(struct ir_unit *u)
{
	for (size_t i = 0; i < u->funcs.n; i++)
		bound_func(u, u->funcs.at[i]);
}
