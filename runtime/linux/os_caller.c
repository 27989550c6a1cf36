/* SPDX-License-Identifier: GPL-2.0-or-later */
/* The service that core/fn_caller.c needs from the kernel: core/caller.h. */
#include "runtime/core/caller.h"
#include "runtime/linux/hidden_return.h"

STP_FN stp_u64 stp_os_user_return(stp_u64 at, stp_u64 found)
{
	return stp_hidden_return(at, found);
}
