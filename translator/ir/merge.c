/* SPDX-License-Identifier: LGPL-2.1-or-later */
/**
 * @file
 * Handlers whose code is the same become one; rows keep what differs.
 *
 * Two handlers are the same if they run for the same kind of probe and print
 * the same, whatever their variables are called.  The places of operations
 * that may fail must be the same, too: a run-time error names them.  That
 * keeps script functions apart, which all have a SPEND of their own.
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
	buf_printf(key, "%d\n", f->probe_kind);
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

void ir_merge(struct ir_unit *u)
{
	struct hash *seen = hash_create();
	uint32_t *at = xcalloc(u->handlers.n + 1, sizeof(*at));
	uint32_t *index = xcalloc(u->funcs.n + 1, sizeof(*index));
	size_t kept = 0;

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
