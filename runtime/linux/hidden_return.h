/* SPDX-License-Identifier: GPL-2.0-or-later */
/**
 * @file
 * Finds the return addresses of programs that return probes hide.  While a
 * function runs whose return is probed, its return address on the stack is
 * replaced by the address of a trampoline of the kernel's.
 */
#ifndef RUNTIME_LINUX_HIDDEN_RETURN_H
#define RUNTIME_LINUX_HIDDEN_RETURN_H

#include <linux/sched.h>
#include <linux/uprobes.h>

#include "runtime/abi.h"

/** Returns the true return address at @at, an address on the stack of the current
 *  task's program.  @found is the word that was read there: it is returned if no
 *  return probe has replaced the address, and always in an NMI. */
static STP_FN inline u64 stp_hidden_return(u64 at, u64 found)
{
#ifdef CONFIG_UPROBES
	const struct uprobe_task *t = in_nmi() ? NULL : current->utask;
	const struct return_instance *r = t ? t->return_instances : NULL;
	u32 left = 64;

	for (; r && left--; r = r->next)
		if (r->stack == at)
			return r->orig_ret_vaddr;
#endif
	return found;
}

#endif
