/* SPDX-License-Identifier: LGPL-2.1-or-later */
#include "translator/target/kernel/orc.h"

#include "translator/target/elf/elf.h"
#include "translator/target/kernel/target.h"

enum {
	IP_SIZE = 4,
	ROW_SIZE = 6,		/* offsets of sp and bp, 16 bits each; flags */
	SP = 5,			/* in the lowest four bits of the flags */
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
	return rows.n / ROW_SIZE >= ret->n;
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
	int16_t depth;

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
	depth = (int16_t)get_u16(row);
	return (get_u16(row + 4) & 15) == SP && depth >= 8 ? depth : 0;
}
