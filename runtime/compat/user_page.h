/* SPDX-License-Identifier: GPL-2.0-or-later */
/**
 * @file
 * Gets a page of another process' memory.  Since 6.5 the kernel's call has no
 * parameter for the mappings.
 */
#ifndef STP_COMPAT_USER_PAGE_H
#define STP_COMPAT_USER_PAGE_H

#include <linux/mm.h>
#include <linux/version.h>

/** Returns the page of @mm at @addr, to write into it, or NULL if there is
 *  none.  The caller releases it by put_page().  May sleep. */
static inline struct page *stp_user_page(struct mm_struct *mm,
					 unsigned long addr)
{
	struct page *page;
	long n;

	mmap_read_lock(mm);
#if LINUX_VERSION_CODE < KERNEL_VERSION(6, 5, 0)
	n = get_user_pages_remote(mm, addr, 1, FOLL_WRITE, &page, NULL, NULL);
#else
	n = get_user_pages_remote(mm, addr, 1, FOLL_WRITE, &page, NULL);
#endif
	mmap_read_unlock(mm);
	return n == 1 ? page : NULL;
}

#endif
