/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Unwinds the kernel's stack at a hit, by the kernel's own unwinder.  If the
 * hit has registers, unwinding begins with them.  Else it begins at this code, and
 * the frames of our module and of the tracepoint's iterator are left out.
 */
#include <linux/module.h>
#include <linux/sched.h>
#include <linux/sched/task_stack.h>
#include <asm/unwind.h>

#include "runtime/core/fn.h"
#include "runtime/core/stack.h"
#include "runtime/linux/fn_symbol.h"

/* The result of an unwinding. */
struct walk {
	u64 *to;
	u32 skip, max, n;	/* addresses still to skip; most and number of
				   addresses in to[] */
};

/* Adds an address to the result, or skips it while w->skip is not 0.  Returns false
 * if there is no room for more addresses. */
static STP_FN bool put(struct walk *w, u64 addr)
{
	if (w->skip)
		w->skip--;
	else
		w->to[w->n++] = addr;
	return w->n < w->max;
}

/* Returns true if @addr is in our module: in a probe, or in a trampoline
 * through which a function was called. */
static STP_FN bool is_ours(unsigned long addr)
{
	return within_module(addr, THIS_MODULE);
}

/* Adds the return addresses from @s on, except those in our module. */
static STP_FN void walk_on(struct walk *w, struct unwind_state *s)
{
	unsigned long addr;

	for (; !unwind_done(s); unwind_next_frame(s)) {
		addr = unwind_get_return_address(s);
		if (!addr || (!is_ours(addr) && !put(w, addr)))
			break;
	}
}

/* ---- from registers ----------------------------------------------------- */

static STP_FN struct pt_regs *probe_regs(const struct stp_ctx *c)
{
	return c->site->kind->has == STP_HAS_REGS
		       ? stp_workspace((struct stp_ctx *)c)->regs
		       : NULL;
}

/* Returns the address of the hit.  At an entry or an instruction that is the address
 * of the probe: the code that replaces the probed instruction has moved the
 * instruction pointer.  At a return it is where the function returns to. */
static STP_FN u64 probe_pc(const struct stp_ctx *c, const struct pt_regs *regs)
{
	bool has_moved = c->site->row->kind == STP_KIND_KPROBE ||
			 c->site->row->kind == STP_KIND_FTRACE ||
			 c->site->row->kind == STP_KIND_KRETPROBE;
	u64 addr = has_moved && !stp_is_kernel_return(c) ? stp_site_addr(c->site)
							 : 0;

	return addr ? addr : instruction_pointer(regs);
}

static STP_FN void from_regs(struct walk *w, const struct stp_ctx *c,
			     const struct pt_regs *regs)
{
	struct pt_regs at = *regs;
	struct unwind_state s;

	instruction_pointer_set(&at, probe_pc(c, regs));
	if (!put(w, instruction_pointer(&at)))
		return;
	unwind_start(&s, current, &at, NULL);
	walk_on(w, &s);
}

/* ---- from here ---------------------------------------------------------- */

/*
 * Remembers of addresses whether they are in an iterator: a function of the kernel
 * that calls the listeners of a tracepoint if there are several.  An element is an
 * address shifted left by 1; bit 0 is set if the address is in an iterator.
 */
static u64 found[64];

static STP_FN bool ask(struct stp_ctx *c, u64 addr)
{
	static const char begin[] = "__traceiter_";
	struct stp_str s = stp_symbol_at(c, addr);

	return s.len >= sizeof(begin) &&
	       !memcmp(s.p, begin, sizeof(begin) - 1);
}

static STP_FN bool is_iterator(struct stp_ctx *c, u64 addr)
{
	u64 *slot = &found[(addr * 0x9e3779b97f4a7c15ull) >> 58];
	u64 have = READ_ONCE(*slot);

	if (have >> 1 != (addr & (~0ull >> 1))) {
		have = addr << 1 | ask(c, addr);
		WRITE_ONCE(*slot, have);
	}
	return have & 1;
}

static STP_FN void from_here(struct walk *w, struct stp_ctx *c)
{
	struct unwind_state s;
	unsigned long addr = 0;

	for (unwind_start(&s, current, NULL, NULL); !unwind_done(&s);
	     unwind_next_frame(&s)) {
		addr = unwind_get_return_address(&s);
		if (!addr || !is_ours(addr))
			break;
	}
	if (addr && c->site->kind->has == STP_HAS_ARGS && is_iterator(c, addr))
		unwind_next_frame(&s);
	walk_on(w, &s);
}

STP_FN u32 stp_os_stack(struct stp_ctx *c, u64 *to, u32 skip, u32 max)
{
	struct walk w = { to, skip, max, 0 };
	const struct pt_regs *regs = probe_regs(c);

	if (!max)
		return 0;
	if (regs && !user_mode(regs))
		from_regs(&w, c, regs);
	else if (!regs && c->site->row->kind != STP_KIND_PERF)
		from_here(&w, c);
	return w.n;
}

/* ---- other facts -------------------------------------------------------- */

STP_INTRINSIC stp_s64 stp_fn_addr(struct stp_ctx *c)
{
	const struct pt_regs *regs = probe_regs(c);

	return regs ? probe_pc(c, regs) : 0;
}

STP_INTRINSIC stp_s64 stp_fn_stack_size(struct stp_ctx *c)
{
	return THREAD_SIZE;
}

/* Returns how many bytes of the task's stack are in use; 0 on an interrupt's
 * own stack, about which nothing is known. */
STP_INTRINSIC stp_s64 stp_fn_stack_used(struct stp_ctx *c)
{
	const char *end = (char *)task_stack_page(current) + THREAD_SIZE;
	const char *here = (char *)&end;

	return object_is_on_stack(here) ? end - here : 0;
}
