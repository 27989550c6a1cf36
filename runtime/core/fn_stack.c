/* SPDX-License-Identifier: LGPL-2.1-or-later */
/*
 * Intrinsics on stacks of the kernel.  They return the addresses, as core/fmt.h says, and
 * not text; a format makes text of them.
 */
#include "runtime/core/fn.h"
#include "runtime/core/stack.h"

/* Returns true if @site is of the entry handler of a return probe, which saves the
 * values of @entry(). */
static STP_FN bool is_entry(const struct stp_site *site)
{
	const struct stp_site *entries = stp_run.entries;

	return site >= entries && site < entries + stp_run.n_sites;
}

STP_FN bool stp_is_kernel_return(const struct stp_ctx *c)
{
	return c->site->row->kind == STP_KIND_KRETPROBE &&
	       c->site->row->point == STP_POINT_RETURN && !is_entry(c->site);
}

STP_FN stp_u64 stp_site_addr(const struct stp_site *site)
{
	const struct stp_site *entries = stp_run.entries;

	if (is_entry(site))
		site = stp_run.sites + (site - entries);
	return site->addr;
}

STP_INTRINSIC stp_s64 stp_fn_is_return(struct stp_ctx *c)
{
	return c->site->row->point == STP_POINT_RETURN && !is_entry(c->site);
}

static STP_FN void no_such(struct stp_ctx *c)
{
	stp_fail_str(c, STP_LIT("the stack has no frame of this number"));
}

STP_INTRINSIC stp_s64 stp_fn_stack_at(struct stp_ctx *c, stp_s64 n)
{
	stp_u64 addr = 0;

	if (n < 0 || n >= (stp_s64)stp_run.limits[STP_LIM_BACKTRACE] ||
	    !stp_os_stack(c, &addr, n, 1))
		no_such(c);
	return addr;
}

STP_INTRINSIC stp_s64 stp_fn_caller_addr(struct stp_ctx *c)
{
	stp_u64 addr = 0;

	stp_os_stack(c, &addr, !stp_is_kernel_return(c), 1);
	return addr;
}

/* Writes at most @max addresses to @s, after @head words, which the caller fills.  If the
 * stack has more than @max, or fills @s, the last word says that it is not complete; to
 * know that, one address more than @max is read. */
static STP_FN struct stp_str walk(struct stp_ctx *c, struct stp_slot s,
				  stp_u32 head, stp_u64 max)
{
	stp_u64 *to = (stp_u64 *)s.p;
	stp_u32 room = s.cap / 8, n = 0, most;

	if (room > head) {
		most = max < room - head ? (stp_u32)max + 1 : room - head;
		n = head + stp_os_stack(c, to + head, 0, most);
		if (n == head + most)
			to[n - 1] = STP_ADDR_END | STP_STACK_DEPTH;
	}
	s.p[8 * n] = 0;
	return (struct stp_str){ s.p, 8 * n };
}

STP_INTRINSIC struct stp_str stp_fn_stack_walk(struct stp_ctx *c,
					       struct stp_slot s, stp_s64 n)
{
	stp_u64 max = stp_run.limits[STP_LIM_BACKTRACE];
	stp_u32 room = s.cap / 8;

	if (n <= 0 || (stp_u64)n >= max || n >= room)
		return walk(c, s, 0, max);
	room = stp_os_stack(c, (stp_u64 *)s.p, 0, (stp_u32)n);
	s.p[8 * room] = 0;
	return (struct stp_str){ s.p, 8 * room };
}

STP_INTRINSIC struct stp_str stp_fn_stack_returns(struct stp_ctx *c,
						  struct stp_slot s)
{
	stp_u64 *to = (stp_u64 *)s.p;
	struct stp_str ret = walk(c, s, stp_is_kernel_return(c) ? 2 : 0,
				  stp_run.limits[STP_LIM_BACKTRACE]);

	if (stp_is_kernel_return(c) && ret.len) {
		to[0] = STP_STACK_RETURN;
		to[1] = stp_site_addr(c->site);
	}
	return ret;
}

/* ---- text --------------------------------------------------------------- */

static STP_FN stp_u32 digit(char c)
{
	if (c >= '0' && c <= '9')
		return c - '0';
	c |= 'a' ^ 'A';
	return c >= 'a' && c <= 'f' ? c - 'a' + 10 : 16;
}

/* Makes a stack from text: addresses in hex, with or without 0x. */
STP_INTRINSIC struct stp_str stp_fn_stack_parse(struct stp_ctx *c,
						struct stp_slot s,
						struct stp_str text)
{
	stp_u64 *to = (stp_u64 *)s.p, v;
	stp_u32 i = 0, n = 0, from;

	while (i < text.len && n < s.cap / 8) {
		if (text.len - i > 2 && text.p[i] == '0' &&
		    (text.p[i + 1] | ' ') == 'x')
			i += 2;
		for (v = 0, from = i; i < text.len && digit(text.p[i]) < 16;
		     i++)
			v = v << 4 | digit(text.p[i]);
		if (i > from)
			to[n++] = v;
		else
			i++;
	}
	s.p[8 * n] = 0;
	return (struct stp_str){ s.p, 8 * n };
}
