/* SPDX-License-Identifier: LGPL-2.1-or-later */
/**
 * @file
 * int_arg(1) in a probe of a system call is the call's first argument.
 *
 * The function that is probed has one argument, the registers of the program.
 * What the user writes behind an alias of the call is about the call, so
 * int_arg(N) becomes __sc_s32(pointer_arg(1), N) there; where the function has
 * returned, @entry(pointer_arg(1)) has the registers.
 */
#include <string.h>

#include "base/arena.h"
#include "parser/ast_walk.h"
#include "translator/sema/sema.h"

struct rewriter {
	struct ast_visitor v;
	struct program *p;
	bool is_return;
	unsigned entries;		/* @entry around this */
};

/* By the width and sign that a function gives its argument. */
static const struct {
	const char *name, *way;
} ways[] = {
	{ "int_arg", "__sc_s32" },	   { "s32_arg", "__sc_s32" },
	{ "uint_arg", "__sc_u32" },	   { "u32_arg", "__sc_u32" },
	{ "long_arg", "__sc_s64" },	   { "s64_arg", "__sc_s64" },
	{ "longlong_arg", "__sc_s64" },	   { "ulong_arg", "__sc_s64" },
	{ "ulonglong_arg", "__sc_s64" },   { "u64_arg", "__sc_s64" },
	{ "pointer_arg", "__sc_s64" },
};

static const char *way_of(const struct ast_expr *e)
{
	if (e->kind != EXPR_CALL || e->call.args.n != 1)
		return NULL;
	for (size_t i = 0; i < sizeof(ways) / sizeof(ways[0]); i++)
		if (!strcmp(ways[i].name, e->call.name))
			return ways[i].way;
	return NULL;
}

static struct ast_expr *new_expr(struct rewriter *w, enum ast_expr_kind kind,
				 struct span sp, unsigned depth)
{
	struct ast_expr *e = arena_new(w->p->arena, struct ast_expr);

	e->kind = kind;
	e->span = sp;
	e->depth = depth;
	return e;
}

static struct ast_expr *registers(struct rewriter *w, struct span sp)
{
	struct ast_expr *one = new_expr(w, EXPR_NUMBER, sp, 1);
	struct ast_expr *call = new_expr(w, EXPR_CALL, sp, 2), *entry;

	one->number = 1;
	call->call.name = "pointer_arg";
	vec_push_in(w->p->arena, &call->call.args, one);
	if (!w->is_return || w->entries)
		return call;
	entry = new_expr(w, EXPR_ATOP, sp, 3);
	entry->atop.op = ATOP_ENTRY;
	vec_push_in(w->p->arena, &entry->atop.args, call);
	return entry;
}

static bool is_entry(const struct ast_expr *e)
{
	return e->kind == EXPR_ATOP && e->atop.op == ATOP_ENTRY;
}

static bool enter(struct ast_visitor *v, struct ast_expr **slot)
{
	((struct rewriter *)v)->entries += is_entry(*slot);
	return true;
}

static void leave(struct ast_visitor *v, struct ast_expr **slot)
{
	struct rewriter *w = (struct rewriter *)v;
	struct ast_expr *e = *slot, *regs;
	const char *way = way_of(e);

	w->entries -= is_entry(e);
	if (!way || !program_is_users(w->p, e->span))
		return;
	regs = registers(w, e->span);
	e->depth += 2;
	e->call.name = way;
	vec_push_in(w->p->arena, &e->call.args, e->call.args.at[0]);
	e->call.args.at[0] = regs;
}

/* By the functions that programs enter the kernel by. */
static bool is_syscall(const struct probe *pr)
{
	static const char *const families[] = { "syscall.", "nd_syscall.",
						"dw_syscall." };
	static const char function[] = "kprobe.function(\"__";

	if (!pr->alias || !pr->places.n ||
	    strncmp(pr->places.at[0].name, function, strlen(function)))
		return false;
	for (size_t i = 0; i < sizeof(families) / sizeof(families[0]); i++)
		if (!strncmp(pr->alias, families[i], strlen(families[i])))
			return true;
	return false;
}

void sema_syscall_args(struct program *p, struct probe *pr)
{
	struct rewriter w = {
		.v = { .expr_pre = enter, .expr_post = leave }, .p = p,
		.is_return = pr->kind == STP_KIND_KRETPROBE,
	};

	if (is_syscall(pr))
		ast_walk_stmt(&w.v, &pr->body);
}
