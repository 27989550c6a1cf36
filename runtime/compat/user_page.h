/* SPDX-License-Identifier: GPL-2.0-or-later */
/**
 * @file
 * A page of another process' memory: since 6.5 mappings are not among the
 * arguments.
 */
#ifndef STP_COMPAT_USER_PAGE_H
#define STP_COMPAT_USER_PAGE_H

#include <linux/mm.h>
#include <linux/version.h>

/** The page of @mm at @addr, to write; put_page() is the caller's.  NULL: there
 *  is none.  May sleep. */
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
