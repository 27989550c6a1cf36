/* SPDX-License-Identifier: GPL-2.0-or-later */
/**
 * @file
 * Finds the address of a module's symbol while the module is loaded.  The
 * kernel exports no function that does so, but it looks up a kprobe's symbol
 * before it refuses the kprobe.
 */
#ifndef STP_LINUX_MODULE_SYMBOL_H
#define STP_LINUX_MODULE_SYMBOL_H

#include <linux/kprobes.h>

/**
 * Returns the address of "module:symbol", of code or data, or 0 if it does not
 * exist.  The kernel is asked for a kprobe one byte after it, where no
 * instruction begins.  At the symbol itself the kernel would step over what
 * looks like the first instruction of a function.
 */
static inline unsigned long stp_module_symbol(const char *name)
{
	struct kprobe kp = { .symbol_name = name, .offset = 1 };

	if (!register_kprobe(&kp))
		unregister_kprobe(&kp);
	return kp.addr ? (unsigned long)kp.addr - 1 : 0;
}

#endif
