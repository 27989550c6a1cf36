/* SPDX-License-Identifier: LGPL-2.1-or-later */
/** @file
 * What the conventions of C and of Rust share: which registers and bytes of the
 * stack parameters take, one after the other.
 */
#ifndef TARGET_CC_X86_64_PRIVATE_H
#define TARGET_CC_X86_64_PRIVATE_H

#include "translator/target/types/cc_x86_64.h"

#define CC_PARAM_REGS 6
#define CC_PARAM_XMMS 8

/** The general registers of parameters, in their order. */
extern const unsigned cc_param_regs[CC_PARAM_REGS];

/** The registers and the bytes of stack that the parameters so far have taken. */
struct cc_taken {
	unsigned regs, xmms;
	uint64_t stack;
};

/** Adds to @p the eightbyte number @half of an object of @size bytes, in @reg. */
void cc_put_piece(struct cc_location *p, unsigned reg, unsigned half,
		  uint64_t size);
/** Puts an object of @size bytes on the stack, aligned to @align bytes. */
void cc_put_on_stack(struct cc_taken *taken, struct cc_location *p,
		     uint64_t align, uint64_t size);
/** Puts the address of an object into the next register, or on the stack. */
void cc_put_address(struct cc_taken *taken, struct cc_location *p);

/** Finds the parameters of a function of Rust, as cc_x86_64_params(). */
void cc_rust_params(const struct ctype *function, struct cc_location *ret);
/** Finds the result of a function of Rust, as cc_x86_64_result(). */
void cc_rust_result(const struct ctype *function, struct cc_location *ret);

#endif
