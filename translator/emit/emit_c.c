/* SPDX-License-Identifier: LGPL-2.1-or-later */
/**
 * @file
 * C text: one function per IR function, one label per block, one local per
 * register.  The compiler does the rest.
 */
#include <inttypes.h>
#include <string.h>

#include "base/arena.h"
#include "base/buf.h"
#include "translator/emit/emit.h"
#include "translator/emit/emit_embed.h"
#include "translator/emit/inside.h"

/* Handlers that are worth a compiler of their own, and compilers at most. */
#define PART 30
#define MAX_PARTS 16

/* Operations of a handler that its hit has in itself; with a lock around. */
#define FLAT 8
#define FLAT_LOCKED 32

struct emitter {
	const struct ir_unit *u;
	const struct ir_func *f;
	const struct ir_block *block;
	struct buf *out;
};

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

/* Memory, kind m or u, takes two registers: where, and how much. */
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

	buf_printf(e->out, "(struct stp_slot){ f + %u, %u }", s->off, s->cap);
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

/* What keeps more than every aggregate does goes through the runtime. */
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

/* A key with wild parts goes the long way. */
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

/* Up to three numbers go in registers. */
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

/* A call of the library: index + 1 of the script's place that leads there. */
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

	buf_printf(e->out, " { stp_at(c, %u); ", in->loc);
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
 * What an operation builds in memory lives as long as the block around it,
 * and the kernel's stack is short: such a one gets a block of its own.
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

static void emit_ins(struct emitter *e, const struct ir_ins *in)
{
	put_ins(e, in);
	if (in->op != IR_SPEND && ir_may_fail(e->u, in)) {
		buf_puts(e->out, "\n\tif (stp_unlikely(c->err))");
		put_failed(e, in);
	}
	buf_putc(e->out, '\n');
}

/* ---- functions ---------------------------------------------------------- */

static const char *const c_types[] = { "void", "stp_s64", "struct stp_str",
				       "const struct stp_stat *" };

static const char *linkage(const struct emitter *e)
{
	return emit_c_parts(e->u) > 1 ? "STP_LOCAL" : "static";
}

/* Declarations say the section; definitions follow them. */
static void put_signature(struct emitter *e, const struct ir_func *f)
{
	buf_printf(e->out, "%s %s f%u(struct stp_ctx *c", linkage(e),
		   c_types[f->ret], f->index);
	if (f->ret == IR_T_STR)
		buf_puts(e->out, ", struct stp_slot ret");
	for (uint32_t i = 0; i < f->n_params; i++)
		buf_printf(e->out, ", %s v%u", c_types[f->regs.at[i].type], i);
	buf_putc(e->out, ')');
}

static void put_locals(struct emitter *e, const struct ir_func *f)
{
	for (uint32_t i = f->n_params; i < f->regs.n; i++)
		buf_printf(e->out, "\t%s v%u;\n", c_types[f->regs.at[i].type],
			   i);
	if (f->ret == IR_T_STR)
		buf_puts(e->out, "\tstruct stp_str r = STP_LIT(\"\");\n");
	else if (f->ret)
		buf_puts(e->out, "\tstp_s64 r = 0;\n");
}

static void put_enter(struct emitter *e, const struct ir_func *f)
{
	if (f->recursive)
		buf_printf(e->out, "\tchar *f = stp_enter_again(c, %u, %u);\n",
			   f->frame, e->u->max_nesting);
	else if (f->looks)
		buf_printf(e->out, "\tchar *f = stp_enter_deep(c, %u);\n",
			   f->frame);
	else
		buf_printf(e->out, "\tchar *f = stp_enter(c, %u);\n", f->frame);
}

static void put_entry(struct emitter *e, const struct ir_func *f)
{
	if (f->kind == IR_FUNCTION) {
		put_enter(e, f);
		put_locals(e, f);
		buf_printf(e->out, "\tif (!f)\n\t\treturn%s;\n",
			   f->ret ? " r" : "");
		return;
	}
	buf_puts(e->out, "\tchar *f = c->frame;\n");
	put_locals(e, f);
	if (f->frame)
		buf_printf(e->out, "\tc->frame = f + %u;\n", f->frame);
}

