/* SPDX-License-Identifier: GPL-2.0-or-later */
/**
 * @file
 * The data that a file in /proc was created with.  The kernel's function for it
 * has its name in lower case since 5.17.
 */
#ifndef STP_COMPAT_PROC_DATA_H
#define STP_COMPAT_PROC_DATA_H

#include <linux/proc_fs.h>
#include <linux/version.h>

static inline void *stp_proc_data(const struct inode *inode)
{
#if LINUX_VERSION_CODE >= KERNEL_VERSION(5, 17, 0)
	return pde_data(inode);
#else
	return PDE_DATA(inode);
#endif
}

#endif
