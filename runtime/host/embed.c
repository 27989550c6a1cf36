/* SPDX-License-Identifier: LGPL-2.1-or-later */
/*
 * The service that embedded C needs from libc.
 */
#include <stdio.h>

#include "runtime/core/os.h"

int stp_os_vformat(char *p, stp_u32 size, const char *fmt,
		   __builtin_va_list ap)
{
	return vsnprintf(p, size, fmt, ap);
}
