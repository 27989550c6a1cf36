/* SPDX-License-Identifier: LGPL-2.1-or-later */
/**
 * @file
 * Makes int_arg(1) in a probe of a system call mean the call's first argument,
 * and $cmd the argument of that name in the kernel.
 *
 * The kernel function that is probed has one argument, the registers of the
 * program, but the body of a probe like syscall.ioctl is about the system call.
 * So int_arg(N) becomes __sc_s32(pointer_arg(1), N) there.  $cmd becomes
 * @cast(pointer_arg(1), "pt_regs", "kernel")->si, cut to the width of the
 * argument.  Where the function has returned, the registers are
 * @entry(pointer_arg(1)), and $return is returnval().
 */
#include <string.h>

#include "base/arena.h"
#include "base/intern.h"
#include "base/vec.h"
#include "parser/parser.h"
#include "translator/sema/sema.h"
#include "translator/syscalls/syscalls.h"

/* A register, and the expression that cuts it to the argument's width. */
struct cut {
	struct ast_expr *whole, *value;
};

struct rewriter {
	struct ast_visitor v;
	struct program *p;
	const char *call, *function;
	VEC(struct cut) cuts;
	bool is_return;
	unsigned entries;		/* how many @entry are around the expression */
};

/* The functions that return arguments, each with the function of the library that
 * replaces it, by width and sign. */
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
	call->call.name = intern_str(w->p->names, "pointer_arg");
	vec_push_in(w->p->arena, &call->call.args, one);
	if (!w->is_return || w->entries)
		return call;
	entry = new_expr(w, EXPR_ATOP, sp, 3);
	entry->atop.op = ATOP_ENTRY;
	vec_push_in(w->p->arena, &entry->atop.args, call);
	return entry;
}

/* ---- $cmd --------------------------------------------------------------- */

static struct ast_expr *text(struct rewriter *w, struct span sp,
			     const char *s)
{
	struct ast_expr *e = new_expr(w, EXPR_STRING, sp, 1);

	e->text = intern_str(w->p->names, s);
	return e;
}

static struct ast_expr *binary(struct rewriter *w, enum ast_op op,
			       struct ast_expr *left, int64_t right)
{
	struct ast_expr *e = new_expr(w, EXPR_BINARY, left->span,
				      left->depth + 1);

	e->binary.op = op;
	e->binary.left = left;
	e->binary.right = new_expr(w, EXPR_NUMBER, left->span, 1);
	e->binary.right->number = right;
	return e;
}

/* Makes the expression of the register, with the steps that the user wrote
 * after the argument. */
static struct ast_expr *member(struct rewriter *w, const struct ast_expr *of,
			       const char *reg)
{
	struct ast_expr *e = new_expr(w, EXPR_ATOP, of->span, of->depth + 4);
	const struct ast_path *own = &of->target.path;

	e->atop.op = ATOP_CAST;
	vec_push_in(w->p->arena, &e->atop.args, registers(w, of->span));
	vec_push_in(w->p->arena, &e->atop.args, text(w, of->span, "pt_regs"));
	vec_push_in(w->p->arena, &e->atop.args, text(w, of->span, "kernel"));
	vec_push_in(w->p->arena, &e->atop.path,
		    ((struct ast_step){ STEP_MEMBER, of->span,
					intern_str(w->p->names, reg), NULL }));
	for (size_t i = 0; i < own->n; i++)
		vec_push_in(w->p->arena, &e->atop.path, own->at[i]);
	e->atop.path.pretty = own->pretty;
	e->atop.path.address_of = own->address_of;
	return e;
}

static struct ast_expr *cut_to(struct rewriter *w, struct ast_expr *whole,
			       const struct syscall_location *place)
{
	struct cut c = { .whole = whole };

	if (place->bits == 64)
		return whole;
	if (place->is_signed)
		c.value = binary(w, OP_SHR, binary(w, OP_SHL, whole,
						   64 - place->bits),
				 64 - place->bits);
	else
		c.value = binary(w, OP_AND, whole, (1LL << place->bits) - 1);
	vec_push_in(w->p->arena, &w->cuts, c);
	return c.value;
}

