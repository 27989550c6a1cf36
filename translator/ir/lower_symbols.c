/* SPDX-License-Identifier: LGPL-2.1-or-later */
/**
 * @file
 * Lowers functions that show addresses and stacks: an intrinsic returns the raw
 * addresses, and a format makes text of them.  If they are only printed, the
 * record holds the addresses, and its reader looks up the symbols.
 */
#include <string.h>

#include "translator/ir/lower.h"

/* The most addresses of a stack for which a slot is enlarged (make_room()). */
#define MOST_SHOWN 1000

static const struct shown {
	const char *name;
	const char *of;		/* the intrinsic that returns the addresses; NULL: they are
				   the argument itself */
	const char *format, *kinds;
} all[] = {
	{ "backtrace", "stack_walk", "%h", "K" },
	{ "callers", "stack_walk", "%h", "K" },
	{ "caller", "caller_addr", "%k 0x%x", "kn" },
	{ "symname", NULL, "%k", "k" },
	{ "symdata", NULL, "%K", "k" },
	{ "sprint_backtrace", "stack_walk", "%L", "K" },
	{ "print_backtrace", "stack_returns", "%B", "K" },
	{ "sprint_stack", "stack_parse", "%B", "K" },
	{ "print_stack", "stack_parse", "%B", "K" },
	{ "symfile", NULL, "%f", "k" },
	{ "symline", NULL, "%n", "k" },
	{ "symfileline", NULL, "%F", "k" },
	{ "print_backtrace_fileline", "stack_returns", "%A", "K" },
	{ "ubacktrace", "ustack_walk", "%h", "K" },
	{ "ucallers", "ustack_walk", "%h", "K" },
	{ "usymname", "user_addr", "%k", "k" },
	{ "usymdata", "user_addr", "%K", "k" },
	{ "usymfile", "user_addr", "%f", "k" },
	{ "usymline", "user_addr", "%n", "k" },
	{ "usymfileline", "user_addr", "%F", "k" },
	{ "umodname", "user_addr", "%v", "k" },
	{ "umodbuildid", "user_addr", "%I", "k" },
	{ "sprint_ubacktrace", "ustack_walk", "%L", "K" },
	{ "sprint_ustack", "ustack_parse", "%B", "K" },
	{ "print_ubacktrace", "ustack_shown", "%B", "K" },
	{ "print_ubacktrace_brief", "ustack_shown", "%e", "K" },
	{ "print_ubacktrace_fileline", "ustack_shown", "%A", "K" },
	{ "print_ubacktrace_from", "ustack_from", "%B", "K" },
	{ "print_ubacktrace_fileline_from", "ustack_from", "%A", "K" },
	{ "print_ustack", "ustack_parse", "%B", "K" },
};

/* Returns the entry of @name, an intrinsic with the effect `text` in intrinsics.def. */
static const struct shown *get(const char *name)
{
	const struct shown *s = all;

	while (strcmp(s->name, name))
		s++;
	return s;
}

/* Returns the register with the argument of stack_walk, the number of addresses; 0
 * means all.  It is 0 if the call has -1 or no number, else one more than callers(n)
 * has, for the probe location itself. */
static ir_reg how_many(struct lower *l, const struct ast_expr *e,
		       const ir_reg *args)
{
	ir_reg one;

	if (!e->call.args.n)
		return lower_num(l, 0);
	one = lower_num(l, 1);
	return lower_value(l, IR_ADD, IR_T_NUM, e->span, 0, 2,
			   (ir_reg[]){ args[0], one });
}

static ir_reg value_of(struct lower *l, struct ast_expr *e,
		       const struct shown *s, ir_reg *args)
{
	int64_t of = s->of ? ir_intrinsic_find(s->of) : 0;
	ir_reg n;

	if (!s->of)
		return args[0];
	if (*s->kinds == 'k')
		return lower_value(l, IR_INTRIN, IR_T_NUM, e->span, of,
				   e->call.args.n, args);
	if (strcmp(s->of, "stack_walk") && strcmp(s->of, "ustack_walk"))
		return lower_value(l, IR_INTRIN, IR_T_STR, e->span, of,
				   e->call.args.n, args);
	n = how_many(l, e, args);
	return lower_value(l, IR_INTRIN, IR_T_STR, e->span, of, 1, &n);
}

/* Enlarges the slot of the last instruction, whose result is a stack that is only
 * printed.  It may be longer than a string: it holds the words before the
 * addresses, the addresses, and the word that says why the stack ends. */
static void make_room(struct lower *l)
{
	const struct ir_ins *in = &vec_last(&l->f->blocks.at[l->cur].ins);
	uint64_t n = l->u->backtrace < MOST_SHOWN ? l->u->backtrace : MOST_SHOWN;
	uint32_t cap = 8 * ((uint32_t)n + 3) + 7;
	struct ir_slot *s;

	if (in->slot == IR_NONE)
		return;
	s = &l->f->slots.at[in->slot];
	if (cap <= s->cap)
		return;
	s->cap = cap;
	s->size = (cap + 8) & ~7u;
}

static bool is_of_program(const struct shown *s)
{
	return s->of && (!strcmp(s->of, "user_addr") ||
			 !strncmp(s->of, "ustack", strlen("ustack")));
}

ir_reg lower_shown(struct lower *l, struct ast_expr *e,
		   const struct ir_intrinsic *it, ir_reg *args)
{
	const struct shown *s = get(it->name);
	ir_reg v = value_of(l, e, s, args), vals[] = { v, v };
	int64_t fmt = lower_format(l, s->format, strlen(s->format), s->kinds,
				   e->span);
	unsigned n = strlen(s->kinds);

	if (*it->result != 's' && s->of)
		make_room(l);
	if (strpbrk(s->format, "fnFA"))
		*(is_of_program(s) ? &l->u->shows_program_lines
				   : &l->u->shows_lines) = true;
	if (*it->result == 's')
		return lower_value(l, IR_FORMAT, IR_T_STR, e->span, fmt, n,
				   vals);
	lower_event_shown(l, e, fmt, n);
	lower_ins(l, IR_PRINT, IR_NONE, e->span, n, vals)->imm = fmt;
	return IR_NONE;
}
