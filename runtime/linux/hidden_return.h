/* SPDX-License-Identifier: GPL-2.0-or-later */
/**
 * @file
 * Finds return addresses of programs that a return probe hides: it has put an
 * address of the kernel's on the stack instead.
 */
#ifndef RUNTIME_LINUX_HIDDEN_RETURN_H
#define RUNTIME_LINUX_HIDDEN_RETURN_H

#include <linux/sched.h>
#include <linux/uprobes.h>

#include "runtime/abi.h"

/** Returns the real return address at @at of the current program's stack, where
 *  @found was read: @found itself if no return probe hides one. */
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
