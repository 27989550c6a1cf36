/* SPDX-License-Identifier: LGPL-2.1-or-later */
/**
 * @file
 * Lowers what a return probe reads at the function's entry.
 *
 * The probe gets a second handler, the entry handler.  It runs at the entry,
 * evaluates each such expression once, and saves the value with this call of
 * the function, so values of nested calls and of other threads are kept apart.
 * The entry handler is made when the first expression is found, and grows with
 * each.  An expression in a loop is saved once.
 */
#include "base/arena.h"
#include "base/tags/sema.h"
#include "translator/ir/lower.h"
#include "translator/ir/pass.h"

/* The most bytes that are saved for a call: the kernel keeps no more than a
 * page. */
#define MOST_BYTES 4096

/* Where lowering was before it went into the entry handler. */
struct outside {
	struct ir_func *f;
	uint32_t cur, on_error;
	struct lower_loop *loop;
};

static void make_entry(struct lower *l)
{
	const struct ir_func *f = l->handler;
	const char *name = arena_printf(l->u->code, "%s_entry", f->name);

	l->entry = lower_new_func(l, IR_HANDLER, name, f->span);
	l->entry->is_entry = true;
	l->entry->probe_kind = f->probe_kind;
	l->entry->saved_bytes = IR_SAVED_HEAD;
}

static struct outside go_in(struct lower *l)
{
	struct outside o = { l->f, l->cur, l->on_error, l->loop };
	bool first = !l->entry;

	if (first)
		make_entry(l);
	l->f = l->entry;
	l->on_error = IR_NONE;
	l->loop = NULL;
	l->cur = first ? lower_block(l) : l->entry_cur;
	return o;
}

static void go_out(struct lower *l, const struct outside *o)
{
	l->entry_cur = l->cur;
	l->f = o->f;
	l->cur = o->cur;
	l->on_error = o->on_error;
	l->loop = o->loop;
}

/* Reports that the probe saves too much.  That is known only here, where the
 * saved values get their offsets.  It is a limit of the kernel, not a rule of
 * the language. */
static void too_much(struct lower *l, struct span sp, uint32_t bytes)
{
	struct diag *d = diag_error(l->p->diags, DIAG_ENTRY_TOO_LARGE, sp,
				    "this probe saves more than the %u bytes "
				    "that a call can save",
				    MOST_BYTES);

	if (bytes > 8)
		diag_hint(d, "each string takes %u bytes; for shorter strings, "
			     "add -D MAXSTRINGLEN=N", bytes);
}

static void save(struct lower *l, ir_reg r, struct span sp)
{
	struct ir_func *f = l->entry;
	struct ir_saved s = { .type = f->regs.at[r].type,
			      .off = f->saved_bytes };
	bool str = s.type == IR_T_STR;
	uint32_t bytes = 8;
	struct ir_ins *in;

	if (str) {
		s.cap = l->u->string_len;
		bytes = (4 + s.cap + 1 + 7) & ~7u;
	}
	if (f->saved_bytes <= MOST_BYTES &&
	    f->saved_bytes + bytes > MOST_BYTES)
		too_much(l, sp, bytes);
	in = lower_ins(l, str ? IR_ESAVES : IR_ESAVE, IR_NONE, sp, 1, &r);
	in->imm = f->saved.n;
	in->imm2 = s.off;
	vec_push_in(l->u->code, &f->saved, s);
	f->saved_bytes += bytes;
}

static ir_reg get(struct lower *l, uint32_t index, struct span sp)
{
	const struct ir_saved *s = &l->entry->saved.at[index];
	bool str = s->type == IR_T_STR;
	ir_reg r = lower_reg(l, s->type, NULL);
	struct ir_ins *in = lower_ins(l, str ? IR_EGETS : IR_EGET, r, sp, 0,
				      NULL);

	in->imm = index;
	in->imm2 = s->off;
	return r;
}

bool lower_is_at_entry(const struct lower *l)
{
	return l->f->is_entry || (l->fn && l->fn->at_entry);
}

ir_reg lower_at_entry(struct lower *l, struct span sp,
		      ir_reg (*eval)(struct lower *l, void *data), void *data)
{
	struct outside o = go_in(l);

	save(l, eval(l, data), sp);
	go_out(l, &o);
	vec_push_in(l->u->arena, &l->entry_exprs, NULL);
	return get(l, l->entry->saved.n - 1, sp);
}

static ir_reg eval_expr(struct lower *l, void *data)
{
	return lower_expr(l, data);
}

ir_reg lower_entry(struct lower *l, struct ast_expr *e)
{
	struct ast_expr *arg = e->atop.args.at[0];
	ir_reg r;

	if (lower_is_at_entry(l))
		return lower_expr(l, arg);
	for (size_t i = 0; i < l->entry_exprs.n; i++)
		if (l->entry_exprs.at[i] == arg)
			return get(l, i, e->span);
	r = lower_at_entry(l, e->span, eval_expr, arg);
	vec_last(&l->entry_exprs) = arg;
	return r;
}

uint32_t lower_entry_end(struct lower *l, struct ir_func *handler)
{
	struct outside o;

	handler->entry = l->entry;
	if (!l->entry)
		return IR_NONE;
	o = go_in(l);
	lower_ins(l, IR_EDONE, IR_NONE, SPAN_NONE, 0, NULL);
	lower_ins(l, IR_RET, IR_NONE, SPAN_NONE, 0, NULL);
	ir_prune(l->u, l->f);
	go_out(l, &o);
	vec_push_in(l->u->arena, &l->u->handlers, l->entry);
	l->entry = NULL;
	l->entry_exprs.n = 0;
	return l->u->handlers.n - 1;
}
