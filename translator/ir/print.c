/* SPDX-License-Identifier: LGPL-2.1-or-later */
/**
 * @file
 * Prints the IR as text, for --dump=ir and its tests.  One instruction a line;
 * nothing here depends on pointers.
 */
#include <inttypes.h>

#include "base/buf.h"
#include "translator/ir/ir.h"
#include "translator/regex/regex.h"

static const char type_letter[] = { 'v', 'n', 's', 'a' };

static void print_str(struct buf *out, const char *s, size_t n)
{
	buf_putc(out, '"');
	buf_put_escaped(out, s, n);
	buf_putc(out, '"');
}

static void print_reg(const struct ir_func *f, ir_reg r, struct buf *out)
{
	const struct ir_reg_info *info = &f->regs.at[r];

	if (info->name)
		buf_printf(out, "%%%u.%s", r, info->name);
	else
		buf_printf(out, "%%%u", r);
}

static void print_keys(const struct ir_unit *u, const struct ir_ins *in,
		       const struct ir_func *f, struct buf *out)
{
	uint32_t n = u->globals.at[in->imm].n_keys;

	buf_putc(out, '[');
	for (uint32_t i = 0; i < n; i++) {
		buf_puts(out, i ? ", " : "");
		if (in->imm2 & (1ll << i))
			buf_putc(out, '*');
		else
			print_reg(f, in->args[i], out);
	}
	buf_putc(out, ']');
}

static void print_iter(const struct ir_unit *u, const struct ir_func *f,
		       const struct ir_ins *in, struct buf *out)
{
	const struct ir_iter *it = &f->iters.at[in->imm];

	buf_printf(out, " w%" PRId64, in->imm);
	if (in->op != IR_ITER) {
		if (in->op == IR_IKEY || in->op == IR_IKEYS)
			buf_printf(out, " key %" PRId64, in->imm2);
		return;
	}
	buf_printf(out, " over %s", u->globals.at[it->global].g->sym.name);
	if (it->dir)
		buf_printf(out, " sort %d op %u %s", it->sort, it->op,
			   it->dir > 0 ? "up" : "down");
	if (it->has_slice)
		buf_printf(out, " any %#x", it->any);
}

/* Prints a pattern between slashes; a slash inside becomes \/, so that
 * different patterns have different texts. */
static void print_regex(const struct regex *re, struct buf *out)
{
	buf_puts(out, " /");
	for (size_t i = 0; i < re->len; i++)
		if (re->text[i] == '/')
			buf_puts(out, "\\/");
		else
			buf_put_escaped(out, re->text + i, 1);
	buf_putc(out, '/');
}

static void print_imm(const struct ir_unit *u, const struct ir_func *f,
		      const struct ir_ins *in, struct buf *out)
{
	const char *s;

	switch (ir_ops[in->op].imm) {
	case IR_IMM_NUM:
		buf_printf(out, " %" PRId64, in->imm);
		break;
	case IR_IMM_STR:
		s = (const char *)(intptr_t)in->imm;
		buf_putc(out, ' ');
		print_str(out, s, intern_len(s));
		break;
	case IR_IMM_GLOBAL:
		buf_printf(out, " @%s", u->globals.at[in->imm].g->sym.name);
		if (u->globals.at[in->imm].is_map && in->op != IR_MCLEAR)
			print_keys(u, in, f, out);
		break;
	case IR_IMM_FUNC:
		buf_printf(out, " %s", u->funcs.at[in->imm]->name);
		break;
	case IR_IMM_INTRIN:
		buf_printf(out, " %s", ir_intrinsic(in->imm)->name);
		break;
	case IR_IMM_FMT:
		buf_putc(out, ' ');
		print_str(out, u->fmts.at[in->imm].text,
			  u->fmts.at[in->imm].len);
		break;
	case IR_IMM_ITER:
		print_iter(u, f, in, out);
		break;
	case IR_IMM_BLOCK:
		buf_printf(out, " b%" PRId64, in->imm);
		break;
	case IR_IMM_PLACE:
		buf_printf(out, " %s", u->symbols.at[in->imm].name);
		break;
	case IR_IMM_REGEX:
		print_regex(u->regexes.at[in->imm], out);
		break;
	case IR_IMM_C:
		buf_printf(out, " %s", u->cs.at[in->imm]->name);
		break;
	case IR_IMM_REGNO:
	case IR_IMM_STATOP:
		buf_printf(out, " %" PRId64, in->imm);
		break;
	case IR_IMM_SAVED:
		buf_printf(out, " e%" PRId64 " +%" PRId64, in->imm, in->imm2);
		break;
	case IR_IMM_NONE:
		break;
	}
	if (in->op == IR_LOADT && in->user)
		buf_puts(out, " user");
	if (ir_ops[in->op].flags & IR_MEM)
		buf_printf(out, " %s%s%" PRId64, in->user ? "user " : "",
			   in->sign ? "s" : "u", in->imm2 * 8);
}

