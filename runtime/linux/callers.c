/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Compares the callers that a row names with the return addresses on the stack.
 *
 * At an entry the word at the top of the stack excludes most hits, at almost no
 * cost.  The kernel's own unwinder is used only for deeper callers, inside of
 * functions, or if a return probe has put its own address at the top.
 */
#include <linux/module.h>
#include <linux/sched.h>
#include <asm/unwind.h>

#include "runtime/linux/callers.h"
#include "runtime/linux/gate.h"
#include "runtime/linux/kprobe.h"

/* The return addresses that rows want, by index in section CALLERS. */
static unsigned long *addresses;

static u32 n_addresses(void)
{
	return stp_blob_n(stp_run.blob, STP_SEC_CALLERS);
}

static int prepare(void)
{
	if (!addresses)
		addresses = stp_os_alloc((u64)n_addresses() *
					 sizeof(*addresses));
	return addresses ? 0 : -ENOMEM;
}

static void give_back(void)
{
	stp_os_free(addresses, (u64)n_addresses() * sizeof(*addresses));
	addresses = NULL;
}

static int find(const struct stp_site *site)
{
	const struct stp_row *row = site->row;
	u32 i, end = row->kprobe.callers + row->kprobe.n_callers;
	int err = 0;

	for (i = row->kprobe.callers; i < end && !err; i++)
		err = stp_kprobe_address(stp_blob_caller(stp_run.blob, i),
					 &addresses[i]);
	return err;
}

/* ---- the stack ---------------------------------------------------------- */

/* Returns true if @addr is in this module: trampolines of our own return
 * probes are not callers. */
static STP_FN bool is_ours(unsigned long addr)
{
	return within_module(addr, THIS_MODULE);
}

static STP_FN void begin(struct unwind_state *s, unsigned long addr,
			 const struct pt_regs *regs)
{
	struct pt_regs at = *regs;

	instruction_pointer_set(&at, addr);
	unwind_start(s, current, &at, NULL);
}

/* Returns true if the first @n return addresses on the stack are those of @want.
 * Return addresses to our own code are not counted. */
static STP_FN bool is_chain(const unsigned long *want, u32 n,
			    unsigned long addr, const struct pt_regs *regs)
{
	struct unwind_state s;
	unsigned long found;

	for (begin(&s, addr, regs); n && !unwind_done(&s);
	     unwind_next_frame(&s)) {
		found = unwind_get_return_address(&s);
		if (is_ours(found))
			continue;
		if (found != *want)
			return false;
		want++;
		n--;
	}
	return !n;
}

/*
 * Remembers of addresses at the top of the stack whether they lead to a return
 * probe's code, and so hide the address of the caller.  That never changes for
 * an address.  An element is an address shifted left by 1; bit 0 is set if the
 * address hides the caller.
 */
static u64 known[64];

static STP_FN bool ask(unsigned long top, unsigned long addr,
		       const struct pt_regs *regs)
{
	struct unwind_state s;

	begin(&s, addr, regs);
	return !unwind_done(&s) && unwind_get_return_address(&s) != top;
}

static STP_FN bool is_hidden(unsigned long top, unsigned long addr,
			     const struct pt_regs *regs)
{
	u64 *slot = &known[((u64)top * 0x9e3779b97f4a7c15ull) >> 58];
	u64 have = READ_ONCE(*slot);

	if (have >> 1 != (top & (~0ull >> 1))) {
		have = (u64)top << 1 | ask(top, addr, regs);
		WRITE_ONCE(*slot, have);
	}
	return have & 1;
}

static STP_FN bool are(const struct stp_site *site, unsigned long addr,
		       const struct pt_regs *regs)
{
	const struct stp_row *row = site->row;
	const unsigned long *want = addresses + row->kprobe.callers;
	u32 n = row->kprobe.n_callers;
	unsigned long top;

	if (!(row->flags & STP_ROW_INSIDE)) {
		top = stp_arch_return_address(regs);
		if (top == *want && n == 1)
			return true;
		if (top != *want && !is_hidden(top, addr, regs))
			return false;
	}
	return is_chain(want, n, addr, regs);
}

const struct stp_callers stp_callers = { prepare, find, are, give_back };
