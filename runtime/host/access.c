/* SPDX-License-Identifier: LGPL-2.1-or-later */
/*
 * Access to the traced system, in a process, which has none: reads and writes of memory
 * and registers fail, symbols are 0, and a row's text is empty.
 */
#include "runtime/core/fn.h"
#include "runtime/core/handler.h"

stp_s64 stp_load(struct stp_ctx *c, stp_s64 addr, stp_u32 size, int sign,
		 enum stp_space space)
{
	stp_fail(c, STP_ERR_READ, addr);
	return 0;
}

void stp_store(struct stp_ctx *c, stp_s64 addr, stp_u32 size, stp_s64 v,
	       enum stp_space space)
{
	stp_fail(c, STP_ERR_WRITE, addr);
}

struct stp_str stp_load_str(struct stp_ctx *c, struct stp_slot s, stp_s64 addr,
			    enum stp_space space)
{
	stp_fail(c, STP_ERR_READ, addr);
	s.p[0] = 0;
	return (struct stp_str){ s.p, 0 };
}

struct stp_str stp_load_text(struct stp_ctx *c, struct stp_slot s,
			     stp_s64 addr, stp_u32 most, enum stp_space space)
{
	return stp_load_str(c, s, addr, space);
}

struct stp_str stp_row_text(struct stp_ctx *c, struct stp_slot s)
{
	s.p[0] = 0;
	return (struct stp_str){ s.p, 0 };
}

stp_s64 stp_reg(struct stp_ctx *c, stp_u32 dwarf_reg)
{
	stp_fail(c, STP_ERR_NO_REGS, 0);
	return 0;
}

void stp_set_reg(struct stp_ctx *c, stp_u32 dwarf_reg, stp_s64 v)
{
	stp_fail(c, STP_ERR_NO_REGS, 0);
}

stp_s64 stp_user_reg(struct stp_ctx *c, stp_u32 dwarf_reg)
{
	stp_fail(c, STP_ERR_NO_REGS, 0);
	return 0;
}

stp_s64 stp_arg(struct stp_ctx *c, stp_u32 n)
{
	stp_fail(c, STP_ERR_NO_REGS, 0);
	return 0;
}

stp_s64 stp_sym(struct stp_ctx *c, stp_u32 place)
{
	return 0;
}

stp_s64 stp_module_sym(struct stp_ctx *c, stp_u32 place)
{
	return 0;
}

/* ---- functions of the language ------------------------------------------ */

STP_INTRINSIC struct stp_str stp_fn_kernel_string(struct stp_ctx *c,
						  struct stp_slot s,
						  stp_s64 addr)
{
	return stp_load_str(c, s, addr, STP_KERNEL);
}

STP_INTRINSIC struct stp_str stp_fn_user_string(struct stp_ctx *c,
						struct stp_slot s, stp_s64 addr)
{
	return stp_load_str(c, s, addr, STP_USER);
}
