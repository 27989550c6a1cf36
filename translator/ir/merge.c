/* SPDX-License-Identifier: LGPL-2.1-or-later */
/**
 * @file
 * Handlers whose code is the same become one; rows keep what differs.
 *
 * Two handlers are the same if they print the same, run for the same kind of
 * probe, and come from the same place in the script (so that messages of
 * run-time errors name the right line).
 */
#include "base/arena.h"
#include "base/buf.h"
#include "translator/ir/ir.h"

static struct hash *hash_of_handlers(struct ir_unit *u, uint32_t *new_index)
{
	struct hash *seen = hash_create();
	size_t kept = 0;

	for (size_t i = 0; i < u->handlers.n; i++) {
		struct ir_func *f = u->handlers.at[i];
		struct buf key = BUF_INIT;
		uintptr_t old;

		buf_printf(&key, "%d %u:%u:%u\n", f->probe_kind, f->span.src,
			   f->span.off, f->span.origin);
		ir_print_func(u, f, &key);
		old = (uintptr_t)hash_find(seen, key.p, key.n);
		if (old) {
			new_index[i] = old - 1;
		} else {
			hash_set(seen, arena_memdup(u->arena, key.p, key.n),
				 key.n, (void *)(uintptr_t)(kept + 1));
			new_index[i] = kept;
			u->handlers.at[kept++] = f;
		}
		buf_free(&key);
	}
	u->handlers.n = kept;
	return seen;
}

/* Functions are renumbered so that what is left is dense. */
static void drop_handlers(struct ir_unit *u)
{
	size_t kept = 0;

	for (size_t i = 0; i < u->funcs.n; i++) {
		struct ir_func *f = u->funcs.at[i];
		bool keep = f->kind != IR_HANDLER;

		for (size_t k = 0; !keep && k < u->handlers.n; k++)
			keep = u->handlers.at[k] == f;
		if (keep) {
			f->index = kept;
			u->funcs.at[kept++] = f;
		}
	}
	u->funcs.n = kept;
}

void ir_merge(struct ir_unit *u)
{
	size_t before = u->handlers.n;
	uint32_t *new_index = arena_alloc(u->arena,
					  sizeof(*new_index) * (before + 1));

	hash_destroy(hash_of_handlers(u, new_index));
	for (size_t i = 0; i < u->rows.n; i++)
		u->rows.at[i].handler = new_index[u->rows.at[i].handler];
	if (u->handlers.n != before)
		drop_handlers(u);
}
