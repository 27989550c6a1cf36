/* SPDX-License-Identifier: LGPL-2.1-or-later */
/*
 * Code of a kernel by address: which function, and does an instruction begin
 * there?  A function's code ends where the next symbol begins.
 */
#include "translator/target/insn.h"
#include "translator/target/target.h"

/* The last function that begins at or before the address. */
static const struct kernel_symbol *function_of(const struct kernel *k,
					       uint64_t addr)
{
	const struct kernel_symbol *best = NULL;

	for (size_t i = 0; i < kernel_count(k); i++) {
		const struct kernel_symbol *s = kernel_symbol_at(k, i);

		if (kernel_is_function(s) && s->addr <= addr &&
		    (!best || s->addr > best->addr))
			best = s;
	}
	return best;
}

enum kernel_code kernel_code_at(const struct kernel *k, uint64_t addr,
				struct kernel_code_at *ret)
{
	const struct kernel_symbol *s = function_of(k, addr);
	uint64_t size = s ? kernel_distance(k, s) : 0, before, after;
	const unsigned char *p;
	enum insn_answer answer;

	ret->function = s;
	if (!s || addr - s->addr >= size)
		return KERNEL_NO_CODE;
	p = kernel_bytes(k, s->addr, size);
	if (!p)
		return KERNEL_NO_CODE;
	answer = insn_at((struct range){ p, size }, addr - s->addr, &before,
			 &after);
	ret->before = s->addr + before;
	ret->after = s->addr + after;
	return answer == INSN_BEGINS ? KERNEL_INSTRUCTION
				     : KERNEL_NOT_INSTRUCTION;
}