static void emit_func(struct emitter *e, const struct ir_func *f)
{
	e->f = f;
	buf_printf(e->out, "\n/* %s */\n", f->name);
	put_signature(e, f);
	buf_puts(e->out, "\n{\n");
	put_entry(e, f);
	for (uint32_t b = 0; b < f->blocks.n; b++) {
		e->block = &f->blocks.at[b];
		buf_printf(e->out, "b%u: __attribute__((unused));\n", b);
		for (size_t i = 0; i < e->block->ins.n; i++)
			emit_ins(e, &e->block->ins.at[i]);
	}
	buf_puts(e->out, "leave: __attribute__((unused));\n");
	if (f->frame || f->kind == IR_FUNCTION)
		buf_puts(e->out, "\tc->frame = f;\n");
	if (f->recursive)
		buf_puts(e->out, "\tc->nesting--;\n");
	if (f->looks)
		buf_puts(e->out, "\tc->deep--;\n");
	buf_printf(e->out, "\treturn%s;\n}\n", f->ret ? " r" : "");
}

/* ---- hits --------------------------------------------------------------- */

/* May an instruction leave the context dirty, or its budget smaller? */
static bool stays_clean(const struct emitter *e, const struct ir_ins *in)
{
	switch (in->op) {
	case IR_INTRIN:
	case IR_MHAS:
	case IR_MDEL:
		return !ir_may_fail(e->u, in);
	case IR_RAISE:
	case IR_RFIND:		/* it leaves a match */
		return false;
	default:
		return !(ir_ops[in->op].flags & IR_FAIL);
	}
}

static bool is_clean(const struct emitter *e, const struct ir_func *f)
{
	for (size_t b = 0; b < f->blocks.n; b++)
		for (size_t i = 0; i < f->blocks.at[b].ins.n; i++)
			if (!stays_clean(e, &f->blocks.at[b].ins.at[i]))
				return false;
	return !f->freezes && (!f->locks || emit_takes_lock(f));
}

bool emit_is_hit(const struct ir_func *f)
{
	return f->kind == IR_HANDLER && f->probe_kind != STP_KIND_BEGIN &&
	       f->probe_kind != STP_KIND_END &&
	       f->probe_kind != STP_KIND_ERROR;
}

bool emit_takes_lock(const struct ir_func *f)
{
	return emit_is_hit(f) && f->locks && !(f->locks & (f->locks - 1)) &&
	       !f->freezes && !f->late_locks;
}

unsigned emit_n_locks(const struct ir_unit *u)
{
	uint64_t all = 0;

	for (size_t i = 0; i < u->funcs.n; i++)
		all |= u->funcs.at[i]->locks;
	return all ? 64 - __builtin_clzll(all) : 0;
}

static void put_lock(struct emitter *e, const struct ir_func *f)
{
	buf_printf(e->out, "&L[%d]", __builtin_ctzll(f->locks));
}

/* The gate jumps here: the handler, and the context's release. */
static void emit_hit(struct emitter *e, const struct ir_func *f)
{
	bool clean = is_clean(e, f), locks = emit_takes_lock(f);

	buf_printf(e->out, "\n%s int h%u(struct stp_ctx *c)\n{\n", linkage(e),
		   f->index);
	if (locks) {
		buf_puts(e->out, "\tif (stp_unlikely(!stp_lock_own(c, ");
		put_lock(e, f);
		buf_puts(e->out, ")))\n\t\treturn stp_hit_locked(c);\n");
	}
	if (!clean)
		buf_puts(e->out, "\tc->budget = STP_CHUNK;\n");
	buf_printf(e->out, "\tf%u(c);\n\treturn stp_", f->index);
	if (locks) {
		buf_puts(e->out, clean ? "unlock_own(c, " : "finish_own(c, ");
		put_lock(e, f);
	} else {
		buf_puts(e->out, clean ? "done(c" : "finish(c");
	}
	buf_puts(e->out, ");\n}\n");
}

/* ---- the file ----------------------------------------------------------- */

static void put_intrinsic(struct emitter *e, const struct ir_intrinsic *it)
{
	static const char *const type[] = { ['n'] = "stp_s64",
					    ['s'] = "struct stp_str" };

	if (*it->result == 'v')
		return;		/* inline in abi.h */
	buf_printf(e->out, "%s stp_fn_%s(struct stp_ctx *c%s",
		   type[(int)*it->result], it->name,
		   *it->result == 's' ? ", struct stp_slot s" : "");
	for (const char *p = it->params; *p; p++)
		buf_printf(e->out, ", %s", type[(int)*p]);
	/* the compiler may ask once for a handler */
	buf_puts(e->out, it->pure && *it->result == 'n' &&
				 !strchr(it->params, 's')
			 ? ") STP_SAME;\n" : ");\n");
}

