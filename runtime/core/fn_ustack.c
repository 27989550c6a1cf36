/* SPDX-License-Identifier: LGPL-2.1-or-later */
/*
 * Intrinsics on stacks and addresses of programs: like those of fn_stack.c, but addresses
 * in records have their space (core/fmt.h), so that readers know to which process an
 * address belongs.
 */
#include "runtime/core/fn.h"
#include "runtime/core/stack.h"
#include "runtime/core/ustack.h"

STP_INTRINSIC stp_s64 stp_fn_uaddr(struct stp_ctx *c)
{
	struct stp_frame f;

	return stp_os_user_frame(c, &f) ? f.pc : 0;
}

STP_INTRINSIC stp_s64 stp_fn_user_addr(struct stp_ctx *c, stp_s64 addr)
{
	return stp_os_user_addr(c, addr);
}

STP_INTRINSIC stp_s64 stp_fn_umodaddr(struct stp_ctx *c, stp_s64 addr)
{
	return stp_os_user_linked(c, addr);
}

STP_INTRINSIC stp_s64 stp_fn_user_address(struct stp_ctx *c, stp_s64 object,
					stp_s64 linked)
{
	stp_u64 ret = 0;

	if (!stp_os_user_address(c, (stp_u32)object, (stp_u64)linked, &ret))
		stp_fail_str(c, STP_LIT("the process here has not mapped this "
					"file, or its mappings are not known "
					"yet"));
	return (stp_s64)ret;
}

static STP_FN stp_s64 word(struct stp_ctx *c, stp_s64 addr)
{
	return stp_load(c, addr, 8, false, STP_USER);
}

/*
 * Returns the word at offset @at in the loader's entry for the library whose dynamic
 * section is at @dynamic; fails if there is no such entry.  @first: the first entry of
 * the list, a struct link_map of <link.h>, which debuggers walk in the same way.
 */
STP_INTRINSIC stp_s64 stp_fn_user_loaded(struct stp_ctx *c, stp_s64 first,
					 stp_s64 dynamic, stp_s64 at)
{
	enum { L_LD = 16, L_NEXT = 24, MOST = 512 };
	stp_s64 map = first;
	stp_u32 i;

	for (i = 0; map && i < MOST; i++) {
		if (word(c, map + L_LD) == dynamic)
			return word(c, map + at);
		map = word(c, map + L_NEXT);
	}
	stp_fail_str(c, STP_LIT("the library is not in the list of the "
				"program's loader"));
	return 0;
}

STP_INTRINSIC stp_s64 stp_fn_ustack_at(struct stp_ctx *c, stp_s64 n)
{
	struct stp_frame f;
	stp_u64 addr = 0;
	stp_u32 why;

	if (n < 0 || n >= (stp_s64)stp_run.limits[STP_LIM_BACKTRACE] ||
	    !stp_os_user_frame(c, &f) ||
	    !stp_os_user_stack(c, &f, &addr, n, 1, &why))
		stp_fail_str(c, STP_LIT("the stack has no frame of this "
					"number"));
	return stp_addr_shown(addr);
}

/* Writes at most @max addresses to @s, from the frame @f on.  With @tells, if the stack is
 * not complete, a word after them says why. */
static STP_FN struct stp_str walk(struct stp_ctx *c, struct stp_slot s,
				  struct stp_frame *f, stp_u64 max,
				  bool tells)
{
	stp_u64 *to = (stp_u64 *)s.p;
	stp_u32 room = s.cap / 8, n = 0, why = STP_STACK_WHOLE;

	if (room > tells)
		n = stp_os_user_stack(c, f, to, 0,
				      stp_min_u32(max, room - tells), &why);
	if (tells && n && why != STP_STACK_WHOLE)
		to[n++] = STP_ADDR_END | why;
	s.p[8 * n] = 0;
	return (struct stp_str){ s.p, 8 * n };
}

static STP_FN struct stp_str none(struct stp_slot s)
{
	s.p[0] = 0;
	return (struct stp_str){ s.p, 0 };
}

static STP_FN stp_u64 most(stp_s64 n)
{
	stp_u64 max = stp_run.limits[STP_LIM_BACKTRACE];

	return n > 0 && (stp_u64)n < max ? (stp_u64)n : max;
}

STP_INTRINSIC struct stp_str stp_fn_ustack_walk(struct stp_ctx *c,
						struct stp_slot s, stp_s64 n)
{
	struct stp_frame f;

	return stp_os_user_frame(c, &f) ? walk(c, s, &f, most(n), false)
					: none(s);
}

STP_INTRINSIC struct stp_str stp_fn_ustack_shown(struct stp_ctx *c,
						 struct stp_slot s)
{
	struct stp_frame f;

	return stp_os_user_frame(c, &f) ? walk(c, s, &f, most(0), true)
					: none(s);
}

STP_INTRINSIC struct stp_str stp_fn_ustack_from(struct stp_ctx *c,
						struct stp_slot s, stp_s64 pc,
						stp_s64 sp, stp_s64 bp)
{
	struct stp_frame f;

	if (!stp_os_user_frame(c, &f))
		return none(s);
	f = (struct stp_frame){ .pc = pc, .sp = sp, .bp = bp,
				  .bx_at = STP_BX_LOST };
	return walk(c, s, &f, most(0), true);
}

STP_INTRINSIC struct stp_str stp_fn_ustack_parse(struct stp_ctx *c,
						 struct stp_slot s,
						 struct stp_str text)
{
	struct stp_str ret = stp_fn_stack_parse(c, s, text);
	stp_u64 *to = (stp_u64 *)s.p;
	stp_u32 i;

	for (i = 0; i < ret.len / 8; i++)
		to[i] = stp_os_user_addr(c, to[i]);
	return ret;
}
