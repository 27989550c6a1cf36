/* SPDX-License-Identifier: LGPL-2.1-or-later */
/**
 * @file
 * Writes the C text of one instruction: by its template in emit_ops.def, or by
 * a function here for ops that look different each time.
 */
#include <inttypes.h>
#include <string.h>

#include "base/buf.h"
#include "translator/emit/emit_private.h"

static const char *const templates[IR_N_OPS] = {
#define EMIT(op, text) [IR_##op] = text,
#include "translator/emit/emit_ops.def"
#undef EMIT
};

/* ---- operands ----------------------------------------------------------- */

static void put_num(struct buf *out, int64_t v)
{
	if (v == INT64_MIN)
		buf_puts(out, "(-9223372036854775807LL - 1)");
	else
		buf_printf(out, v < 0 ? "(%" PRId64 "LL)" : "%" PRId64 "LL", v);
}

static void put_reg(struct emitter *e, ir_reg r)
{
	buf_printf(e->out, "v%u", r);
}

static void put_val(struct emitter *e, ir_reg r)
{
	static const char *const macro[] = { "", "STP_NUM", "STP_STR",
					     "STP_AGG" };

	buf_printf(e->out, "%s(v%u)", macro[e->f->regs.at[r].type], r);
}

static void put_vals(struct emitter *e, const ir_reg *args, uint32_t n)
{
	if (!n) {
		buf_puts(e->out, "0");
		return;
	}
	buf_puts(e->out, "(struct stp_val[]){ ");
	for (uint32_t i = 0; i < n; i++) {
		buf_puts(e->out, i ? ", " : "");
		put_val(e, args[i]);
	}
	buf_puts(e->out, " }");
}

static void put_args(struct emitter *e, const struct ir_ins *in)
{
	for (uint32_t i = 0; i < in->n_args; i++) {
		buf_puts(e->out, i ? ", " : "");
		put_reg(e, in->args[i]);
	}
}

static const struct ir_global *global_of(const struct emitter *e,
					 const struct ir_ins *in)
{
	return &e->u->globals.at[in->imm];
}

static bool one_number(const struct emitter *e, const struct ir_ins *in)
{
	const struct ir_global *g = global_of(e, in);

	return g->n_keys == 1 && g->keys[0] == IR_T_NUM;
}

/* Writes the values of a format.  Memory, kind m or u, takes two registers: the
 * address and the size. */
static void put_format_vals(struct emitter *e, const struct ir_ins *in,
			    const char *kinds)
{
	const ir_reg *r = in->args;

	buf_puts(e->out, "(struct stp_val[]){ ");
	for (const char *k = kinds; *k; k++) {
		buf_puts(e->out, k > kinds ? ", " : "");
		if (*k == 'm' || *k == 'u') {
			buf_printf(e->out, "STP_%cMEM(v%u, v%u)",
				   *k == 'u' ? 'U' : 'K', r[0], r[1]);
			r += 2;
		} else {
			put_val(e, *r++);
		}
	}
	buf_puts(e->out, " }");
}

static void put_format(struct emitter *e, const struct ir_ins *in)
{
	const char *kinds = e->u->fmts.at[in->imm].kinds;

	buf_printf(e->out, "%" PRId64 ", \"", in->imm);
	for (const char *k = kinds; *k; k++)
		buf_putc(e->out, *k == 'u' ? 'm' : *k);
	buf_puts(e->out, "\", ");
	if (*kinds)
		put_format_vals(e, in, kinds);
	else
		buf_putc(e->out, '0');
}

static void put_slot(struct emitter *e, const struct ir_ins *in)
{
	const struct ir_slot *s = &e->f->slots.at[in->slot];

	buf_printf(e->out, "(struct stp_slot){ f + %u, %u, %u }", s->off, s->cap,
		   ir_script_loc(e->u, in->loc) ?: in->loc + 1);
}

static void put_walk(struct emitter *e, const struct ir_ins *in)
{
	buf_printf(e->out, "(struct stp_iter *)(f + %u)",
		   e->f->iters.at[in->imm].off);
}

static void put_operand(struct emitter *e, const struct ir_ins *in, char what)
{
	switch (what) {
	case 'd': put_reg(e, in->dst); break;
	case '0': put_reg(e, in->args[0]); break;
	case '1': put_reg(e, in->args[1]); break;
	case 'i': put_num(e->out, in->imm); break;
	case 'I': buf_printf(e->out, "%" PRId64, in->imm); break;
	case 'j': buf_printf(e->out, "%" PRId64, in->imm2); break;
	case 'n': buf_printf(e->out, "%u", in->n_args); break;
	case 'S': put_slot(e, in); break;
	case 'M': buf_printf(e->out, "f + %u", e->f->slots.at[in->slot].off);
		break;
	case 'G': buf_printf(e->out, "G[%" PRId64 "]", in->imm); break;
	case 'm': buf_printf(e->out, "G[%" PRId64 "].map", in->imm); break;
	case 'A': put_vals(e, in->args, global_of(e, in)->n_keys); break;
	case 'K':
		if (one_number(e, in))
			put_reg(e, in->args[0]);
		else
			put_vals(e, in->args, global_of(e, in)->n_keys);
		break;
	case 'V': put_reg(e, in->args[global_of(e, in)->n_keys]); break;
	case 'W': put_walk(e, in); break;
	case '*': put_args(e, in); break;
	case 'E':
		buf_printf(e->out, "%" PRId64 ", %u", in->imm2,
			   e->f->saved.at[in->imm].cap);
		break;
	case 'F': put_format(e, in); break;
	case 'T': buf_printf(e->out, "%d", in->sign); break;
	case 'U': buf_puts(e->out, in->user ? "STP_USER" : "STP_KERNEL"); break;
	}
}

