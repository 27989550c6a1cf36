/* SPDX-License-Identifier: GPL-2.0-or-later */
/**
 * @file
 * The time of a file's last write, in nanoseconds since the epoch.  Since 6.7
 * the kernel has functions that read it.
 */
#ifndef STP_COMPAT_INODE_TIME_H
#define STP_COMPAT_INODE_TIME_H

#include <linux/fs.h>
#include <linux/ktime.h>
#include <linux/version.h>

static inline u64 stp_inode_written(const struct inode *inode)
{
#if LINUX_VERSION_CODE >= KERNEL_VERSION(6, 7, 0)
	return timespec64_to_ns(&(struct timespec64){
		inode_get_mtime_sec(inode), inode_get_mtime_nsec(inode) });
#else
	return timespec64_to_ns(&inode->i_mtime);
#endif
}

#endif
