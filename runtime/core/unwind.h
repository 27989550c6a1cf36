/* SPDX-License-Identifier: LGPL-2.1-or-later */
/**
 * @file
 * Unwinds the stack of a program, a frame at a time: by the compiler's unwind data
 * for its code (OBJECTS and UNWIND of the blob), or by frame pointers where there is
 * none.  It knows no process: stp_os_read() reads memory, and stp_os_code_at() says
 * which code is where.
 */
#ifndef STP_CORE_UNWIND_H
#define STP_CORE_UNWIND_H

#include "runtime/core/blob.h"

/** Registers of a frame. */
struct stp_frame {
	stp_u64 pc, sp, bp;
	stp_u64 bx;		/* if bx_at is 0 */
	stp_u64 bx_at;		/* where bx was saved; STP_BX_LOST: unknown */
	stp_u64 r10;		/* of the topmost frame */
	bool is_call;		/* pc is a return address: look up the call */
	bool is_top;
};

#define STP_BX_LOST 1ull		/* no word has this address */

/** What is at an address of a program. */
struct stp_code {
	bool is_code;
	stp_u64 offset;		/* of the address in its file */
	const struct stp_object *o;	/* the file, or NULL: nothing is known */
};

/** Finds what is at @pc in the mappings with the number @space (core/fmt.h).  Returns
 *  false if nothing is mapped there. */
bool stp_os_code_at(stp_u32 space, stp_u64 pc, struct stp_code *ret);

/** The unwind data for the code at @pc, an offset in @o's file; NULL: there is none. */
const struct stp_unwind *stp_unwind_at(const struct stp_blob *b,
				       const struct stp_object *o, stp_u64 pc);

/**
 * Changes @f to the frame of its caller, by @how (stp_unwind.how).  Returns 0, or why
 * there is no such frame (enum stp_stack_end); then @f is unchanged.
 * @return_at: returns what the return address @found at @at was, before the kernel
 * changed it to probe the return; @arg is its first argument.
 */
stp_u32 stp_unwind_step(struct stp_frame *f, stp_u32 how,
			stp_u64 (*return_at)(void *arg, stp_u64 at,
					     stp_u64 found), void *arg);

/** Does stp_unwind_step() by the unwind data of the code that @f is in; without data
 *  by the frame pointer, if that leads to code.  In @space 0 no code is known. */
stp_u32 stp_unwind_caller(const struct stp_blob *b, stp_u32 space,
			  struct stp_frame *f,
			  stp_u64 (*return_at)(void *arg, stp_u64 at,
					       stp_u64 found), void *arg);

/** Does stp_unwind_step() by the frame pointer, for code without unwind data. */
stp_u32 stp_unwind_by_bp(struct stp_frame *f,
			 stp_u64 (*return_at)(void *arg, stp_u64 at,
					      stp_u64 found), void *arg);

#endif
