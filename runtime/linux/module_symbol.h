/* SPDX-License-Identifier: GPL-2.0-or-later */
/**
 * @file
 * Where a module's symbol is as long as the module is loaded.  The kernel has
 * no exported function that tells, but looks it up before it says that there
 * is no place for a kprobe.
 */
#ifndef STP_LINUX_MODULE_SYMBOL_H
#define STP_LINUX_MODULE_SYMBOL_H

#include <linux/kprobes.h>

/**
 * Returns the address of "module:symbol", of code or data; 0: it does not
 * exist.  The kernel is asked for the address one byte after it: no instruction
 * begins there, and at the symbol itself the kernel would step over what looks
 * like the first instruction of a function.
 */
static inline unsigned long stp_module_symbol(const char *name)
{
	struct kprobe kp = { .symbol_name = name, .offset = 1 };

	if (!register_kprobe(&kp))
		unregister_kprobe(&kp);
	return kp.addr ? (unsigned long)kp.addr - 1 : 0;
}

#endif