/* Makes the call returnval() that reads $return; the alias uses it, too. */
static struct ast_expr *result(struct rewriter *w, struct ast_expr *e)
{
	struct cut c = { e, new_expr(w, EXPR_CALL, e->span, 1) };

	c.value->call.name = intern_str(w->p->names, "returnval");
	vec_push_in(w->p->arena, &w->cuts, c);
	return c.value;
}

static struct ast_expr *argument(struct rewriter *w, struct ast_expr *e)
{
	const struct ast_path *path = &e->target.path;
	struct syscall_location place;
	struct ast_expr *whole;

	if (w->is_return && !strcmp(e->target.name, "$return") && !path->n)
		return result(w, e);
	if (!w->p->syscalls || e->target.name[0] != '$' ||
	    !syscalls_param(w->p->syscalls, w->call, w->function,
			    e->target.name + 1, &place))
		return e;
	whole = member(w, e, place.reg);
	if (path->n || path->pretty || path->address_of)
		return whole;
	return cut_to(w, whole, &place);
}

/* Replaces *@slot by the whole register if it is a register cut to the argument's
 * width: an assignment, and @defined, mean the register itself. */
static void take_whole(struct rewriter *w, struct ast_expr **slot)
{
	for (size_t i = 0; i < w->cuts.n; i++)
		if (w->cuts.at[i].value == *slot)
			*slot = w->cuts.at[i].whole;
}

/* Prepares @defined: its argument means the register itself.  @defined($return) in
 * a return probe becomes 1, although $return cannot be assigned to. */
static void take_defined(struct rewriter *w, struct ast_expr *e)
{
	take_whole(w, &e->atop.args.at[0]);
	if (e->atop.args.at[0]->kind != EXPR_TARGET || !w->is_return ||
	    strcmp(e->atop.args.at[0]->target.name, "$return"))
		return;
	e->kind = EXPR_NUMBER;
	e->number = 1;
}

static void uncut(struct rewriter *w, struct ast_expr *e)
{
	if (e->kind == EXPR_ASSIGN)
		take_whole(w, &e->binary.left);
	else if (e->kind == EXPR_CREMENT)
		take_whole(w, &e->crement.arg);
	else if (e->kind == EXPR_ATOP && e->atop.op == ATOP_DEFINED)
		take_defined(w, e);
}

/* ---- all of a body ------------------------------------------------------ */

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
	if (!program_is_users(w->p, e->span))
		return;
	if (e->kind == EXPR_TARGET)
		*slot = argument(w, e);
	uncut(w, e);
	if (!way)
		return;
	regs = registers(w, e->span);
	e->depth += 2;
	e->call.name = intern_str(w->p->names, way);
	vec_push_in(w->p->arena, &e->call.args, e->call.args.at[0]);
	e->call.args.at[0] = regs;
}

/* Finds the system call and its entry function, from the probe's alias and
 * location.  Returns false if @pr is no probe of a system call. */
static bool find_call(struct rewriter *w, const struct probe *pr)
{
	static const char *const families[] = { "syscall.", "nd_syscall.",
						"dw_syscall." };
	static const char before[] = "kprobe.function(\"";
	const char *place = pr->locations.n ? pr->locations.at[0].name : "", *at;

	if (!pr->alias || strncmp(place, before, strlen(before)))
		return false;
	place += strlen(before);
	w->function = arena_strndup(w->p->arena, place, strcspn(place, "\""));
	for (size_t i = 0; i < sizeof(families) / sizeof(families[0]); i++) {
		if (strncmp(pr->alias, families[i], strlen(families[i])))
			continue;
		at = pr->alias + strlen(families[i]);
		w->call = arena_strndup(w->p->arena, at, strcspn(at, "."));
		return !strncmp(w->function, "__", 2);
	}
	return false;
}

void sema_syscall_args(struct program *p, struct probe *pr)
{
	struct rewriter w = {
		.v = { .expr_pre = enter, .expr_post = leave }, .p = p,
		.is_return = pr->is_return,
	};

	if (find_call(&w, pr))
		ast_walk_stmt(&w.v, &pr->body);
}
