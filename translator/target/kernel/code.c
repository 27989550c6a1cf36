/* SPDX-License-Identifier: LGPL-2.1-or-later */
/*
 * Finds code of a kernel by address: the function, and whether an instruction
 * begins there.  A function's code ends where the next symbol begins.
 *
 * A pattern may need hundreds of thousands of addresses, so each function is
 * decoded once.
 */
#include "translator/target/kernel/code.h"

#include <stdlib.h>

#include "base/arena.h"
#include "base/hash.h"
#include "translator/target/elf/elf.h"
#include "translator/target/kernel/target.h"

struct code {
	uint64_t addr;			/* the key */
	unsigned char *starts;		/* a bit for each byte: set if an instruction
					   begins there */
};

struct code_map {
	struct arena *arena;
	struct hash *decoded;		/* struct code of functions, by address */
};

struct code_map *code_map_create(void)
{
	struct code_map *m = xcalloc(1, sizeof(*m));

	m->arena = arena_create();
	m->decoded = hash_create();
	return m;
}

void code_map_destroy(struct code_map *m)
{
	if (!m)
		return;
	hash_destroy(m->decoded);
	arena_destroy(m->arena);
	free(m);
}

static const struct code *decode(struct code_map *m, uint64_t addr,
				 struct range bytes)
{
	struct code *c = hash_find(m->decoded, &addr, sizeof(addr));

	if (c)
		return c;
	c = arena_new(m->arena, struct code);
	c->addr = addr;
	c->starts = arena_alloc(m->arena, bytes.n / 8 + 1);
	insn_starts(bytes, c->starts);
	hash_set(m->decoded, &c->addr, sizeof(c->addr), c);
	return c;
}

enum kernel_code kernel_code_at(struct kernel *k, uint64_t addr,
				struct kernel_code_at *ret)
{
	const struct kernel_symbol *s = kernel_function_at(k, addr);
	uint64_t size = s ? kernel_distance(k, s) : 0, before, after, at;
	struct range bytes = { 0 };

	ret->function = NULL;
	if (!s || addr - s->addr >= size)
		return KERNEL_NO_CODE;
	ret->function = s;
	at = addr - s->addr;
	if (!at)
		return KERNEL_INSTRUCTION;
	bytes.n = size;
	bytes.p = kernel_bytes(k, s->addr, size);
	if (!bytes.p)
		return KERNEL_NO_CODE;
	if (decode(kernel_code_map(k), s->addr, bytes)->starts[at / 8] >>
	    at % 8 & 1)
		return KERNEL_INSTRUCTION;
	insn_at(bytes, at, &before, &after);
	ret->before = s->addr + before;
	ret->after = s->addr + after;
	return KERNEL_NOT_INSTRUCTION;
}
