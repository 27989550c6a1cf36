/* SPDX-License-Identifier: LGPL-2.1-or-later */
/**
 * @file
 * Handlers whose code is the same become one; rows keep what differs.
 *
 * Two handlers are the same if they run for the same kind of probe and print
 * the same, whatever their variables are called.  The places of operations
 * that may fail must be the same, too: a run-time error names them.  Of the
 * clones that a script's function has those that are equal become one first.
 */
#include <stdlib.h>

#include "base/arena.h"
#include "base/buf.h"
#include "translator/ir/pass.h"

/* Without the names of registers; they mean nothing. */
static void put_code(const struct ir_unit *u, struct ir_func *f,
		     struct buf *key)
{
	const char **names = xcalloc(f->regs.n + 1, sizeof(*names));

	for (size_t r = 0; r < f->regs.n; r++) {
		names[r] = f->regs.at[r].name;
		f->regs.at[r].name = NULL;
	}
	ir_print_func(u, f, key);
	for (size_t r = 0; r < f->regs.n; r++)
		f->regs.at[r].name = names[r];
	free(names);
}

static void put_places(const struct ir_unit *u, const struct ir_func *f,
		       struct buf *key)
{
	for (size_t b = 0; b < f->blocks.n; b++)
		for (size_t i = 0; i < f->blocks.at[b].ins.n; i++) {
			const struct ir_ins *in = &f->blocks.at[b].ins.at[i];
			struct span sp;

			if (!ir_may_fail(u, in))
				continue;
			sp = u->locs.at[in->loc];
			buf_printf(key, "%u:%u:%u ", sp.src, sp.off,
				   sp.origin);
		}
}

static void put_key(const struct ir_unit *u, struct ir_func *f,
		    struct buf *key)
{
	buf_printf(key, "%d %d %d %u\n", f->kind, f->probe_kind, f->ret,
		   f->n_params);
	put_places(u, f, key);
	put_code(u, f, key);
}

/* The handler that is the same and was seen before, or @f itself. */
static struct ir_func *find_same(struct ir_unit *u, struct hash *seen,
				 struct ir_func *f)
{
	struct buf key = BUF_INIT;
	struct ir_func *old;

	put_key(u, f, &key);
	old = hash_find(seen, key.p, key.n);
	if (!old)
		hash_set(seen, arena_memdup(u->arena, key.p, key.n), key.n, f);
	buf_free(&key);
	return old ? old : f;
}

/* ---- functions ---------------------------------------------------------- */

static bool call_others(struct ir_unit *u, const uint32_t *to)
{
	bool changed = false;

	for (size_t i = 0; i < u->funcs.n; i++)
		for (size_t b = 0; b < u->funcs.at[i]->blocks.n; b++) {
			struct ir_block *bl = &u->funcs.at[i]->blocks.at[b];

			for (size_t k = 0; k < bl->ins.n; k++) {
				struct ir_ins *in = &bl->ins.at[k];

				if (ir_ops[in->op].imm != IR_IMM_FUNC)
					continue;
				changed |= to[in->imm] != in->imm;
				in->imm = to[in->imm];
			}
		}
	return changed;
}

/* Who calls what is equal may be equal then: as often as calls are deep. */
static void merge_clones(struct ir_unit *u)
{
	uint32_t *to = xcalloc(u->funcs.n + 1, sizeof(*to));
	struct hash *seen;
	bool changed, any;

	do {
		seen = hash_create();
		any = false;
		for (size_t i = 0; i < u->funcs.n; i++) {
			struct ir_func *f = u->funcs.at[i];

			any |= f->is_clone;
			to[i] = f->is_clone ? find_same(u, seen, f)->index : i;
		}
		changed = any && call_others(u, to);
		hash_destroy(seen);
	} while (changed);
	free(to);
}

/* ---- handlers ----------------------------------------------------------- */

void ir_merge(struct ir_unit *u)
{
	struct hash *seen = hash_create();
	uint32_t *at = xcalloc(u->handlers.n + 1, sizeof(*at));
	uint32_t *index = xcalloc(u->funcs.n + 1, sizeof(*index));
	size_t kept = 0;

	merge_clones(u);
	for (size_t i = 0; i < u->handlers.n; i++) {
		struct ir_func *f = u->handlers.at[i];
		struct ir_func *old = find_same(u, seen, f);

		if (old == f) {
			index[f->index] = kept;
			u->handlers.at[kept++] = f;
		}
		at[i] = index[old->index];
	}
	u->handlers.n = kept;
	for (size_t i = 0; i < u->rows.n; i++) {
		struct ir_row *r = &u->rows.at[i];

		r->handler = at[r->handler];
		if (r->entry != IR_NONE)
			r->entry = at[r->entry];
	}
	hash_destroy(seen);
	free(index);
	free(at);
	ir_drop_uncalled(u);
}
