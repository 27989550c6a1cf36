/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Unwinds the stack of the running program, frame by frame, from the registers
 * with which the program came into the kernel.  Unwinding never waits: if a page is
 * not in memory, the stack ends there, and its last word says why.
 */
#include <linux/sched/task_stack.h>

#include "runtime/arch/arch.h"
#include "runtime/core/ustack.h"
#include "runtime/linux/hidden_return.h"
#include "runtime/linux/spaces.h"

static STP_FN u64 reg(const struct pt_regs *regs, u32 dwarf)
{
	return *(const unsigned long *)((const char *)regs +
					stp_arch_reg_offset(dwarf));
}

STP_FN bool stp_os_user_frame(struct stp_ctx *c, struct stp_frame *ret)
{
	struct pt_regs *regs = task_pt_regs(current);

	if (stp_workspace(c)->is_serial || !current->mm ||
	    current->flags & PF_KTHREAD || !user_mode(regs))
		return false;
	*ret = (struct stp_frame){ .pc = instruction_pointer(regs),
				   .sp = user_stack_pointer(regs),
				   .bp = reg(regs, STP_ARCH_REG_BP),
				   .bx = reg(regs, STP_ARCH_REG_BX),
				   .r10 = reg(regs, STP_ARCH_REG_R10),
				   .is_top = true };
	return true;
}

STP_FN stp_u64 stp_os_user_addr(struct stp_ctx *c, stp_u64 addr)
{
	u32 space = stp_workspace(c)->is_serial ? stp_space_with(addr)
						: stp_space_of_current(c);

	return stp_addr_in(space, addr);
}

STP_FN stp_u64 stp_os_user_linked(struct stp_ctx *c, stp_u64 addr)
{
	stp_u64 in = stp_os_user_addr(c, addr);

	return stp_addr_is_user(in) ? stp_space_linked(stp_addr_space(in), addr)
				    : 0;
}

STP_FN bool stp_os_user_address(struct stp_ctx *c, stp_u32 object,
			      stp_u64 linked, stp_u64 *ret)
{
	u32 space = stp_workspace(c)->is_serial ? 0 : stp_space_of_current(c);

	return space && stp_space_address(space, object, linked, ret);
}

static STP_FN u64 return_at(void *unused, u64 at, u64 found)
{
	return stp_hidden_return(at, found);
}

STP_FN bool stp_os_code_at(stp_u32 space, stp_u64 pc, struct stp_code *ret)
{
	const struct stp_map *m = stp_space_find(space, pc);

	if (!m)
		return false;
	ret->is_code = m->is_code;
	ret->offset = pc - m->start + m->offset;
	ret->o = stp_space_object(m);
	return true;
}

static STP_FN u32 step(u32 space, struct stp_frame *f)
{
	return stp_unwind_caller(stp_run.blob, space, f, return_at, NULL);
}

/* Returns the address of frame @f in its space.  It is marked as STP_ADDR_EXACT if
 * the frame is neither the topmost one nor entered by a call: a signal interrupted
 * the program there. */
static STP_FN u64 shown(u32 space, const struct stp_frame *f)
{
	return stp_addr_in(space, f->pc) |
	       (f->is_call || f->is_top ? 0 : STP_ADDR_EXACT);
}

STP_FN u32 stp_os_user_stack(struct stp_ctx *c, struct stp_frame *f, u64 *to,
			     u32 skip, u32 max, u32 *why)
{
	u32 space = stp_space_of_current(c), n = 0;

	for (*why = 0; !*why && n < max;) {
		if (skip)
			skip--;
		else
			to[n++] = shown(space, f);
		*why = step(space, f);
		if (n && !*why && !f->is_call)
			to[n - 1] |= STP_ADDR_EXACT;
	}
	if (!*why)
		*why = STP_STACK_DEPTH;
	return n;
}

/* ---- callers ------------------------------------------------------------ */

/* Returns the return address that @row, whose location is at @place, wants of
 * caller @i. */
static STP_FN u64 caller(const struct stp_row *row, u64 place, u32 i)
{
	const struct stp_caller *c =
		stp_blob_caller(stp_run.blob, row->uprobe.callers + i);

	return place + (s64)(s32)c->offset;
}

STP_FN bool stp_ustack_is_chain(const struct stp_row *row, u64 place,
				const struct pt_regs *regs)
{
	u64 pc = instruction_pointer((void *)regs);
	bool returned = pc != place;
	struct stp_frame f = {
		.pc = pc, .sp = user_stack_pointer((void *)regs),
		.bp = reg(regs, STP_ARCH_REG_BP),
		.bx = reg(regs, STP_ARCH_REG_BX),
		.r10 = reg(regs, STP_ARCH_REG_R10),
		.is_call = returned, .is_top = !returned,
	};
	u32 space = stp_space_here(), i = 0;

	if (returned && pc != caller(row, place, i++))
		return false;
	for (; i < row->uprobe.n_callers; i++)
		if (step(space, &f) || f.pc != caller(row, place, i))
			return false;
	return true;
}
