/* SPDX-License-Identifier: LGPL-2.1-or-later */
/**
 * @file
 * The stack of the kernel at the place of a hit, as either world knows it:
 * linux/os_stack.c, host/stack.c.
 */
#ifndef STP_CORE_STACK_H
#define STP_CORE_STACK_H

#include "runtime/core/handler.h"

/**
 * Up to @max addresses to @to, without the first @skip: the place itself, then
 * where the functions return to, inside out; in a return probe the first is
 * where the function returns to.  How many there were.  Fails in a world that
 * has no such stack.  Any context.
 */
stp_u32 stp_os_stack(struct stp_ctx *c, stp_u64 *to, stp_u32 skip,
		     stp_u32 max);

/** Does the handler run because a function of the kernel returns? */
bool stp_is_kernel_return(const struct stp_ctx *c);

/** Where the probe is, which is armed; of an entry's handler the same. */
stp_u64 stp_site_addr(const struct stp_site *site);

#endif
