/* SPDX-License-Identifier: LGPL-2.1-or-later */
#include "abi.h"

/* In a file that is called as one of another directory. */
int stp_late_part(const char *name)
{
	return stp_greet(name);
}
