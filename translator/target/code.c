/* SPDX-License-Identifier: LGPL-2.1-or-later */
/*
 * Code of a kernel by address: which function, and does an instruction begin
 * there?  A function's code ends where the next symbol begins.
 *
 * A pattern asks for hundreds of thousands of addresses, so functions are
 * sorted by address at the first question, and each is decoded once.
 */
#include "translator/target/code.h"

#include <stdlib.h>

#include "base/arena.h"
#include "base/vec.h"
#include "translator/target/insn.h"
#include "translator/target/target.h"

struct code {
	uint64_t addr, end;
	size_t symbol;			/* its number in the kernel */
	unsigned char *starts;		/* a bit a byte; NULL: not decoded */
};

struct code_map {
	struct arena *arena;
	VEC(struct code) all;		/* by address */
};

static int by_addr(const void *a, const void *b)
{
	const struct code *x = a, *y = b;

	if (x->addr != y->addr)
		return x->addr < y->addr ? -1 : 1;
	return x->symbol < y->symbol ? -1 : x->symbol > y->symbol;
}

/* Of symbols at one address the first function stays, if there is one. */
static void keep_functions(const struct kernel *k, struct code_map *m)
{
	size_t n = 0;

	for (size_t i = 0, next; i < m->all.n; i = next) {
		const struct code *found = NULL;
		uint64_t addr = m->all.at[i].addr;

		for (next = i; next < m->all.n && m->all.at[next].addr == addr;
		     next++)
			if (!found && kernel_is_function(kernel_symbol_at(
					      k, m->all.at[next].symbol)))
				found = &m->all.at[next];
		if (!found)
			continue;
		m->all.at[n] = *found;
		m->all.at[n++].end = next < m->all.n ? m->all.at[next].addr
						     : addr;
	}
	m->all.n = n;
}

struct code_map *code_map_create(const struct kernel *k)
{
	struct code_map *m = xcalloc(1, sizeof(*m));

	m->arena = arena_create();
	for (size_t i = 0; i < kernel_count(k); i++)
		vec_push(&m->all, ((struct code){
			.addr = kernel_symbol_at(k, i)->addr, .symbol = i }));
	if (m->all.n)
		qsort(m->all.at, m->all.n, sizeof(*m->all.at), by_addr);
	keep_functions(k, m);
	return m;
}

void code_map_destroy(struct code_map *m)
{
	if (!m)
		return;
	arena_destroy(m->arena);
	vec_free(&m->all);
	free(m);
}

static struct code *code_at(struct code_map *m, uint64_t addr)
{
	size_t low = 0, high = m->all.n;

	while (low < high) {
		size_t mid = low + (high - low) / 2;

		if (m->all.at[mid].addr <= addr)
			low = mid + 1;
		else
			high = mid;
	}
	return low && addr < m->all.at[low - 1].end ? &m->all.at[low - 1]
						    : NULL;
}

static bool begins(struct code_map *m, struct code *c, struct range code,
		   uint64_t at)
{
	if (!c->starts) {
		c->starts = arena_alloc(m->arena, code.n / 8 + 1);
		memset(c->starts, 0, code.n / 8 + 1);
		insn_starts(code, c->starts);
	}
	return c->starts[at / 8] >> at % 8 & 1;
}

enum kernel_code kernel_code_at(struct kernel *k, uint64_t addr,
				struct kernel_code_at *ret)
{
	struct code_map *m = kernel_code_map(k);
	struct code *c = code_at(m, addr);
	struct range code;
	uint64_t before, after;

	ret->function = c ? kernel_symbol_at(k, c->symbol) : NULL;
	if (c && addr == c->addr)
		return KERNEL_INSTRUCTION;
	code.n = c ? c->end - c->addr : 0;
	code.p = c ? kernel_bytes(k, c->addr, code.n) : NULL;
	if (!code.p)
		return KERNEL_NO_CODE;
	if (begins(m, c, code, addr - c->addr))
		return KERNEL_INSTRUCTION;
	insn_at(code, addr - c->addr, &before, &after);
	ret->before = c->addr + before;
	ret->after = c->addr + after;
	return KERNEL_NOT_INSTRUCTION;
}