static void print_ins(const struct ir_unit *u, const struct ir_func *f,
		      const struct ir_ins *in, struct buf *out)
{
	uint32_t first = 0;

	buf_putc(out, '\t');
	if (in->dst != IR_NONE) {
		print_reg(f, in->dst, out);
		buf_printf(out, ":%c = ", type_letter[f->regs.at[in->dst].type]);
	}
	buf_puts(out, ir_ops[in->op].name);
	print_imm(u, f, in, out);
	if (ir_ops[in->op].imm == IR_IMM_GLOBAL &&
	    u->globals.at[in->imm].is_map && in->op != IR_MCLEAR)
		first = u->globals.at[in->imm].n_keys;
	for (uint32_t i = first; i < in->n_args; i++) {
		buf_puts(out, i == first ? " " : ", ");
		print_reg(f, in->args[i], out);
	}
	if (in->op == IR_BRANCH)
		buf_printf(out, " else b%" PRId64, in->imm2);
	if (in->slot != IR_NONE)
		buf_printf(out, "\t; slot +%u", f->slots.at[in->slot].off);
	buf_putc(out, '\n');
}

void ir_print_func(const struct ir_unit *u, const struct ir_func *f,
		   struct buf *out)
{
	for (uint32_t b = 0; b < f->blocks.n; b++) {
		const struct ir_block *bl = &f->blocks.at[b];

		buf_printf(out, "b%u:", b);
		if (bl->on_error != IR_NONE)
			buf_printf(out, "\t; on error b%u", bl->on_error);
		buf_putc(out, '\n');
		for (size_t i = 0; i < bl->ins.n; i++)
			print_ins(u, f, &bl->ins.at[i], out);
	}
}

static void print_global(const struct ir_global *g, struct buf *out)
{
	static const char *const classes[] = { "const", "counter", "locked" };

	buf_printf(out, "global %s", g->g->sym.name);
	for (uint32_t i = 0; i < g->n_keys; i++)
		buf_printf(out, "%s%c%s", i ? ", " : "[",
			   type_letter[g->keys[i]],
			   i + 1 == g->n_keys ? "]" : "");
	buf_printf(out, ":%c %s", type_letter[g->type], classes[g->class]);
	if (g->class != STP_C_CONST)
		buf_printf(out, " set %u", g->set);
	buf_putc(out, '\n');
}

static void print_head(const struct ir_func *f, struct buf *out)
{
	static const char *const kinds[] = { "handler", "condition",
					     "function" };

	buf_printf(out, "\n%s %s", f->is_entry ? "entry" : kinds[f->kind],
		   f->name);
	for (uint32_t i = 0; i < f->n_params; i++)
		buf_printf(out, "%s%%%u.%s:%c", i ? ", " : " (", i,
			   f->regs.at[i].name, type_letter[f->regs.at[i].type]);
	buf_puts(out, f->n_params ? ")" : "");
	if (f->ret)
		buf_printf(out, " returns %c", type_letter[f->ret]);
	buf_printf(out, " frame %u/%u%s", f->frame, f->deep_frame,
		   f->recursive ? " recursive"
		   : f->looks ? " deep" : "");
	if (f->by_look)
		buf_puts(out, " by look");
	if (f->is_entry)
		buf_printf(out, " saves %u", f->saved_bytes);
	if (f->counts)
		buf_printf(out, " counts %#" PRIx64, f->counts);
	if (f->freezes)
		buf_printf(out, " freezes %#" PRIx64, f->freezes);
	if (f->locks)
		buf_printf(out, " locks %#" PRIx64 "%s", f->locks,
			   f->late_locks ? " late" : "");
	buf_putc(out, '\n');
}

void ir_print(const struct ir_unit *u, struct buf *out)
{
	for (size_t i = 0; i < u->globals.n; i++)
		if (u->globals.at[i].g->shape_known)
			print_global(&u->globals.at[i], out);
	for (size_t i = 0; i < u->funcs.n; i++) {
		print_head(u->funcs.at[i], out);
		ir_print_func(u, u->funcs.at[i], out);
	}
}
