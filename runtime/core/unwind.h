/* SPDX-License-Identifier: LGPL-2.1-or-later */
/**
 * @file
 * Unwinds the stack of a program, a frame at a time: by the compiler's unwind data
 * for its code (OBJECTS and UNWIND of the blob), or by frame pointers for code without
 * such data.  It knows no process: stp_os_read() reads memory, and stp_os_code_at() says
 * which code is at an address.
 */
#ifndef STP_CORE_UNWIND_H
#define STP_CORE_UNWIND_H

#include "runtime/core/blob.h"

/** Registers of a frame. */
struct stp_frame {
	stp_u64 pc, sp, bp;
	stp_u64 bx;		/* valid if bx_at is 0 */
	stp_u64 bx_at;		/* address at which bx was saved, or STP_BX_LOST */
	stp_u64 r10;		/* valid in the topmost frame */
	bool is_call;		/* pc is a return address: code is looked up at
				   pc - 1, the call */
	bool is_top;		/* it is the topmost frame, of the hit */
};

#define STP_BX_LOST 1ull		/* not known; no word has this address */

/** What is at an address of a program. */
struct stp_code {
	bool is_code;		/* the mapping may be executed */
	stp_u64 offset;		/* of the address in its file */
	const struct stp_object *o;	/* the file's data; NULL: there is none */
};

/** Finds what is mapped at @pc in the space @space (core/fmt.h).  Returns false if nothing
 *  is mapped there, or that is not known. */
bool stp_os_code_at(stp_u32 space, stp_u64 pc, struct stp_code *ret);

/** The element of UNWIND for the code at @pc, an offset in @o's file; NULL: @pc is before
 *  the first element. */
const struct stp_unwind *stp_unwind_at(const struct stp_blob *b,
				       const struct stp_object *o, stp_u64 pc);

/**
 * Changes @f to the frame of its caller, by @how (stp_unwind.how).  Returns 0; or an enum
 * stp_stack_end, which says why that is not possible, and @f is unchanged.
 * @return_at: returns the original of the return address @found, which was read at @at:
 * the kernel may have replaced it to probe the return.  @arg is its first argument.
 */
stp_u32 stp_unwind_step(struct stp_frame *f, stp_u32 how,
			stp_u64 (*return_at)(void *arg, stp_u64 at,
					     stp_u64 found), void *arg);

/** Does stp_unwind_step() by the unwind data of the code that @f is in.  Without data it
 *  uses the frame pointer, if that leads to code.  @space: the mappings, see core/fmt.h;
 *  in space 0 no code is known. */
stp_u32 stp_unwind_caller(const struct stp_blob *b, stp_u32 space,
			  struct stp_frame *f,
			  stp_u64 (*return_at)(void *arg, stp_u64 at,
					       stp_u64 found), void *arg);

/** Does stp_unwind_step() by the frame pointer, for code without unwind data. */
stp_u32 stp_unwind_by_bp(struct stp_frame *f,
			 stp_u64 (*return_at)(void *arg, stp_u64 at,
					      stp_u64 found), void *arg);

#endif
