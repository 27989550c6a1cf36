/* SPDX-License-Identifier: GPL-2.0-or-later */
/**
 * @file
 * Finds the address of a module's symbol while the module is loaded.  The
 * kernel exports no function that does so.  But when it refuses a kprobe, it
 * has already looked up the symbol.
 */
#ifndef STP_LINUX_MODULE_SYMBOL_H
#define STP_LINUX_MODULE_SYMBOL_H

#include <linux/kprobes.h>

/**
 * Returns the address of the symbol @name, "module:symbol", of code or data; 0 if
 * it does not exist.  A kprobe is registered one byte after the symbol, where
 * hardly any instruction begins, and is removed if the kernel accepts it.  For a
 * kprobe at the symbol itself the kernel would return a changed address: it adds
 * the length of the mark (ENDBR) with which a function may begin.
 */
static inline unsigned long stp_module_symbol(const char *name)
{
	struct kprobe kp = { .symbol_name = name, .offset = 1 };

	if (!register_kprobe(&kp))
		unregister_kprobe(&kp);
	return kp.addr ? (unsigned long)kp.addr - 1 : 0;
}

#endif
