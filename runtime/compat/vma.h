/* SPDX-License-Identifier: GPL-2.0-or-later */
/**
 * @file
 * Flags of a mapping and of a process' memory.  Since 6.3 only functions
 * change flags of a mapping; since 6.18 a function tests flags of the memory.
 */
#ifndef STP_COMPAT_VMA_H
#define STP_COMPAT_VMA_H

#include <linux/mm.h>
#include <linux/version.h>

/** Makes @vma a mapping that is neither inherited nor extended nor dumped, and
 *  never writable if @readonly.  Several pages may be inserted into it by
 *  one call. */
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

/** Returns true if @mm has the flag @flag, one of MMF_*. */
static inline bool stp_mm_flag(const struct mm_struct *mm, int flag)
{
#if LINUX_VERSION_CODE >= KERNEL_VERSION(6, 18, 0)
	return mm_flags_test(flag, mm);
#else
	return test_bit(flag, &mm->flags);
#endif
}

#endif
