/* SPDX-License-Identifier: LGPL-2.1-or-later */
/*
 * Intrinsics on time.
 */
#include "runtime/core/fn.h"

STP_INTRINSIC stp_s64 stp_fn_local_clock_ns(struct stp_ctx *c)
{
	return stp_os_now();
}

STP_INTRINSIC stp_s64 stp_fn_local_clock_us(struct stp_ctx *c)
{
	return stp_os_now() / 1000;
}

STP_INTRINSIC stp_s64 stp_fn_gettimeofday_ns(struct stp_ctx *c)
{
	return stp_os_wall();
}

STP_INTRINSIC stp_s64 stp_fn_gettimeofday_us(struct stp_ctx *c)
{
	return stp_os_wall() / 1000;
}

STP_INTRINSIC stp_s64 stp_fn_gettimeofday_ms(struct stp_ctx *c)
{
	return stp_os_wall() / 1000000;
}

STP_INTRINSIC stp_s64 stp_fn_gettimeofday_s(struct stp_ctx *c)
{
	return stp_os_wall() / 1000000000;
}
