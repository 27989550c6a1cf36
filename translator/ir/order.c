/* SPDX-License-Identifier: LGPL-2.1-or-later */
/**
 * @file
 * Computes reverse postorder, in which a block comes after all its
 * predecessors, except those that jump back to the start of a loop.  A data flow that
 * is iterated in this order needs about as many rounds as loops are nested, and not as
 * many as there are blocks.
 */
#include <stdlib.h>
#include <string.h>

#include "base/arena.h"
#include "translator/ir/pass.h"

unsigned ir_ways_out(const struct ir_block *b, uint32_t ret[3])
{
	unsigned k = ir_successors(b, ret);

	if (b->on_error != IR_NONE)
		ret[k++] = b->on_error;
	return k;
}

size_t ir_order(const struct ir_func *f, uint32_t *ret)
{
	uint32_t *stack = xmalloc((f->blocks.n + 1) * sizeof(*stack));
	unsigned char *next = xcalloc(f->blocks.n + 1, 1);
	size_t depth = 1, at = f->blocks.n;
	uint32_t to[3];

	stack[0] = 0;
	next[0] = 1;
	while (depth) {
		uint32_t b = stack[depth - 1];

		if (next[b] > ir_ways_out(&f->blocks.at[b], to)) {
			ret[--at] = b;
			depth--;
			continue;
		}
		b = to[next[b]++ - 1];
		if (next[b])
			continue;
		next[b] = 1;
		stack[depth++] = b;
	}
	free(stack);
	free(next);
	memmove(ret, ret + at, (f->blocks.n - at) * sizeof(*ret));
	return f->blocks.n - at;
}
