/* SPDX-License-Identifier: LGPL-2.1-or-later */
/**
 * @file
 * The stack and the addresses of the program that runs at a hit.
 */
#ifndef STP_CORE_USTACK_H
#define STP_CORE_USTACK_H

#include "runtime/core/handler.h"
#include "runtime/core/unwind.h"

/** Finds the topmost frame of the program that runs: where its own code was interrupted or
 *  entered the kernel.  Returns false if no program runs here. */
bool stp_os_user_frame(struct stp_ctx *c, struct stp_frame *ret);

/**
 * Writes the addresses of the stack to @to, from the frame @from on, without the first
 * @skip ones and at most @max; each with its space (core/fmt.h).  Changes @from.  Returns
 * how many it wrote; *@why: the reason why there are no more, an enum stp_stack_end.  Any
 * context.
 */
stp_u32 stp_os_user_stack(struct stp_ctx *c, struct stp_frame *from,
			  stp_u64 *to, stp_u32 skip, stp_u32 max,
			  stp_u32 *why);

/** Returns @addr with the space of the program that runs (core/fmt.h). */
stp_u64 stp_os_user_addr(struct stp_ctx *c, stp_u64 addr);

/** Returns the link address, in its file, of @addr in the program that runs; 0: no file
 *  is mapped there. */
stp_u64 stp_os_user_linked(struct stp_ctx *c, stp_u64 addr);

/**
 * Finds the run-time address, in the program that runs, of @linked in object
 * @object of the blob.  Returns false if the program has not mapped that file, or
 * its mappings are not known here.
 */
bool stp_os_user_address(struct stp_ctx *c, stp_u32 object, stp_u64 linked,
		       stp_u64 *ret);

#endif