static void put_template(struct emitter *e, const struct ir_ins *in,
			 const char *t)
{
	for (; *t; t++) {
		if (*t != '$') {
			buf_putc(e->out, *t);
		} else if (t[1] == '1' && t[2] == 'K') {
			buf_puts(e->out, one_number(e, in) ? "1" : "");
			t += 2;
		} else {
			put_operand(e, in, *++t);
		}
	}
}

/* ---- ops with a function of their own ----------------------------------- */

static void emit_str(struct emitter *e, const struct ir_ins *in)
{
	const char *s = (const char *)(intptr_t)in->imm;

	buf_printf(e->out, "v%u = STP_LIT(\"", in->dst);
	buf_put_escaped(e->out, s, intern_len(s));
	buf_puts(e->out, "\");");
}

static void emit_scalar(struct emitter *e, const struct ir_ins *in)
{
	const struct ir_global *g = global_of(e, in);
	bool counter = g->class == STP_C_COUNTER;

	switch (in->op) {
	case IR_GLOAD:
		put_template(e, in, "$d = $G.num");
		if (counter)
			buf_printf(e->out, " + *stp_cell(c, %u)", g->counter);
		buf_puts(e->out, ";");
		break;
	case IR_GSTORE:
		put_template(e, in, "$G.num = $0;");
		if (counter)
			buf_printf(e->out, " *stp_cell(c, %u) = 0;", g->counter);
		break;
	default:
		if (counter)
			buf_printf(e->out, "*stp_cell(c, %u) += v%u;",
				   g->counter, in->args[0]);
		else
			put_template(e, in, "$G.num += $0;");
		break;
	}
}

/* Writes an addition to a scalar aggregate.  A function of the runtime does it,
 * except for counters that keep no squares and no linear histogram. */
static void emit_stat_add(struct emitter *e, const struct ir_ins *in)
{
	const struct ir_global *g = global_of(e, in);
	bool is_log = g->g->hist.kind == STP_HIST_LOG;

	if (g->class != STP_C_COUNTER || e->u->squares ||
	    (g->g->hist.kind != STP_HIST_NONE && !is_log))
		put_template(e, in, "stp_stat_add(c, &$G, $0);");
	else
		buf_printf(e->out, "stp_stat_count%s((struct stp_stat_cell *)"
			   "stp_cell(c, %u), v%u);", is_log ? "_log" : "",
			   g->counter, in->args[0]);
}

static void emit_map_count(struct emitter *e, const struct ir_ins *in)
{
	bool counter = global_of(e, in)->class == STP_C_COUNTER;

	put_template(e, in, counter ? "stp_map$1K_count(c, $m, $K, $V);"
				    : "stp_map$1K_add(c, $m, $K, $V);");
}

/* Writes a test or deletion of an element.  Unless its key is one number and not "*",
 * the general function does it. */
static void emit_map_key(struct emitter *e, const struct ir_ins *in)
{
	bool one = !in->imm2 && one_number(e, in);

	if (in->op == IR_MHAS)
		put_template(e, in, one ? "$d = stp_map1_has(c, $m, $0);"
				    : "$d = stp_map_has(c, $m, $A, $j);");
	else
		put_template(e, in, one ? "stp_map1_del(c, $m, $0);"
				    : "stp_map_del(c, $m, $A, $j);");
}

static void emit_iter(struct emitter *e, const struct ir_ins *in)
{
	const struct ir_iter *it = &e->f->iters.at[in->imm];
	uint32_t first = it->has_limit;

	buf_puts(e->out, "stp_iter_begin(c, ");
	put_walk(e, in);
	buf_printf(e->out, ", G[%u].map, &(struct stp_iter_spec){ %d, %u, %d, "
		   "%u, ", it->global, it->sort, it->op, it->dir, it->any);
	if (it->has_limit)
		buf_printf(e->out, "STP_LIMIT(v%u) }, ", in->args[0]);
	else
		buf_puts(e->out, "-1 }, ");
	put_vals(e, in->args + first, in->n_args - first);
	buf_puts(e->out, ");");
}

/* Returns true if the values are one to three numbers, which are passed in
 * registers. */
static bool few_numbers(const struct emitter *e, const struct ir_ins *in)
{
	const char *kinds = e->u->fmts.at[in->imm].kinds;

	return in->n_args && in->n_args <= 3 && !kinds[strspn(kinds, "n")];
}

