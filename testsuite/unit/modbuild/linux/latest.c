/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "abi.h"

/* No kernel has it. */
int test_no_kernel_has_this(const char *name);

int stp_latest(const char *name)
{
	return test_no_kernel_has_this(name);
}
