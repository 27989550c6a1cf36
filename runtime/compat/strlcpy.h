/* SPDX-License-Identifier: GPL-2.0-or-later */
/**
 * @file
 * strlcpy() for embedded C of scripts: since 6.8 the kernel only has strscpy().
 */
#ifndef STP_COMPAT_STRLCPY_H
#define STP_COMPAT_STRLCPY_H

#include <linux/string.h>
#include <linux/version.h>

#if LINUX_VERSION_CODE >= KERNEL_VERSION(6, 8, 0)
static inline size_t stp_strlcpy(char *to, const char *from, size_t size)
{
	strscpy(to, from, size);
	return strlen(from);
}
#define strlcpy stp_strlcpy
#endif

#endif
