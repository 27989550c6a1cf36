/* SPDX-License-Identifier: LGPL-2.1-or-later */
/**
 * @file
 * Encodes a function's code as bytes: equal bytes mean equal code.
 *
 * The names of registers are not encoded, because they mean nothing.  Texts and
 * formats may be in their tables twice, so their contents are encoded.  Other
 * tables hold each thing once, so its number is enough.  The locations of
 * operations that may fail are encoded, because a run-time error names them.
 */
#include <string.h>

#include "base/buf.h"
#include "translator/ir/pass.h"

static void put(struct buf *key, uint64_t word)
{
	buf_add(key, &word, sizeof(word));
}

static void put_text(struct buf *key, const char *s, size_t n)
{
	put(key, n);
	buf_add(key, s, n);
}

static void put_imm(struct buf *key, const struct ir_unit *u,
		    const struct ir_ins *in)
{
	const struct ir_fmt *fmt;
	const char *s;

	if (ir_ops[in->op].imm == IR_IMM_STR) {
		s = (const char *)(intptr_t)in->imm;
		put_text(key, s, intern_len(s));
	} else if (ir_ops[in->op].imm == IR_IMM_FMT) {
		fmt = &u->fmts.at[in->imm];
		put_text(key, fmt->text, fmt->len);
		put_text(key, fmt->kinds, strlen(fmt->kinds));
	} else {
		put(key, (uint64_t)in->imm);
	}
	put(key, (uint64_t)in->imm2);
}

static void put_slot(struct buf *key, const struct ir_slot *s)
{
	put(key, (uint64_t)s->size << 32 | s->cap);
	put(key, s->off);
}

static void put_position(struct buf *key, const struct span *sp)
{
	put(key, (uint64_t)sp->src << 32 | sp->off);
	put(key, sp->origin);
}

/* Adds the location in the script of an instruction that makes a string, without the
 * expansion that it may be in.  The report of cut strings at the session's end names
 * this location. */
static void put_script_position(struct buf *key, const struct ir_unit *u,
			     uint32_t loc)
{
	uint32_t script = ir_script_loc(u, loc);
	const struct span *sp = &u->locs.at[script ? script - 1 : loc].at;

	put(key, (uint64_t)sp->src << 32 | sp->off);
}

static void put_ins(struct buf *key, const struct ir_unit *u,
		    const struct ir_func *f, const struct ir_ins *in)
{
	const struct ir_loc *loc = &u->locs.at[in->loc];

	put(key, (uint64_t)in->op << 32 | in->n_args << 2 | in->sign << 1 |
			 in->user);
	put(key, in->dst);
	buf_add(key, in->args, in->n_args * sizeof(*in->args));
	put_imm(key, u, in);
	if (in->slot != IR_NONE)
		put_slot(key, &f->slots.at[in->slot]);
	if (in->slot != IR_NONE)
		put_script_position(key, u, in->loc);
	if (!ir_may_fail(u, in))
		return;
	put_position(key, &loc->at);
	if (loc->from)
		put_position(key, &u->locs.at[loc->from - 1].at);
	for (uint32_t at = loc->caller; at; at = u->locs.at[at - 1].caller)
		put_position(key, &u->locs.at[at - 1].at);
}

static void put_iter(struct buf *key, const struct ir_iter *it)
{
	put(key, (uint64_t)it->global << 32 | (uint32_t)it->sort);
	put(key, (uint64_t)it->op << 32 | (uint32_t)it->dir);
	put(key, (uint64_t)it->any << 2 | it->has_limit << 1 | it->has_slice);
	put(key, (uint64_t)it->depth << 32 | it->off);
}

static void put_reg(struct buf *key, const struct ir_func *f,
		    const struct ir_reg_info *r)
{
	put(key, r->type);
	if (r->slot != IR_NONE)
		put_slot(key, &f->slots.at[r->slot]);
}

static void put_block(struct buf *key, const struct ir_unit *u,
		      const struct ir_func *f, const struct ir_block *b)
{
	put(key, (uint64_t)b->on_error << 32 | b->ins.n);
	for (size_t i = 0; i < b->ins.n; i++)
		put_ins(key, u, f, &b->ins.at[i]);
}

void ir_put_key(struct buf *key, const struct ir_unit *u,
		const struct ir_func *f)
{
	put(key, (uint64_t)f->kind << 32 | f->probe_kind);
	put(key, (uint64_t)f->ret << 32 | f->n_params);
	put(key, (uint64_t)f->regs.n << 32 | f->iters.n);
	for (size_t i = 0; i < f->regs.n; i++)
		put_reg(key, f, &f->regs.at[i]);
	for (size_t i = 0; i < f->iters.n; i++)
		put_iter(key, &f->iters.at[i]);
	for (size_t i = 0; i < f->blocks.n; i++)
		put_block(key, u, f, &f->blocks.at[i]);
}
