/* SPDX-License-Identifier: LGPL-2.1-or-later */
/*
 * Finds a frame's registers from those of the frame that it called.  Four registers are
 * followed: pc, sp, bp, bx; no other register that code saves is needed to find a frame.
 * bx is needed only where the linker binds a function at its first call.  So only the
 * address at which it was saved is followed, and it is read from there when needed.
 */
#include "runtime/core/fmt.h"
#include "runtime/core/os.h"
#include "runtime/core/unwind.h"

/* Where registers are in the kernel's frame of a signal, a struct ucontext, counted
 * from the stack pointer with which the handler has returned. */
#define SIGNAL_BP 120
#define SIGNAL_BX 128
#define SIGNAL_SP 160
#define SIGNAL_PC 168

/* The most bytes of a frame; the frame of a caller is at higher addresses. */
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
	return ((stp_s64)(stp_s32)(how << (32 - STP_UNWIND_OFFSET_SHIFT -
					   STP_UNWIND_OFFSET_BITS)) >>
		(32 - STP_UNWIND_OFFSET_BITS)) * 8;
}

/* The CFA of a frame, the address at which it ends; 0: it is not known. */
static STP_FN stp_u64 cfa_of(const struct stp_frame *f, stp_u32 how)
{
	stp_s64 off = offset_of(how);
	stp_u64 ret;

	switch (how & STP_UNWIND_CFA) {
	case STP_CFA_SP:
		return f->sp + off;
	case STP_CFA_BP:
		return f->bp + off;
	case STP_CFA_BP_DEREF:
		return get(&ret, f->bp + off) ? ret : 0;
	case STP_CFA_R10:
		return f->is_top ? f->r10 + off : 0;
	case STP_CFA_BX:
		if (!f->bx_at)
			return f->bx + off;
		return get(&ret, f->bx_at) ? ret + off : 0;
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
	to.bx_at = f->sp + SIGNAL_BX;
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
	stp_u32 bp = how >> STP_UNWIND_BP_SHIFT & STP_UNWIND_SAVED;

	*ret = f->bp;
	if (!bp)
		return true;
	return get(ret, bp == STP_UNWIND_BP_AT_BP ? f->bp
						  : cfa - 8ull * bp);
}

static STP_FN void find_bx(const struct stp_frame *f, stp_u32 how, stp_u64 cfa,
			   struct stp_frame *to)
{
	stp_u32 bx = how >> STP_UNWIND_BX_SHIFT;

	to->bx = f->bx;
	if (!bx)
		to->bx_at = f->bx_at;
	else if (bx == STP_UNWIND_BX_LOST)
		to->bx_at = STP_BX_LOST;
	else
		to->bx_at = cfa - 8ull * bx;
}

STP_FN stp_u32 stp_unwind_step(struct stp_frame *f, stp_u32 how,
			       return_fn return_at, void *arg)
{
	struct stp_frame to = { .is_call = true };
	stp_u64 cfa;

	if ((how & STP_UNWIND_CFA) == STP_CFA_END)
		return STP_STACK_WHOLE;
	if ((how & STP_UNWIND_CFA) == STP_CFA_SIGNAL)
		return out_of_signal(f);
	cfa = cfa_of(f, how);
	if (!cfa)
		return STP_STACK_COMPLEX;
	if (!is_frame(f, cfa))
		return STP_STACK_BROKEN;
	if (!get(&to.pc, cfa - 8) || !find_bp(f, how, cfa, &to.bp))
		return STP_STACK_UNREADABLE;
	find_bx(f, how, cfa, &to);
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
	return stp_unwind_step(f, STP_UNWIND_HOW(STP_CFA_BP, 2, 2,
						 STP_UNWIND_BX_LOST),
			       return_at, arg);
}

static STP_FN bool is_in_code(stp_u32 space, const struct stp_frame *f)
{
	struct stp_code code;

	return stp_os_code_at(space, f->pc - f->is_call, &code) &&
	       code.is_code;
}

static STP_FN stp_u32 guess(stp_u32 space, struct stp_frame *f, stp_u32 why,
			    return_fn return_at, void *arg)
{
	struct stp_frame to = *f;

	if (stp_unwind_by_bp(&to, return_at, arg) || !is_in_code(space, &to))
		return why;
	*f = to;
	return 0;
}

STP_FN stp_u32 stp_unwind_caller(const struct stp_blob *b, stp_u32 space,
				 struct stp_frame *f, return_fn return_at,
				 void *arg)
{
	const struct stp_unwind *u;
	struct stp_code code;

	if (!stp_os_code_at(space, f->pc - f->is_call, &code))
		return space ? STP_STACK_NOT_CODE : STP_STACK_BUSY;
	if (!code.o)
		return guess(space, f, STP_STACK_NO_TABLE, return_at, arg);
	u = stp_unwind_at(b, code.o, code.offset);
	if (!u || (u->how & STP_UNWIND_CFA) == STP_CFA_UNKNOWN)
		return guess(space, f, STP_STACK_COMPLEX, return_at, arg);
	return stp_unwind_step(f, u->how, return_at, arg);
}
