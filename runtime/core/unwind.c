/* SPDX-License-Identifier: LGPL-2.1-or-later */
/*
 * A frame's registers from those of the frame inside it.  Three of them are
 * followed: whatever else code saves, no frame is found by it.
 */
#include "runtime/core/fmt.h"
#include "runtime/core/os.h"
#include "runtime/core/unwind.h"

/* The kernel's frame of a signal, from the stack pointer that its handler
 * returns with: registers in a struct ucontext. */
#define SIGNAL_BP 120
#define SIGNAL_SP 160
#define SIGNAL_PC 168

/* Frames lie upwards, and none is larger. */
#define MOST_BYTES (64ull << 20)

typedef stp_u64 (*return_fn)(void *arg, stp_u64 at, stp_u64 found);

STP_FN const struct stp_unwind *stp_unwind_at(const struct stp_blob *b,
					      const struct stp_object *o,
					      stp_u64 pc)
{
	const struct stp_unwind *all =
		(const struct stp_unwind *)stp_blob_section(b, STP_SEC_UNWIND) +
		o->first;
	stp_u32 low = 0, high = o->n, at;

	while (low < high) {
		at = low + (high - low) / 2;
		if (all[at].pc <= pc)
			low = at + 1;
		else
			high = at;
	}
	return low ? &all[low - 1] : NULL;
}

static STP_FN bool get(stp_u64 *to, stp_u64 addr)
{
	return !(addr & 7) && stp_os_read(to, addr, sizeof(*to), STP_USER);
}

static STP_FN stp_s64 offset_of(stp_u32 how)
{
	return ((stp_s64)(stp_s32)(how << (32 - STP_UNWIND_BP_SHIFT)) >>
		(32 - STP_UNWIND_OFFSET_BITS)) * 8;
}

/* Where the frame ends; 0: it cannot be told. */
static STP_FN stp_u64 cfa_of(const struct stp_frame *f, stp_u32 how)
{
	stp_s64 off = offset_of(how);
	stp_u64 ret;

	switch (how & 7) {
	case STP_CFA_SP:
		return f->sp + off;
	case STP_CFA_BP:
		return f->bp + off;
	case STP_CFA_BP_DEREF:
		return get(&ret, f->bp + off) ? ret : 0;
	case STP_CFA_R10:
		return f->is_top ? f->r10 + off : 0;
	case STP_CFA_PLT:
		return f->sp + ((stp_s64)(f->pc & 15) >= off >> 3 ? 16 : 8);
	default:
		return 0;
	}
}

static STP_FN stp_u32 out_of_signal(struct stp_frame *f)
{
	struct stp_frame to = { 0 };

	if (!get(&to.pc, f->sp + SIGNAL_PC) ||
	    !get(&to.sp, f->sp + SIGNAL_SP) || !get(&to.bp, f->sp + SIGNAL_BP))
		return STP_STACK_UNREADABLE;
	*f = to;
	return 0;
}

static STP_FN bool is_frame(const struct stp_frame *f, stp_u64 cfa)
{
	return cfa > f->sp && cfa - f->sp < MOST_BYTES;
}

static STP_FN bool find_bp(const struct stp_frame *f, stp_u32 how,
			   stp_u64 cfa, stp_u64 *ret)
{
	stp_u32 bp = how >> STP_UNWIND_BP_SHIFT;

	*ret = f->bp;
	if (!bp)
		return true;
	return get(ret, bp == STP_UNWIND_BP_AT_BP ? f->bp
						  : cfa - 8ull * bp);
}

STP_FN stp_u32 stp_unwind_step(struct stp_frame *f, stp_u32 how,
			       return_fn return_at, void *arg)
{
	struct stp_frame to = { .is_call = true };
	stp_u64 cfa;

	if ((how & 7) == STP_CFA_END)
		return STP_STACK_WHOLE;
	if ((how & 7) == STP_CFA_SIGNAL)
		return out_of_signal(f);
	cfa = cfa_of(f, how);
	if (!cfa)
		return STP_STACK_COMPLEX;
	if (!is_frame(f, cfa))
		return STP_STACK_BROKEN;
	if (!get(&to.pc, cfa - 8) || !find_bp(f, how, cfa, &to.bp))
		return STP_STACK_UNREADABLE;
	to.pc = return_at(arg, cfa - 8, to.pc);
	to.sp = cfa;
	if (!to.pc)
		return STP_STACK_WHOLE;
	*f = to;
	return 0;
}

STP_FN stp_u32 stp_unwind_by_bp(struct stp_frame *f, return_fn return_at,
				void *arg)
{
	return stp_unwind_step(f, STP_UNWIND_HOW(STP_CFA_BP, 2, 2), return_at,
			       arg);
}
