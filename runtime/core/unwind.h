/* SPDX-License-Identifier: LGPL-2.1-or-later */
/**
 * @file
 * Walking the stack of a program, a frame at a time: by what the compiler has
 * said of its code (OBJECTS and UNWIND of the blob), or by frame pointers
 * where nothing is known.  It knows no process: memory is read by stp_os_read(),
 * and stp_os_code_at() says which code is where.
 */
#ifndef STP_CORE_UNWIND_H
#define STP_CORE_UNWIND_H

#include "runtime/core/blob.h"

/** Registers of a frame. */
struct stp_frame {
	stp_u64 pc, sp, bp;
	stp_u64 bx;		/* if bx_at is 0 */
	stp_u64 bx_at;		/* where bx was saved; STP_BX_LOST: nobody knows */
	stp_u64 r10;		/* of the topmost frame */
	bool is_call;		/* pc is a return address: use the call's */
	bool is_top;
};

#define STP_BX_LOST 1ull		/* no word lies there */

/** What lies at an address of a program. */
struct stp_code {
	bool is_code;
	stp_u64 offset;		/* of the address in its file */
	const struct stp_object *o;	/* the file, or NULL: nothing is known */
};

/** False: nothing is mapped there.  @space is the caller's. */
bool stp_os_code_at(stp_u32 space, stp_u64 pc, struct stp_code *ret);

/** What is known of the code at @pc, an offset in @o's file; NULL: nothing. */
const struct stp_unwind *stp_unwind_at(const struct stp_blob *b,
				       const struct stp_object *o, stp_u64 pc);

/**
 * From a frame to the one of its caller, by @how.  0, or why it is the last
 * one (enum stp_stack_end); then @f is as before.
 * @return_at: what a return address at that place of the stack was before the
 * kernel's probe of that return changed it; @arg is for that.
 */
stp_u32 stp_unwind_step(struct stp_frame *f, stp_u32 how,
			stp_u64 (*return_at)(void *arg, stp_u64 at,
					     stp_u64 found), void *arg);

/** The same by what is known of the code that @f is in; where that is nothing,
 *  by the frame pointer, if that leads to code.  A @space of 0 knows no code. */
stp_u32 stp_unwind_caller(const struct stp_blob *b, stp_u32 space,
			  struct stp_frame *f,
			  stp_u64 (*return_at)(void *arg, stp_u64 at,
					       stp_u64 found), void *arg);

/** The same by the frame pointer: for code of which nothing is known. */
stp_u32 stp_unwind_by_bp(struct stp_frame *f,
			 stp_u64 (*return_at)(void *arg, stp_u64 at,
					      stp_u64 found), void *arg);

#endif
