/* SPDX-License-Identifier: LGPL-2.1-or-later */
/**
 * @file
 * Writes the C text of hits: the gate jumps to h<n>(), which calls the handler
 * f<n>() and releases its context, in the shortest way that the handler allows.
 */
#include "base/buf.h"
#include "translator/emit/emit_private.h"

/* The most operations of a handler f<n>() that is inlined into h<n>(), without and
 * with a lock. */
#define FLAT 8
#define FLAT_LOCKED 32

/* Returns true if an instruction leaves nothing in the context that must be cleaned up
 * (error, output, match), and spends no budget. */
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

/* Returns true if the handler f<n>() has so few operations that it is inlined into
 * h<n>(). */
static bool is_flat(const struct ir_func *f)
{
	size_t n = 0;

	for (size_t b = 0; b < f->blocks.n; b++)
		n += f->blocks.at[b].ins.n;
	return n <= (emit_takes_lock(f) ? FLAT_LOCKED : FLAT);
}

void emit_declare_hit(struct emitter *e, const struct ir_func *f)
{
	buf_printf(e->out, "%s int h%u(struct stp_ctx *c) STP_HANDLER%s;\n",
		   emit_linkage(e), f->index, is_flat(f) ? " STP_FLAT" : "");
}

static void put_lock(struct emitter *e, const struct ir_func *f)
{
	buf_printf(e->out, "&L[%d]", __builtin_ctzll(f->locks));
}

/* Writes the function that the gate jumps to: it calls the handler and releases
 * the context. */
void emit_hit(struct emitter *e, const struct ir_func *f)
{
	bool clean = is_clean(e, f), locks = emit_takes_lock(f);

	buf_printf(e->out, "\n%s int h%u(struct stp_ctx *c)\n{\n", emit_linkage(e),
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
