/* SPDX-License-Identifier: GPL-2.0-or-later */
/**
 * @file
 * A mapping's flags: assigned until 6.3, changed by functions since.
 */
#ifndef STP_COMPAT_VMA_H
#define STP_COMPAT_VMA_H

#include <linux/mm.h>
#include <linux/version.h>

/** Not inherited, not grown; never writable if @readonly.  Several pages may be
 * put into it at once. */
static inline void stp_vma_protect(struct vm_area_struct *vma, bool readonly)
{
	unsigned long set = VM_DONTEXPAND | VM_DONTCOPY | VM_DONTDUMP |
			    VM_MIXEDMAP;
	unsigned long clear = readonly ? VM_MAYWRITE : 0;

#if LINUX_VERSION_CODE >= KERNEL_VERSION(6, 3, 0)
	vm_flags_mod(vma, set, clear);
#else
	vma->vm_flags = (vma->vm_flags | set) & ~clear;
#endif
}

#endif
