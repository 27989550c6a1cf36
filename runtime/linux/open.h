/* SPDX-License-Identifier: GPL-2.0-or-later */
/**
 * @file
 * Files of programs, opened with the rights of the kernel: who loads a module
 * may probe any program, and the reader has dropped its rights by then.
 */
#ifndef STP_LINUX_OPEN_H
#define STP_LINUX_OPEN_H

#include <linux/fs.h>

/** To read; filp_close() is the caller's.  An ERR_PTR() if it cannot be, -EISDIR
 *  if it is no regular file. */
struct file *stp_open_program(const char *path);

#endif
