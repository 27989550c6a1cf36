/* SPDX-License-Identifier: GPL-2.0-or-later */
/**
 * @file
 * Returns the path of a mapped file as the current task sees it, which is
 * in buf[size], or an ERR_PTR().  On an overlay file system the mapped file is
 * the underlying one.  Since 6.8 that file knows its path in the overlay.
 */
#ifndef STP_COMPAT_FILE_PATH_H
#define STP_COMPAT_FILE_PATH_H

#include <linux/dcache.h>
#include <linux/fs.h>
#include <linux/version.h>

static inline char *stp_file_path(struct file *f, char *buf, int size)
{
#if LINUX_VERSION_CODE >= KERNEL_VERSION(6, 8, 0)
	return d_path(file_user_path(f), buf, size);
#else
	return d_path(&f->f_path, buf, size);
#endif
}

#endif
