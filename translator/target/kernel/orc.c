/* SPDX-License-Identifier: LGPL-2.1-or-later */
/*
 * Finds and searches the kernel's unwind data.
 */
#include "translator/target/kernel/orc.h"

#include "translator/target/elf/elf.h"
#include "translator/target/kernel/target.h"

enum {
	IP_SIZE = 4,
	ROW_SIZE = 6,		/* offsets from sp and bp, flags: 16 bits each */
	ORC_REGISTERS = 16,	/* in the lowest four bits of the flags */
	ENTRY_DEPTH = 8,		/* bytes: the return address */
	MOST_VOTERS = 65536,	/* rows that find_sp() reads */
};

static bool find_section(const struct kernel *k, const char *start,
			 const char *stop, uint64_t *at, struct range *ret)
{
	const struct kernel_symbol *a = kernel_find(k, start),
				   *b = kernel_find(k, stop);

	if (!a || !b || a->addr >= b->addr)
		return false;
	*at = a->addr;
	ret->n = b->addr - a->addr;
	ret->p = kernel_bytes(k, a->addr, ret->n);
	return ret->p;
}

static unsigned register_of(const unsigned char *row)
{
	return get_u16(row + 4) & (ORC_REGISTERS - 1);
}

static int depth_of(const unsigned char *row)
{
	return (int16_t)get_u16(row);
}

/* Returns the number that means the stack pointer in the rows: 5, on newer kernels 3.
 * At the entry of nearly all functions, the caller's frame begins 8 bytes above the
 * stack pointer.  So it is the number that most rows with depth 8 have. */
static unsigned find_sp(const struct orc *o)
{
	unsigned votes[ORC_REGISTERS] = { 0 }, best = 0;
	size_t n = o->n < MOST_VOTERS ? o->n : MOST_VOTERS;

	for (size_t i = 0; i < n; i++) {
		const unsigned char *row = o->rows + ROW_SIZE * i;

		if (depth_of(row) == ENTRY_DEPTH)
			votes[register_of(row)]++;
	}
	for (unsigned i = 1; i < ORC_REGISTERS; i++)
		if (votes[i] > votes[best])
			best = i;
	return best;
}

bool orc_find(const struct kernel *k, struct orc *ret)
{
	struct range ips, rows;
	uint64_t rows_at;

	if (!find_section(k, "__start_orc_unwind_ip", "__stop_orc_unwind_ip",
			  &ret->ips_at, &ips) ||
	    !find_section(k, "__start_orc_unwind", "__stop_orc_unwind",
			  &rows_at, &rows))
		return false;
	ret->ips = ips.p;
	ret->rows = rows.p;
	ret->n = ips.n / IP_SIZE;
	if (rows.n / ROW_SIZE < ret->n)
		return false;
	ret->sp = find_sp(ret);
	return true;
}

static uint64_t begin_of(const struct orc *o, size_t i)
{
	int32_t by = (int32_t)get_u32(o->ips + IP_SIZE * i);

	return o->ips_at + IP_SIZE * i + (uint64_t)(int64_t)by;
}

unsigned orc_depth(const struct orc *o, uint64_t addr)
{
	size_t lo = 0, hi = o->n;
	const unsigned char *row;
	int depth;

	while (lo < hi) {
		size_t mid = (lo + hi) / 2;

		if (begin_of(o, mid) <= addr)
			lo = mid + 1;
		else
			hi = mid;
	}
	if (!lo)
		return 0;
	row = o->rows + ROW_SIZE * (lo - 1);
	depth = depth_of(row);
	return register_of(row) == o->sp && depth >= ENTRY_DEPTH ? depth : 0;
}
