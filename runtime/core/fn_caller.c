/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* Intrinsics on the caller; see caller.h. */
#include "runtime/core/caller.h"
#include "runtime/core/fn.h"

/* Returns the return address at @at. */
STP_INTRINSIC stp_s64 stp_fn_user_return(struct stp_ctx *c, stp_s64 at)
{
	stp_s64 found = stp_load(c, at, 8, false, STP_USER);

	return (stp_s64)stp_os_user_return((stp_u64)at, (stp_u64)found);
}

/* Fails, because no call that debug information describes returns to this caller. */
STP_INTRINSIC stp_s64 stp_fn_unknown_caller(struct stp_ctx *c)
{
	stp_fail_str(c, STP_LIT("only the caller knows this value, and debug "
				"information does not describe that call"));
	return 0;
}
