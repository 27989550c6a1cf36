/* SPDX-License-Identifier: LGPL-2.1-or-later */
/**
 * @file
 * The stack of the program that runs at the place of a hit.
 */
#ifndef STP_CORE_USTACK_H
#define STP_CORE_USTACK_H

#include "runtime/core/handler.h"
#include "runtime/core/unwind.h"

/** Where the program is, in its own code; false: none runs there. */
bool stp_os_user_frame(struct stp_ctx *c, struct stp_frame *ret);

/**
 * Up to @max addresses to @to, without the first @skip, from @from on, which is
 * used up; each in its space (core/fmt.h).  How many there were; @why: why
 * there are no more, enum stp_stack_end.  Any context.
 */
stp_u32 stp_os_user_stack(struct stp_ctx *c, struct stp_frame *from,
			  stp_u64 *to, stp_u32 skip, stp_u32 max,
			  stp_u32 *why);

/** @addr in the space of the program that runs. */
stp_u64 stp_os_user_addr(struct stp_ctx *c, stp_u64 addr);

/** @addr of that program as its file is linked; 0: no file is there. */
stp_u64 stp_os_user_linked(struct stp_ctx *c, stp_u64 addr);

/**
 * Where that program has what object @object of the blob has at @linked, as it
 * is linked; false: it has not mapped that file, or it is not known here.
 */
bool stp_os_user_address(struct stp_ctx *c, stp_u32 object, stp_u64 linked,
		       stp_u64 *ret);

#endif