/* Which intrinsics does a function call? */
static void note_intrinsics(const struct ir_func *f, bool *used)
{
	for (size_t b = 0; b < f->blocks.n; b++)
		for (size_t i = 0; i < f->blocks.at[b].ins.n; i++)
			if (f->blocks.at[b].ins.at[i].op == IR_INTRIN)
				used[f->blocks.at[b].ins.at[i].imm] = true;
}

static void put_intrinsics(struct emitter *e)
{
	size_t n = ir_intrinsic_count();
	bool *used = arena_alloc(e->u->arena, n);

	for (size_t i = 0; i < e->u->funcs.n; i++)
		note_intrinsics(e->u->funcs.at[i], used);
	for (size_t i = 0; i < n; i++)
		if (used[i])
			put_intrinsic(e, ir_intrinsic(i));
}

/* An array that all parts have, and the first one holds. */
static void put_shared(struct emitter *e, const char *name, size_t n)
{
	if (emit_c_parts(e->u) == 1)
		buf_printf(e->out, "\nstatic %s[%zu];\n", name, n);
	else
		buf_printf(e->out, "\n#if !STP_IN(0)\nextern %s[%zu];\n"
			   "#else\nSTP_LOCAL %s[%zu];\n#endif\n", name, n,
			   name, n);
}

static void put_globals(struct emitter *e)
{
	size_t n = e->u->globals.n ? e->u->globals.n : 1;

	put_shared(e, "struct stp_global G", n);
	if (emit_n_locks(e->u))
		put_shared(e, "struct stp_lock L", emit_n_locks(e->u));
}

/* A few operations are no call of their own. */
static bool is_flat(const struct ir_func *f)
{
	size_t n = 0;

	for (size_t b = 0; b < f->blocks.n; b++)
		n += f->blocks.at[b].ins.n;
	return n <= (emit_takes_lock(f) ? FLAT_LOCKED : FLAT);
}

static void declare(struct emitter *e, const struct ir_func *f)
{
	put_signature(e, f);
	buf_puts(e->out, " STP_HANDLER;\n");
	if (emit_is_hit(f))
		buf_printf(e->out, "%s int h%u(struct stp_ctx *c) "
			   "STP_HANDLER%s;\n", linkage(e), f->index,
			   is_flat(f) ? " STP_FLAT" : "");
}

static void put_funcs(struct emitter *e, size_t from, size_t to)
{
	for (size_t i = from; i < to; i++) {
		emit_func(e, e->u->funcs.at[i]);
		if (emit_is_hit(e->u->funcs.at[i]))
			emit_hit(e, e->u->funcs.at[i]);
	}
}

static void put_parts(struct emitter *e)
{
	size_t parts = emit_c_parts(e->u), n = e->u->funcs.n;

	for (size_t i = 0; i < parts; i++) {
		buf_printf(e->out, "\n#if STP_IN(%zu)\n", i);
		put_funcs(e, n * i / parts, n * (i + 1) / parts);
		if (!i)
			emit_script(e->u, e->out);
		buf_puts(e->out, "\n#endif\n");
	}
}

size_t emit_c_parts(const struct ir_unit *u)
{
	size_t n = (u->handlers.n + PART - 1) / PART;

	return n < 1 ? 1 : n > MAX_PARTS ? MAX_PARTS : n;
}

void emit_c(const struct ir_unit *u, struct buf *out)
{
	struct emitter e = { .u = u, .out = out };

	buf_puts(out, "#include \"abi.h\"\n");
	put_globals(&e);
	buf_putc(out, '\n');
	put_intrinsics(&e);
	buf_putc(out, '\n');
	for (size_t i = 0; i < u->funcs.n; i++)
		declare(&e, u->funcs.at[i]);
	emit_embed_calls(u, out);
	emit_regexes(u, out);
	if (emit_c_parts(u) > 1) {
		put_parts(&e);
	} else {
		put_funcs(&e, 0, u->funcs.n);
		emit_script(u, out);
	}
}
