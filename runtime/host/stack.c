/* SPDX-License-Identifier: LGPL-2.1-or-later */
/*
 * Stacks and symbols in a process, which has no kernel.  Functions on the kernel's stack
 * and on modules fail, stacks of programs are empty, and addresses are shown as numbers.
 */
#include "runtime/core/caller.h"
#include "runtime/core/fn.h"
#include "runtime/core/stack.h"
#include "runtime/core/ustack.h"

static void no_kernel(struct stp_ctx *c)
{
	stp_fail_str(c, STP_LIT("--runtime=host has no kernel, so there are no "
				"kernel stacks and symbols"));
}

stp_u32 stp_os_stack(struct stp_ctx *c, stp_u64 *to, stp_u32 skip, stp_u32 max)
{
	no_kernel(c);
	return 0;
}

STP_INTRINSIC stp_s64 stp_fn_stack_size(struct stp_ctx *c)
{
	no_kernel(c);
	return 0;
}

STP_INTRINSIC stp_s64 stp_fn_stack_used(struct stp_ctx *c)
{
	no_kernel(c);
	return 0;
}

STP_INTRINSIC struct stp_str stp_fn_modname(struct stp_ctx *c,
					    struct stp_slot s, stp_s64 addr)
{
	no_kernel(c);
	s.p[0] = 0;
	return (struct stp_str){ s.p, 0 };
}

struct stp_str stp_format_symbols(struct stp_ctx *c, struct stp_slot s,
				  stp_u32 fmt, const char *kinds,
				  const struct stp_val *args)
{
	return stp_format(c, s, fmt, kinds, args);
}

/* ---- of programs -------------------------------------------------------- */

bool stp_os_user_frame(struct stp_ctx *c, struct stp_frame *ret)
{
	return false;
}

stp_u32 stp_os_user_stack(struct stp_ctx *c, struct stp_frame *from,
			  stp_u64 *to, stp_u32 skip, stp_u32 max, stp_u32 *why)
{
	return 0;
}

stp_u64 stp_os_user_addr(struct stp_ctx *c, stp_u64 addr)
{
	return stp_addr_in(0, addr);
}

stp_u64 stp_os_user_linked(struct stp_ctx *c, stp_u64 addr)
{
	return 0;
}

bool stp_os_user_address(struct stp_ctx *c, stp_u32 object, stp_u64 linked,
		       stp_u64 *ret)
{
	return false;
}

stp_u64 stp_os_user_return(stp_u64 at, stp_u64 found)
{
	return found;
}

static int begin(void)
{
	return 0;
}

static void end(void)
{
}

static int ask(struct stp_ioc_mapped *m)
{
	return -STP_EINVAL;
}

static stp_u32 words(stp_u64 addr, char *to, stp_u32 size)
{
	return 0;
}

const struct stp_spaces stp_spaces = {
	.begin = begin,
	.end = end,
	.ask = ask,
	.words = words,
};