static void emit_print(struct emitter *e, const struct ir_ins *in)
{
	if (!few_numbers(e, in)) {
		put_template(e, in, "stp_out(c, $F);");
		return;
	}
	put_template(e, in, "stp_out_nums(c, $i, $n, $*");
	for (uint32_t i = in->n_args; i < 3; i++)
		buf_puts(e->out, ", 0");
	buf_puts(e->out, ");");
}

static void emit_format(struct emitter *e, const struct ir_ins *in)
{
	put_template(e, in, strpbrk(e->u->fmts.at[in->imm].kinds, "kK")
				    ? "$d = stp_format_symbols(c, $S, $F);"
				    : "$d = stp_format(c, $S, $F);");
}

static void emit_call(struct emitter *e, const struct ir_ins *in)
{
	if (in->dst != IR_NONE)
		buf_printf(e->out, "v%u = ", in->dst);
	if (in->op == IR_CALL)
		buf_printf(e->out, "f%" PRId64 "(c", in->imm);
	else if (in->op == IR_EMBED)
		buf_printf(e->out, "e%" PRId64 "(c", in->imm);
	else
		buf_printf(e->out, "stp_fn_%s(c", ir_intrinsic(in->imm)->name);
	if (in->slot != IR_NONE) {
		buf_puts(e->out, ", ");
		put_slot(e, in);
	}
	if (in->n_args)
		buf_puts(e->out, ", ");
	put_args(e, in);
	buf_puts(e->out, ");");
}

static void put_goto_error(struct emitter *e)
{
	if (e->block->on_error == IR_NONE)
		buf_puts(e->out, "goto leave;");
	else
		buf_printf(e->out, "goto b%u;", e->block->on_error);
}

/* Returns the index + 1 of the script's location that leads to a call of a
 * function of the library; 0 if @in is no such call. */
static uint32_t leads_to_library(const struct ir_unit *u,
				 const struct ir_ins *in)
{
	if (in->op != IR_CALL ||
	    program_is_users(u->program, u->funcs.at[in->imm]->span))
		return 0;
	return ir_script_loc(u, in->loc);
}

static void put_failed(struct emitter *e, const struct ir_ins *in)
{
	uint32_t from = leads_to_library(e->u, in);

	buf_printf(e->out, " { stp_at%s(c, %u); ",
		   in->op == IR_CALL ? "_call" : "", in->loc);
	if (from)
		buf_printf(e->out, "stp_from(c, %u); ", from - 1);
	put_goto_error(e);
	buf_puts(e->out, " }");
}

static void emit_other(struct emitter *e, const struct ir_ins *in)
{
	switch (in->op) {
	case IR_STR:
		emit_str(e, in);
		break;
	case IR_GLOAD:
	case IR_GSTORE:
	case IR_COUNT:
		emit_scalar(e, in);
		break;
	case IR_SADD:
		emit_stat_add(e, in);
		break;
	case IR_MCOUNT:
		emit_map_count(e, in);
		break;
	case IR_MHAS:
	case IR_MDEL:
		emit_map_key(e, in);
		break;
	case IR_ITER:
		emit_iter(e, in);
		break;
	case IR_PRINT:
		emit_print(e, in);
		break;
	case IR_FORMAT:
		emit_format(e, in);
		break;
	case IR_CALL:
	case IR_INTRIN:
	case IR_EMBED:
		emit_call(e, in);
		break;
	case IR_SPEND:
		buf_puts(e->out, "if (stp_unlikely(--c->budget < 0) && "
			 "stp_refill(c))");
		put_failed(e, in);
		break;
	case IR_JUMP:
		buf_printf(e->out, "goto b%" PRId64 ";", in->imm);
		break;
	case IR_BRANCH:
		buf_printf(e->out, "if (v%u) goto b%" PRId64 "; goto b%" PRId64
			   ";", in->args[0], in->imm, in->imm2);
		break;
	case IR_RAISE:
		put_goto_error(e);
		break;
	default:
		break;
	}
}

/*
 * Writes an instruction.  Memory that an operation builds lives as long as the
 * C block around it, and the kernel's stack is small, so such an operation gets
 * a C block of its own.
 */
static void put_ins(struct emitter *e, const struct ir_ins *in)
{
	_cleanup_buf_ struct buf text = BUF_INIT;
	struct buf *out = e->out;
	bool in_memory;

	e->out = &text;
	if (*templates[in->op])
		put_template(e, in, templates[in->op]);
	else
		emit_other(e, in);
	e->out = out;
	in_memory = strstr(text.p, "[]){") || strstr(text.p, "&(struct ");
	buf_printf(out, in_memory ? "\t{ %s }" : "\t%s", text.p);
}

void emit_ins(struct emitter *e, const struct ir_ins *in)
{
	put_ins(e, in);
	if (in->op != IR_SPEND && ir_may_fail(e->u, in)) {
		buf_puts(e->out, "\n\tif (stp_unlikely(c->err))");
		put_failed(e, in);
	}
	buf_putc(e->out, '\n');
}
