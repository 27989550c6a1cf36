/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * The service of core/os.h that only scripts with embedded C need.
 */
#include <linux/kernel.h>

#include "runtime/core/os.h"

STP_FN int stp_os_vformat(char *p, stp_u32 size, const char *fmt,
			  __builtin_va_list ap)
{
	return vsnprintf(p, size, fmt, ap);
}
