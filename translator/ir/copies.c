/* SPDX-License-Identifier: LGPL-2.1-or-later */
/**
 * @file
 * Removes copies: a value is made directly in the variable that gets it, and the text
 * of a string global is used in place for as long as nothing can change it.
 *
 *	%5 = concat %3, %4	->	%0.x = concat %3, %4
 *	%0.x = smove %5
 *
 *	%1 = gloads @text	->	%1 = grefs @text
 *
 * Both changes look at one block at a time.
 */
#include <stdlib.h>
#include <string.h>

#include "base/arena.h"
#include "translator/ir/pass.h"

/* The block and the index + 1 where something was seen last; 0: not yet. */
struct seen {
	uint32_t block, at;
};

struct copies {
	const struct ir_unit *u;
	struct ir_func *f;
	uint32_t *sets, *uses;
	struct seen *set, *touched;	/* by register */
	uint32_t failed;		/* index + 1 in the block of the last op that can
					   take the error edge; 0: none */
	uint32_t b;
};

static uint32_t seen_at(const struct copies *c, const struct seen *s)
{
	return s->block == c->b ? s->at : 0;
}

static void see(const struct copies *c, struct seen *s, uint32_t i)
{
	s->block = c->b;
	s->at = i + 1;
}

static uint32_t *count_uses(const struct ir_func *f)
{
	uint32_t *n = xcalloc(f->regs.n + 1, sizeof(*n));

	for (size_t b = 0; b < f->blocks.n; b++)
		for (size_t i = 0; i < f->blocks.at[b].ins.n; i++) {
			const struct ir_ins *in = &f->blocks.at[b].ins.at[i];

			for (uint32_t k = 0; k < in->n_args; k++)
				n[in->args[k]]++;
		}
	return n;
}

/* ---- values made where they are wanted ---------------------------------- */

/* Returns true if the string that @def makes may be made in @x, which is one of
 * its operands: if @def is a concat that reads @x as its first operand only, as in
 * x = x . y.  Then @x grows in place, and no operand is overwritten. */
static bool only_grows(const struct ir_ins *def, ir_reg x)
{
	for (uint32_t i = 1; i < def->n_args; i++)
		if (def->args[i] == x)
			return false;
	return def->op == IR_CONCAT;
}

/*
 * Returns true if the value that the move @in copies can be made directly in the
 * move's destination; *@def_ret is the index of the instruction that makes it.
 * Between that instruction and the move, nothing may read or set the destination,
 * and nothing may fail into a block that could find the new value there.
 */
static bool can_join(const struct copies *c, const struct ir_block *bl,
		     const struct ir_ins *in, uint32_t *def_ret)
{
	uint32_t def, touched;
	ir_reg t;

	if (in->op != IR_MOVE && in->op != IR_SMOVE)
		return false;
	t = in->args[0];
	def = seen_at(c, &c->set[t]);
	if (!def || c->sets[t] != 1 || c->uses[t] != 1 || c->failed >= def)
		return false;
	if (in->op == IR_SMOVE && bl->ins.at[def - 1].slot == IR_NONE)
		return false;
	touched = seen_at(c, &c->touched[in->dst]);
	*def_ret = def - 1;
	if (touched == def && in->op == IR_SMOVE)
		return only_grows(&bl->ins.at[def - 1], in->dst);
	return touched <= def;
}

static void note(struct copies *c, const struct ir_block *bl,
		 const struct ir_ins *in, uint32_t i)
{
	for (uint32_t k = 0; k < in->n_args; k++)
		see(c, &c->touched[in->args[k]], i);
	if (in->dst != IR_NONE) {
		see(c, &c->touched[in->dst], i);
		see(c, &c->set[in->dst], i);
	}
	if (bl->on_error != IR_NONE && ir_may_fail(c->u, in))
		c->failed = i + 1;
}

static void join_block(struct copies *c, struct ir_block *bl)
{
	uint32_t kept = 0, def;

	c->failed = 0;
	for (uint32_t i = 0; i < bl->ins.n; i++) {
		struct ir_ins in = bl->ins.at[i];

		if (can_join(c, bl, &in, &def)) {
			bl->ins.at[def].dst = in.dst;
			bl->ins.at[def].slot = in.slot;
			see(c, &c->set[in.dst], def);
			see(c, &c->touched[in.dst], def);
			continue;
		}
		note(c, bl, &in, kept);
		bl->ins.at[kept++] = in;
	}
	bl->ins.n = kept;
}

static void join_func(struct ir_unit *u, struct ir_func *f)
{
	size_t n = f->regs.n + 1;
	struct copies c = { .u = u, .f = f, .sets = ir_count_sets(f),
			    .uses = count_uses(f),
			    .set = xcalloc(n, sizeof(*c.set)),
			    .touched = xcalloc(n, sizeof(*c.touched)) };

	for (c.b = 0; c.b < f->blocks.n; c.b++)
		join_block(&c, &f->blocks.at[c.b]);
	free(c.sets);
	free(c.uses);
	free(c.set);
	free(c.touched);
}

/* ---- text used in place ------------------------------------------------- */

/* Returns true if all uses of this GLOADS are later in the block, before its
 * value may change. */
static bool fits(const struct ir_block *bl, uint32_t at, uint32_t uses)
{
	const struct ir_ins *load = &bl->ins.at[at];
	uint32_t found = 0;

	for (size_t i = at + 1; i < bl->ins.n && found < uses; i++) {
		const struct ir_ins *in = &bl->ins.at[i];

		if (ir_ends_reference(in, load->imm))
			return false;
		for (uint32_t k = 0; k < in->n_args; k++)
			found += in->args[k] == load->dst;
	}
	return found == uses;
}

static void refer_func(struct ir_func *f)
{
	uint32_t *sets = ir_count_sets(f), *uses = count_uses(f);

	for (size_t b = 0; b < f->blocks.n; b++) {
		struct ir_block *bl = &f->blocks.at[b];

		for (size_t i = 0; i < bl->ins.n; i++) {
			struct ir_ins *in = &bl->ins.at[i];

			if (in->op != IR_GLOADS || sets[in->dst] != 1 ||
			    !fits(bl, i, uses[in->dst]))
				continue;
			in->op = IR_GREFS;
			in->slot = IR_NONE;
		}
	}
	free(sets);
	free(uses);
}

void ir_copies(struct ir_unit *u)
{
	for (size_t i = 0; i < u->funcs.n; i++) {
		join_func(u, u->funcs.at[i]);
		refer_func(u->funcs.at[i]);
	}
}
