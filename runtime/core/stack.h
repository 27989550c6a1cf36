/* SPDX-License-Identifier: LGPL-2.1-or-later */
/**
 * @file
 * The kernel's stack at a hit.  linux/os_stack.c reads it; in an ordinary process,
 * host/stack.c, there is none.
 */
#ifndef STP_CORE_STACK_H
#define STP_CORE_STACK_H

#include "runtime/core/handler.h"

/**
 * Writes up to @max addresses of the stack to @to, without the first @skip ones.  The
 * first is the address of the hit (in a return probe, where the function returns to);
 * then come the return addresses, inside out.  Returns how many it wrote.  Returns 0 with
 * an error if there is no such stack.  Any context.
 */
stp_u32 stp_os_stack(struct stp_ctx *c, stp_u64 *to, stp_u32 skip,
		     stp_u32 max);

/** Returns true if the handler runs because a function of the kernel returns. */
bool stp_is_kernel_return(const struct stp_ctx *c);

/** The address at which @site is armed; of a site of an entry handler, the address of its
 *  return probe. */
stp_u64 stp_site_addr(const struct stp_site *site);

#endif
