/* SPDX-License-Identifier: LGPL-2.1-or-later */
/**
 * @file
 * Writes C text: one function for each IR function, one label for each block,
 * one local for each register.  Instructions are in emit_ins.c, the functions
 * for the gate in emit_hit.c.
 */
#include <string.h>

#include "base/arena.h"
#include "base/buf.h"
#include "translator/emit/emit.h"
#include "translator/emit/emit_embed.h"
#include "translator/emit/emit_private.h"

/* PART: how many handlers are in a part that is compiled by itself.  MAX_PARTS: the
 * most parts. */
#define PART 30
#define MAX_PARTS 16

/* ---- functions ---------------------------------------------------------- */

static const char *const c_types[] = { "void", "stp_s64", "struct stp_str",
				       "const struct stp_stat *" };

const char *emit_linkage(const struct emitter *e)
{
	return emit_c_parts(e->u) > 1 ? "STP_LOCAL" : "static";
}

/* Writes result, name and parameters of a function.  The section is named only in
 * the declarations, which come before all definitions. */
static void put_signature(struct emitter *e, const struct ir_func *f)
{
	buf_printf(e->out, "%s %s f%u(struct stp_ctx *c", emit_linkage(e),
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
	/* the compiler may call it only once in a handler */
	buf_puts(e->out, it->pure && *it->result == 'n' &&
				 !strchr(it->params, 's')
			 ? ") STP_SAME;\n" : ");\n");
}

/* Records the intrinsics that a function calls. */
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

/* Writes an array that all parts use and the first one defines. */
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

static void declare(struct emitter *e, const struct ir_func *f)
{
	put_signature(e, f);
	buf_puts(e->out, " STP_HANDLER;\n");
	if (emit_is_hit(f))
		emit_declare_hit(e, f);
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
