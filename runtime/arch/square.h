/* SPDX-License-Identifier: LGPL-2.1-or-later */
/**
 * @file
 * Instructions that C cannot express and every part of the runtime may need.
 * This file includes no header of the kernel.
 */
#ifndef STP_ARCH_SQUARE_H
#define STP_ARCH_SQUARE_H

#include "runtime/core/types.h"

#ifndef CONFIG_X86_64
#error "this architecture needs its instructions here"
#endif

/** Adds @v * @v to the 128 bits at @p.  Interrupts of this CPU cannot spoil the
 *  sum: they save and restore the flags, and so the carry. */
static inline void stp_arch_add_sq(stp_u64 *p, stp_s64 v)
{
	stp_u64 lo = (stp_u64)v, hi;

	asm("imulq %0" : "+a"(lo), "=d"(hi));
	asm volatile("addq %2, %0\n\tadcq %3, %1"
		     : "+m"(p[0]), "+m"(p[1])
		     : "r"(lo), "r"(hi));
}

#endif
