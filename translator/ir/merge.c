/* SPDX-License-Identifier: LGPL-2.1-or-later */
/**
 * @file
 * Merges handlers whose code is equal; rows keep what differs.
 *
 * Two handlers are equal if they run for the same kind of probe and have the
 * same operations, whatever their variables are called.  The locations of
 * operations that may fail must be equal, too: a run-time error names them.
 * Equal copies of a script's function are merged first.
 */
#include <stdlib.h>

#include "base/arena.h"
#include "base/buf.h"
#include "translator/ir/pass.h"

/** The functions seen so far, by their keys. */
struct seen {
	struct hash *funcs;
	struct arena *keys;
};

static struct seen see_nothing(void)
{
	return (struct seen){ hash_create(), arena_create() };
}

static void forget(struct seen *s)
{
	hash_destroy(s->funcs);
	arena_destroy(s->keys);
}

/* Returns an equal function that was seen before, or @f itself. */
static struct ir_func *find_same(struct ir_unit *u, struct seen *seen,
				 struct ir_func *f)
{
	_cleanup_buf_ struct buf key = BUF_INIT;
	struct ir_func *old;

	ir_put_key(&key, u, f);
	old = hash_find(seen->funcs, key.p, key.n);
	if (old)
		return old;
	hash_set(seen->funcs, arena_memdup(seen->keys, key.p, key.n), key.n,
		 f);
	return f;
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

/* Merges equal functions until nothing changes: callers of merged functions may
 * become equal, too. */
static void merge_clones(struct ir_unit *u)
{
	uint32_t *to = xcalloc(u->funcs.n + 1, sizeof(*to));
	bool changed, any;

	do {
		struct seen seen = see_nothing();

		any = false;
		for (size_t i = 0; i < u->funcs.n; i++) {
			struct ir_func *f = u->funcs.at[i];

			any |= f->is_clone;
			to[i] = f->is_clone ? find_same(u, &seen, f)->index : i;
		}
		changed = any && call_others(u, to);
		forget(&seen);
	} while (changed);
	free(to);
}

/* ---- handlers ----------------------------------------------------------- */

void ir_merge(struct ir_unit *u)
{
	struct seen seen = see_nothing();
	uint32_t *at = xcalloc(u->handlers.n + 1, sizeof(*at));
	uint32_t *index = xcalloc(u->funcs.n + 1, sizeof(*index));
	size_t kept = 0;

	merge_clones(u);
	for (size_t i = 0; i < u->handlers.n; i++) {
		struct ir_func *f = u->handlers.at[i];
		struct ir_func *old = find_same(u, &seen, f);

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
	forget(&seen);
	free(index);
	free(at);
	ir_drop_uncalled(u);
}
