/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "abi.h"

/* No kernel has it. */
int stp_test_no_kernel_exports_this(const char *name);

int stp_lacking(const char *name)
{
	return stp_test_no_kernel_exports_this(name);
}
