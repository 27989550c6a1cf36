/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Intrinsics on the registers of the probed place.
 */
#include <linux/ptrace.h>

#include "runtime/core/fn.h"
#include "runtime/core/kind.h"

static STP_FN const struct pt_regs *regs_of(struct stp_ctx *c)
{
	return c->site->kind->has == STP_HAS_REGS ? stp_workspace(c)->regs
						  : NULL;
}

STP_INTRINSIC stp_s64 stp_fn_registers_valid(struct stp_ctx *c)
{
	return regs_of(c) != NULL;
}

STP_INTRINSIC stp_s64 stp_fn_user_mode(struct stp_ctx *c)
{
	const struct pt_regs *regs = regs_of(c);

	return regs && user_mode(regs);
}
